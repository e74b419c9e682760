import { createHash } from "node:crypto";
import { type OpenFile, writeAll } from "../../shared/files/files.ts";

// Large enough that the number of writes does not matter; small enough that all blocks stay in the processor's cache until they are written, which takes
// half the time then.
const blockBytes = 256 * 1024;

// One is filled while others are written.
const blockCount = 4;

// Fsync while the rest is being made: the last fsync then takes the same time for any length of file.
const flushBytes = 32 * 1024 * 1024;

interface Block {
  readonly bytes: Uint8Array;
  /** Rejects if the bytes could not be written. */
  done: Promise<unknown>;
}

/** Writes and hashes a file in blocks, which are written while the next ones are made, and keeps only a few blocks in memory. */
export class BlockWriter {
  readonly #out: OpenFile;
  readonly #hash = createHash("sha256");
  readonly #blocks: Block[] = [];
  #filled = 0;
  #bytes = 0;
  #flushed = 0;
  #written: Promise<unknown> = Promise.resolve();
  #flushing: Promise<unknown> = Promise.resolve();

  constructor(out: OpenFile) {
    this.#out = out;
  }

  /** Takes a copy of the bytes. Rejects with the error of an earlier block. */
  async put(piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length; ) {
      if (this.#filled === 0) await this.#begin();
      const part = piece.subarray(at, at + blockBytes - this.#filled);
      this.#current().bytes.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === blockBytes) await this.#send();
    }
  }

  /** Resolves with the size and SHA-256 of the file once its last byte is written. */
  async end(): Promise<{ bytes: number; sha256: string }> {
    if (this.#filled > 0) await this.#send();
    await Promise.all([...this.#blocks.map(({ done }) => done), this.#flushing]);
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }

  /** Resolves when nothing is being written any more, whether it succeeded or not: the file must not be closed earlier. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#blocks.map(({ done }) => done), this.#flushing]);
  }

  #current(): Block {
    return this.#blocks[0] as Block;
  }

  /** Brings the block that has waited longest to the front, once it is free. */
  async #begin(): Promise<void> {
    const fresh = this.#blocks.length < blockCount;
    const block = fresh ? newBlock() : (this.#blocks.pop() as Block);
    this.#blocks.unshift(block);
    await block.done;
  }

  async #send(): Promise<void> {
    const block = this.#current();
    const bytes = block.bytes.subarray(0, this.#filled);
    // In order: each write is behind the one before it in the file.
    const written = this.#written.then(() => writeAll(this.#out, bytes));
    this.#written = met(written);
    block.done = this.#written;
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#filled = 0;
    if (this.#bytes - this.#flushed < flushBytes) return;
    this.#flushed = this.#bytes;
    await this.#flushing;
    this.#flushing = met(written.then(() => this.#out.datasync()));
  }
}

function newBlock(): Block {
  return { bytes: new Uint8Array(blockBytes), done: Promise.resolve() };
}

/** Marks a promise as handled, since it is awaited later. */
function met<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => undefined);
  return work;
}
