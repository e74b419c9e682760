import type { RunNotice } from "../notice.ts";
import type { RunProblem } from "../problem.ts";
import type { Work } from "../work.ts";
import { problemOfDoubtful } from "./account-for-doubtful.ts";
import { factOf, problemOfLeft } from "./account-for-left.ts";
import type { MatchedJob, MatchedPlan } from "./match-lessons.ts";

/** The effect of a plan's edits on the lessons of its edition. Lessons without a job are given by their ledger name. */
export interface Edits {
  /** Jobs that nothing was bought for. */
  readonly new: readonly string[];
  /** Jobs that keep a story of a different request, each with its current story as `--replace` takes it. */
  readonly changed: Work["changed"];
  /** Jobs whose lesson was bought under another id. */
  readonly moved: readonly { readonly job: string; readonly was: string }[];
  readonly removed: readonly string[];
  readonly excluded: readonly string[];
  /** Jobs that have a lesson by their id alone that may be another's; `was`: its ledger name. They block buying and binding. */
  readonly doubtful: readonly { readonly job: string; readonly was: string }[];
  /** Lessons that the plan doesn't account for: they block new purchases. */
  readonly left: readonly string[];
  /** The comparison with the edition that this one is based on; null: it is based on none. */
  readonly basis: MatchedPlan["basis"];
}

/** Summarizes how a plan differs from what was bought. */
export function editsOf(plan: MatchedPlan, { changed }: Pick<Work, "changed">): Edits {
  const leftBy = (account: string | null): string[] =>
    plan.left.filter((lesson) => lesson.account === account).map(({ name }) => name);
  return {
    new: plan.jobs.filter(({ match }) => match === null).map(({ id }) => id),
    changed,
    moved: plan.jobs.filter(isMoved).map(({ id, recordName }) => ({ job: id, was: recordName.job })),
    doubtful: plan.doubtful.map(({ job, name }) => ({ job, was: name })),
    removed: leftBy("removed"),
    excluded: leftBy("excluded"),
    left: leftBy(null),
    basis: plan.basis,
  };
}

// The number at the end of a name distinguishes lessons with the same id; it is no move.
function isMoved({ id, match, recordName: { job: name } }: MatchedJob): boolean {
  return match !== null && match !== "inherited" && name !== id && !name.startsWith(`${id}~`);
}

/** The notices about edits before anything is bought. Left lessons are a problem instead if something new is to be bought. */
export function noticesOfEdits(
  { left, removed, excluded, moved, doubtful }: Edits,
  { orders }: Pick<Work, "orders">,
): RunNotice[] {
  const gone = [...removed, ...excluded];
  return [
    ...(moved.length === 0 ? [] : [{ code: "lessons_moved" as const, jobs: moved }]),
    ...(gone.length === 0 ? [] : [{ code: "lessons_removed" as const, names: gone }]),
    ...(left.length === 0 || orders.length + doubtful.length > 0
      ? []
      : [{ code: "lessons_left_over" as const, names: left }]),
  ];
}

/**
 * What the user must decide before anything is bought, whatever is selected: which edition this one is based on, whose the doubtful
 * lessons are, and which move is meant.
 */
export function doubtsOf(plan: MatchedPlan): RunProblem[] {
  const doubtful = problemOfDoubtful(plan);
  const { basis } = plan;
  return [
    ...(basis?.isUnknown === true
      ? [{ code: "basis_unknown" as const, place: basis.place, edition: basis.edition, known: basis.known }]
      : []),
    ...plan.contradicted.map(({ move, job }) => ({ code: "move_contradicted" as const, ...move, job })),
    ...plan.putBack.map(({ removal: { place, text, story }, job, still }) => ({
      code: "removal_contradicted" as const,
      place,
      text,
      story,
      job,
      still: still.map(factOf),
    })),
    ...(doubtful === null ? [] : [doubtful]),
  ];
}

/** The problems that jobs request exactly what was bought before and has been replaced since. */
export function problemsOfBarred(
  { jobs }: Pick<MatchedPlan, "jobs">,
  barred: readonly MatchedJob[],
): RunProblem[] {
  const isLast = barred.length === jobs.length;
  return barred.flatMap(({ id: job, place, boughtAs }) =>
    boughtAs === null ? [] : [{ code: "request_bought" as const, isLast, place, job, ...boughtAs }],
  );
}

/** The problems that stop a run from buying: doubts, unaccounted lessons, and jobs whose exact request was already bought. */
export function problemsOfEdits(
  plan: MatchedPlan,
  { orders, barred }: Pick<Work, "orders" | "barred">,
): RunProblem[] {
  const doubts = doubtsOf(plan);
  const left = orders.length === 0 || doubts.length > 0 ? null : problemOfLeft(plan);
  return [...doubts, ...(left === null ? [] : [left]), ...problemsOfBarred(plan, barred)];
}
