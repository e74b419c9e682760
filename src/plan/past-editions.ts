import { withoutDictionaryMarks } from "../shared/dictionary-marks.ts";
import { sha256 } from "../shared/hash.ts";
import { requestHash } from "./fingerprint.ts";
import { isCovered, type Moves } from "./moved-and-removed.ts";
import type { Job, ListWord, Place, Removal, RepeatedWords, StoryRequest } from "./plan.ts";
import { foldTopic, topicOf } from "./topic-text.ts";
import { type Topic, textIn } from "./topics.ts";

/**
 * What the ledger says about editions that have begun. Such an edition keeps the topics and words it was composed of, whatever happens to the pool of
 * topics: an edit of the plan changes only later editions. Only `moved` (the name), `removed` (which lessons leave it) and `--replace` (which buys what
 * the plan says now) change it. An edition has begun once a lesson of it may have been bought. One that was composed, but of which nothing was bought,
 * is composed again by the next run, since anyone who mends a plan after a refused run expects the mended plan to be bought.
 */

/** A lesson, bought or still to be bought, of an edition that has begun. */
export interface PastLesson {
  readonly job: string;
  readonly request: StoryRequest;
  /** Those of its words that came back from earlier editions. */
  readonly recalled: readonly string[];
  /** The ids of its stories and attempts; empty: it has not been bought. */
  readonly ids: readonly string[];
  /** Whether it was bought and is not known to have failed. */
  readonly isTaught: boolean;
}

export interface PastEdition {
  readonly lessons: readonly PastLesson[];
  /** Whether its content was recorded before its first purchase. Otherwise it has what was bought. */
  readonly isComposed: boolean;
}

/** The editions that have begun, in the order in which they began. */
export type PastEditions = ReadonlyMap<string, PastEdition>;

export function hashOfPast(past: PastEditions): string {
  const facts = [...past].map(([edition, { lessons }]) => [
    edition,
    lessons.map(({ job, request, ids }) => [job, requestHash(request), ids.length > 0]),
  ]);
  return sha256(JSON.stringify(facts));
}

export function ownWordsOf({ request, recalled }: PastLesson): readonly ListWord[] {
  return (request.words ?? [])
    .filter(({ word }) => !recalled.includes(word))
    .map(({ word, gloss = null }) => {
      return { ...ofNoList, word: withoutDictionaryMarks(word), gloss, key: wordKey(word) };
    });
}

const ofNoList = {
  entry: null,
  reading: null,
  forms: [],
  example: null,
  level: null,
  place: { file: "", line: 1, column: 1 },
};

/** A key that is the same for all spellings of a word that differ only in case, Unicode composition or dictionary marks. */
export function wordKey(word: string): string {
  return withoutDictionaryMarks(word).normalize("NFC").toLowerCase();
}

/** Which topic of the pool, if any, a past lesson was made from. */
export class TopicsNow {
  readonly #topics: ReadonlyMap<string, Topic>;
  readonly #byText = new Map<string, string>();
  readonly #byMove = new Map<string, string>();
  readonly #moves: Moves;

  constructor(topics: readonly Topic[], moves: Moves) {
    this.#topics = new Map(topics.map((topic) => [topic.id, topic]));
    this.#moves = moves;
    for (const { id, text } of topics.toReversed()) {
      const texts = text === null || typeof text === "string" ? [["", text]] : [...text];
      for (const [lang, one] of texts) if (one != null) this.#byText.set(`${lang}\n${foldTopic(one)}`, id);
    }
    for (const { text, to } of moves.moves)
      if (text !== null && this.#topics.has(to)) this.#byMove.set(foldTopic(text), to);
  }

  /** Found by the text, whatever its id is now; else by an entry of `moved`; else by the id. Undefined: the topic has left the pool. */
  of(lesson: PastLesson): Topic | undefined {
    const id = topicOf(lesson.job);
    const found = this.#ofText(lesson) ?? this.#byMove.get(foldTopic(lesson.request.topic));
    return this.#topics.get(found ?? (this.#topics.has(id) ? id : this.#ofFormerId(id)) ?? "");
  }

  nameOf(lesson: PastLesson): string {
    const id = topicOf(lesson.job);
    const now = this.of(lesson)?.id ?? id;
    const isMoved =
      this.#moves.formerIds(now).includes(id) || this.#byMove.get(foldTopic(lesson.request.topic)) === now;
    return isMoved ? now : id;
  }

  #ofText({ job, request: { lang, topic } }: PastLesson): string | undefined {
    const text = foldTopic(topic);
    const own = this.#topics.get(topicOf(job));
    const ownText = own && textIn(own, lang);
    if (ownText != null && foldTopic(ownText) === text) return topicOf(job);
    return this.#byText.get(`${lang}\n${text}`) ?? this.#byText.get(`\n${text}`);
  }

