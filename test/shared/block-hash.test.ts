import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { hashHere, hashOnThread } from "../../src/shared/block-hash.ts";
import { sha256 } from "../../src/shared/hash.ts";

const built = new URL("../../dist/shared/hash-worker.js", import.meta.url);

function shared(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

test.each([
  ["on the calling thread", async () => hashHere()],
  ["on a thread of its own", () => hashOnThread(built)],
])("blocks are hashed in order %s, and a block may be overwritten once it was added", async (_, open) => {
  const bytes = randomBytes(100_000);
  const hash = await open();
  try {
    const block = shared(new Uint8Array(40_000));
    for (let at = 0; at < bytes.length; at += block.length) {
      const part = bytes.subarray(at, at + block.length);
      block.set(part);
      await hash.add(block.subarray(0, part.length));
      block.fill(0);
    }
    expect(await hash.digest()).toBe(sha256(bytes));
  } finally {
    await hash.close();
  }
});

test("a thread that can't be started is an error at once", async () => {
  await expect(hashOnThread(pathToFileURL("/no/such/worker.js"))).rejects.toThrow("worker.js");
});

test("a thread that has ended is an error, and leaves nobody waiting", async () => {
  const hash = await hashOnThread(built);
  const waiting = hash.add(shared(new Uint8Array(8)));
  await Promise.allSettled([waiting, hash.close()]);
  await expect(hash.digest()).rejects.toThrow("ended");
});
