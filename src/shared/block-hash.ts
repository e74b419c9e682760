import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { HashAnswer, HashTask } from "./hash-worker.ts";

/** The SHA-256 of bytes that come block by block. */
export interface BlockHash {
  /** Adds a block, in shared memory. Resolves once the block may be overwritten. */
  add(block: Uint8Array<SharedArrayBuffer>): Promise<void>;
  /** The hash of all blocks, as 64 lower-case hex digits. */
  digest(): Promise<string>;
  /** Ends it, finished or not. */
  close(): Promise<void>;
}

/** Hashes on the calling thread: for a few megabytes, starting another one takes longer. */
export function hashHere(): BlockHash {
  const hash = createHash("sha256");
  return {
    add: async (block) => {
      hash.update(block);
    },
    digest: async () => hash.digest("hex"),
    close: async () => undefined,
  };
}

/** Hashes on a thread of its own, beside whatever the calling thread does. Rejects if the thread can't be started, and every call if it breaks. */
export async function hashOnThread(
  program = new URL("./hash-worker.js", import.meta.url),
): Promise<BlockHash> {
  const worker = new Worker(program, { resourceLimits: { maxYoungGenerationSizeMb: 1 } });
  const waiting: { resolve(answer: HashAnswer): void; reject(error: Error): void }[] = [];
  let broken: Error | null = null;
  const fail = (error: Error): void => {
    broken ??= error;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("the thread that hashes has ended")));
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
    add: async (block) => {
      await ask({ kind: "add", block });
    },
    digest: async () => (await ask({ kind: "digest" })).sha256 ?? "",
    close: async () => {
      await worker.terminate();
    },
  };
}
