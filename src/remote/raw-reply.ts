/** What the wire brought back, before anybody judges it. */
export type RawReply =
  /** A status line came. `cut`: why the body ended before its end, or null where it is whole. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly retryAfter: string | null;
      readonly contentType: string | null;
      readonly body: Buffer;
      readonly cut: string | null;
    }
  /** Bytes were written, and nothing that can be read came back. */
  | { readonly kind: "silence"; readonly cause: string }
  /** Proven: not one byte of the request was written. */
  | { readonly kind: "unsent"; readonly cause: string };

export type RawAnswer = Extract<RawReply, { kind: "answer" }>;
