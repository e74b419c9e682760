/**
 * Texts of one byte a character, one behind the other in one piece of memory, as a checkpoint holds them. A text is made anew each time it is
 * asked for: a hundred thousand of them are nothing for the garbage collector to follow.
 */
export class PackedTexts {
  static readonly none = new PackedTexts(Buffer.alloc(0), []);

  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;

  /** Keeps the bytes. Throws where the lengths do not add up to them. */
  constructor(bytes: Buffer, lengths: readonly number[]) {
    this.#bytes = bytes;
    this.#ends = new Uint32Array(lengths.length);
    let end = 0;
    for (const [place, length] of lengths.entries()) {
      end += length;
      this.#ends[place] = end;
    }
    if (end !== bytes.length) throw new Error(`texts of ${end} bytes in ${bytes.length}`);
  }

  /** The text at a place, from 0; empty past the last one. */
  at(place: number): string {
    return this.#bytes.toString("latin1", place === 0 ? 0 : this.#ends[place - 1], this.#ends[place] ?? 0);
  }
}
