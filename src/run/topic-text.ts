// Characters that distinguish texts although Unicode classes them as punctuation: C and C#, a path, a percentage.
const punctuation = /(?![#%&@*/\\_§])[\p{P}\p{Cf}]/gu;

/**
 * Normalizes a topic's text for comparison: ignores case (full Unicode upper-casing), white space, punctuation and compatibility forms
 * (NFKC). "The train." equals "the train". Punctuation becomes a space, so that 3.5 is not 35. A text of nothing else stays unchanged.
 */
export function foldTopic(text: string): string {
  const folded = text
    .normalize("NFKC")
    .replace(punctuation, " ")
    .toUpperCase()
    .normalize("NFKC")
    .replace(/\s+/gu, " ")
    .trim();
  return folded === "" ? text : folded;
}

/**
 * Measures how much texts have in common, by the runs of three letters in their words, with the start and end of each word marked, as in
 * PostgreSQL's `pg_trgm`. Each text is taken apart once.
 */
export class TextComparison {
  readonly #numbers = new Map<string, number>();
  readonly #runs = new Map<string, Int32Array>();

  /** From 0, nothing in common, to 1, the same words. */
  likeness(one: string, other: string): number {
    const [runs, rest] = [this.#runsOf(one), this.#runsOf(other)];
    let shared = 0;
    for (let at = 0, next = 0; at < runs.length && next < rest.length; ) {
      const difference = (runs[at] as number) - (rest[next] as number);
      if (difference === 0) shared += 1;
      if (difference <= 0) at += 1;
      if (difference >= 0) next += 1;
    }
    return (2 * shared) / (runs.length + rest.length);
  }

  /** The runs of a text as numbers, in ascending order. */
  #runsOf(text: string): Int32Array {
    const known = this.#runs.get(text);
    if (known !== undefined) return known;
    const numbers: number[] = [];
    for (const word of foldTopic(text).split(" ")) {
      const letters = [..."  ", ...word, " "];
      for (let at = 0; at + 2 < letters.length; at++)
        numbers.push(this.#numberOf(`${letters[at]}${letters[at + 1]}${letters[at + 2]}`));
    }
    const runs = Int32Array.from(numbers).sort();
    this.#runs.set(text, runs);
    return runs;
  }

  #numberOf(run: string): number {
    const number = this.#numbers.get(run) ?? this.#numbers.size;
    this.#numbers.set(run, number);
    return number;
  }
}
