import type { AnswerFault } from "./http-answer.ts";
import type { Received } from "./received.ts";

/** An answer with at least a status line. */
export interface RawAnswer {
  readonly kind: "answer";
  readonly status: number;
  readonly retryAfter: string | null;
  readonly contentType: string | null;
  readonly body: Buffer;
  /** Why the body was cut off, or null if it is complete. */
  readonly cut: string | null;
}

/** The answer to a creation, with everything that its connection received. */
export interface CreationAnswer extends RawAnswer {
  /** Why it is not the only, complete and unambiguous answer on its connection; empty if it is. */
  readonly faults: readonly AnswerFault[];
  readonly received: Received;
}

/** The network's result of a creation, before any interpretation. */
export type RawReply =
  | CreationAnswer
  /** Bytes were written, and no final HTTP answer came back. */
  | { readonly kind: "silence"; readonly cause: string; readonly received: Received | null }
  /** Proven: no byte of the request was written. */
  | { readonly kind: "unsent"; readonly cause: string };
