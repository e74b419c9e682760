import { createHash } from "node:crypto";
import { parentPort } from "node:worker_threads";

export type HashTask =
  | { readonly kind: "start" }
  | { readonly kind: "add"; readonly block: Uint8Array<SharedArrayBuffer> }
  | { readonly kind: "digest" };

/** One for each task, in order. */
export interface HashAnswer {
  /** Of all blocks, after `digest`. */
  readonly sha256: string | null;
}

const hash = createHash("sha256");

/** Entry point of the hashing thread. */
parentPort?.on("message", (task: HashTask) => {
  if (task.kind === "add") hash.update(task.block);
  const answer: HashAnswer = { sha256: task.kind === "digest" ? hash.digest("hex") : null };
  parentPort?.postMessage(answer);
});
