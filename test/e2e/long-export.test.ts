import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { exportLong } from "../bench/long-export.ts";

const megabyte = 1_000_000;
const longBytes = 30 * megabyte;

// Far less than the recording, and far more than the memory of two runs differs.
const roomBytes = 22 * megabyte;

it.skipIf(!existsSync("/proc/self/status"))(
  "an export of 30 MB is fetched, checked, packaged and served in about the memory of a short one",
  async () => {
    const short = await exportLong(megabyte);
    const long = await exportLong(longBytes);
    expect(long.packageBytes).toBeGreaterThan(longBytes);
    expect(long.run - short.run).toBeLessThan(roomBytes);
    expect(long.package - short.package).toBeLessThan(roomBytes);
    expect(long.service - short.service).toBeLessThan(roomBytes);
  },
  // An hour and more of sound are decoded, and packed in every format, perhaps while other tests use the processor.
  300_000,
);
