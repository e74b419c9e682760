import { limits } from "../contract/limits.ts";
import type { Cell } from "./cell.ts";
import type { Place } from "./plan.ts";
import type { PlanProblem } from "./problem.ts";
import type { Places } from "./read-yaml.ts";
import type { SurveyedTopic } from "./survey.ts";
import { duplicateWord, type ListWord, type WordLists } from "./word-lists.ts";

/** What all jobs of a topic in one language share. */
export interface StoryMatter {
  readonly text: string;
  readonly words: readonly ListWord[];
}

export interface StoriesReading {
  readonly matterOf: (topic: SurveyedTopic, lang: string) => StoryMatter | undefined;
  readonly problems: readonly PlanProblem[];
}

interface Gathering {
  readonly lists: WordLists;
  readonly places: Places;
  readonly problems: PlanProblem[];
  /** The words of lists that topics name together, by language and names: many topics name the same. */
  readonly together: Map<string, readonly ListWord[]>;
}

/** Gathers the text and the words of every topic in the languages that it has jobs in, once each. */
export function gatherStories(cells: readonly Cell[], lists: WordLists, places: Places): StoriesReading {
  const gathering: Gathering = { lists, places, problems: [], together: new Map() };
  const matter = new Map<SurveyedTopic, Map<string, StoryMatter>>();
  for (const cell of cells) {
    const byLanguage = matter.get(cell.topic) ?? new Map<string, StoryMatter>();
    matter.set(cell.topic, byLanguage);
    if (byLanguage.has(cell.lang)) continue;
    byLanguage.set(cell.lang, { text: textFor(cell, gathering), words: wordsFor(cell, gathering) });
  }
  return { matterOf: (topic, lang) => matter.get(topic)?.get(lang), problems: gathering.problems };
}

function textFor(cell: Cell, gathering: Gathering): string {
  const { topic, lang } = cell;
  if (topic.text === null || typeof topic.text === "string") return topic.text ?? "";
  const text = topic.text.get(lang);
  if (text !== undefined) return text;
  // A text that is there and could not be read has its own problem.
  if (!gathering.places.has([...topic.textPath, lang])) {
    const place = cell.place === topic.place ? gathering.places.of(topic.textPath) : cell.place;
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

/** The words of all the topic's lists, each once. More than a story takes are for `vocabulary` to spread; without it they are an error. */
function wordsFor(cell: Cell, gathering: Gathering): readonly ListWord[] {
  const { topic, lang } = cell;
  for (const { name, place } of topic.lists) {
    const list = gathering.lists.get(name);
    const isThere = list === undefined || list.has(lang) || gathering.places.has(["words", name, lang]);
    if (!isThere) gathering.problems.push(lacksLanguage(cell, name, [...list.keys()], place));
  }
  const names = topic.lists.map(({ name }) => name);
  const key = JSON.stringify([lang, ...names]);
  const words = gathering.together.get(key) ?? mergeLists(names, lang, gathering);
  gathering.together.set(key, words);
  if (words.length > limits.wordsPerStory && !gathering.places.has(["vocabulary"]))
    gathering.problems.push(tooManyWords(cell, words.length, gathering.places));
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

function lacksLanguage(cell: Cell, list: string, has: readonly string[], mention: Place): PlanProblem {
  const { topic, lang } = cell;
  const place = cell.place === topic.place ? mention : cell.place;
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

function tooManyWords(cell: Cell, count: number, places: Places): PlanProblem {
  const { topic, lang } = cell;
  const place = topic.lists[0]?.place ?? places.of(topic.textPath);
  const most = limits.wordsPerStory;
  return { severity: "error", place, code: "too_many_words", topic: topic.id, lang, count, most };
}
