import { canonicalUuid } from "../../shared/uuid.ts";
import type { EventOf } from "./event.ts";
import type { Attempt, JobRecord, LedgerState, StoryFacts } from "./state.ts";

/**
 * A job's status, from its record alone.
 *
 * - pending: nothing that could cost money is known.
 * - uncertain: an attempt may have created a story and has not been resolved.
 * - active: a story exists and has not been seen to end.
 * - done: everything requested has been saved; or only the text, if the audiobook failed or its export is no book.
 * - failed: the story ended in another way or is gone, or its book can't be exported.
 */
export type JobStatus =
  | { readonly kind: "pending"; readonly lastRefusal: Attempt | null }
  | { readonly kind: "uncertain"; readonly attempt: Attempt }
  | { readonly kind: "active"; readonly story: StoryFacts; readonly attempt: Attempt }
  | {
      readonly kind: "done";
      readonly story: StoryFacts;
      readonly attempt: Attempt;
      /** Whether the lesson has only its text, although an audiobook was requested: it failed, or its export is no book. */
      readonly isSilent: boolean;
    }
  | {
      readonly kind: "failed";
      readonly story: StoryFacts;
      readonly attempt: Attempt;
      readonly why: "story_failed" | "story_canceled" | "story_missing" | "book_unavailable";
    };

/** The status of a job that has a story. */
export type StatusOfStory = Extract<JobStatus, { readonly story: StoryFacts }>;

/** A job's status. A job without events is pending. */
export function jobStatusOf(record: JobRecord | undefined): JobStatus {
  if (record === undefined) return { kind: "pending", lastRefusal: null };
  const latest = latestOf(record);
  if (latest === undefined) return { kind: "pending", lastRefusal: record.attempts.at(-1) ?? null };
  if (isOpen(latest)) return { kind: "uncertain", attempt: latest };
  const jobStatus = statusOfAttempt(record, latest);
  // A failed replacement does not discard the finished lesson, nor does one without sound discard one with it.
  return jobStatus.kind === "failed" || isSilent(jobStatus) ? (lastDone(record) ?? jobStatus) : jobStatus;
}

/**
 * The newest attempt that may have made a story, which determines the job's status. An older open attempt was replaced on the user's
 * decision; it still counts as spent and is still listed by `resolve`.
 */
export function latestOf(record: JobRecord): Attempt | undefined {
  return record.attempts.findLast((attempt) => isOpen(attempt) || attempt.outcome.kind === "accepted");
}

/** The statuses of all stories of a job, the oldest first. */
export function statusesOf(record: JobRecord): StatusOfStory[] {
  const accepted = record.attempts.filter(({ outcome }) => outcome.kind === "accepted");
  return accepted.map((attempt) => statusOfAttempt(record, attempt));
}

function lastDone(record: JobRecord): StatusOfStory | undefined {
  const done = statusesOf(record).filter(({ kind }) => kind === "done");
  return done.findLast((jobStatus) => !isSilent(jobStatus)) ?? done.at(-1);
}

/** Whether a lesson is finished without the recording that was requested. */
export function isSilent(jobStatus: JobStatus): boolean {
  return jobStatus.kind === "done" && jobStatus.isSilent;
}

/** Whether an attempt's outcome is unknown. It counts as spent until the user resolves it. */
export function isOpen(attempt: Attempt): boolean {
  return attempt.outcome.kind === "uncertain" || attempt.outcome.kind === "intended";
}

/** Whether an attempt is proven absent. */
export function isAbsent({ outcome: { kind } }: Attempt): boolean {
  return kind === "refused" || kind === "unsent" || kind === "notCreated";
}

/** Whether a story with this id belongs to a lesson. A story whose acceptance was contradicted belongs to no lesson. */
export function isStoryOfLesson(named: string, { jobs }: Pick<LedgerState, "jobs">): boolean {
  const id = canonicalUuid(named);
  for (const { attempts } of jobs.values())
    if (attempts.some(({ outcome }) => outcome.kind === "accepted" && outcome.id === id)) return true;
  return false;
}

/** The story that an accepted attempt made. */
export function storyOf(record: JobRecord, attempt: Attempt): StoryFacts | undefined {
  return attempt.outcome.kind === "accepted" ? record.stories.get(attempt.outcome.id) : undefined;
}

/** The status of an accepted attempt's story, whether it is the job's current one or was replaced. */
export function statusOfAttempt(record: JobRecord, attempt: Attempt): StatusOfStory {
  const story = storyOf(record, attempt);
  if (story === undefined) throw new Error(`an accepted attempt has no story: ${attempt.attempt}`);
  if (story.missing) return { kind: "failed", story, attempt, why: "story_missing" };
  const wantsBook = attempt.intended.request.audiobook;
  const status = story.observed?.status;
  if (wantsBook && story.saved !== null && story.book === null && hasLostAudiobook(story))
    return { kind: "done", story, attempt, isSilent: true };
  if (status === "failed") return { kind: "failed", story, attempt, why: "story_failed" };
  if (status === "canceled") return { kind: "failed", story, attempt, why: "story_canceled" };
  if (!isEnd(status, wantsBook) || story.saved === null) return { kind: "active", story, attempt };
  if (!wantsBook || story.book !== null)
    return { kind: "done", story, attempt, isSilent: wantsBook && story.bookUnavailable !== null };
  if (story.bookUnavailable !== null) return { kind: "failed", story, attempt, why: "book_unavailable" };
  return { kind: "active", story, attempt };
}

/** Whether an audiobook was started, and ended without a recording: the text was whole before. */
function hasLostAudiobook({ startedAt, observed }: StoryFacts): boolean {
  if (startedAt === null) return false;
  return [observed?.status, observed?.book?.status].some(
    (one) => one === "canceled" || one === "failed" || one === "error",
  );
}

/** Whether polling ends at this status (interface 3): `ready` is final only if no audiobook was requested. */
export function isEnd(status: string | undefined, wantsBook: boolean): boolean {
  return (
    status === "done" || status === "failed" || status === "canceled" || (status === "ready" && !wantsBook)
  );
}

/** Whether an observation shows that the audiobook was started. Any book listed for the story proves this, whatever state the book is in. */
export function hasStartedAudiobook({
  book,
  status,
}: Pick<EventOf<"story.observed">, "book" | "status">): boolean {
  return book !== null || status === "making_audiobook";
}
