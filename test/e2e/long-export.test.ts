import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { exportLong } from "../bench/long-export.ts";
import { shareOf } from "../share.ts";

const megabyte = 1_000_000;
const longBytes = 60 * megabyte;

// Far less than the recording, and far more than the memory of two runs differs.
const roomBytes = 40 * megabyte;

// Two hours of sound take minutes, so that `npm run test:every` and `npm run bench -- exports` measure them.
it.skipIf(shareOf(2) > 1 || !existsSync("/proc/self/status"))(
  "an export of 60 MB is fetched, checked, packaged and served in about the memory of a short one",
  async () => {
    const short = await exportLong(megabyte);
    const long = await exportLong(longBytes);
    expect(long.packageBytes).toBeGreaterThan(longBytes);
    expect(long.run - short.run).toBeLessThan(roomBytes);
    expect(long.package - short.package).toBeLessThan(roomBytes);
    expect(long.service - short.service).toBeLessThan(roomBytes);
  },
);
