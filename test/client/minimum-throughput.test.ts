import { PassThrough } from "node:stream";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chunksInTime } from "../../src/client/http/minimum-throughput.ts";

const everyMs = 30_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("A body may receive nothing in its first interval, and must receive enough in each of the others", async () => {
  const body = new PassThrough();
  const result = read(body);
  await stretch();
  for (const text of ["enough", "and more than enough", "enough"]) {
    body.write(text);
    await stretch();
  }
  body.write("less");
  await stretch();
  expect(await result).toEqual({
    text: "enoughand more than enoughenoughless",
    error: "less than 6 bytes came in 30 s",
  });
  expect(body.destroyed).toBe(true);
});

test("A body that ends in time is complete, and is no longer checked", async () => {
  const body = new PassThrough();
  const result = read(body);
  await stretch();
  body.end("few");
  expect(await result).toEqual({ text: "few", error: null });
  expect(vi.getTimerCount()).toBe(0);
});

test("Data received while a process was suspended counts, even if its timer fires first", async () => {
  const body = new PassThrough();
  const result = read(body);
  await stretch();
  vi.advanceTimersByTime(everyMs);
  body.end("enough");
  expect(await result).toEqual({ text: "enough", error: null });
});

test("A body is not given up because the disk takes long to save a chunk", async () => {
  const body = new PassThrough();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const result = read(body, () => held);
  body.write("some");
  for (let times = 0; times < 4; times++) await stretch();
  goOn();
  body.end(" more");
  expect(await result).toEqual({ text: "some more", error: null });
});

/** Lets one stretch go by, and the body be read and judged. */
async function stretch(): Promise<void> {
  await turnOfLoop();
  vi.advanceTimersByTime(everyMs);
  await turnOfLoop();
  await turnOfLoop();
}

async function read(
  body: PassThrough,
  keep: () => Promise<void> = async () => undefined,
): Promise<{ text: string; error: string | null }> {
  let text = "";
  try {
    for await (const chunk of chunksInTime(body, { bytes: 6, everyMs })) {
      text += chunk.toString();
      await keep();
    }
    return { text, error: null };
  } catch (error) {
    return { text, error: (error as Error).message };
  }
}
