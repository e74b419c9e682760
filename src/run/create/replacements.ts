import { isOpen } from "../../ledger/format/job-status.ts";
import type { Attempt, JobRecord } from "../../ledger/format/state.ts";
import { Failure } from "../../shared/failure.ts";
import { idCharactersLeast, idsOfAttempt, type PlannedLesson } from "../lesson.ts";
import type { MadeReplacement, RunProblem, WrongReplacement } from "../problem.ts";

/** The user's request for another story in place of a job's current one: a compare-and-swap. */
export interface Replacement {
  readonly job: string;
  /** The first characters of the story's or attempt's id that the job must still have; null if not given yet. */
  readonly of: string | null;
}

/** The attempts of a job that made or may have made a story, oldest first. */
function madeBy(record: JobRecord | undefined): readonly Attempt[] {
  return record?.attempts.filter((one) => isOpen(one) || one.outcome.kind === "accepted") ?? [];
}

/** The job's current story as `--replace <job>@<id>` takes it; null if there is nothing to replace, or if it is unknown whether there is. */
export function idToReplace(record: JobRecord | undefined): string | null {
  const last = madeBy(record).at(-1);
  return last === undefined || isOpen(last) ? null : idsOfAttempt(last)[0].slice(0, idCharactersLeast);
}

/** due: the job still has the named story. made: it already has a newer one, so repeating the option buys nothing. */
type ReplacementVerdict = "due" | "made" | WrongReplacement["why"];

/** Compares the story that the user named with the one that the job has. Pure. */
export function judgeReplacement({ of }: Replacement, record: JobRecord | undefined): ReplacementVerdict {
  const made = madeBy(record);
  const last = made.at(-1);
  if (last === undefined) return "nothing_there";
  if (of === null) return isOpen(last) ? "uncertain" : "unnamed";
  const named = made.filter((attempt) => idsOfAttempt(attempt).some((id) => id.startsWith(of)));
  const [only, ...more] = of.length < idCharactersLeast ? [] : named;
  if (only === undefined || more.length > 0) return "unknown";
  if (only !== last) return "made";
  // The user must first find out whether there is a story to replace.
  return isOpen(last) ? "uncertain" : "due";
}

/**
 * Throws a Failure with `replacement_wrong`, before anything is sent, if any replacement is wrong. The Failure lists every replacement
 * that the ledger can't confirm, and every replacement of a story that an earlier edition bought and still owns.
 */
export function refuseWrongReplacements(
  replacements: readonly Replacement[],
  lessons: readonly PlannedLesson[],
  edition: string,
): void {
  const wrong = replacements.flatMap((one): WrongReplacement[] => {
    const record = lessons.find(({ job }) => job.id === one.job)?.record;
    const isInherited = record !== undefined && record.edition !== edition;
    const why = isInherited ? "inherited" : judgeReplacement(one, record);
    if (why === "due" || why === "made") return [];
    return [{ job: one.job, given: one.of, why, has: idToReplace(record) }];
  });
  if (wrong.length > 0) throw new Failure<RunProblem>({ code: "replacement_wrong", wrong });
}

/** The meaning of the user's replacements for one job: the attempt to replace, if any, and the replacements already made. */
export function judgeReplacements(
  { job, record }: Pick<PlannedLesson, "job" | "record">,
  replacements: readonly Replacement[],
): { readonly due: string | null; readonly made: readonly MadeReplacement[] } {
  let due: string | null = null;
  const made: MadeReplacement[] = [];
  for (const one of replacements) {
    if (one.job !== job.id) continue;
    const verdict = judgeReplacement(one, record);
    if (verdict === "due") due = madeBy(record).at(-1)?.attempt ?? null;
    if (verdict === "made") made.push({ job: job.id, given: one.of ?? "", has: idToReplace(record) });
  }
  return { due, made };
}
