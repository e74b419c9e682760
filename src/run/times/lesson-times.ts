import { jobStatusOf } from "../../ledger/format/job-status.ts";
import type { JobRecord, StoryFacts } from "../../ledger/format/state.ts";
import type { Hint, Level, Reason } from "../../lessons/align/alignment.ts";
import { algorithm } from "../../lessons/align/times-file.ts";
import type { PlannedLesson, RecordName } from "../lesson.ts";

/** How far the sentences of a lesson with a recording have times. */
export interface LessonTimesReport {
  readonly job: string;
  /** Null: not computed yet, or text or sound have changed since, or an earlier version could not find them. */
  readonly level: Level | null;
  readonly why: Reason | null;
  readonly hints: readonly Hint[];
}

/** A story whose text and recording are both saved. */
export interface RecordedStory {
  /** Its job's. */
  readonly recordName: RecordName;
  /** That job's id in the plan. */
  readonly job: string;
  readonly lang: string;
  readonly facts: StoryFacts;
}

// Another machine or another attempt may succeed, so these outcomes are not final.
const passing: ReadonlySet<string> = new Set(["no_engine", "broken"]);

/** The finished lessons of some jobs that have a recording. Pure. */
export function recordedStories(lessons: readonly PlannedLesson[]): RecordedStory[] {
  return lessons.flatMap(({ job, record }) => recordedStoryOf(record, job.id) ?? []);
}

/** A job's finished story if it has a recording; otherwise null. */
export function recordedStoryOf(record: JobRecord | undefined, job: string): RecordedStory | null {
  const status = jobStatusOf(record);
  if (record === undefined || status.kind !== "done" || status.story.book === null) return null;
  const { lang } = status.attempt.intended.request;
  const recordName = { edition: record.edition, job: record.job };
  return { recordName, job, lang, facts: status.story };
}

/**
 * Whether a story's times were computed from its current text and sound. Times by sentence that an earlier version found are as good as they
 * were: were they found anew, approvals of what people have heard would lapse. What it could not find, the current one tries again.
 */
export function isTimed({ times, saved, book }: StoryFacts): boolean {
  return (
    times !== null &&
    (times.algorithm === algorithm || times.level === "sentences") &&
    times.text === saved?.sha256 &&
    times.sound === book?.sha256
  );
}

/** Whether times were computed, or are known to be impossible for good. */
export function isTimedForGood(facts: StoryFacts): boolean {
  return isTimed(facts) && !passing.has(facts.times?.why ?? "");
}

/** What is known of the times of some jobs' lessons. Pure. */
export function timesOf(lessons: readonly PlannedLesson[]): LessonTimesReport[] {
  return recordedStories(lessons).map(({ job, facts }) => timesOfStory(job, facts));
}

/** What is known of the times of one lesson. */
export function timesOfStory(job: string, facts: StoryFacts): LessonTimesReport {
  if (facts.times === null || !isTimed(facts)) return { job, level: null, why: null, hints: [] };
  const { level, why, hints } = facts.times;
  return { job, level: level as Level, why: why as Reason | null, hints: hints as Hint[] };
}
