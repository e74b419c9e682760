/** How alike two texts must be, by the pairs of letters they share, for one to be taken for the other with a correction. */
const likeness = 0.6;

/**
 * Texts that a new one is compared with, all at once: each is taken apart when it is added, and then only texts that share a part with it
 * are counted. They are numbered in the order in which they were added.
 */
export class KnownTopics {
  readonly #partsOf: (text: string) => Parts;
  readonly #sizes: number[] = [];
  readonly #firsts = new Map<string, number>();
  /** For each part its lists: in the first the texts that have it, in the second those that have it twice or more, and so on. */
  readonly #lists = new Map<string, number[][]>();
  /** How many parts each text shares with the one that is looked for; of use during one call alone. */
  #shared = new Uint32Array(64);

  /** `partsOf`: what two texts have in common, each part with how often it occurs. Left out: pairs of letters. */
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

  /** The number of the first text that is this one, letter by letter; undefined where there is none. */
  #firstSame(topic: string): number | undefined {
    return this.#firsts.get(topic);
  }

  /**
   * The number of the first text that is this one or so much like it that it may be the same with a correction. Case, spaces and punctuation
   * do not count; texts of which less than two letters are left are alike only where they are the same.
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
   * Tells each text that shares a part with this one and is at least so much like it: by its number, and how alike it is, up to 1, the same
   * parts.
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

  /** How many parts each text has in common with these. */
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

/** The neighbouring letters of a text, each pair with how often it occurs. */
function pairsOf(text: string): Parts {
  const letters = [...text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "")];
  const pairs = new Map<string, number>();
  for (const [index, letter] of letters.slice(1).entries()) {
    const pair = `${letters[index]}${letter}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}
