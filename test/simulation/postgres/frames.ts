/** The messages of PostgreSQL's protocol: a letter, four bytes of length, a body. A client's first message has no letter. */
export interface Frame {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Splits a stream of bytes into messages. */
export class Frames {
  #rest: Buffer = Buffer.alloc(0);

  /** The messages that are complete by now. */
  take(bytes: Uint8Array): Frame[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const frames: Frame[] = [];
    while (this.#rest.length >= headerBytes) {
      const end = 1 + this.#rest.readInt32BE(1);
      if (this.#rest.length < end) break;
      const frame = this.#rest.subarray(0, end);
      frames.push({ type: String.fromCharCode(frame[0] ?? 0), bytes: frame });
      this.#rest = this.#rest.subarray(end);
    }
    return frames;
  }
}

const headerBytes = 5;

/** Messages after which a client waits for an answer: a query, the end of an extended one, and termination. */
export function endsUnit({ type }: Frame): boolean {
  return type === "Q" || type === "S" || type === farewell;
}

export const farewell = "X";

/** The server process that handles a connection. */
export function backendIn({ type, bytes }: Frame): number | null {
  return type === "K" ? bytes.readInt32BE(5) : null;
}

/** Whether a server's message ends its answer, and if so, whether a transaction is open. */
export function readyIn({ type, bytes }: Frame): { readonly inTransaction: boolean } | null {
  return type === "Z" ? { inTransaction: bytes[5] !== "I".charCodeAt(0) } : null;
}
