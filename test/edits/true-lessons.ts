import type { LeftLesson } from "../../src/run/match/left-lessons.ts";
import type { MatchedPlan, RunJob } from "../../src/run/match/match-lessons.ts";
import { foldTopic, likeness } from "../../src/run/match/topic-text.ts";
import type { Order } from "../../src/run/work.ts";
import { type Draft, idOf } from "./draft.ts";

/** So alike, and a person too would take one text for the other. */
const alikeLeast = 0.6;

/** What was truly bought under a key: which lesson it is, and every text that its topic has had. */
interface Truth {
  self: number;
  readonly texts: Set<string>;
}

/**
 * Knows which lesson each purchase truly is, whatever ids and texts say, and judges by that: nobody gets another lesson's story, and nothing is bought
 * for a lesson that has one.
 */
export class TrueLessons {
  readonly #bought = new Map<string, Truth>();
  #selves = new Map<string, number>();

  /** The plan of the next run. */
  meet({ topics }: Draft): void {
    this.#selves = new Map(topics.map((topic) => [idOf(topic), topic.self]));
  }

  /**
   * Fails where a job has another lesson's story. Gives how often it has one that its id alone could tell: a topic was put under the id of another, in
   * words that nobody knows, and nothing else was edited. That is a topic reworded, for everybody but its author.
   */
  judge({ jobs, left }: MatchedPlan): number {
    let reworded = 0;
    const cellsAtStake = new Set([
      ...jobs.filter(({ match }) => match === null).map(cellOf),
      ...left.filter(({ account }) => account === null).map(cellOf),
    ]);
    for (const job of jobs) {
      const truth = this.#bought.get(job.ledgerKey);
      if (job.match === null || truth === undefined) continue;
      const text = foldTopic(job.request.topic);
      const own = this.#selfOf(job);
      if (truth.self !== own && !truth.texts.has(text)) {
        const isTold = [...truth.texts].some((one) => likeness(one, text) >= alikeLeast);
        // An id in `moved` is a person's word: whoever gives the id to another topic in the same edit has said so.
        if (!isTold && job.match !== "moved" && cellsAtStake.has(cellOf(job)))
          throw new Error(
            `${job.id}, "${job.request.topic}", has the story of "${[...truth.texts].join(", ")}"`,
          );
        reworded += 1;
      }
      truth.self = own;
      truth.texts.add(text);
    }
    return reworded;
  }

  /** Fails where the lesson has a story that nobody has, and that was not let go. */
  buys({ job, replaces }: Order, { jobs, left }: MatchedPlan): void {
    const self = this.#selfOf(job);
    const letGo = new Set(left.filter(({ account }) => account !== null).map(({ key }) => key));
    const held = new Set(jobs.map(({ ledgerKey }) => ledgerKey));
    for (const [key, truth] of this.#bought) {
      if (
        replaces !== null ||
        truth.self !== self ||
        !key.startsWith(editionOf(job)) ||
        cellOfKey(key) !== cellOfKey(job.ledgerKey)
      )
        continue;
      if (!letGo.has(key) && !held.has(key))
        throw new Error(`${job.id} is bought again, and ${key} is its story`);
    }
  }

  /** What may have been bought just now. */
  has(job: RunJob): void {
    const texts = new Set([foldTopic(job.request.topic)]);
    this.#bought.set(job.ledgerKey, { self: this.#selfOf(job), texts });
  }

  /** The topic of today that a lesson truly is; null where the plan has none without a story for it. */
  topicOf(
    lesson: Omit<LeftLesson, "account">,
    { topics }: Draft,
    { jobs, doubtful }: MatchedPlan,
  ): string | null {
    const self = this.#bought.get(lesson.key)?.self;
    const doubted = new Set(doubtful.map(({ key }) => key));
    const isOpen = (id: string): boolean =>
      jobs.some(
        (job) =>
          job.topicId === id &&
          cellOf(job) === cellOf(lesson) &&
          (job.match === null || doubted.has(job.ledgerKey)),
      );
    return (
      topics
        .filter((topic) => topic.self === self)
        .map(idOf)
        .find(isOpen) ?? null
    );
  }

  #selfOf({ topicId }: RunJob): number {
    const self = this.#selves.get(topicId);
    if (self === undefined) throw new Error(`no topic ${topicId}`);
    return self;
  }
}

function cellOf({ request }: Pick<RunJob | LeftLesson, "request">): string {
  return `${request.lang}/${request.difficulty}`;
}

function cellOfKey(key: string): string {
  return key.replace(/~\d+$/, "").split(".").slice(-2).join(".");
}

function editionOf({ ledgerKey, ledgerName }: RunJob): string {
  return ledgerKey.slice(0, -ledgerName.length);
}
