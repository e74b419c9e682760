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
 * The parts that a text shares with a corrected version of itself: runs of three letters in each word, with its start and end marked, as in
 * PostgreSQL's `pg_trgm`. Returns each run with its count.
 */
export function wordTrigrams(text: string): ReadonlyMap<string, number> {
  const runs = new Map<string, number>();
  for (const word of foldTopic(text).split(" ")) {
    const letters = [..."  ", ...word, " "];
    for (let at = 0; at + 2 < letters.length; at++) {
      const run = `${letters[at]}${letters[at + 1]}${letters[at + 2]}`;
      runs.set(run, (runs.get(run) ?? 0) + 1);
    }
  }
  return runs;
}

/** The likeness of two texts by their `wordTrigrams`: from 0, nothing shared, to 1, the same words. */
export function likeness(one: string, other: string): number {
  const [runs, rest] = [wordTrigrams(one), wordTrigrams(other)];
  let shared = 0;
  for (const [run, times] of runs) shared += Math.min(times, rest.get(run) ?? 0);
  return (2 * shared) / (countOf(runs) + countOf(rest));
}

function countOf(runs: ReadonlyMap<string, number>): number {
  let count = 0;
  for (const times of runs.values()) count += times;
  return count;
}
