import { sha256 } from "../../shared/hash.ts";

/** Pseudo-random choices, the same for the same seed on every machine. */
export interface Chance {
  /** A whole number from 0 to `count - 1`. */
  below(count: number): number;
  /** A shuffled copy. */
  shuffle<T>(list: readonly T[]): T[];
  /** A shuffled copy in which at most a third of the members keep their place, if their number allows it. */
  disorder<T>(list: readonly T[]): T[];
}

// After this many tries the last one is reversed, which moves every member but the middle one.
const tries = 20;

export function chanceOf(seed: string): Chance {
  const next = sfc32(sha256(seed));
  const below = (count: number) => Math.floor((next() / 2 ** 32) * count);
  const shuffle = <T>(list: readonly T[]): T[] => {
    const left = [...list];
    const drawn: T[] = [];
    while (left.length > 0) drawn.push(...left.splice(below(left.length), 1));
    return drawn;
  };
  const disorder = <T>(list: readonly T[]): T[] => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const shuffled = shuffle(list);
      const unmoved = shuffled.filter((member, index) => member === list[index]).length;
      if (unmoved <= list.length / 3) return shuffled;
    }
    return [...list].reverse();
  };
  return { below, shuffle, disorder };
}

// Chris Doty-Humphrey's sfc32: small, fast, and far better than a shuffle needs. No warm-up, because the hash has mixed the seed.
function sfc32(hash: string): () => number {
  let [a = 0, b = 0, c = 0, counter = 1] = (hash.match(/.{8}/g) ?? []).map((part) =>
    Number.parseInt(part, 16),
  );
  return () => {
    const result = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + result) >>> 0;
    return result;
  };
}
