import type { Attempt, JobRecord, LedgerState, Observation, StoryFacts } from "./state.ts";

/**
 * A job's status, from its record alone.
 *
 * - pending: nothing that could cost money is known.
 * - uncertain: an attempt may have created a story and has not been settled.
 * - active: a story exists and has not been seen to end.
 * - done: everything requested has been saved.
 * - failed: the story ended in another way, is gone, or its book can't be exported.
 */
export type JobStatus =
  | { readonly kind: "pending"; readonly lastRefusal: Attempt | null }
  | { readonly kind: "uncertain"; readonly attempt: Attempt }
  | { readonly kind: "active"; readonly story: StoryFacts; readonly attempt: Attempt }
  | { readonly kind: "done"; readonly story: StoryFacts; readonly attempt: Attempt }
  | {
      readonly kind: "failed";
      readonly story: StoryFacts;
      readonly attempt: Attempt;
      readonly why: FailureCause;
    };

/** The status of a job that has a story. */
export type StatusOfStory = Extract<JobStatus, { readonly story: StoryFacts }>;

export type FailureCause = "story_failed" | "story_canceled" | "story_missing" | "book_unavailable";

/** A job's status. A job without events is pending. */
export function jobStatusOf(record: JobRecord | undefined): JobStatus {
  if (record === undefined) return { kind: "pending", lastRefusal: null };
  const latest = latestOf(record);
  if (latest === undefined) return { kind: "pending", lastRefusal: record.attempts.at(-1) ?? null };
  if (isOpen(latest)) return { kind: "uncertain", attempt: latest };
  const jobStatus = statusOfAttempt(record, latest);
  // A failed replacement does not discard the finished lesson.
  return jobStatus.kind === "failed" ? (lastDone(record) ?? jobStatus) : jobStatus;
}

/**
 * The newest attempt that may have made a story, which determines the job's status. An older open attempt was replaced on the user's
 * decision; it still counts as spent and is still listed by `resolve`.
 */
export function latestOf(record: JobRecord): Attempt | undefined {
  return record.attempts.findLast((attempt) => isOpen(attempt) || attempt.outcome.kind === "accepted");
}

/** The status of an accepted attempt's story, whether it is the job's current one or was replaced. */
export function statusOfAttempt(record: JobRecord, accepted: Attempt): StatusOfStory {
  const story = storyOf(record, accepted);
  if (story === undefined) throw new Error(`an accepted attempt without a story: ${accepted.attempt}`);
  return statusOfStory(accepted, story);
}

function lastDone(record: JobRecord): StatusOfStory | undefined {
  return record.attempts
    .filter(({ outcome }) => outcome.kind === "accepted")
    .map((attempt) => statusOfAttempt(record, attempt))
    .findLast(({ kind }) => kind === "done");
}

/** Whether an attempt's outcome is unknown. It counts as spent until the user settles it. */
export function isOpen(attempt: Attempt): boolean {
  return attempt.outcome.kind === "uncertain" || attempt.outcome.kind === "intended";
}

/** Whether an attempt is proven absent. */
export function isAbsent({ outcome: { kind } }: Attempt): boolean {
  return kind === "refused" || kind === "unsent" || kind === "notCreated";
}

/** The story that an accepted attempt made. */
export function storyOf(record: JobRecord, attempt: Attempt): StoryFacts | undefined {
  return attempt.outcome.kind === "accepted" ? record.stories.get(attempt.outcome.id) : undefined;
}

function statusOfStory(attempt: Attempt, story: StoryFacts): StatusOfStory {
  if (story.missing) return { kind: "failed", story, attempt, why: "story_missing" };
  const wantsBook = attempt.intended.request.audiobook;
  const status = story.observed?.status;
  if (status === "failed") return { kind: "failed", story, attempt, why: "story_failed" };
  if (status === "canceled") return { kind: "failed", story, attempt, why: "story_canceled" };
  if (!isEnd(status, wantsBook) || story.saved === null) return { kind: "active", story, attempt };
  if (!wantsBook || story.book !== null) return { kind: "done", story, attempt };
  if (story.bookUnavailable !== null) return { kind: "failed", story, attempt, why: "book_unavailable" };
  return { kind: "active", story, attempt };
}

