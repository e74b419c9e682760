import { createHash, type Hash } from "node:crypto";
import { canonicalJson, sha256 } from "../shared/hash.ts";
import type { Cell } from "./cell.ts";
import type { Job, StoryRequest } from "./plan.ts";
import type { StoriesReading, StoryMatter } from "./stories.ts";
import type { Settings } from "./survey.ts";
import type { ListWord } from "./word-lists.ts";

export interface MadeJobs {
  readonly jobs: readonly Job[];
  /** The canonical JSON of all jobs without their places, for the plan's hash. */
  readonly canonical: readonly string[];
}

type Words = NonNullable<StoryRequest["words"]>;

interface SharedParts {
  readonly words: Words | undefined;
  readonly topicJson: string;
  readonly wordsJson: string;
}

/** Makes the jobs of a plan without problems. Jobs of one topic and language share their words. */
export function makeJobs(cells: readonly Cell[], stories: StoriesReading, edition: string): MadeJobs {
  const shared = new Map<StoryMatter, SharedParts>();
  const jobs: Job[] = [];
  const canonical: string[] = [];
  for (const cell of cells) {
    const matter = stories.matterOf(cell.topic, cell.lang);
    if (matter === undefined) throw new Error("a job without a story");
    const parts = shared.get(matter) ?? sharePart(matter);
    shared.set(matter, parts);
    const requestJson = canonicalRequest(cell, parts);
    const requestHash = sha256(requestJson);
    const id = `${cell.topic.id}.${cell.lang}.${cell.difficulty}`;
    const key = `${edition}/${id}`;
    const request = makeRequest(cell, matter.text, parts.words);
    jobs.push({
      id,
      key,
      topicId: cell.topic.id,
      idFollowsText: cell.topic.isDerived,
      request,
      requestHash,
      place: cell.place,
    });
    // The names of a job hold nothing that JSON escapes.
    canonical.push(
      `{"id":"${id}","key":"${key}","request":${requestJson},"requestHash":"${requestHash}","topicId":"${cell.topic.id}"}`,
    );
  }
  return { jobs, canonical };
}

function sharePart(matter: StoryMatter): SharedParts {
  const words = matter.words.length === 0 ? undefined : matter.words.map(requiredWord);
  const wordsJson = words === undefined ? "" : `,"words":${canonicalJson(words)}`;
  return { words, topicJson: JSON.stringify(matter.text), wordsJson };
}

function requiredWord({ word, gloss }: ListWord): Words[number] {
  return gloss === null ? { word } : { word, gloss };
}

function makeRequest(cell: Cell, topic: string, words: Words | undefined): StoryRequest {
  const { length, genre, form, audiobook, visibility } = cell.settings;
  return {
    topic,
    lang: cell.lang,
    difficulty: cell.difficulty,
    length,
    ...(genre === undefined ? {} : { genre }),
    ...(form === undefined ? {} : { form }),
    ...(words === undefined ? {} : { words }),
    audiobook,
    visibility,
  };
}

/** Exactly `canonicalJson` of the request, put together from parts that many jobs share. */
function canonicalRequest(cell: Cell, parts: SharedParts): string {
  const { audiobook, form, genre, length, visibility }: Settings = cell.settings;
  const formJson = form === undefined ? "" : `,"form":"${form}"`;
  const genreJson = genre === undefined ? "" : `,"genre":"${genre}"`;
  const start = `{"audiobook":${audiobook},"difficulty":${cell.difficulty}${formJson}${genreJson}`;
  const middle = `,"lang":"${cell.lang}","length":"${length}","topic":${parts.topicJson}`;
  return `${start}${middle},"visibility":"${visibility}"${parts.wordsJson}}`;
}

/** SHA-256 of the canonical JSON of a plan: `head` is everything but its jobs, which follow as `jobs`. */
export function hashPlan(head: Readonly<Record<string, unknown>>, jobs: readonly string[]): string {
  const hash = createHash("sha256");
  const [before, after] = canonicalJson({ ...head, jobs: [] }).split('"jobs":[]', 2);
  hash.update(`${before}"jobs":[`);
  updateJoined(hash, jobs);
  return hash.update(`]${after}`).digest("hex");
}

function updateJoined(hash: Hash, texts: readonly string[]): void {
  for (const [index, text] of texts.entries()) hash.update(index === 0 ? text : `,${text}`);
}
