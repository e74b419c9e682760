import type { Cell } from "./cell.ts";
import type { Moves } from "./moves.ts";
import type { Job, StoryRequest } from "./plan.ts";
import type { StoriesReading, StoryMatter } from "./stories.ts";
import type { ListWord } from "./word-lists.ts";

type Words = NonNullable<StoryRequest["words"]>;

/** Makes the jobs of a plan without problems. Those of one topic and language share their words. */
export function makeJobs(
  cells: readonly Cell[],
  { stories, moves }: { readonly stories: StoriesReading; readonly moves: Moves },
  edition: string,
): readonly Job[] {
  const shared = new Map<StoryMatter, Words | undefined>();
  const jobs: Job[] = [];
  for (const cell of cells) {
    const matter = stories.matterOf(cell.topic, cell.lang);
    if (matter === undefined) throw new Error("a job without a story");
    const words = shared.has(matter) ? shared.get(matter) : wordsOf(matter);
    shared.set(matter, words);
    const ending = `.${cell.lang}.${cell.difficulty}`;
    const id = cell.topic.id + ending;
    const key = `${edition}/${id}`;
    const former = moves.formerIds(cell.topic.id);
    const formerKeys = former.length === 0 ? former : former.map((before) => `${edition}/${before}${ending}`);
    const request = makeRequest(cell, matter.text, words);
    const { place, topic } = cell;
    jobs.push({ id, key, formerKeys, topicId: topic.id, idFollowsText: topic.isDerived, request, place });
  }
  return jobs;
}

function wordsOf({ words }: StoryMatter): Words | undefined {
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
