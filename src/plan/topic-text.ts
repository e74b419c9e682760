import { remembered } from "../shared/remembered.ts";

// Characters that distinguish texts although Unicode classes them as punctuation: C and C#, a path, a percentage.
const punctuation = /(?![#%&@*/\\_§])[\p{P}\p{Cf}]/gu;

/**
 * Folds a topic's text for comparison: ignores case (full Unicode upper-casing), white space, punctuation and compatibility forms (NFKC). Punctuation
 * becomes a space, so that 3.5 is not 35. A text of nothing but punctuation stays unchanged.
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

/** Two texts count as similar from this likeness on. */
export const alikeLeast = 0.6;

/**
 * Compares the runs of three letters in words, with the start and end of each word marked, as PostgreSQL's `pg_trgm` does. Each text is taken apart
 * once.
 */
export class TextComparison {
  readonly #runsOf = remembered(runsOf);

  /** A number from 0 (no runs in common) to 1 (the same runs). */
  likeness(one: string, other: string): number {
    const [runs, others] = [this.#runsOf(one), this.#runsOf(other)];
    let shared = 0;
    for (const run of runs) if (others.has(run)) shared += 1;
    return (2 * shared) / (runs.size + others.size);
  }
}

function runsOf(text: string): ReadonlySet<string> {
  const runs = new Set<string>();
  for (const word of foldTopic(text).split(" ")) {
    const letters = [..."  ", ...word, " "];
    for (let at = 0; at + 2 < letters.length; at++) runs.add(letters.slice(at, at + 3).join(""));
  }
  return runs;
}
