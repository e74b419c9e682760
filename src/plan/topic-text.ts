import { sha256 } from "../shared/hash.ts";
import { remembered } from "../shared/remembered.ts";
import { plainLetters, undecomposed } from "../shared/text.ts";
import { planLimits } from "./plan-limits.ts";

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
/** From this one on, one may be the other with a typo, which changes most of a short word's runs of letters. */
export const perhapsAlikeLeast = 0.45;

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

/**
 * Makes a topic's id from its text: in lower case without diacritics, with hyphens for anything but `a-z` and `0-9`; if nothing remains (as with Han
 * characters), from the text's hash.
 */
export function deriveTopicId(text: string): string {
  const id = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(undecomposed, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "");
  const bounded = trimTo(id, planLimits.derivedIdCharacters);
  return bounded === "" ? `topic-${sha256(text).slice(0, 8)}` : bounded;
}

/** Truncates at the end of a word if one ends in the second half. */
function trimTo(id: string, most: number): string {
  if (id.length <= most) return id.replace(/-+$/, "");
  const cut = id.slice(0, most + 1).lastIndexOf("-");
  return id.slice(0, cut > most / 2 ? cut : most).replace(/-+$/, "");
}

/** The topic's id in a lesson's address, or in a job's id. */
export function topicOf(address: string): string {
  const start = address.indexOf("/") + 1;
  const end = address.indexOf(".", start);
  return end === -1 ? address.slice(start) : address.slice(start, end);
}
