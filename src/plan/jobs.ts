import type { Cell } from "./cell.ts";
import type { Moves } from "./moves.ts";
import type { ExcludedJob, Job, StoryRequest } from "./plan.ts";
import type { StoriesReading } from "./stories.ts";
import type { ListWord } from "./word-lists.ts";

type Words = NonNullable<StoryRequest["words"]>;

/** Makes the jobs of a plan without problems. Those of one topic and language share their words, unless `spread` has each job's own. */
export function makeJobs(cells: readonly Cell[], { stories, spread, moves, edition }: Stuff): readonly Job[] {
  const shared = new Map<readonly ListWord[], Words | undefined>();
  const jobs: Job[] = [];
  for (const [index, cell] of cells.entries()) {
    const matter = stories.matterOf(cell.topic, cell.lang);
    if (matter === undefined) throw new Error("a job without a story");
    const list = spread === null ? matter.words : (spread[index] ?? []);
    const words = shared.has(list) ? shared.get(list) : wordsOf(list);
    shared.set(list, words);
    const request = makeRequest(cell, matter.text, words);
    jobs.push({ ...namesOf(cell, moves, edition), request, place: cell.place });
  }
  return jobs;
}

/** The jobs that rules took away, but for those that other rules brought back. */
export function makeExcluded(
  excluded: readonly Cell[],
  jobs: readonly Job[],
  { moves, edition }: Pick<Stuff, "moves" | "edition">,
): readonly ExcludedJob[] {
  if (excluded.length === 0) return [];
  const made = new Set(jobs.map(({ id }) => id));
  return excluded.flatMap((cell): ExcludedJob[] => {
    const { text } = cell.topic;
    const topic = text === null || typeof text === "string" ? text : text.get(cell.lang);
    const names = namesOf(cell, moves, edition);
    const { lang, difficulty } = cell;
    return topic == null || made.has(names.id) ? [] : [{ ...names, request: { topic, lang, difficulty } }];
  });
}

function namesOf(
  { topic, lang, difficulty }: Cell,
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
  readonly stories: StoriesReading;
  /** The words of each job; `null` where every story takes all words of its lists. */
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

function makeRequest(cell: Cell, topic: string, words: Words | undefined): StoryRequest {
  const { lang, difficulty } = cell;
  const { length, genre, form, audiobook, visibility } = cell.settings;
  // Most jobs have neither, and to spread what is not there takes ten times as long as this literal.
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