/** Whether polling ends at this status (interface 3): `ready` is final only if no audiobook was requested. */
export function isEnd(status: string | undefined, wantsBook: boolean): boolean {
  return (
    status === "done" || status === "failed" || status === "canceled" || (status === "ready" && !wantsBook)
  );
}

/** Whether an observation shows that the audiobook was started. Any book listed for the story proves it, in whatever state. */
export function hasStartedAudiobook({ book, status }: Pick<Observation, "book" | "status">): boolean {
  return book !== null || status === "making_audiobook";
}

/** Committed and spent amounts, in the service's credits. */
export interface Account {
  /** The quoted price of everything not proven absent; for a failed story, the cost that the service reports. */
  readonly committed: number;
  /** The cost that the service reports: each story's writing, plus the quoted audiobook once it has started. */
  readonly spent: number;
}

/** The amounts of all attempts that `selects` returns true for. */
export function accountFor(state: LedgerState, selects: (attempt: Attempt) => boolean): Account {
  let committed = 0;
  let spent = 0;
  for (const record of state.jobs.values()) {
    const account = accountOf(record, selects);
    committed += account.committed;
    spent += account.spent;
  }
  return { committed, spent };
}

/** The amounts of one job's attempts that `selects` returns true for. */
export function accountOf(record: JobRecord, selects: (attempt: Attempt) => boolean): Account {
  let committed = 0;
  let spent = 0;
  for (const attempt of record.attempts) {
    if (!selects(attempt)) continue;
    committed += committedBy(record, attempt);
    spent += spentBy(record, attempt);
  }
  return { committed, spent };
}

/** The most that an attempt may cost, as far as known. An uncertain one counts in full. */
export function committedBy(record: JobRecord, attempt: Attempt): number {
  return committedWith(attempt, storyOf(record, attempt));
}

/** Like `committedBy`, for an attempt whose story is already at hand. */
export function committedWith(attempt: Attempt, story: StoryFacts | undefined): number {
  if (isAbsent(attempt)) return 0;
  const status = story?.observed?.status;
  const ended = status === "failed" || status === "canceled";
  const spent = spentWith(attempt, story);
  // A story that costs more than its quote counts with its real cost.
  return ended ? spent : Math.max(spent, attempt.intended.price.credits);
}

/** What may still be taken off the account's balance for an attempt. */
export function heldBy(record: JobRecord, attempt: Attempt): number {
  return heldWith(attempt, storyOf(record, attempt));
}

/** Like `heldBy`, for an attempt whose story is already at hand. */
export function heldWith(attempt: Attempt, story: StoryFacts | undefined): number {
  if (isEnd(story?.observed?.status, attempt.intended.request.audiobook)) return 0;
  return Math.max(0, committedWith(attempt, story) - spentWith(attempt, story));
}

/** The cost of the attempts that `selects` returns true for, as far as the service may have refunded it without showing that. */
export function perhapsRefundedFor(state: LedgerState, selects: (attempt: Attempt) => boolean): number {
  let refunded = 0;
  for (const record of state.jobs.values()) refunded += perhapsRefundedOf(record, selects);
  return refunded;
}

/** Like `perhapsRefundedFor`, for one job. */
export function perhapsRefundedOf(record: JobRecord, selects: (attempt: Attempt) => boolean): number {
  let refunded = 0;
  for (const attempt of record.attempts) if (selects(attempt)) refunded += perhapsRefunded(record, attempt);
  return refunded;
}

/**
 * The amount counted as spent for an audiobook that then failed. The service may have refunded it, but a story's figures don't show
 * refunds, and the account's balance has other causes too, so it keeps counting.
 */
export function perhapsRefunded(record: JobRecord, attempt: Attempt): number {
  const status = storyOf(record, attempt)?.observed?.book?.status;
  return status === "error" || status === "canceled" ? attempt.intended.price.audiobook : 0;
}

/** The cost of an attempt as the service reports it. */
export function spentBy(record: JobRecord, attempt: Attempt): number {
  return spentWith(attempt, storyOf(record, attempt));
}

/** Like `spentBy`, for an attempt whose story is already at hand. */
export function spentWith(attempt: Attempt, story: StoryFacts | undefined): number {
  const observed = story?.observed;
  if (observed === null || observed === undefined) return 0;
  return observed.credits + (hasStartedAudiobook(observed) ? attempt.intended.price.audiobook : 0);
}
