import { limits } from "../contract/limits.ts";
import { addTo } from "../shared/grouped.ts";
import type { StoryEntry } from "./jobs.ts";
import type { MatrixEntry } from "./matrix.ts";
import type { ListWord, Place, RepeatedWords } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { Turn } from "./rotation.ts";
import { findWordGroups, type Offers, spreadWords, type Vocabulary } from "./spread.ts";
import type { Topic } from "./topics.ts";

interface ComposedEdition {
  readonly entries: readonly StoryEntry[];
  readonly repeated: readonly RepeatedWords[];
}

/**
 * The jobs of an edition among those of all topics, with the words that they are asked for: their share of their topics' lists, and what comes back
 * of earlier editions. `vocabulary`: null if every story is asked for all words of its lists.
 */
export function composeEdition(
  pool: readonly StoryEntry[],
  { turn, vocabulary }: { readonly turn: Turn; readonly vocabulary: Vocabulary | null },
  reading: Reading,
): ComposedEdition {
  const entriesOf = (topics: ReadonlySet<string> | null, reporting: Reading | null) => {
    const entries = topics === null ? pool : pool.filter(({ topic }) => topics.has(topic.id));
    return vocabulary === null ? entries : spreadVolumes(entries, vocabulary, reporting);
  };
  const own = entriesOf(turn.topics, reading);
  if (turn.recalled.length === 0) return { entries: own, repeated: [] };
  // The words that earlier editions asked for, by volume, in the order in which they come back.
  const recalled = new Map<string, ListWord[]>();
  for (const topics of turn.recalled) {
    // Shortages are reported where the words are taught, not where they come back.
    for (const entry of entriesOf(topics, null)) {
      const volume = volumeOf(entry);
      recalled.set(volume, [...(recalled.get(volume) ?? []), ...entry.words]);
    }
  }
  const perStory = vocabulary?.perStory ?? limits.wordsPerStory;
  return recallWords(own, { recalled, perStory }, reading);
}

function volumeOf({ lang, difficulty }: MatrixEntry): string {
  return `${lang}.${difficulty}`;
}

// The words left out that are named.
const namedMost = 3;

/**
 * Adds the words of earlier editions to an edition's lessons: each once in its volume, unless a lesson there has it anyway, and always to
 * the lesson with the fewest words, the earliest of several. Words without room are left out, with a warning; no word of the edition's own
 * gives way.
 */
function recallWords(
  own: readonly StoryEntry[],
  { recalled, perStory }: { recalled: ReadonlyMap<string, readonly ListWord[]>; perStory: number },
  reading: Reading,
): ComposedEdition {
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
    const facts = { lang, difficulty, count: without.length, words: without.slice(0, namedMost) };
    if (without.length > 0) reading.warn(place, "recalled_left_out", facts);
  }
  return { entries, repeated };
}

/** Gives each job its share of the words in its topic's lists within its volume, in list order. Nothing is reported if `reading` is null. */
function spreadVolumes(
  entries: readonly StoryEntry[],
  vocabulary: Vocabulary,
  reading: Reading | null,
): readonly StoryEntry[] {
  const spread = [...entries];
  for (const members of findVolumes(entries)) {
    const lists = (members[0] ?? []).map((position) => entries[position]?.words ?? []);
    const { offers, words } = numberWords(lists);
    const held = spreadWords(offers, vocabulary);
    const volume = members.flatMap(([first = -1]) => entries[first] ?? []);
    if (reading !== null) reportShortages({ volume, offers, words, held, vocabulary }, reading);
    const orderIn = new Map(
      [...new Set(lists)].map((list) => [list, new Map(list.map(({ key }, order) => [key, order]))]),
    );
    for (const [lesson, list] of lists.entries()) {
      const orderOf = (number: number) => orderIn.get(list)?.get(words[number]?.key ?? "") ?? 0;
      const orders = (held[lesson] ?? []).map(orderOf).sort((a, b) => a - b);
      const share = orders.flatMap((order) => list[order] ?? []);
      for (const { [lesson]: position = -1 } of members) {
        const entry = entries[position];
        if (entry !== undefined) spread[position] = { ...entry, words: share };
      }
    }
  }
  return spread;
}

/**
 * The lessons of each language at each difficulty, in order, by their positions. Those of one language with the same topics in the same order are
 * together, since the spread is the same.
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

/** Numbers the words of a volume's lists in the order in which lessons first have them. `words`: by number, each as the first lists it. */
function numberWords(lists: readonly (readonly ListWord[])[]): {
  offers: Offers;
  words: readonly ListWord[];
} {
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

// Words that fit the same stories are reported together; more sets than this in one volume help no one.
const setsMost = 20;

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

interface SpreadVolume {
  /** Its first lesson, or those of several volumes that have the same words. */
  readonly volume: readonly MatrixEntry[];
  readonly offers: Offers;
  readonly words: readonly ListWord[];
  /** By lesson: the numbers of its words. */
  readonly held: readonly (readonly number[])[];
  readonly vocabulary: Vocabulary;
}

/**
 * Reports the words of a volume that are met too rarely. A word that no story requests is an error: it would appear in no book. One requested
 * less often than the plan says is a warning.
 */
function reportShortages({ volume, offers, words, held, vocabulary }: SpreadVolume, reading: Reading): void {
  const { perStory, encounters } = vocabulary;
  const times = new Int32Array(words.length);
  for (const lesson of held) for (const word of lesson) times[word] = (times[word] ?? 0) + 1;
  if (times.every((count) => count >= encounters)) return;
  const [{ lang } = { lang: "" }] = volume;
  const difficulties = volume.map(({ difficulty }) => difficulty);
  for (const { kind, first, ...sum } of findShortages(offers, times, encounters)) {
    const { word = "", place = nowhere } = words[first] ?? {};
    const facts = { lang, difficulties, word, perStory, ...sum };
    if (kind === "none") reading.error(place, "words_in_no_story", facts);
    else {
      const code = kind === "room" ? "words_met_too_seldom" : "words_in_too_few_stories";
      reading.warn(place, code, { ...facts, encounters, times: times[first] ?? 0 });
    }
  }
}

const nowhere: Place = { file: "", line: 1, column: 1 };

function findShortages(offers: Offers, times: Int32Array, encounters: number): readonly Shortage[] {
  const { groupOf, words, offered } = findWordGroups(offers);
  // How many lessons offer each word group.
  const stories = words.map(() => 0);
  for (const groups of offered) for (const group of groups) stories[group] = (stories[group] ?? 0) + 1;
  /** How many words are in the lists named by the stories of a word group. */
  const listedWith = (group: number): number => {
    const beside = new Set(
      [...new Set(offered)].filter((groups) => groups.has(group)).flatMap((groups) => [...groups]),
    );
    return [...beside].reduce((sum, one) => sum + (words[one]?.length ?? 0), 0);
  };
  const found = new Map<string, Shortage>();
  for (const [word, count] of times.entries()) {
    if (count >= encounters) continue;
    const group = groupOf[word] ?? 0;
    const most = stories[group] ?? 0;
    const kind = count === 0 ? "none" : count < most ? "room" : "stories";
    const name = `${kind}.${kind === "stories" ? most : group}`;
    const known = found.get(name);
    if (known !== undefined) known.count += 1;
    else if (found.size < setsMost)
      found.set(name, { kind, first: word, count: 1, stories: most, words: listedWith(group) });
  }
  return [...found.values()];
}
