import { limits } from "../contract/limits.ts";
import { remembered } from "../shared/remembered.ts";
import { requestHash } from "./fingerprint.ts";
import type { MatrixEntry } from "./moved-and-removed.ts";
import type { Job, ListWord, StoryRequest, TopicRequest, WordLists } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { WrittenPlan } from "./schema.ts";
import { textIn } from "./topics.ts";
import { withoutRepeated } from "./words.ts";

/** A future job. Once its edition has been composed, it has only the words that the edition requests. */
export interface StoryEntry extends MatrixEntry {
  readonly text: string;
  readonly words: readonly ListWord[];
}

export function addStories(
  entries: readonly MatrixEntry[],
  { written, lists }: { readonly written: WrittenPlan; readonly lists: WordLists },
  reading: Reading,
): readonly StoryEntry[] {
  const { places } = reading;
  const together = new Map<string, readonly ListWord[]>();

  const textFor = ({ topic, lang, place }: MatrixEntry): string => {
    const text = textIn(topic, lang);
    // A text that is present but invalid has its own problem.
    const texts = topic.written?.topic;
    if (text === undefined && typeof texts === "object" && !places.has(texts, lang)) {
      const facts = { topic: topic.id, lang, has: Object.keys(texts) };
      reading.error(topic.languages.includes(lang) ? topic.textPlace : place, "topic_lacks_language", facts);
    }
    return text ?? "";
  };

  /** A topic's words. `vocabulary` spreads words that exceed what a story takes; without `vocabulary`, exceeding is an error. */
  const wordsFor = ({ topic, lang, place: asked }: MatrixEntry): readonly ListWord[] => {
    for (const { name, place } of topic.lists) {
      const byLanguage = written.words?.[name];
      if (byLanguage === undefined || places.has(byLanguage, lang)) continue;
      const facts = { list: name, lang, topic: topic.id, has: [...(lists.get(name)?.keys() ?? [])] };
      reading.error(topic.languages.includes(lang) ? place : asked, "list_lacks_language", facts);
    }
    const names = topic.lists.map(({ name }) => name);
    const key = JSON.stringify([lang, ...names]);
    const all = () => names.flatMap((name) => lists.get(name)?.get(lang) ?? []);
    const words = together.get(key) ?? withoutRepeated(all(), reading);
    together.set(key, words);
    if (words.length > limits.wordsPerStory && !places.has(written, "vocabulary")) {
      const facts = { topic: topic.id, lang, count: words.length, most: limits.wordsPerStory };
      reading.error(topic.lists[0]?.place ?? topic.textPlace, "too_many_words", facts);
    }
    return words;
  };

  return entries.map((entry) => {
    const { topic, lang, difficulty, settings, place } = entry;
    // A single literal: object spread takes several times as long, and a plan may have 100,000 jobs.
    return { topic, lang, difficulty, settings, place, text: textFor(entry), words: wordsFor(entry) };
  });
}

type Words = NonNullable<StoryRequest["words"]>;

export function makeJobs(entries: readonly StoryEntry[], edition: string): readonly Job[] {
  const wordsIn = remembered(wordsOf);
  return entries.map((entry) => {
    const { topic, lang, difficulty, place } = entry;
    const id = `${topic.id}.${lang}.${difficulty}`;
    const request = makeRequest(entry, wordsIn(entry.words));
    return { id, key: `${edition}/${id}`, topicId: topic.id, request, place };
  });
}

export function topicRequests(entries: readonly MatrixEntry[]): readonly TopicRequest[] {
  return entries.flatMap(({ topic: of, lang, difficulty }) => {
    const topic = textIn(of, lang);
    return topic == null ? [] : [{ topic, lang, difficulty }];
  });
}

function wordsOf(words: readonly ListWord[]): Words | undefined {
  if (words.length === 0) return undefined;
  return words.map(({ word, gloss }) => (gloss === null ? { word } : { word, gloss }));
}

function makeRequest(entry: StoryEntry, words: Words | undefined): StoryRequest {
  const { text: topic, lang, difficulty } = entry;
  const { length, genre, form, audiobook, visibility } = entry.settings;
  return {
    topic,
    lang,
    difficulty,
    length,
    ...(genre === undefined ? {} : { genre }),
    ...(form === undefined ? {} : { form }),
    ...(words === undefined ? {} : { words }),
    audiobook,
    visibility,
  };
}

/** Topics with the same id have a problem of their own. */
export function reportSameRequests(jobs: readonly Job[], reading: Reading): void {
  const first = new Map<string, Job>();
  for (const job of jobs) {
    const hash = requestHash(job.request);
    const same = first.get(hash);
    if (same === undefined) first.set(hash, job);
    else if (same.id !== job.id)
      reading.error(job.place, "same_request", { job: job.id, as: same.id, first: same.place });
  }
}
