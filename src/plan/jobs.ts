import { createHash } from "node:crypto";
import { canonicalJson, sha256 } from "../shared/hash.ts";
import type { Cell } from "./cell.ts";
import type { Job, StoryRequest } from "./plan.ts";
import type { StoriesReading, StoryMatter } from "./stories.ts";
import type { Settings } from "./survey.ts";
import type { ListWord } from "./word-lists.ts";

type Words = NonNullable<StoryRequest["words"]>;

interface SharedParts {
  readonly words: Words | undefined;
  readonly topicJson: string;
  readonly wordsJson: string;
}

/**
 * Makes the jobs of a plan without problems, and adds each to the plan's hash. Jobs of one topic and language share their words.
 */
export function makeJobs(
  cells: readonly Cell[],
  stories: StoriesReading,
  { edition, hash }: { readonly edition: string; readonly hash: PlanHash },
): readonly Job[] {
  const shared = new Map<StoryMatter, SharedParts>();
  const jobs: Job[] = [];
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
    hash.add(
      `{"id":"${id}","key":"${key}","request":${requestJson},"requestHash":"${requestHash}","topicId":"${cell.topic.id}"}`,
    );
  }
  return jobs;
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

/** Exactly `canonicalJson` of the request, put together from parts that many jobs share. */
function canonicalRequest(cell: Cell, parts: SharedParts): string {
  const { audiobook, form, genre, length, visibility }: Settings = cell.settings;
  const formJson = form === undefined ? "" : `,"form":"${form}"`;
  const genreJson = genre === undefined ? "" : `,"genre":"${genre}"`;
  const start = `{"audiobook":${audiobook},"difficulty":${cell.difficulty}${formJson}${genreJson}`;
  const middle = `,"lang":"${cell.lang}","length":"${length}","topic":${parts.topicJson}`;
  return `${start}${middle},"visibility":"${visibility}"${parts.wordsJson}}`;
}

// Hashing many short texts one by one takes twice the time.
const hashedAtOnce = 64 * 1024;

/**
 * SHA-256 of the canonical JSON of a plan. It takes the jobs one by one, without their places: the texts of a hundred thousand would take
 * more memory than the jobs.
 */
export class PlanHash {
  readonly #hash = createHash("sha256");
  readonly #end: string;
  #text: string;
  #separator = "";

  /** `head` is everything but the jobs. */
  constructor(head: Readonly<Record<string, unknown>>) {
    const [before, after] = canonicalJson({ ...head, jobs: [] }).split('"jobs":[]', 2);
    this.#text = `${before}"jobs":[`;
    this.#end = `]${after}`;
  }

  /** Adds the canonical JSON of the next job. */
  add(job: string): void {
    this.#text += this.#separator + job;
    this.#separator = ",";
    if (this.#text.length < hashedAtOnce) return;
    this.#hash.update(this.#text);
    this.#text = "";
  }

  /** In hex, once every job was added. */
  digest(): string {
    return this.#hash.update(this.#text + this.#end).digest("hex");
  }
}
