import type { Readable } from "node:stream";
import type { BufferPool } from "../../shared/buffer-pool.ts";

// How many bytes may be written ahead of the consumer: one file is prepared while the one before it is consumed, but not after a very long
// one.
const leastAheadBytes = 2 * 1024 * 1024;
const mostAheadBytes = 32 * 1024 * 1024;

// Headers and short files are merged into one chunk.
const longBytes = 64 * 1024;

/** Backpressure for an archive: counts what goes in, and yields what comes out; long chunks pass through without a copy. */
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

  /** Counts bytes given to the archive, and resolves when it may be given more. */
  async given(bytes: number): Promise<void> {
    this.#ahead += bytes;
    const most = Math.min(Math.max(bytes, leastAheadBytes), mostAheadBytes);
    while (this.#ahead > most && this.#error === null) {
      await new Promise<void>((resolve) => {
        this.#wakeGiver = resolve;
      });
    }
  }

  /** The archive's output. A chunk is valid until the next one is requested; then its memory may be reused. */
  async *pieces(): AsyncGenerator<Buffer> {
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
      this.#pool?.release(piece);
      // At least 0, because the output includes headers that were not counted.
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
