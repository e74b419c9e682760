import { sha256 } from "../../shared/hash.ts";

/** Pseudorandom choices that depend only on a seed: the same order always gives the same story. */
export interface Chance {
  /** A whole number in [0, limit). */
  below(limit: number): number;
  /** One of the items. Throws on an empty list, which is a bug of the caller. */
  pick<T>(items: readonly T[]): T;
  /** The items in another order, in a new array. */
  shuffle<T>(items: readonly T[]): T[];
}

/** Choices drawn from hashes of the seed and a counter. */
export function chanceFrom(seed: string): Chance {
  let drawn = 0;
  const below = (limit: number): number => {
    drawn += 1;
    return Number.parseInt(sha256(`${seed} ${drawn}`).slice(0, 12), 16) % limit;
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  return { below, pick, shuffle: (items) => shuffled(items, below) };
}

function shuffled<T>(items: readonly T[], below: (limit: number) => number): T[] {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(below(left.length), 1));
  return order;
}
