import type { RunNotice, RunProblem } from "../problem.ts";
import type { Barred, Work } from "../work.ts";
import { problemOfDoubtful } from "./account-for-doubtful.ts";
import { factOf, problemOfLeft } from "./account-for-left.ts";
import type { MatchedPlan, RunJob } from "./match-lessons.ts";

/** What the edits of a plan came to for the lessons of its edition. Lessons that no job has are named as in the ledger. */
export interface Edits {
  /** Jobs that nothing was bought for. */
  readonly new: readonly string[];
  /** Jobs that keep a story of another request; each with what it has, as `--replace` takes it. */
  readonly changed: Work["changed"];
  /** Jobs whose lesson was bought under another id. */
  readonly moved: readonly { readonly job: string; readonly was: string }[];
  readonly removed: readonly string[];
  readonly excluded: readonly string[];
  /** Jobs that have a lesson by their id alone which may be another's; `was`: its name in the ledger. They stop everything. */
  readonly doubtful: readonly { readonly job: string; readonly was: string }[];
  /** What the plan says nothing of: it stops everything new. */
  readonly left: readonly string[];
}

/** Sums up how a plan differs from what was bought. */
export function editsOf(plan: MatchedPlan, { changed }: Pick<Work, "changed">): Edits {
  const leftBy = (account: string | null): string[] =>
    plan.left.filter((lesson) => lesson.account === account).map(({ name }) => name);
  return {
    new: plan.jobs.filter(({ match }) => match === null).map(({ id }) => id),
    changed,
    moved: plan.jobs.filter(isMoved).map(({ id, ledgerName }) => ({ job: id, was: ledgerName })),
    doubtful: plan.doubtful.map(({ job, name }) => ({ job, was: name })),
    removed: leftBy("removed"),
    excluded: leftBy("excluded"),
    left: leftBy(null),
  };
}

// The number that a name may end in tells lessons of one id apart: the id is the same.
function isMoved({ id, match, ledgerName }: RunJob): boolean {
  return match !== null && ledgerName !== id && !ledgerName.startsWith(`${id}~`);
}

/** What a person is told of them before anything is bought. What is left is a problem of its own where something new is to be bought. */
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

/** What a person has to say before anything is bought or bound, whatever is chosen: whose the doubtful lessons are, and which move is meant. */
export function doubtsOf(plan: MatchedPlan): RunProblem[] {
  const doubtful = problemOfDoubtful(plan);
  return [
    ...plan.contradicted.map(({ move, job }) => ({ code: "move_contradicted" as const, ...move, job })),
    ...plan.putBack.map(({ removal: { place, text, story }, job, still }) => ({
      ...{ code: "removal_contradicted" as const, place, text, story, job, still: still.map(factOf) },
    })),
    ...(doubtful === null ? [] : [doubtful]),
  ];
}

/** The problem that a job asks for exactly what was bought before, and replaced since. */
export function problemOfBarred({ job: { id: job, place }, boughtAs }: Barred): RunProblem {
  return { code: "request_bought", place, job, ...boughtAs };
}

/** What keeps a run from buying because of them: doubts, lessons that the plan says nothing of, and jobs whose very request was bought. */
export function problemsOfEdits(
  plan: MatchedPlan,
  { orders, barred }: Pick<Work, "orders" | "barred">,
): RunProblem[] {
  const doubts = doubtsOf(plan);
  const left = orders.length === 0 || doubts.length > 0 ? null : problemOfLeft(plan);
  return [...doubts, ...(left === null ? [] : [left]), ...barred.map(problemOfBarred)];
}
