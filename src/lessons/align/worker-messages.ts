import type { MessagePort } from "node:worker_threads";
import type { Alignment } from "./alignment.ts";
import type { Script } from "./script.ts";

/** A story for the alignment thread. The thread requests the recording over the port, chunk by chunk; null follows the last chunk. */
export interface Task {
  readonly lang: string;
  /** The speech engine's voice for the reference. */
  readonly voice: string;
  readonly script: Script;
  readonly port: MessagePort;
}

/** What the thread sends over a story's port. */
export type Answer =
  | { readonly kind: "more" }
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly alignment: Alignment }
  | { readonly kind: "failed"; readonly cause: string };
