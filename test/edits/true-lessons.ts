import { type BoughtLesson, type MatchedJob, type MatchedPlan, volumeOf } from "../../src/run/match.ts";
import type { Order } from "../../src/run/order.ts";
import { recordKey } from "../../src/run/record-name.ts";
import { foldTopic, TextComparison } from "../../src/run/topic-text.ts";
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
  judge({ jobs, left }: MatchedPlan): number {
    let reworded = 0;
    const volumesAtStake = new Set([
      ...jobs.filter(({ match }) => match === null).map(volumeOfJob),
      ...left.filter(({ account }) => account === null).map(({ volume }) => volume),
    ]);
    for (const job of jobs) {
      const truth = this.#bought.get(recordKey(job.recordName));
      if (job.match === null || truth === undefined) continue;
      const text = foldTopic(job.request.topic);
      const own = this.#selfOf(job);
      if (truth.self !== own && !truth.texts.has(text)) {
        const isTold = [...truth.texts].some((one) => texts.likeness(one, text) >= alikeLeast);
        // An id in `moved` is the user's decision, even if the same edit gives the id to another topic.
        if (!isTold && job.match !== "moved" && volumesAtStake.has(volumeOfJob(job)))
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
  buys({ job, replaces }: Order, { jobs, left }: MatchedPlan): void {
    const self = this.#selfOf(job);
    const letGo = new Set(left.filter(({ account }) => account !== null).map(({ record }) => record.key));
    const held = new Set(jobs.map(({ recordName }) => recordKey(recordName)));
    for (const [key, truth] of this.#bought) {
      if (
        replaces !== null ||
        truth.self !== self ||
        !key.startsWith(recordKey({ ...job.recordName, job: "" })) ||
        volumeOfKey(key) !== volumeOfKey(recordKey(job.recordName))
      )
        continue;
      if (!letGo.has(key) && !held.has(key))
        throw new Error(`${job.id} is bought again, and ${key} is its story`);
    }
  }

  /** The purchases that may just have been made. */
  has(job: MatchedJob): void {
    const texts = new Set([foldTopic(job.request.topic)]);
    this.#bought.set(recordKey(job.recordName), { self: this.#selfOf(job), texts });
  }

  /** The current topics of a true lesson that have no story. */
  topicsOf(lesson: BoughtLesson, { topics }: Draft, { jobs }: MatchedPlan): string[] {
    const self = this.#bought.get(lesson.record.key)?.self;
    const open = new Set(
      jobs
        .filter((job) => job.match === null && volumeOfJob(job) === lesson.volume)
        .map(({ topicId }) => topicId),
    );
    return topics
      .filter((topic) => topic.self === self)
      .map(idOf)
      .filter((id) => open.has(id));
  }

  #selfOf({ topicId }: MatchedJob): number {
    const self = this.#selves.get(topicId);
    if (self === undefined) throw new Error(`no topic ${topicId}`);
    return self;
  }
}

function volumeOfJob({ request }: MatchedJob): string {
  return volumeOf(request);
}

function volumeOfKey(key: string): string {
  return key.replace(/~\d+$/, "").split(".").slice(-2).join(".");
}
