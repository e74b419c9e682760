import type { AnswerFault } from "./http-answer.ts";
import type { Received } from "./received.ts";

/** An answer of which a status line came. */
export interface RawAnswer {
  readonly kind: "answer";
  readonly status: number;
  readonly retryAfter: string | null;
  readonly contentType: string | null;
  readonly body: Buffer;
  /** Why the body ended before its end, or null where it is whole. */
  readonly cut: string | null;
}

/** The answer to a creation, with all that its connection brought. */
export interface CreationAnswer extends RawAnswer {
  /** Why it is not the one complete and unambiguous thing on its connection; empty where it is. */
  readonly faults: readonly AnswerFault[];
  readonly received: Received;
}

/** What the wire brought back for a creation, before anybody judges it. */
export type RawReply =
  | CreationAnswer
  /** Bytes were written, and no final answer in HTTP came back. */
  | { readonly kind: "silence"; readonly cause: string; readonly received: Received | null }
  /** Proven: not one byte of the request was written. */
  | { readonly kind: "unsent"; readonly cause: string };
