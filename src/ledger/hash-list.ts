/** What a hash takes in a list's `bytes`. */
export const hashBytes = 32;
const perBlock = 4_096;
// So many hashes are written into a block at once, which takes a tenth of the time.
const atOnce = 64;

/** The hashes of a ledger's events in their order, packed: a long ledger has hundreds of thousands. */
export class HashList {
  readonly #blocks: Buffer[] = [];
  /** The newest hashes, not packed yet. */
  #latest: string[] = [];
  #packed = 0;

  /** The list whose `bytes` these are. It goes on using them. Throws where they are no whole number of hashes. */
  static of(bytes: Buffer): HashList {
    if (bytes.length % hashBytes !== 0) throw new Error(`not hashes: ${bytes.length} bytes`);
    const list = new HashList();
    const blockBytes = perBlock * hashBytes;
    let at = 0;
    for (; at + blockBytes <= bytes.length; at += blockBytes) {
      list.#blocks.push(bytes.subarray(at, at + blockBytes));
      list.#packed += perBlock;
    }
    for (; at < bytes.length; at += hashBytes) list.add(bytes.toString("hex", at, at + hashBytes));
    return list;
  }

  /** All hashes one behind the other, 32 bytes each, in pieces. */
  *bytes(): Generator<Buffer> {
    let left = this.#packed;
    for (const block of this.#blocks) {
      yield block.subarray(0, Math.min(left, perBlock) * hashBytes);
      left -= perBlock;
    }
    if (this.#latest.length > 0) yield Buffer.from(this.#latest.join(""), "hex");
  }

  /** Adds a hash, given as 64 hex digits. */
  add(hash: string): void {
    this.#latest.push(hash);
    if (this.#latest.length === atOnce) this.#pack();
  }

  /** The hash of the event with this number, from 1. */
  of(seq: number): string | undefined {
    if (!Number.isInteger(seq) || seq < 1) return undefined;
    if (seq > this.#packed) return this.#latest[seq - 1 - this.#packed];
    const start = ((seq - 1) % perBlock) * hashBytes;
    return this.#blocks[Math.floor((seq - 1) / perBlock)]?.toString("hex", start, start + hashBytes);
  }

  *[Symbol.iterator](): Generator<string> {
    for (let seq = 1; seq <= this.#packed + this.#latest.length; seq++) yield this.of(seq) ?? "";
  }

  #pack(): void {
    const place = this.#packed % perBlock;
    if (place === 0) this.#blocks.push(Buffer.allocUnsafe(perBlock * hashBytes));
    this.#blocks.at(-1)?.write(this.#latest.join(""), place * hashBytes, "hex");
    this.#packed += atOnce;
    this.#latest = [];
  }
}
