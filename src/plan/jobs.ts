import type { MatrixEntry } from "./matrix/matrix-entry.ts";
import type { StoriesResult } from "./matrix/stories.ts";
import type { Moves } from "./moves.ts";
import type { ExcludedJob, Job, ListWord, StoryRequest } from "./plan.ts";

type Words = NonNullable<StoryRequest["words"]>;

/** Makes the jobs of a plan without problems. Jobs of one topic and language share their words, unless `spread` gives each job its own. */
export function makeJobs(
  entries: readonly MatrixEntry[],
  { stories, spread, moves, edition }: Stuff,
): readonly Job[] {
  const shared = new Map<readonly ListWord[], Words | undefined>();
  const jobs: Job[] = [];
  for (const [index, entry] of entries.entries()) {
    const matter = stories.matterOf(entry.topic, entry.lang);
    if (matter === undefined) throw new Error("a job without a story");
    const list = spread === null ? matter.words : (spread[index] ?? []);
    const words = shared.has(list) ? shared.get(list) : wordsOf(list);
    shared.set(list, words);
    const request = makeRequest(entry, matter.text, words);
    const { id, key, formerKeys, topicId } = namesOf(entry, moves, edition);
    // One literal: spreading takes several times as long, and a plan may have 100,000 jobs.
    jobs.push({ id, key, formerKeys, topicId, request, place: entry.place });
  }
  return jobs;
}

/** The jobs removed by rules, except those that other rules restored. */
export function makeExcluded(
  excluded: readonly MatrixEntry[],
  jobs: readonly Job[],
  { moves, edition }: Pick<Stuff, "moves" | "edition">,
): readonly ExcludedJob[] {
  if (excluded.length === 0) return [];
  const made = new Set(jobs.map(({ id }) => id));
  return excluded.flatMap((entry): ExcludedJob[] => {
    const { text } = entry.topic;
    const topic = text === null || typeof text === "string" ? text : text.get(entry.lang);
    const names = namesOf(entry, moves, edition);
    const { lang, difficulty } = entry;
    return topic == null || made.has(names.id) ? [] : [{ ...names, request: { topic, lang, difficulty } }];
  });
}

function namesOf(
  { topic, lang, difficulty }: MatrixEntry,
  moves: Moves,
  edition: string,
): Pick<Job, "id" | "key" | "formerKeys" | "topicId"> {
  const ending = `.${lang}.${difficulty}`;
  const id = topic.id + ending;
  const former = moves.formerIds(topic.id);
  const formerKeys = former.length === 0 ? former : former.map((before) => `${edition}/${before}${ending}`);
  return { id, key: `${edition}/${id}`, formerKeys, topicId: topic.id };
}

interface Stuff {
  readonly stories: StoriesResult;
  /** The words of each job; `null` if every story takes all words of its lists. */
  readonly spread: readonly (readonly ListWord[])[] | null;
  readonly moves: Moves;
  readonly edition: string;
}

function wordsOf(words: readonly ListWord[]): Words | undefined {
  return words.length === 0 ? undefined : words.map(requiredWord);
}

function requiredWord({ word, gloss }: ListWord): Words[number] {
  return gloss === null ? { word } : { word, gloss };
}

function makeRequest(entry: MatrixEntry, topic: string, words: Words | undefined): StoryRequest {
  const { lang, difficulty } = entry;
  const { length, genre, form, audiobook, visibility } = entry.settings;
  // The fast path: most jobs have neither, and spreading absent properties takes ten times as long as this literal.
  if (genre === undefined && form === undefined && words !== undefined)
    return { topic, lang, difficulty, length, words, audiobook, visibility };
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
