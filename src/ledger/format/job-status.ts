import type { Attempt, JobRecord, LedgerState, Observation, StoryFacts } from "./state.ts";

/**
 * Where a job stands, from its record alone.
 *
 * pending: nothing that could cost money is known. uncertain: an attempt may have created a story and nobody has settled it.
 * active: a story exists and its end was not seen. done: everything that was asked for is here. failed: the story ended otherwise, is
 * gone, or its book can't be had.
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

/** Where a job stands. A job that no event names is pending. */
export function jobStatusOf(record: JobRecord | undefined): JobStatus {
  if (record === undefined) return { kind: "pending", lastRefusal: null };
  const latest = latestOf(record);
  if (latest === undefined) return { kind: "pending", lastRefusal: record.attempts.at(-1) ?? null };
  if (isOpen(latest)) return { kind: "uncertain", attempt: latest };
  const jobStatus = statusOfAttempt(record, latest);
  // A replacement that came to nothing takes no lesson away.
  return jobStatus.kind === "failed" ? (lastDone(record) ?? jobStatus) : jobStatus;
}

/**
 * The newest attempt that may have made a story: it speaks for the job. An older one that is still open was replaced by a person's word; it
 * goes on counting as spent, and `resolve` goes on listing it.
 */
export function latestOf(record: JobRecord): Attempt | undefined {
  return record.attempts.findLast((attempt) => isOpen(attempt) || attempt.outcome.kind === "accepted");
}

/** Where the story of an accepted attempt stands, whether it speaks for its job or was replaced. */
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

/** Whether an attempt's outcome is unknown: it counts as spent until a person settles it. */
export function isOpen(attempt: Attempt): boolean {
  return attempt.outcome.kind === "uncertain" || attempt.outcome.kind === "intended";
}

/** Whether it is proven that an attempt created nothing. */
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
  if (story.bookCallError !== null) return { kind: "failed", story, attempt, why: "book_unavailable" };
  return { kind: "active", story, attempt };
}

/** Whether polling ends at a status (interface 3): `ready` is an end only where no audiobook was asked for. */
export function isEnd(status: string | undefined, wantsBook: boolean): boolean {
  return (
    status === "done" || status === "failed" || status === "canceled" || (status === "ready" && !wantsBook)
  );
}

/** Whether an observation shows that the audiobook was started. A book that stands beside a story does, whatever became of it. */
export function hasStartedAudiobook({ book, status }: Pick<Observation, "book" | "status">): boolean {
  return book !== null || status === "making_audiobook";
}

/** Credits by what is known of them. All in the service's credits. */
export interface Account {
  /** The quoted price of everything not proven absent; of a story that failed, what the service's own figures show. */
  readonly committed: number;
  /** What the service's figures show: each story's writing, and the quoted audiobook once it has started. */
  readonly spent: number;
}

/** The money of all jobs that `selects` chooses. */
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

/** The money of those attempts at one job that `selects` chooses. */
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

/** What an attempt may cost at most, as far as is known. Uncertain counts in full. */
export function committedBy(record: JobRecord, attempt: Attempt): number {
  return committedWith(attempt, storyOf(record, attempt));
}

/** As `committedBy`, of an attempt whose story is at hand. */
export function committedWith(attempt: Attempt, story: StoryFacts | undefined): number {
  if (isAbsent(attempt)) return 0;
  const status = story?.observed?.status;
  const ended = status === "failed" || status === "canceled";
  const spent = spentWith(attempt, story);
  // A story that turns out dearer than its quote counts with what it cost.
  return ended ? spent : Math.max(spent, attempt.intended.price.credits);
}

/** What an attempt may still take off the account's balance. */
export function heldBy(record: JobRecord, attempt: Attempt): number {
  return heldWith(attempt, storyOf(record, attempt));
}

/** As `heldBy`, of an attempt whose story is at hand. */
export function heldWith(attempt: Attempt, story: StoryFacts | undefined): number {
  if (isEnd(story?.observed?.status, attempt.intended.request.audiobook)) return 0;
  return Math.max(0, committedWith(attempt, story) - spentWith(attempt, story));
}

/** How much of what all jobs that `selects` chooses have cost may have been given back unseen. */
export function perhapsRefundedFor(state: LedgerState, selects: (attempt: Attempt) => boolean): number {
  let refunded = 0;
  for (const record of state.jobs.values()) refunded += perhapsRefundedOf(record, selects);
  return refunded;
}

/** As `perhapsRefundedFor`, of one job. */
export function perhapsRefundedOf(record: JobRecord, selects: (attempt: Attempt) => boolean): number {
  let refunded = 0;
  for (const attempt of record.attempts) if (selects(attempt)) refunded += perhapsRefunded(record, attempt);
  return refunded;
}

/**
 * What is counted as spent for an audiobook that then failed. The service may have given it back, but no figure of a story says so: only the
 * account's balance, which has other causes too. It therefore goes on counting.
 */
export function perhapsRefunded(record: JobRecord, attempt: Attempt): number {
  const status = storyOf(record, attempt)?.observed?.book?.status;
  return status === "error" || status === "canceled" ? attempt.intended.price.audiobook : 0;
}

/** What an attempt has cost by the service's own figures. */
export function spentBy(record: JobRecord, attempt: Attempt): number {
  return spentWith(attempt, storyOf(record, attempt));
}

/** As `spentBy`, of an attempt whose story is at hand. */
export function spentWith(attempt: Attempt, story: StoryFacts | undefined): number {
  const observed = story?.observed;
  if (observed === null || observed === undefined) return 0;
  return observed.credits + (hasStartedAudiobook(observed) ? attempt.intended.price.audiobook : 0);
}
