import { limits } from "../contract/limits.ts";
import { addTo, grouped } from "../shared/grouped.ts";
import type { StoryEntry } from "./jobs.ts";
import { ownWordsOf } from "./past-editions.ts";
import type { ListWord, RepeatedWords, StoryRequest } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { Turn } from "./rotation.ts";
import type { WrittenPlan } from "./schema.ts";
import { type Offers, spreadWords, type Vocabulary } from "./spread.ts";

/**
 * The jobs of an edition, chosen from those of all topics, with the words that they request. Without `vocabulary`, every story is asked to use all
 * words of its lists. Nothing is reported if `reading` is null.
 */
export function composeEdition(
  pool: readonly StoryEntry[],
  content: Pick<Turn, "topics" | "recalled"> & Pick<WrittenPlan, "vocabulary">,
  reading: Reading | null,
): { readonly entries: readonly StoryEntry[]; readonly repeated: readonly RepeatedWords[] } {
  const { topics, recalled: again, vocabulary } = content;
  const { perStory = limits.wordsPerStory, encounters = 1 } = vocabulary ?? {};
  const entries = topics === null ? pool : pool.filter(({ topic }) => topics.has(topic.id));
  const own = vocabulary === undefined ? entries : spreadVolumes(entries, { perStory, encounters }, reading);
  if (again.length === 0) return { entries: own, repeated: [] };
  const recalled = new Map<string, ListWord[]>();
  for (const lesson of again)
    for (const word of ownWordsOf(lesson)) addTo(recalled, volumeOf(lesson.request), word);
  return recallWords(own, { recalled, perStory }, reading);
}

function volumeOf({ lang, difficulty }: Pick<StoryRequest, "lang" | "difficulty">): string {
  return `${lang}.${difficulty}`;
}

/**
 * Gives each recalled word to its volume once, unless a lesson there already has it, and always to the lesson with the fewest words. Recalled words
 * without room are left out, with a warning; the edition's own words always keep their places.
 */
function recallWords(
  own: readonly StoryEntry[],
  { recalled, perStory }: { recalled: ReadonlyMap<string, readonly ListWord[]>; perStory: number },
  reading: Reading | null,
): { readonly entries: readonly StoryEntry[]; readonly repeated: readonly RepeatedWords[] } {
  const entries = own.map((entry) => ({ ...entry, words: [...entry.words] }));
  const repeated: RepeatedWords[] = [];
  for (const [volume, come] of recalled) {
    const lessons = entries.filter((entry) => volumeOf(entry) === volume);
    const [first] = lessons;
    if (first === undefined) continue;
    const known = new Set(lessons.flatMap(({ words }) => words.map(({ key }) => key)));
    const without: string[] = [];
    const again: string[] = [];
    for (const word of come) {
      if (known.has(word.key)) continue;
      known.add(word.key);
      const shortest = lessons.reduce((a, b) => (b.words.length < a.words.length ? b : a));
      const hasRoom = shortest.words.length < perStory;
      if (hasRoom) shortest.words.push(word);
      (hasRoom ? again : without).push(word.word);
    }
    const { lang, difficulty, place } = first;
    repeated.push({ lang, difficulty, words: again });
    const facts = { lang, difficulty, words: without };
    if (without.length > 0) reading?.warn(place, "recalled_left_out", facts);
  }
  return { entries, repeated };
}

function spreadVolumes(
  entries: readonly StoryEntry[],
  vocabulary: Vocabulary,
  reading: Reading | null,
): readonly StoryEntry[] {
  const shareOf = new Map<StoryEntry, readonly ListWord[]>();
  // Volumes with the same lists in the same order have the same shares.
  const numbers = new Map(entries.map(({ words }, number) => [words, number]));
  const known = new Map<string, readonly (readonly ListWord[])[]>();
  for (const volume of grouped(entries, volumeOf).values()) {
    const lists = volume.map(({ words }) => words);
    const key = lists.map((list) => numbers.get(list)).join();
    const shares = known.get(key) ?? shareOut(volume, vocabulary, reading);
    known.set(key, shares);
    for (const [lesson, entry] of volume.entries()) shareOf.set(entry, shares[lesson] ?? []);
  }
  return entries.map((entry) => ({ ...entry, words: shareOf.get(entry) ?? [] }));
}

function shareOut(
  volume: readonly StoryEntry[],
  vocabulary: Vocabulary,
  reading: Reading | null,
): readonly (readonly ListWord[])[] {
  const { offers, words } = numberWords(volume.map((entry) => entry.words));
  const held = spreadWords(offers, vocabulary);
  if (reading !== null) reportShortages(volume, { words, held, ...vocabulary }, reading);
  return volume.map((entry, lesson) => {
    const own = new Set(held[lesson]?.map((number) => words[number]?.key));
    return entry.words.filter(({ key }) => own.has(key));
  });
}

/** Numbers the words of a volume's lists in the order in which lessons first have them. `words`: the words by number, each as the first list has it. */
function numberWords(lists: readonly (readonly ListWord[])[]): { offers: Offers; words: ListWord[] } {
  const first = new Map<string, ListWord>();
  for (const word of [...new Set(lists)].flat()) if (!first.has(word.key)) first.set(word.key, word);
  const numbers = new Map([...first.keys()].map((key, number) => [key, number]));
  const offers = new Map(
    [...new Set(lists)].map((list) => [list, list.map(({ key }) => numbers.get(key) ?? 0)]),
  );
  return {
    offers: { ofLesson: lists.map((list) => offers.get(list) ?? []), words: first.size },
    words: [...first.values()],
  };
}

/** A word that no story requests is an error: it would appear in no book. One requested less often than the plan says is a warning. */
function reportShortages(
  volume: readonly StoryEntry[],
  { words, held, encounters }: Vocabulary & { words: readonly ListWord[]; held: readonly number[][] },
  reading: Reading,
): void {
  const times = words.map(() => 0);
  for (const number of held.flat()) times[number] = (times[number] ?? 0) + 1;
  for (const why of ["none", "fewer"] as const) {
    const found = words.filter((_, number) => {
      const count = times[number] ?? 0;
      return why === "none" ? count === 0 : count > 0 && count < encounters;
    });
    const [first] = found;
    if (first === undefined) continue;
    const { word, place } = first;
    const facts = { why, encounters, lang: volume[0]?.lang ?? "", word, count: found.length };
    if (why === "none") reading.error(place, "words_unplaced", facts);
    else reading.warn(place, "words_unplaced", facts);
  }
}
