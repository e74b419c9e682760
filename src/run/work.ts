import { isAbsent, isOpen, statusesOf } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import { idToReplace, judgeReplacements, type Replacement } from "./create/replacements.ts";
import {
  type FollowedStory,
  idsOfAttempt,
  type Lesson,
  mayRecover,
  type Order,
  type PlannedLesson,
} from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { MadeReplacement, RunNotice, StoryNow } from "./problem.ts";
import { holdBack } from "./reviews.ts";

export type Work = ReturnType<typeof divideWork>;

interface Selection {
  readonly lessons: readonly PlannedLesson[];
  /** Each names the story that it replaces (`refuseWrongReplacements`). */
  readonly replace: readonly Replacement[];
}

export function divideWork(plan: MatchedPlan, { lessons, replace }: Selection, state: LedgerState) {
  const orders: Order[] = [];
  const blocked: { lesson: PlannedLesson; before: { readonly name: string; readonly id: string } }[] = [];
  const bought = requestsOf(plan.edition, state);
  const toFollow: FollowedStory[] = [];
  const changed: StoryNow[] = [];
  const replaced: MadeReplacement[] = [];
  for (const lesson of lessons) {
    const { job, record, status } = lesson;
    toFollow.push(...unfinishedStories(lesson));
    const { due: replaces, made } = judgeReplacements(lesson, replace);
    replaced.push(...made);
    const { edited } = job;
    const isNew = bought.size > 0 && lesson.match === null && replaces === null;
    const before = isNew ? bought.get(requestHash(job.request)) : undefined;
    if (before !== undefined) blocked.push({ lesson, before });
    else if (replaces !== null && edited !== undefined)
      orders.push({ lesson: lesson.asking(edited), replaces });
    else if (status.kind === "pending" || replaces !== null) orders.push({ lesson, replaces });
    else if (lesson.isChanged) changed.push({ job: job.id, has: idToReplace(record) });
  }
  /** `held`: what waits until people have approved the first lessons of its volume. */
  const { open, held, gates } = holdBack(orders, plan);
  return {
    orders: open,
    held,
    gates,
    /** Jobs that would buy again what was bought in this edition. */
    blocked,
    toFollow,
    /** Jobs whose story was made from another request than the plan's current one; they keep it. */
    changed,
    replaced,
    /** Stories of lessons that no job has: they were paid for, so they are followed too. */
    orphans: plan.left.flatMap(unfinishedStories),
    /** Other editions with unfinished purchases, certain or possible. A run of this edition leaves them alone. */
    unfinishedEditions: findUnfinishedEditions(plan, state),
  };
}

/**
 * Each request that was bought in an edition, by its hash, even if its story was replaced since: the name of its lesson in the ledger, and the id of the
 * story or attempt.
 */
function requestsOf(edition: string, { jobs }: LedgerState) {
  const bought = new Map<string, { readonly name: string; readonly id: string }>();
  for (const record of jobs.values()) {
    for (const attempt of record.edition === edition ? record.attempts : []) {
      if (isAbsent(attempt)) continue;
      bought.set(attempt.intended.requestHash, { name: record.job, id: idsOfAttempt(attempt)[0] });
    }
  }
  return bought;
}

function findUnfinishedEditions(plan: MatchedPlan, state: LedgerState) {
  const unfinished = new Map<string, { edition: string; stories: number; uncertain: number }>();
  for (const record of state.jobs.values()) {
    const { edition, attempts } = record;
    if (edition === plan.edition) continue;
    const known = unfinished.get(edition) ?? { edition, stories: 0, uncertain: 0 };
    const stories = known.stories + statusesOf(record).filter(({ kind }) => kind === "active").length;
    const uncertain = known.uncertain + attempts.filter(isOpen).length;
    if (stories + uncertain > 0) unfinished.set(edition, { edition, stories, uncertain });
  }
  return [...unfinished.values()];
}

/**
 * The stories of a lesson to follow: all that have not ended, replaced or not, since each was paid for. A story that the service lost may come
 * back, and a failed export is retried by the next run if the story is the lesson's current one.
 */
function unfinishedStories(lesson: Lesson): FollowedStory[] {
  const { record, latest } = lesson;
  return (record === undefined ? [] : statusesOf(record))
    .filter((status) => status.kind === "active" || (status.attempt === latest && mayRecover(status)))
    .map(({ story, attempt }) => ({ lesson, id: story.id, attempt }));
}

export function noticesOfEditions({ unfinishedEditions }: Work): RunNotice[] {
  return unfinishedEditions.map((unfinished) => ({ code: "edition_unfinished", ...unfinished }));
}
