/** The least likeness, by shared letter pairs, at which a text may be a corrected version of another. */
const likeness = 0.6;

/**
 * An index of texts to compare a new one with: each is split into parts when added, and a search counts only texts that share a part. Texts
 * are numbered in the order of addition.
 */
export class KnownTopics {
  readonly #partsOf: (text: string) => Parts;
  readonly #sizes: number[] = [];
  readonly #firsts = new Map<string, number>();
  /** For each part, lists of texts: first those that have it, then those that have it at least twice, and so on. */
  readonly #lists = new Map<string, number[][]>();
  /** How many parts each text shares with the search text; scratch space for one call. */
  #shared = new Uint32Array(64);

  /** `partsOf`: the parts to compare texts by, each with its count. Default: letter pairs. */
  constructor(partsOf: (text: string) => Parts = pairsOf) {
    this.#partsOf = partsOf;
  }

  add(topic: string): void {
    const number = this.#sizes.length;
    const pairs = this.#partsOf(topic);
    this.#sizes.push(sizeOf(pairs));
    if (!this.#firsts.has(topic)) this.#firsts.set(topic, number);
    for (const [pair, times] of pairs) {
      const lists = this.#lists.get(pair) ?? [];
      if (lists.length === 0) this.#lists.set(pair, lists);
      for (let time = 0; time < times; time++) {
        const list = lists[time];
        if (list === undefined) lists.push([number]);
        else list.push(number);
      }
    }
    if (number >= this.#shared.length) this.#shared = new Uint32Array(2 * this.#shared.length);
  }

  /** The number of the first identical text; undefined if there is none. */
  #firstSame(topic: string): number | undefined {
    return this.#firsts.get(topic);
  }

  /**
   * The number of the first text that is identical, or so similar that it may be a correction. Case, spaces and punctuation don't count;
   * texts with fewer than two remaining letters match only if identical.
   */
  firstAlike(topic: string): number | undefined {
    const pairs = this.#partsOf(topic);
    const size = sizeOf(pairs);
    if (size === 0) return this.#firstSame(topic);
    const shared = this.#sharedWith(pairs);
    const found = this.#sizes.findIndex(
      (other, number) => (2 * (shared[number] ?? 0)) / (size + other) >= likeness,
    );
    return found === -1 ? undefined : found;
  }

  /**
   * Calls `tell` for each text that shares a part with this one and reaches the given likeness, with its number and the likeness (at most
   * 1, for the same parts).
   */
  eachAlike(topic: string, least: number, tell: (number: number, alike: number) => void): void {
    const pairs = this.#partsOf(topic);
    const size = sizeOf(pairs);
    const shared = this.#sharedWith(pairs);
    const sizes = this.#sizes;
    for (let number = 0; number < sizes.length; number++) {
      const parts = shared[number] as number;
      if (parts === 0) continue;
      const alike = (2 * parts) / (size + (sizes[number] as number));
      if (alike >= least) tell(number, alike);
    }
  }

  /** How many parts each text shares with these. */
  #sharedWith(pairs: Parts): Uint32Array {
    const shared = this.#shared.fill(0);
    for (const [pair, times] of pairs) {
      const lists = this.#lists.get(pair) ?? [];
      const most = Math.min(times, lists.length);
      for (let time = 0; time < most; time++) {
        const list = lists[time] as number[];
        for (let at = 0; at < list.length; at++) {
          const number = list[at] as number;
          shared[number] = (shared[number] as number) + 1;
        }
      }
    }
    return shared;
  }
}

type Parts = ReadonlyMap<string, number>;

function sizeOf(parts: Parts): number {
  let size = 0;
  for (const times of parts.values()) size += times;
  return size;
}

/** The pairs of neighbouring letters in a text, each with its count. */
function pairsOf(text: string): Parts {
  const letters = [...text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "")];
  const pairs = new Map<string, number>();
  for (const [index, letter] of letters.slice(1).entries()) {
    const pair = `${letters[index]}${letter}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
