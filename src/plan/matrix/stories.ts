import { limits } from "../../contract/limits.ts";
import type { ListWord, Place, WordLists } from "../plan.ts";
import type { PlanProblem } from "../problem.ts";
import { duplicateWord } from "../vocabulary/word-lists.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { MatrixEntry } from "./matrix-entry.ts";
import type { ResolvedTopic } from "./resolve-defaults.ts";

/** What all jobs of a topic in one language share. */
export interface StoryMatter {
  readonly text: string;
  readonly words: readonly ListWord[];
}

export interface StoriesResult {
  readonly matterOf: (topic: ResolvedTopic, lang: string) => StoryMatter | undefined;
  readonly problems: readonly PlanProblem[];
}

interface Gathering {
  readonly lists: WordLists;
  readonly places: Places;
  readonly problems: PlanProblem[];
  /** The words of lists that topics use together, by language and list names: many topics use the same ones. */
  readonly together: Map<string, readonly ListWord[]>;
}

/** Collects the text and words of every topic, once for each language that it has jobs in. */
export function gatherStories(
  entries: readonly MatrixEntry[],
  lists: WordLists,
  places: Places,
): StoriesResult {
  const gathering: Gathering = { lists, places, problems: [], together: new Map() };
  const matter = new Map<ResolvedTopic, Map<string, StoryMatter>>();
  for (const entry of entries) {
    const byLanguage = matter.get(entry.topic) ?? new Map<string, StoryMatter>();
    matter.set(entry.topic, byLanguage);
    if (byLanguage.has(entry.lang)) continue;
    byLanguage.set(entry.lang, { text: textFor(entry, gathering), words: wordsFor(entry, gathering) });
  }
  return { matterOf: (topic, lang) => matter.get(topic)?.get(lang), problems: gathering.problems };
}

function textFor(entry: MatrixEntry, gathering: Gathering): string {
  const { topic, lang } = entry;
  if (topic.text === null || typeof topic.text === "string") return topic.text ?? "";
  const text = topic.text.get(lang);
  if (text !== undefined) return text;
  // A text that is present but invalid has its own problem.
  if (!gathering.places.has([...topic.textPath, lang])) {
    const place = entry.place === topic.place ? gathering.places.of(topic.textPath) : entry.place;
    const has = [...topic.text.keys()];
    gathering.problems.push({
      severity: "error",
      place,
      code: "topic_lacks_language",
      topic: topic.id,
      lang,
      has,
    });
  }
  return "";
}

/**
 * The words of all the topic's lists, without duplicates. If they exceed what a story takes, `vocabulary` spreads them; without it that is
 * an error.
 */
function wordsFor(entry: MatrixEntry, gathering: Gathering): readonly ListWord[] {
  const { topic, lang } = entry;
  for (const { name, place } of topic.lists) {
    const list = gathering.lists.get(name);
    const isThere = list === undefined || list.has(lang) || gathering.places.has(["words", name, lang]);
    if (!isThere) gathering.problems.push(lacksLanguage(entry, name, [...list.keys()], place));
  }
  const names = topic.lists.map(({ name }) => name);
  const key = JSON.stringify([lang, ...names]);
  const words = gathering.together.get(key) ?? mergeLists(names, lang, gathering);
  gathering.together.set(key, words);
  if (words.length > limits.wordsPerStory && !gathering.places.has(["vocabulary"]))
    gathering.problems.push(tooManyWords(entry, words.length, gathering.places));
  return words;
}

function mergeLists(names: readonly string[], lang: string, gathering: Gathering): readonly ListWord[] {
  const words = new Map<string, ListWord>();
  for (const word of names.flatMap((name) => gathering.lists.get(name)?.get(lang) ?? [])) {
    const first = words.get(word.key);
    if (first === undefined) words.set(word.key, word);
    else gathering.problems.push(duplicateWord(word, first));
  }
  return [...words.values()];
}

function lacksLanguage(
  entry: MatrixEntry,
  list: string,
  has: readonly string[],
  mention: Place,
): PlanProblem {
  const { topic, lang } = entry;
  const place = entry.place === topic.place ? mention : entry.place;
  const relative = has.find((other) => other.split("-")[0] === lang.split("-")[0]) ?? null;
  return {
    severity: "error",
    place,
    code: "list_lacks_language",
    list,
    lang,
    topic: topic.id,
    has,
    relative,
  };
}

function tooManyWords(entry: MatrixEntry, count: number, places: Places): PlanProblem {
  const { topic, lang } = entry;
  const place = topic.lists[0]?.place ?? places.of(topic.textPath);
  const most = limits.wordsPerStory;
  return { severity: "error", place, code: "too_many_words", topic: topic.id, lang, count, most };
}