  #ofFormerId(id: string): string | undefined {
    return [...this.#topics.keys()].find((topic) => this.#moves.formerIds(topic).includes(id));
  }
}

interface Now {
  readonly edition: string;
  readonly topicsNow: TopicsNow;
  /** What the plan would make of the edition's topics today. */
  readonly planned: readonly Job[];
  readonly removed: readonly Removal[];
  readonly wordsMost: number;
  /** The place given to lessons whose topic has left the plan. */
  readonly place: Place;
}

/** The jobs of an edition that has begun, in their order: as recorded, except where `moved` and `removed` say otherwise. */
export function readMade({ lessons }: PastEdition, now: Now) {
  const { edition, topicsNow, removed } = now;
  const planned = new Map(now.planned.map((job) => [job.id, job]));
  const recorded = new Set(lessons.map(({ job }) => topicOf(job)));
  const kept = lessons.filter((lesson) => !isCovered(removed, { ...lesson, topic: topicOf(lesson.job) }));
  const edited = new Set<string>();
  const met = new Set<string>();
  const current = new Map<string, string>();
  const jobs = kept.map((lesson): Job => {
    const { job: was, request } = lesson;
    const topic = topicOf(was);
    const named = topicsNow.nameOf(lesson);
    const name = named !== topic && recorded.has(named) ? topic : named;
    const id = name + was.slice(topic.length);
    const topicNow = topicsNow.of(lesson);
    const jobNow = planned.get(`${topicNow?.id}.${request.lang}.${request.difficulty}`);
    if (jobNow !== undefined) met.add(jobNow.id);
    if (topicNow !== undefined) current.set(name, topicNow.id);
    const requestNow = jobNow && withRecalled(jobNow.request, lesson, now.wordsMost);
    const isEdited = requestNow === undefined || requestHash(requestNow) !== requestHash(request);
    if (isEdited) edited.add(name);
    return {
      id,
      key: `${edition}/${id}`,
      topicId: name,
      request,
      ...(isEdited && requestNow !== undefined ? { edited: requestNow } : {}),
      place: jobNow?.place ?? topicNow?.place ?? now.place,
    };
  });
  for (const { id, topicId, request } of now.planned) {
    const facts = { topic: topicId, request, ids: [], recalled: [] };
    if (!met.has(id) && !isCovered(removed, facts)) edited.add(topicId);
  }
  return {
    jobs,
    topics: [...new Set(jobs.map(({ topicId }) => topicId))],
    repeated: repeatedIn(kept),
    /** The ids of its topics that the plan has changed since it began: those changes apply to later editions. */
    edited: [...edited],
    /** For each topic id of this edition, the id that the topic now has in the pool. */
    topicsNow: current as ReadonlyMap<string, string>,
  };
}

/** The request for a story that replaces a lesson's: the plan's current one, with the words that come back in this edition. */
function withRecalled(
  request: StoryRequest,
  { request: before, recalled }: PastLesson,
  most: number,
): StoryRequest {
  const own = request.words ?? [];
  const keys = new Set(own.map(({ word }) => wordKey(word)));
  const again = (before.words ?? []).filter(
    ({ word }) => recalled.includes(word) && !keys.has(wordKey(word)),
  );
  const words = [...own, ...again].slice(0, Math.max(most, own.length));
  return words.length === 0 ? request : { ...request, words };
}

function repeatedIn(lessons: readonly PastLesson[]): RepeatedWords[] {
  const volumes = new Map<string, RepeatedWords>();
  for (const { request, recalled } of lessons) {
    const { lang, difficulty } = request;
    const words = volumes.get(`${lang} ${difficulty}`)?.words ?? [];
    volumes.set(`${lang} ${difficulty}`, { lang, difficulty, words: [...words, ...recalled] });
  }
  return [...volumes.values()];
}
