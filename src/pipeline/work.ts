import type { JobRecord, LedgerState } from "../ledger/fold.ts";
import { jobKey } from "../ledger/fold.ts";
import { type Standing, standingOf } from "../ledger/standing.ts";
import type { Job, Plan } from "../plan/plan.ts";

/** A story that exists and is followed to its end, of whatever edition of the plan it was made for. */
export interface FollowedStory {
  readonly edition: string;
  readonly job: string;
  readonly id: string;
  readonly wantsBook: boolean;
}

/** One story to buy. */
export interface Order {
  readonly job: Job;
  /** A person asked for another story in place of the one that exists or may exist. */
  readonly replaces: boolean;
}

/** A plan against its ledger: what is left to do. */
export interface Work {
  readonly orders: readonly Order[];
  readonly toFollow: readonly FollowedStory[];
  /** Jobs whose story was made from another request than the plan's of today: they keep it. */
  readonly changed: readonly Job[];
  /** Stories of this edition whose job the plan no longer has: they were paid for, so they are followed too. */
  readonly orphans: readonly FollowedStory[];
}

export interface Selection {
  /** The jobs that this run is about. */
  readonly jobs: readonly Job[];
  /** The ids of jobs that a person wants a second story for. */
  readonly replace: ReadonlySet<string>;
}

/** Divides a plan's jobs by what the ledger says of them. Pure. */
export function divideWork(plan: Plan, { jobs, replace }: Selection, state: LedgerState): Work {
  const orders: Order[] = [];
  const toFollow: FollowedStory[] = [];
  const changed: Job[] = [];
  for (const job of jobs) {
    const record = state.jobs.get(job.key);
    const standing = standingOf(record);
    const replaces = replace.has(job.id) && standing.kind !== "pending";
    if (standing.kind === "pending" || replaces) {
      orders.push({ job, replaces });
      continue;
    }
    if (standing.attempt.intended.requestHash !== job.requestHash) changed.push(job);
    if (needsFollowing(standing)) toFollow.push(followed(record, standing));
  }
  return { orders, toFollow, changed, orphans: findOrphans(plan, state) };
}

function findOrphans(plan: Plan, state: LedgerState): FollowedStory[] {
  const planned = new Set(plan.jobs.map((job) => job.key));
  const orphans: FollowedStory[] = [];
  for (const record of state.jobs.values()) {
    if (record.edition !== plan.edition || planned.has(jobKey(record.edition, record.job))) continue;
    const standing = standingOf(record);
    if (needsFollowing(standing)) orphans.push(followed(record, standing));
  }
  return orphans;
}

type WithStory = Extract<Standing, { story: unknown }>;

// A story that the service lost may come back, and an export that failed in one run is tried again by the next.
function needsFollowing(standing: Standing): standing is WithStory {
  if (standing.kind === "active") return true;
  return (
    standing.kind === "failed" && (standing.why === "book_unavailable" || standing.why === "story_missing")
  );
}

function followed(record: JobRecord | undefined, standing: WithStory): FollowedStory {
  const { edition, job } = standing.attempt.intended;
  return {
    edition: record?.edition ?? edition,
    job,
    id: standing.story.id,
    wantsBook: standing.attempt.intended.request.audiobook,
  };
}
