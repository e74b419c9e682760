import { jobKey } from "../ledger/fold.ts";
import type { LedgerState } from "../ledger/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import type { Job, Plan } from "../plan/plan.ts";
import {
  type Bought,
  type BoughtAs,
  type BoughtLessons,
  boughtIn,
  describeLesson,
} from "./bought-lessons.ts";
import { isLetGo, type LeftLesson } from "./left-lessons.ts";
import { LessonMatching, type Match, type Row } from "./lesson-matching.ts";

/** A job with its place in the ledger. */
export interface RunJob extends Job {
  /** Its name in the events of its ledger: its id, the name that its lesson was bought as, or one that is free. */
  readonly ledgerName: string;
  /** The key of its record: `<edition>/<ledgerName>`. */
  readonly ledgerKey: string;
  /** By what its record is its own; null where nothing was bought for it. */
  readonly match: Match | null;
  /** A purchase of exactly its request that another record holds: it must not be bought again. */
  readonly boughtAs: BoughtAs | null;
}

/** A plan set against its ledger. */
export interface MatchedPlan extends Plan {
  readonly jobs: readonly RunJob[];
  /** In the order in which they were bought. */
  readonly left: readonly LeftLesson[];
}

/** Finds out which bought lesson belongs to which job. Pure; reads the records of the plan's edition alone. */
export function matchLessons(plan: Plan, state: LedgerState): MatchedPlan {
  const bought = boughtIn(plan.edition, state);
  const matching = new LessonMatching(bought);
  const rows = plan.jobs.map((job): Row => ({ job, found: null, match: null }));
  const byStory = plan.removed.filter(({ story }) => story !== null);
  const hasLeft = (lesson: Bought): boolean =>
    byStory.length > 0 && isLetGo(describeLesson(lesson, state), byStory);
  if (bought.lessons.length > 0) matching.match(rows, plan.excluded, hasLeft);
  const live = new Set(bought.lessons.map(({ key }) => key));
  const jobs = rows.map((row) => placed(row, { edition: plan.edition, live, bought }));
  const left = matching.left().map((lesson): LeftLesson => {
    const described = describeLesson(lesson, state);
    const removed = isLetGo(described, plan.removed) ? "removed" : null;
    return { ...described, account: matching.isExcluded(lesson) ? "excluded" : removed };
  });
  return { ...plan, jobs, left };
}

/** A job under the name of its record, or under one that no other lesson has. */
function placed(
  { job, found, match }: Row,
  { edition, live, bought }: { edition: string; live: ReadonlySet<string>; bought: BoughtLessons },
): RunJob {
  let name = found?.name ?? job.id;
  for (let number = 2; found === null && live.has(jobKey(edition, name)); number++)
    name = `${job.id}~${number}`;
  const isNew = found === null && bought.requests.size > 0;
  const boughtAs = isNew ? (bought.requests.get(requestHash(job.request)) ?? null) : null;
  return { ...job, ledgerName: name, ledgerKey: jobKey(edition, name), match, boughtAs };
}
