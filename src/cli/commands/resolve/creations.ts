import { jobOf } from "../../../course/select-jobs.ts";
import { settingOf } from "../../../ledger/format/fold.ts";
import type { LedgerState } from "../../../ledger/format/state.ts";
import { nameToday, recordKey } from "../../../run/lesson.ts";
import type { MatchedPlan } from "../../../run/match.ts";
import { type EvidenceResult, gatherEvidence, type Known, type OpenCreation } from "../../../run/resolve.ts";
import { closing } from "../../../shared/closing.ts";
import { Failure } from "../../../shared/failure.ts";
import { isUuid } from "../../../shared/world.ts";
import type { Context } from "../../context.ts";
import { readCallOptions } from "../../parser/options.ts";
import type { CommandProblem } from "../../problem.ts";
import { openSession } from "../../service/connection.ts";

/** The service's evidence about open creations, and the facts for weighing it. */
export interface Asked {
  /** Null if no creation is open, or if no service or key is set, so that only the ledger's own evidence is available. */
  readonly result: EvidenceResult | null;
  readonly known: Known;
}

export async function askEvidence(
  open: OpenCreation | undefined,
  state: LedgerState,
  context: Context,
): Promise<Asked> {
  const { raw, shared } = context;
  const { creationTimeoutMs } = readCallOptions(raw, shared.local);
  const session =
    open === undefined
      ? null
      : await openSession(context, null).catch((error: unknown) => {
          if (error instanceof Failure) return null;
          throw error;
        });
  const result = await closing(session, async () => {
    if (open === undefined || session === null) return null;
    return await gatherEvidence(settingOf(open.attempt.intended.request), session.context);
  });
  // A creation may still be in flight, except in a rehearsal, whose service ends with its run.
  const inFlightMs = shared.local ? null : creationTimeoutMs;
  const evidence = result?.ok ? result.evidence : null;
  return {
    result,
    known: { state, now: context.world.now(), evidence, creationTimeoutMs: inFlightMs },
  };
}

/** Whether a name refers to this creation: by its job in the plan's edition, by `<edition>/<job>`, or by the attempt's id. */
export function isNamed(one: OpenCreation, name: string, plan: MatchedPlan): boolean {
  if (one.attempt.attempt === name.toLowerCase() || recordKey(one.recordName) === name) return true;
  if (one.recordName.edition !== plan.edition) return false;
  const key = recordKey(one.recordName);
  return (
    one.recordName.job === name ||
    plan.lessons.some(({ job, recordKey: its }) => its === key && job.id === name)
  );
}

/**
 * An unambiguous name for a creation: the name of its job in the plan's edition, if that job has only one such creation; otherwise the id of its
 * attempt.
 */
export function settlingName(one: OpenCreation, all: readonly OpenCreation[], plan: MatchedPlan): string {
  const name = nameToday(one.recordName, plan);
  const isPlain = plan.jobs.some(({ id }) => id === name) && isNamed(one, name, plan);
  return isPlain && all.filter((other) => isNamed(other, name, plan)).length === 1
    ? name
    : one.attempt.attempt;
}

/** The one creation with this name. Throws a Failure if no creation, or more than one, has this name. */
export function onlyOne(creations: readonly OpenCreation[], name: string, plan: MatchedPlan): OpenCreation {
  const named = creations.filter((one) => isNamed(one, name, plan));
  const [first] = named;
  if (first === undefined) throw noneNamed(creations, name, plan);
  if (named.length > 1) {
    throw new Failure<CommandProblem>({
      code: "not_one_uncertain",
      job: name,
      count: named.length,
      elsewhere: [],
    });
  }
  return first;
}

/**
 * Throws a Failure for a name that matches neither a creation nor a job of the plan. A creation may also belong to another edition, or to a topic that
 * has left the plan.
 */
export function checkName(name: string, creations: readonly OpenCreation[], plan: MatchedPlan): void {
  const isOfCreation = creations.some((one) => isNamed(one, name, plan) || one.recordName.job === name);
  if (!isOfCreation && !isUuid(name) && !name.includes("/")) jobOf(plan, name);
}

function noneNamed(
  creations: readonly OpenCreation[],
  job: string,
  plan: MatchedPlan,
): Failure<CommandProblem> {
  checkName(job, creations, plan);
  const elsewhere = creations
    .filter(({ recordName }) => recordName.job === job)
    .map(({ recordName }) => recordKey(recordName));
  return new Failure<CommandProblem>({
    code: "not_one_uncertain",
    job,
    count: 0,
    elsewhere: [...new Set(elsewhere)],
  });
}
