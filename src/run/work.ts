import { jobKey } from "../ledger/format/fold.ts";
import {
  isOpen,
  jobStatusOf,
  latestOf,
  type StatusOfStory,
  statusOfAttempt,
} from "../ledger/format/job-status.ts";
import type { JobRecord, LedgerState } from "../ledger/format/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { Job } from "../plan/plan.ts";
import {
  idToReplace,
  judgeReplacements,
  type MadeReplacement,
  type Replacement,
} from "./create/replacements.ts";
import type { BoughtAs } from "./match/bought-lessons.ts";
import type { MatchedPlan, RunJob } from "./match/match-lessons.ts";
import type { RunNotice } from "./problem.ts";

/** A story that exists and is followed to its end, of whatever edition of the plan it was made for. */
export interface FollowedStory {
  readonly edition: string;
  /** The job's name in the ledger. */
  readonly job: string;
  /** What people know it by: its id in the plan, or, where the plan has it no more, its name in the ledger. */
  readonly jobId: string;
  readonly id: string;
  readonly wantsBook: boolean;
}

/** One story to buy. */
export interface Order {
  readonly job: RunJob;
  /** The attempt in whose place a person asked for another: bought only while that is what the job has. Null where it has none. */
  readonly replaces: string | null;
}

/** A plan against its ledger: what is left to do. */
export interface Work {
  readonly orders: readonly Order[];
  /** Jobs that would buy a second time what was bought in this edition: they are held. */
  readonly barred: readonly Barred[];
  readonly toFollow: readonly FollowedStory[];
  /** Jobs whose story was made from another request than the plan's of today: they keep it. */
  readonly changed: readonly Changed[];
  /** Stories that were to be replaced and were, by an earlier run: nothing is bought for the same words. */
  readonly replaced: readonly MadeReplacement[];
  /** Stories of this edition whose job the plan no longer has: they were paid for, so they are followed too. */
  readonly orphans: readonly FollowedStory[];
  /** Other editions with something that was paid for, or may have been, and has not ended. A run of this one leaves them alone. */
  readonly unfinishedEditions: readonly UnfinishedEdition[];
}

export interface Barred {
  readonly job: RunJob;
  readonly boughtAs: BoughtAs;
}

/** A job that keeps a story of another request; `has`: that story, as `--replace` takes it; null while nobody knows whether there is one. */
export interface Changed {
  readonly job: RunJob;
  readonly has: string | null;
}

/** What an edition has left undone: stories that are still being made, or were last seen so, and creations with an unknown outcome. */
export interface UnfinishedEdition {
  readonly edition: string;
  readonly stories: number;
  readonly uncertain: number;
}

export interface Selection<Of extends Job = RunJob> {
  /** The jobs that this run is about. */
  readonly jobs: readonly Of[];
  /** What a person wants other stories for; each says of what (`refuseWrongReplacements`). */
  readonly replace: readonly Replacement[];
}

/** Divides a plan's jobs by what the ledger says of them. Pure. */
export function divideWork(plan: MatchedPlan, { jobs, replace }: Selection, state: LedgerState): Work {
  const orders: Order[] = [];
  const barred: Barred[] = [];
  const toFollow: FollowedStory[] = [];
  const changed: Changed[] = [];
  const replaced: MadeReplacement[] = [];
  for (const job of jobs) {
    const record = state.jobs.get(job.ledgerKey);
    if (record !== undefined) toFollow.push(...unfinishedStories(record, job.id));
    const jobStatus = jobStatusOf(record);
    const { due: replaces, made } = judgeReplacements(job, replace, record);
    replaced.push(...made);
    const { boughtAs } = job;
    if (replaces === null && boughtAs !== null) barred.push({ job, boughtAs });
    else if (jobStatus.kind === "pending" || replaces !== null) orders.push({ job, replaces });
    else if (jobStatus.attempt.intended.requestHash !== requestHash(job.request))
      changed.push({ job, has: idToReplace(record) });
  }
  const unfinishedEditions = findUnfinishedEditions(plan, state);
  return {
    orders,
    barred,
    toFollow,
    changed,
    replaced,
    orphans: findOrphans(plan, state),
    unfinishedEditions,
  };
}

function findUnfinishedEditions(plan: MatchedPlan, state: LedgerState): UnfinishedEdition[] {
  const found = new Map<string, UnfinishedEdition>();
  for (const record of state.jobs.values()) {
    const { edition, attempts } = record;
    if (edition === plan.edition) continue;
    const uncertain = attempts.filter(isOpen).length;
    const stories = attempts.filter(
      (attempt) => attempt.outcome.kind === "accepted" && statusOfAttempt(record, attempt).kind === "active",
    ).length;
    if (uncertain + stories === 0) continue;
    const before = found.get(edition) ?? { stories: 0, uncertain: 0 };
    found.set(edition, {
      edition,
      stories: before.stories + stories,
      uncertain: before.uncertain + uncertain,
    });
  }
  return [...found.values()];
}

function findOrphans(plan: MatchedPlan, state: LedgerState): FollowedStory[] {
  return unplanned(plan, state).flatMap((record) => unfinishedStories(record, record.job));
}

/** The records of the plan's edition whose job the plan no longer has. Those of other editions, of which a ledger may have many, are not looked at. */
export function unplanned(plan: MatchedPlan, state: LedgerState): JobRecord[] {
  const planned = new Set(plan.jobs.map(({ ledgerKey }) => ledgerKey));
  const ofEdition = jobKey(plan.edition, "");
  return [...state.jobs.keys()]
    .filter((key) => key.startsWith(ofEdition) && !planned.has(key))
    .flatMap((key) => state.jobs.get(key) ?? []);
}

/**
 * The stories of a job that are followed: every one that has not ended, replaced or not, since each was paid for. A story that the service
 * lost may come back, and an export that failed in one run is tried again by the next, where it is the job's own.
 */
function unfinishedStories(record: JobRecord, jobId: string): FollowedStory[] {
  const latest = latestOf(record);
  return record.attempts
    .filter(({ outcome }) => outcome.kind === "accepted")
    .map((attempt) => statusOfAttempt(record, attempt))
    .filter(
      (jobStatus) => jobStatus.kind === "active" || (jobStatus.attempt === latest && mayRecover(jobStatus)),
    )
    .map(({ story, attempt }) => ({
      edition: record.edition,
      job: record.job,
      jobId,
      id: story.id,
      wantsBook: attempt.intended.request.audiobook,
    }));
}

function mayRecover(jobStatus: StatusOfStory): boolean {
  return (
    jobStatus.kind === "failed" && (jobStatus.why === "book_unavailable" || jobStatus.why === "story_missing")
  );
}

/** What a person is told of other editions, whatever this one comes to. */
export function noticesOfEditions({ unfinishedEditions }: Work): RunNotice[] {
  return unfinishedEditions.map((unfinished) => ({ code: "edition_unfinished", ...unfinished }));
}
