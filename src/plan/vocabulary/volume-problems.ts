import type { Place } from "../plan.ts";
import type { PlanProblem } from "../problem.ts";
import type { Volume } from "../volumes.ts";
import { makeTable, type Table } from "./spread-table.ts";
import type { Vocabulary } from "./vocabulary.ts";

// Words that fit the same stories are reported together; more sets than this in one volume help no one.
const setsMost = 20;

/**
 * The words of a volume that are met too rarely. A word that no story requests is an error: it would appear in no book. One requested less
 * often than the plan says is a warning. `held`: the words of each lesson; `null` if there are so many words that they were not spread, and
 * only the total is reported.
 */
export function tellShortages(
  volume: Volume,
  held: readonly (readonly number[])[] | null,
  vocabulary: Vocabulary,
): PlanProblem[] {
  const { words, lists, lang, difficulties } = volume;
  const { perStory, encounters } = vocabulary;
  if (held === null) {
    const stories = lists.filter((list) => list.length > 0).length;
    const first = words[stories * perStory];
    const where = { severity: "error", place: first?.place ?? nowhere } as const;
    const sum = { count: words.length - stories * perStory, stories, perStory, words: words.length };
    return [{ ...where, code: "words_in_no_story", lang, difficulties, word: first?.word ?? "", ...sum }];
  }
  const times = new Int32Array(words.length);
  for (const lesson of held) for (const word of lesson) times[word] = (times[word] ?? 0) + 1;
  if (times.every((count) => count >= encounters)) return [];
  const shortages = findShortages(makeTable(volume.offers, perStory), times, encounters);
  return shortages.map((shortage): PlanProblem => {
    const { kind, first, ...sum } = shortage;
    const { word = "", place = nowhere } = words[first] ?? {};
    const common = { place, lang, difficulties, word, perStory, ...sum };
    if (kind === "none") return { ...common, severity: "error", code: "words_in_no_story" };
    const code = kind === "room" ? "words_met_too_seldom" : "words_in_too_few_stories";
    return { ...common, severity: "warning", code, encounters, times: times[first] ?? 0 };
  });
}

const nowhere: Place = { file: "", line: 1, column: 1 };

interface Shortage {
  /** none: in no story. room: in too few, for lack of room. stories: in all possible stories, but there are too few of them. */
  readonly kind: "none" | "room" | "stories";
  /** The first of the words, by number, and how many there are. */
  readonly first: number;
  count: number;
  /** The stories that could take the first word, and how many words their lists have. */
  readonly stories: number;
  readonly words: number;
}

function findShortages(table: Table, times: Int32Array, encounters: number): readonly Shortage[] {
  const stories = table.wordGroups.map(() => 0);
  for (const groups of table.offered)
    for (const wordGroups of groups) stories[wordGroups] = (stories[wordGroups] ?? 0) + 1;
  const found = new Map<string, Shortage>();
  for (const [word, count] of times.entries()) {
    if (count >= encounters) continue;
    const wordGroups = table.groupOf[word] ?? 0;
    const most = stories[wordGroups] ?? 0;
    const kind = count === 0 ? "none" : count < most ? "room" : "stories";
    const name = `${kind}.${kind === "stories" ? most : wordGroups}`;
    const known = found.get(name);
    if (known !== undefined) known.count += 1;
    else if (found.size < setsMost) {
      found.set(name, { kind, first: word, count: 1, stories: most, words: listedWith(wordGroups, table) });
    }
  }
  return [...found.values()];
}

/** How many words are in the lists named by the stories of a word group. */
function listedWith(wordGroups: number, table: Table): number {
  const groups = new Set(
    [...new Set(table.offered)].filter((set) => set.has(wordGroups)).flatMap((set) => [...set]),
  );
  return [...groups].reduce((sum, one) => sum + (table.wordGroups[one]?.length ?? 0), 0);
}
