// Signs that tell one text from another, although Unicode counts them among punctuation: C and C#, a path, a percentage.
const punctuation = /(?![#%&@*/\\_§])[\p{P}\p{Cf}]/gu;

/**
 * A topic's text as far as it makes the topic: without regard to case (by Unicode's full mapping to capitals), white space, punctuation and compatible
 * forms (NFKC). "The train." and "the train" are one text. Punctuation becomes a space, so that 3.5 is not 35. A text of nothing else stays as it is.
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
 * What two texts have in common where one is the other with corrections: the runs of three letters in each word, its beginning and its end marked, as
 * PostgreSQL's `pg_trgm` takes them. Gives each run with how often it occurs.
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

/** How alike two texts are by their `wordTrigrams`: from 0, nothing in common, to 1, the same words. */
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
