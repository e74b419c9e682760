import { createHash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { sha256 } from "./hash.ts";

export type HashTask =
  | { readonly kind: "start" }
  | { readonly kind: "sha256" | "crc32"; readonly bytes: Uint8Array }
  | { readonly kind: "add"; readonly block: Uint8Array<SharedArrayBuffer> }
  | { readonly kind: "digest" };

/** One answer for each task, in order. */
export interface HashAnswer {
  /** Of the task's bytes; after `digest`, of all blocks. */
  readonly sha256?: string;
  readonly crc32?: number;
}

const blocks = createHash("sha256");

/** Entry point of the hashing thread. */
parentPort?.on("message", (task: HashTask) => {
  parentPort?.postMessage(answerTo(task));
});

function answerTo(task: HashTask): HashAnswer {
  switch (task.kind) {
    case "start":
      return {};
    case "sha256":
      return { sha256: sha256(task.bytes) };
    case "crc32":
      return { crc32: crc32(task.bytes) };
    case "add":
      blocks.update(task.block);
      return {};
    case "digest":
      return { sha256: blocks.digest("hex") };
  }
}
