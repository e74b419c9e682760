import type { MatrixEntry } from "../matrix/matrix-entry.ts";
import type { ListWord, RepeatedWords } from "../plan.ts";
import type { PlanProblem } from "../problem.ts";

/** The words of earlier editions, by `volumeOf`. */
export type RecalledWords = ReadonlyMap<string, readonly ListWord[]>;

export function volumeOf({ lang, difficulty }: Pick<MatrixEntry, "lang" | "difficulty">): string {
  return `${lang}.${difficulty}`;
}

interface Lessons {
  readonly entries: readonly MatrixEntry[];
  /** The words that each of them has already. */
  readonly words: readonly (readonly ListWord[])[];
  /** The most words that a story is asked for. */
  readonly perStory: number;
}

/**
 * Adds the words of earlier editions to an edition's lessons: each once in its volume, unless a lesson there has it anyway, and always to
 * the lesson with the fewest words, the earliest of several. Words without room are left out, with a warning; no word of the edition's own
 * gives way.
 */
export function recallWords({ entries, words, perStory }: Lessons, recalled: RecalledWords) {
  const added = words.map((list) => [...list]);
  const problems: PlanProblem[] = [];
  const repeated: RepeatedWords[] = [];
  for (const [volume, come] of recalled) {
    const places = entries.flatMap((entry, place) => (volumeOf(entry) === volume ? [place] : []));
    const first = entries[places[0] ?? -1];
    if (first === undefined) continue;
    const own = new Set(places.flatMap((place) => (words[place] ?? []).map(({ key }) => key)));
    const without: string[] = [];
    const again: string[] = [];
    for (const word of come) {
      if (own.has(word.key)) continue;
      own.add(word.key);
      const lists = places.map((place) => added[place] ?? []);
      const shortest = lists.reduce((a, b) => (b.length < a.length ? b : a));
      const hasRoom = shortest.length < perStory;
      if (hasRoom) shortest.push(word);
      (hasRoom ? again : without).push(word.word);
    }
    repeated.push({ lang: first.lang, difficulty: first.difficulty, words: again });
    if (without.length > 0) problems.push(leftOut(first, without));
  }
  return { words: added, repeated, problems };
}

const namedMost = 3;

function leftOut({ lang, difficulty, place }: MatrixEntry, without: readonly string[]): PlanProblem {
  const words = without.slice(0, namedMost);
  const code = "recalled_left_out";
  return { severity: "warning", place, code, lang, difficulty, count: without.length, words };
}
