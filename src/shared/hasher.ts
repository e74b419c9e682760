import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { BufferPool } from "./buffer-pool.ts";
import { sha256, sha256Aside } from "./hash.ts";
import type { HashAnswer, HashTask } from "./hash-worker.ts";

/** Computes the checksums of a package and its files. A SHA-256 is 64 lower-case hex digits. */
export interface Hasher {
  /** The SHA-256 of a buffer, which must not change until this resolves. One of `pool` is not copied. */
  sha256(bytes: Buffer): Promise<string>;
  /** The CRC-32 of such a buffer. */
  crc32(bytes: Buffer): Promise<number>;
  /** Adds a block, in shared memory, to the one SHA-256 that is made block by block. Resolves once the block may be overwritten. */
  add(block: Uint8Array<SharedArrayBuffer>): Promise<void>;
  /** The SHA-256 of all blocks. */
  digest(): Promise<string>;
  readonly pool: BufferPool;
  /** Ends it, finished or not. */
  close(): Promise<void>;
}

/** Hashes on the calling thread and Node's own threads: for a few megabytes, starting another thread would take longer than the hashing. */
export function hashHere(): Hasher {
  const blocks = createHash("sha256");
  return {
    sha256: hashWithoutThread,
    crc32: async (bytes) => crc32(bytes),
    add: async (block) => {
      blocks.update(block);
    },
    digest: async () => blocks.digest("hex"),
    pool: new BufferPool(),
    close: async () => undefined,
  };
}

/** Hashes on a separate thread, in parallel with the calling thread. Rejects if the thread can't be started; every call rejects if the thread fails. */
export async function hashOnThread(program = new URL("./hash-worker.js", import.meta.url)): Promise<Hasher> {
  const worker = new Worker(program, { resourceLimits: { maxYoungGenerationSizeMb: 1 } });
  const waiting: { resolve(answer: HashAnswer): void; reject(error: Error): void }[] = [];
  let broken: Error | null = null;
  const fail = (error: Error): void => {
    broken ??= error;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("the hashing thread has ended")));
  // Answers come in the order of the tasks.
  worker.on("message", (answer: HashAnswer) => waiting.shift()?.resolve(answer));
  const ask = (task: HashTask): Promise<HashAnswer> =>
    new Promise((resolve, reject) => {
      if (broken !== null) return reject(broken);
      waiting.push({ resolve, reject });
      worker.postMessage(task);
    });
  await ask({ kind: "start" });
  return {
    sha256: async (bytes) =>
      isForThread(bytes) ? sha256In(await ask({ kind: "sha256", bytes })) : hashWithoutThread(bytes),
    crc32: async (bytes) =>
      isForThread(bytes) ? crc32In(await ask({ kind: "crc32", bytes })) : crc32(bytes),
    add: async (block) => {
      await ask({ kind: "add", block });
    },
    digest: async () => sha256In(await ask({ kind: "digest" })),
    pool: new BufferPool({ acquire: (bytes) => Buffer.from(new SharedArrayBuffer(bytes)) }),
    close: async () => {
      await worker.terminate();
    },
  };
}

// Only recordings are longer, in practice. Up to here, hashing takes less time than asking another thread.
const shortBytes = 256 * 1024;

// Other memory would be copied.
function isForThread(bytes: Buffer): boolean {
  return bytes.length > shortBytes && bytes.buffer instanceof SharedArrayBuffer;
}

async function hashWithoutThread(bytes: Buffer): Promise<string> {
  return bytes.length > shortBytes ? sha256Aside(bytes) : sha256(bytes);
}

function crc32In({ crc32 }: HashAnswer): number {
  if (crc32 === undefined) throw new Error("the hashing thread returned the result of a different task");
  return crc32;
}

function sha256In({ sha256 }: HashAnswer): string {
  if (sha256 === undefined) throw new Error("the hashing thread returned the result of a different task");
  return sha256;
}
