import type { Job } from "../../src/plan/plan.ts";
import { foldTopic, TextComparison } from "../../src/plan/topic-text.ts";
import {
  type Lesson,
  type Order,
  type PlannedLesson,
  purchaseOf,
  recordKey,
  volumeOf,
} from "../../src/run/lesson.ts";
import type { MatchedPlan } from "../../src/run/match.ts";
import { type Draft, idOf } from "./draft.ts";

/** The similarity from which a person would also take one text for the other. */
const alikeLeast = 0.6;

const texts = new TextComparison();

/** The true purchase under a key: its lesson, and every text that its topic has had. */
interface Truth {
  self: number;
  readonly texts: Set<string>;
}

/**
 * Knows the true lesson of each purchase, whatever its ids and texts, and judges by that: no lesson gets another's story, and nothing is
 * bought for a lesson that has one.
 */
export class TrueLessons {
  readonly #bought = new Map<string, Truth>();
  #selves = new Map<string, number>();

  /** The plan of the next run. */
  meet({ topics }: Draft): void {
    this.#selves = new Map(topics.map((topic) => [idOf(topic), topic.self]));
  }

  /**
   * Throws if a job has another lesson's story. Returns how often that can't be detected: a topic with a new text was put under another's
   * id, and nothing else was edited. Only its author can tell that from a reworded topic.
   */
  judge({ lessons, left }: MatchedPlan): number {
    let reworded = 0;
    const volumesAtStake = new Set([
      ...lessons.filter(({ match }) => match === null).map(({ job }) => volumeOf(job.request)),
      ...left.filter(({ account }) => account === null).map(volumeOfLeft),
    ]);
    for (const { job, recordKey: key, match } of lessons) {
      const truth = this.#bought.get(key);
      if (match === null || truth === undefined) continue;
      const text = foldTopic(job.request.topic);
      const own = this.#selfOf(job);
      if (truth.self !== own && !truth.texts.has(text)) {
        const isTold = [...truth.texts].some((one) => texts.likeness(one, text) >= alikeLeast);
        // An id in `moved` is the user's decision, even if the same edit gives the id to another topic.
        if (!isTold && match !== "moved" && volumesAtStake.has(volumeOf(job.request)))
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

  /** Throws if the lesson already has a story that no job has and that was not given up. */
  buys({ lesson, replaces }: Order, { lessons, left }: MatchedPlan): void {
    const { job, recordName } = lesson;
    const self = this.#selfOf(job);
    const letGo = new Set(left.filter(({ account }) => account !== null).map((one) => one.recordKey));
    const held = new Set(lessons.map((one) => one.recordKey));
    for (const [key, truth] of this.#bought) {
      if (
        replaces !== null ||
        truth.self !== self ||
        !key.startsWith(recordKey({ ...recordName, job: "" })) ||
        volumeOfKey(key) !== volumeOfKey(lesson.recordKey)
      )
        continue;
      if (!letGo.has(key) && !held.has(key))
        throw new Error(`${job.id} is bought again, and ${key} is its story`);
    }
  }

  /** The purchases that may just have been made. */
  has({ job, recordKey: key }: PlannedLesson): void {
    const texts = new Set([foldTopic(job.request.topic)]);
    this.#bought.set(key, { self: this.#selfOf(job), texts });
  }

  /** The current topics of a true lesson that have no story. */
  topicsOf(lesson: Lesson, { topics }: Draft, { lessons }: MatchedPlan): string[] {
    const self = this.#bought.get(lesson.recordKey)?.self;
    const volume = volumeOfLeft(lesson);
    const open = new Set(
      lessons
        .filter(({ job, match }) => match === null && volumeOf(job.request) === volume)
        .map(({ job }) => job.topicId),
    );
    return topics
      .filter((topic) => topic.self === self)
      .map(idOf)
      .filter((id) => open.has(id));
  }

  #selfOf({ topicId }: Job): number {
    const self = this.#selves.get(topicId);
    if (self === undefined) throw new Error(`no topic ${topicId}`);
    return self;
  }
}

function volumeOfLeft(lesson: Lesson): string {
  return volumeOf(purchaseOf(lesson).intended.request);
}

function volumeOfKey(key: string): string {
  return key.replace(/~\d+$/, "").split(".").slice(-2).join(".");
}
