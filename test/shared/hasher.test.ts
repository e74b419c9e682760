import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { sha256 } from "../../src/shared/hash.ts";
import { hashHere, hashOnThread } from "../../src/shared/hasher.ts";

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

test.each([
  ["on the calling thread", async () => hashHere()],
  ["on a thread of its own", () => hashOnThread(built)],
])(
  "buffers of a pool and any others are hashed %s, also between the blocks of a long sum",
  async (_, open) => {
    const hasher = await open();
    try {
      const { pool } = hasher;
      await hasher.add(shared(Buffer.from("one, ")));
      for (const length of [0, 5, 262_144, 262_145, 3_000_000]) {
        const bytes = randomBytes(length);
        const pooled = pool.acquire(length);
        bytes.copy(pooled);
        expect(await hasher.sha256(pooled)).toBe(sha256(bytes));
        pool.release(pooled);
        // Where it lies in larger memory, too.
        expect(await hasher.sha256(Buffer.concat([bytes, bytes]).subarray(length))).toBe(sha256(bytes));
      }
      await hasher.add(shared(Buffer.from("two")));
      expect(await hasher.digest()).toBe(sha256("one, two"));
    } finally {
      await hasher.close();
    }
  },
);

test("a thread that can't be started is an error at once", async () => {
  await expect(hashOnThread(pathToFileURL("/no/such/worker.js"))).rejects.toThrow("worker.js");
});

test("a thread that has ended is an error, and leaves nobody waiting", async () => {
  const hash = await hashOnThread(built);
  const waiting = hash.add(shared(new Uint8Array(8)));
  await Promise.allSettled([waiting, hash.close()]);
  await expect(hash.digest()).rejects.toThrow("ended");
});
