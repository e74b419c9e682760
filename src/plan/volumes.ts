import { limits } from "../contract/limits.ts";
import { addTo } from "../shared/grouped.ts";
import type { StoryEntry } from "./jobs.ts";
import type { MatrixEntry } from "./moved-and-removed.ts";
import { ownWordsOf } from "./past-editions.ts";
import type { ListWord, Place, RepeatedWords } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { Turn } from "./rotation.ts";
import { type Offers, spreadWords, type Vocabulary } from "./spread.ts";
import type { Topic } from "./topics.ts";

/**
 * The jobs of an edition, chosen from those of all topics, with the words that they request. `vocabulary`: null if every story is asked to use all
 * words of its lists. Nothing is reported if `reading` is null.
 */
export function composeEdition(
  pool: readonly StoryEntry[],
  { turn, vocabulary }: { readonly turn: Omit<Turn, "skippedAt">; readonly vocabulary: Vocabulary | null },
  reading: Reading | null,
): { readonly entries: readonly StoryEntry[]; readonly repeated: readonly RepeatedWords[] } {
  const entriesOf = (topics: ReadonlySet<string> | null, reporting: Reading | null) => {
    const entries = topics === null ? pool : pool.filter(({ topic }) => topics.has(topic.id));
    return vocabulary === null ? entries : spreadVolumes(entries, vocabulary, reporting);
  };
  const own = entriesOf(turn.topics, reading);
  if (turn.recalled.length + turn.expected.length === 0) return { entries: own, repeated: [] };
  const recalled = new Map<string, ListWord[]>();
  for (const lesson of turn.recalled)
    for (const word of ownWordsOf(lesson)) addTo(recalled, volumeOf(lesson.request), word);
  // Shortages are reported for the edition that first teaches the words, not for those in which they come back.
  for (const entry of turn.expected.flatMap((topics) => entriesOf(topics, null)))
    for (const word of entry.words) addTo(recalled, volumeOf(entry), word);
  const perStory = vocabulary?.perStory ?? limits.wordsPerStory;
  return recallWords(own, { recalled, perStory }, reading);
}

function volumeOf({ lang, difficulty }: Pick<MatrixEntry, "lang" | "difficulty">): string {
  return `${lang}.${difficulty}`;
}

const wordsNamedMost = 3;

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
    const facts = { lang, difficulty, count: without.length, words: without.slice(0, wordsNamedMost) };
    if (without.length > 0) reading?.warn(place, "recalled_left_out", facts);
  }
  return { entries, repeated };
}

function spreadVolumes(
  entries: readonly StoryEntry[],
  vocabulary: Vocabulary,
  reading: Reading | null,
): readonly StoryEntry[] {
  const spread = [...entries];
  let hasError = false;
  for (const members of findVolumes(entries)) {
    const lists = (members[0] ?? []).map((position) => entries[position]?.words ?? []);
    const { offers, words } = numberWords(lists);
    const held = spreadWords(offers, vocabulary);
    const volume = members.flatMap(([first = -1]) => entries[first] ?? []);
    if (reading !== null) reportShortages({ volume, offers, words, held, vocabulary }, reading);
    // If a volume's words don't fit into its stories, the edition can't be made: that volume and those after it request no words.
    hasError ||= new Set(held.flat()).size < words.length;
    const orderIn = new Map(
      [...new Set(lists)].map((list) => [list, new Map(list.map(({ key }, order) => [key, order]))]),
    );
    for (const [lesson, list] of lists.entries()) {
      const orderOf = (number: number) => orderIn.get(list)?.get(words[number]?.key ?? "") ?? 0;
      const orders = (held[lesson] ?? []).map(orderOf).sort((a, b) => a - b);
      const share = hasError ? [] : orders.flatMap((order) => list[order] ?? []);
      for (const { [lesson]: position = -1 } of members) {
        const entry = entries[position];
        if (entry !== undefined) spread[position] = { ...entry, words: share };
      }
    }
  }
  return spread;
}

/**
 * The volumes, as positions of their entries. Volumes of one language with the same topics in the same order are grouped, since they share a spread.
 */
function findVolumes(entries: readonly MatrixEntry[]): Iterable<readonly (readonly number[])[]> {
  const byVolume = new Map<string, number[]>();
  const topics = new Map<Topic, number>();
  for (const [position, entry] of entries.entries()) {
    addTo(byVolume, volumeOf(entry), position);
    if (!topics.has(entry.topic)) topics.set(entry.topic, topics.size);
  }
  const alike = new Map<string, number[][]>();
  for (const positions of byVolume.values()) {
    const lessons = positions.flatMap((position) => entries[position] ?? []);
    addTo(alike, `${lessons[0]?.lang}:${lessons.map(({ topic }) => topics.get(topic)).join()}`, positions);
  }
  return alike.values();
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

interface SpreadVolume {
  /** A volume's first lesson, or the first lessons of several volumes with the same words. */
  readonly volume: readonly MatrixEntry[];
  readonly offers: Offers;
  readonly words: readonly ListWord[];
  readonly held: readonly (readonly number[])[];
  readonly vocabulary: Vocabulary;
}

/** A word that no story requests is an error: it would appear in no book. One requested less often than the plan says is a warning. */
function reportShortages({ volume, offers, words, held, vocabulary }: SpreadVolume, reading: Reading): void {
  const { perStory, encounters } = vocabulary;
  const times = words.map(() => 0);
  for (const lesson of held) for (const word of lesson) times[word] = (times[word] ?? 0) + 1;
  for (const why of ["none", "fewer"] as const) {
    const found = [...words.keys()].filter((word) => {
      const count = times[word] ?? 0;
      return why === "none" ? count === 0 : count > 0 && count < encounters;
    });
    const [first] = found;
    if (first === undefined) continue;
    const lists = offers.ofLesson.filter((list) => list.includes(first));
    const { word = "", place = nowhere } = words[first] ?? {};
    const counts = { count: found.length, stories: lists.length, words: new Set(lists.flat()).size };
    const difficulties = volume.map(({ difficulty }) => difficulty);
    const facts = { why, encounters, lang: volume[0]?.lang ?? "", difficulties, word, perStory, ...counts };
    if (why === "none") reading.error(place, "words_unplaced", facts);
    else reading.warn(place, "words_unplaced", facts);
  }
}

const nowhere: Place = { file: "", line: 1, column: 1 };
