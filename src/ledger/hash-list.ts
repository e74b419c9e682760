const hashBytes = 32;
const perBlock = 4096;

/** The hashes of a ledger's events in their order, packed: a long ledger has hundreds of thousands. */
export class HashList {
  readonly #blocks: Buffer[] = [];
  #length = 0;

  /** Adds a hash, given as 64 hex digits. */
  add(hash: string): void {
    const place = this.#length % perBlock;
    if (place === 0) this.#blocks.push(Buffer.allocUnsafe(perBlock * hashBytes));
    this.#blocks.at(-1)?.write(hash, place * hashBytes, "hex");
    this.#length += 1;
  }

  /** The hash of the event with this number, from 1. */
  of(seq: number): string | undefined {
    if (!Number.isInteger(seq) || seq < 1 || seq > this.#length) return undefined;
    const start = ((seq - 1) % perBlock) * hashBytes;
    return this.#blocks[Math.floor((seq - 1) / perBlock)]?.toString("hex", start, start + hashBytes);
  }

  *[Symbol.iterator](): Generator<string> {
    for (let seq = 1; seq <= this.#length; seq++) yield this.of(seq) ?? "";
  }
}
