import { isOpen } from "../../ledger/format/job-status.ts";
import type { Attempt, JobRecord, LedgerState } from "../../ledger/format/state.ts";
import { Failure } from "../../shared/failure.ts";
import type { RunJob } from "../match/match-lessons.ts";
import type { RunProblem, WrongReplacement } from "../problem.ts";

/** A person's word that a job is to get another story in place of the one that it has: a comparison and a swap. */
export interface Replacement {
  /** The job's id. */
  readonly job: string;
  /** The first characters of the story's or the attempt's id that the job must still have; null where nobody has said it yet. */
  readonly of: string | null;
}

/** So many characters of an id tell one of a job's few stories from another. */
export const idCharactersLeast = 8;

/** The attempts of a job that made a story, or may have; the oldest first. */
function madeBy(record: JobRecord | undefined): readonly Attempt[] {
  return record?.attempts.filter((one) => isOpen(one) || one.outcome.kind === "accepted") ?? [];
}

/** The ids that people know an attempt by: its story's first, where it has one. */
function idsOf({ attempt, outcome }: Attempt): readonly string[] {
  return outcome.kind === "accepted" ? [outcome.id, attempt] : [attempt];
}

/** What a job has now, as `--replace <job>@<id>` takes it; null where it has nothing that could be replaced, or nobody knows whether it has. */
export function idToReplace(record: JobRecord | undefined): string | null {
  const made = madeBy(record);
  const last = made.at(-1);
  const [id] = last === undefined || isOpen(last) ? [] : idsOf(last);
  if (id === undefined) return null;
  const others = made.slice(0, -1).flatMap(idsOf);
  const isItsOwn = (length: number): boolean => !others.some((one) => one.startsWith(id.slice(0, length)));
  let length = idCharactersLeast;
  while (length < id.length && !isItsOwn(length)) length += 1;
  return id.slice(0, length);
}

/** due: the job still has what is named. made: it has something newer by now, so the same words buy nothing again. */
export type ReplacementVerdict = "due" | "made" | WrongReplacement["why"];

/** Compares what a person named with what the job has. Pure. */
export function judgeReplacement({ of }: Replacement, record: JobRecord | undefined): ReplacementVerdict {
  const made = madeBy(record);
  const last = made.at(-1);
  if (last === undefined) return "nothing_there";
  if (of === null) return isOpen(last) ? "uncertain" : "unnamed";
  if (of.length < idCharactersLeast) return "short";
  const named = made.filter((attempt) => idsOf(attempt).some((id) => id.startsWith(of)));
  if (named.length > 1) return "ambiguous";
  if (named.length === 0) return "unknown";
  if (named[0] !== last) return "made";
  // Whether there is anything to replace a person has to find out first.
  return isOpen(last) ? "uncertain" : "due";
}

/**
 * Throws a Failure with `replacement_wrong` for everything that is named and the ledger can't confirm: before anything is sent. `mayAsk`: a
 * person is there to say which story is meant.
 */
export function refuseWrongReplacements(
  replacements: readonly Replacement[],
  recordOf: (job: string) => JobRecord | undefined,
  mayAsk: boolean,
): void {
  const wrong = replacements.flatMap((one): WrongReplacement[] => {
    const record = recordOf(one.job);
    const why = judgeReplacement(one, record);
    if (why === "due" || why === "made" || (why === "unnamed" && mayAsk)) return [];
    return [{ job: one.job, given: one.of, why, has: idToReplace(record) }];
  });
  if (wrong.length > 0) throw new Failure<RunProblem>({ code: "replacement_wrong", wrong });
}

/** A story that was to be replaced and was, before. `given`: as a person named it. `has`: what the job has instead. */
export interface MadeReplacement {
  readonly job: string;
  readonly given: string;
  /** Null while nobody knows what came of that. */
  readonly has: string | null;
}

/** What a person's words come to for one job: the attempt that is to be replaced, if any, and those that were replaced before. */
export function judgeReplacements(
  job: Pick<RunJob, "id">,
  replacements: readonly Replacement[],
  record: JobRecord | undefined,
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

/** Finds the record of each job by the job's id. */
export function recordsById(
  jobs: readonly RunJob[],
  state: LedgerState,
): (job: string) => JobRecord | undefined {
  return (id) => {
    const job = jobs.find((one) => one.id === id);
    return job === undefined ? undefined : state.jobs.get(job.ledgerKey);
  };
}
