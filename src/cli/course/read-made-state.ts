import { placeOfCourse } from "../../course/course-place.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { Failure } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import type { CommandProblem } from "../problem.ts";
import { readState } from "./read-state.ts";

/** The state of a ledger that was begun. */
export interface MadeState extends LedgerState {
  readonly opened: NonNullable<LedgerState["opened"]>;
}

/**
 * The state of a course's ledger, for commands about lessons that were made. Throws a Failure if none was begun: `nothing_made`, which knows
 * whether the course was rehearsed.
 */
export async function readMadeState(course: string, context: Context): Promise<MadeState> {
  const { shared } = context;
  const { ledger } = placeOfCourse(course, shared);
  const state = await readState(ledger, course, context);
  const { opened } = state;
  if (opened !== null) return { ...state, opened };
  const isRehearsed = !shared.local && shared.ledger === null && (await wasRehearsed(course, context));
  throw new Failure<CommandProblem>({ code: "nothing_made", path: ledger.location, isRehearsed });
}

async function wasRehearsed(course: string, context: Context): Promise<boolean> {
  const rehearsal = { ...context, shared: { ...context.shared, local: true } };
  const { ledger } = placeOfCourse(course, rehearsal.shared);
  return (await readState(ledger, course, rehearsal)).opened !== null;
}
