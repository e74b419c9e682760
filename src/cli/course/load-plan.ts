import { placeOfCourse } from "../../course/course-place.ts";
import { readLedgerState } from "../../course/ledger/read-ledger-state.ts";
import { taughtEditions } from "../../course/taught-editions.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { readPlan } from "../../plan/read-plan.ts";
import type { TaughtEditions } from "../../plan/rotation.ts";
import { Failure } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import { date, text } from "../parser/options.ts";

export type LoadedPlan =
  | { readonly ok: true; readonly plan: Plan; readonly warnings: readonly PlanProblem[] }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/**
 * Reads the command line's plan, for the edition and day given by its flags. A plan that rotates also depends on what the ledger says of
 * earlier editions: if that can't be read, this throws a Failure, since other topics would be bought.
 */
export function loadPlan(file: string, context: Context): Promise<LoadedPlan> {
  return load(file, context, (course) => taughtInLedger(course, context));
}

/**
 * Reads the command line's plan for a command that works without a ledger, or on a damaged one, and buys nothing: what can't be read of
 * earlier editions, and what is in a database, counts as not there.
 */
export function loadPlanAlone(file: string, context: Context): Promise<LoadedPlan> {
  return load(file, context, async (course) => {
    const isFile = placeOfCourse(course, context.shared).ledger.kind === "file";
    return isFile ? await taughtInLedger(course, context).catch(ifUnreadable) : new Map();
  });
}

function load(
  file: string,
  { raw, world }: Context,
  taught: (course: string) => Promise<TaughtEditions>,
): Promise<LoadedPlan> {
  const edition = text(raw, "edition");
  return readPlan(file, { at: date(raw) ?? world.now(), taught, ...(edition === null ? {} : { edition }) });
}

async function taughtInLedger(course: string, { shared }: Context): Promise<TaughtEditions> {
  const { ledger } = placeOfCourse(course, shared);
  const { state } = await readLedgerState(ledger, { course, stateFolder: null });
  return taughtEditions(state);
}

function ifUnreadable(error: unknown): TaughtEditions {
  if (error instanceof Failure) return new Map();
  throw error;
}
