import type { Files } from "./files.ts";

/**
 * Reads files one after another into the same memory: what a long row of large files takes is what the largest takes. What `read` gives is
 * good until it is called again.
 */
export class LendingReader {
  readonly #files: Files;
  #memory = Buffer.alloc(0);

  constructor(files: Files) {
    this.#files = files;
  }

  /** The file, or `null` where there is none. */
  async read(path: string): Promise<Buffer | null> {
    if (this.#files.pieces === undefined) return this.#files.read(path);
    const pieces = await this.#files.pieces(path);
    if (pieces === null) return null;
    let length = 0;
    for await (const piece of pieces) {
      this.#makeRoom(length, piece.length);
      length += piece.copy(this.#memory, length);
    }
    return this.#memory.subarray(0, length);
  }

  #makeRoom(used: number, more: number): void {
    if (used + more <= this.#memory.length) return;
    const larger = Buffer.allocUnsafe(Math.max(used + more, this.#memory.length * 2));
    this.#memory.copy(larger, 0, 0, used);
    this.#memory = larger;
  }
}
