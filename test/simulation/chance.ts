/** Seeded random numbers: the same seed gives the same history on any machine. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    // Decorrelates neighbouring seeds.
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.floor(seed / 2 ** 32);
    this.next();
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, not including, `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** A whole number in [least, most]. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True in a share of the cases. Draws nothing if the share is 0. */
  hits(share: number): boolean {
    return share > 0 && this.next() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }
}
