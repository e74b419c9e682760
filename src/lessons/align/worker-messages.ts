import type { MessagePort } from "node:worker_threads";
import type { Alignment } from "./alignment.ts";
import type { Script } from "./script.ts";

/** What the thread that aligns is given for a story. Over the port it asks for the recording's pieces, and gets null after the last. */
export interface Task {
  readonly lang: string;
  /** The speech engine's voice for the reference. */
  readonly voice: string;
  readonly script: Script;
  readonly port: MessagePort;
}

/** What the thread says over a story's port. */
export type Answer =
  | { readonly kind: "more" }
  | { readonly kind: "progress"; readonly share: number }
  | { readonly kind: "done"; readonly alignment: Alignment }
  | { readonly kind: "failed"; readonly cause: string };
