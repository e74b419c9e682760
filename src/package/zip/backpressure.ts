import type { Readable } from "node:stream";
import type { BufferPool } from "../../shared/buffer-pool.ts";

// How much may have been given and not been taken: one long file more is being made while the one before it is taken, but not after a very
// long one.
const leastAheadBytes = 2 * 1024 * 1024;
const mostAheadBytes = 32 * 1024 * 1024;

// Headers and short files are handed on together.
const longBytes = 64 * 1024;

/** What goes through an archive: how much it was given, and what comes out of it, a long piece as it went in and without a copy. */
export class Backpressure {
  readonly #pool: BufferPool | undefined;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #ahead = 0;
  #isEnded = false;
  #error: Error | null = null;
  #wakeTaker = () => {};
  #wakeGiver = () => {};

  constructor(archive: Readable, pool?: BufferPool) {
    this.#pool = pool;
    archive.on("data", (piece: Buffer) => {
      this.#waiting.push(piece);
      this.#waitingBytes += piece.length;
      if (this.#waitingBytes >= longBytes) this.#wakeTaker();
    });
    archive.once("end", () => {
      this.#isEnded = true;
      this.#wakeTaker();
    });
    archive.on("error", (error: Error) => {
      this.#error ??= error;
      this.#wakeTaker();
      this.#wakeGiver();
    });
  }

  /** Counts what the archive was given, and resolves once it may be given more. */
  async given(bytes: number): Promise<void> {
    this.#ahead += bytes;
    const most = Math.min(Math.max(bytes, leastAheadBytes), mostAheadBytes);
    while (this.#ahead > most && this.#error === null) {
      await new Promise<void>((resolve) => {
        this.#wakeGiver = resolve;
      });
    }
  }

  /** Everything that comes out. A piece is good until the second one after it is asked for: its memory may be reused then. */
  async *pieces(): AsyncGenerator<Buffer> {
    let before: Buffer | null = null;
    for (;;) {
      while (this.#waitingBytes < longBytes && !this.#isEnded && this.#error === null) {
        await new Promise<void>((resolve) => {
          this.#wakeTaker = resolve;
        });
      }
      if (this.#error !== null) throw this.#error;
      if (this.#waiting.length === 0) return;
      const piece = this.#next();
      yield piece;
      if (before !== null) this.#pool?.release(before);
      before = piece;
      // Headers come out too, which nobody gave.
      this.#ahead = Math.max(0, this.#ahead - piece.length);
      this.#wakeGiver();
    }
  }

  #next(): Buffer {
    const longAt = this.#waiting.findIndex(({ length }) => length >= longBytes);
    const pieces = this.#waiting.splice(0, longAt === -1 ? this.#waiting.length : Math.max(longAt, 1));
    const [first] = pieces;
    const piece = first !== undefined && pieces.length === 1 ? first : this.#join(pieces);
    this.#waitingBytes -= piece.length;
    return piece;
  }

  #join(pieces: readonly Buffer[]): Buffer {
    const joined = Buffer.concat(pieces);
    for (const piece of pieces) this.#pool?.release(piece);
    return joined;
  }
}
