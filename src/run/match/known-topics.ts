/** How alike two texts must be, by the pairs of letters they share, for one to be taken for the other with a correction. */
const likeness = 0.6;

/** Where a pair of letters occurs: the texts by their numbers, and beside each how often it has the pair. */
interface Occurrences {
  readonly texts: number[];
  readonly times: number[];
}

/**
 * Texts that a new one is compared with, all at once: each is taken apart when it is added, and then only texts that share a pair of letters
 * are counted against each other. They are numbered in the order in which they were added.
 */
export class KnownTopics {
  readonly #partsOf: (text: string) => Parts;
  readonly #sizes: number[] = [];
  readonly #firsts = new Map<string, number>();
  readonly #occurrences = new Map<string, Occurrences>();

  /** `partsOf`: what two texts have in common, each part with how often it occurs. Left out: pairs of letters. */
  constructor(partsOf: (text: string) => Parts = pairsOf) {
    this.#partsOf = partsOf;
  }

  add(topic: string): void {
    const number = this.#sizes.length;
    const { pairs, size } = this.#takeApart(topic);
    this.#sizes.push(size);
    if (!this.#firsts.has(topic)) this.#firsts.set(topic, number);
    for (const [pair, times] of pairs) {
      const found = this.#occurrences.get(pair) ?? { texts: [], times: [] };
      found.texts.push(number);
      found.times.push(times);
      this.#occurrences.set(pair, found);
    }
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
    const { pairs, size } = this.#takeApart(topic);
    if (size === 0) return this.#firstSame(topic);
    const shared = this.#sharedWith(pairs);
    const found = this.#sizes.findIndex(
      (other, number) => (2 * (shared[number] ?? 0)) / (size + other) >= likeness,
    );
    return found === -1 ? undefined : found;
  }

  /** How alike each text is to this one, by its number: from 0, nothing in common, to 1, the same parts. */
  likenessTo(topic: string): Float64Array {
    const { pairs, size } = this.#takeApart(topic);
    const shared = this.#sharedWith(pairs);
    return Float64Array.from(this.#sizes, (other, number) =>
      size + other === 0 ? 0 : (2 * (shared[number] ?? 0)) / (size + other),
    );
  }

  #takeApart(topic: string): { readonly pairs: Parts; readonly size: number } {
    const pairs = this.#partsOf(topic);
    let size = 0;
    for (const times of pairs.values()) size += times;
    return { pairs, size };
  }

  /** How many parts each text has in common with these. */
  #sharedWith(pairs: Parts): Uint32Array {
    const shared = new Uint32Array(this.#sizes.length);
    for (const [pair, most] of pairs) {
      const { texts, times } = this.#occurrences.get(pair) ?? { texts: [], times: [] };
      for (let at = 0; at < texts.length; at++) {
        const number = texts[at] as number;
        shared[number] = (shared[number] as number) + Math.min(most, times[at] as number);
      }
    }
    return shared;
  }
}

type Parts = ReadonlyMap<string, number>;

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
