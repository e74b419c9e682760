import type { LedgerPlace } from "../../../course/course-place.ts";
import { holderOf, olderCopy, readLedger } from "../../../course/ledger.ts";
import { type LogResult, refuseDamage } from "../../../ledger/file/read-log.ts";
import { fold } from "../../../ledger/format/fold.ts";
import { checkIdentity } from "../../../ledger/format/identity.ts";
import type { LedgerState } from "../../../ledger/format/state.ts";
import type { LedgerProblem } from "../../../ledger/problem.ts";
import { nameToday } from "../../../run/lesson.ts";
import { matchLessons } from "../../../run/match.ts";
import type { LostLedger } from "../../../run/purchases-elsewhere.ts";
import { openCreations } from "../../../run/resolve.ts";
import { exitCodes } from "../../../shared/exit-codes.ts";
import { errorCode, errorPath, Failure, isSystemError } from "../../../shared/failure.ts";
import type { Context } from "../../context.ts";
import { CourseSession, knownServiceOf, readPlanAlone, stateFolderOf } from "../../course-session.ts";
import { commandLine, type RepeatedFlags, repeatedFlagsFor } from "../../next.ts";
import { describePlanProblem } from "../../problems/plan.ts";
import { type Checked, type Finding, finding, findingOf } from "./finding.ts";

/** The course of the plan that the user named, and the flags to repeat in suggested commands. */
interface NamedPlan {
  readonly session: CourseSession;
  readonly again: RepeatedFlags;
}

/** Whether the plan is valid, as `check` reports it. */
export async function checkPlan(file: string, context: Context): Promise<Checked<NamedPlan>> {
  const again = repeatedFlagsFor(file, context);
  const check = commandLine("check", again);
  const loaded = await readPlanAlone(file, context);
  const found = loaded.ok ? loaded.warnings : loaded.problems.filter(({ severity }) => severity === "error");
  const facts = { errors: found, first: found.slice(0, 1).map(describePlanProblem).join(""), check };
  if (!loaded.ok)
    return { finding: finding("plan", "problem", facts, { exitCode: exitCodes.invalid }), value: null };
  const { jobs, edition } = loaded.plan;
  return {
    finding: finding("plan", found.length === 0 ? "ok" : "warning", { ...facts, jobs, edition }),
    value: { session: new CourseSession(loaded, context), again },
  };
}

const ofLedger = ["ledger", "ledger-holder", "creations"];

/**
 * Whether the course's ledger is undamaged and belongs to the course, who holds its lock, and what the user has to resolve. `named` is null if the
 * course's plan is invalid.
 */
export async function* ledgerFindings(named: NamedPlan | null, context: Context): AsyncGenerator<Finding> {
  if (named === null) {
    for (const name of ofLedger) yield finding(name, "skipped", {}, { as: "of_plan" });
    return;
  }
  const { session, again } = named;
  const { ledger } = session.place;
  let folding: LogResult | null;
  try {
    folding = await wholeLedger(ledger);
    if (folding !== null) await refuseUnfit(folding, session, context);
    const state = folding?.state ?? fold([]);
    // A missing or new ledger may mean that the real one was lost.
    const lost = await session.lost(matchLessons(session.plan, state), state);
    if (lost !== null) throw new Failure<LostLedger>(lost);
  } catch (error) {
    yield ledgerProblem(error, named);
    for (const name of ofLedger.slice(1)) yield finding(name, "skipped", {}, { as: "of_ledger" });
    return;
  }
  yield ledgerFinding(ledger.location, folding, commandLine("run", again), context);
  yield await holderFinding(ledger, again);
  yield folding === null
    ? finding("creations", "ok", {}, { as: "creations_none" })
    : await creationsFinding(folding.state, named);
}

/** Reads and verifies a ledger like `ledger verify`; null if there is none. */
async function wholeLedger(place: LedgerPlace): Promise<LogResult | null> {
  const folding = await readLedger(place);
  if (folding !== null) refuseDamage(folding, place.location);
  return folding;
}

async function refuseUnfit(
  folding: LogResult,
  { plan, place }: CourseSession,
  context: Context,
): Promise<void> {
  const { state } = folding;
  const { opened } = state;
  if (opened === null) return;
  // A ledger without any intention is not tied to its service.
  const service = state.jobs.size === 0 ? opened.service : (knownServiceOf(context) ?? opened.service);
  checkIdentity(state, { course: plan.course, service }, place.ledger.location);
  const older = await olderCopy(folding, place.ledger, stateFolderOf(context));
  if (older !== null) throw new Failure<LedgerProblem>(older);
}

/** The finding about a ledger's content. `run`: the command that sets a torn end aside. */
function ledgerFinding(path: string, folding: LogResult | null, run: string, { raw }: Context): Finding {
  if (folding === null) {
    return finding("ledger", raw.ledger === undefined ? "ok" : "warning", { path }, { as: "ledger_missing" });
  }
  const { head, tail } = folding;
  return finding("ledger", tail.kind === "torn" ? "warning" : "ok", { path, events: head.seq, run });
}

function ledgerProblem(error: unknown, named: NamedPlan | null): Finding {
  if (error instanceof Failure) return findingOf("ledger", error.problem, named?.again ?? null);
  if (!isSystemError(error)) throw error;
  // A file beside the ledger with which it is compared can't be read.
  return finding("ledger", "problem", { at: errorPath(error) ?? "", cause: errorCode(error) });
}

async function holderFinding(place: LedgerPlace, again: RepeatedFlags): Promise<Finding> {
  const name = "ledger-holder";
  try {
    const holder = await holderOf(place);
    if (holder === null) return finding(name, "ok");
    const facts = { holder, status: commandLine("status", again) };
    return finding(name, "problem", facts, { exitCode: exitCodes.ledger });
  } catch (error) {
    return { ...ledgerProblem(error, null), name };
  }
}

async function creationsFinding(state: LedgerState, { session, again }: NamedPlan): Promise<Finding> {
  const open = openCreations(state, await session.rescued(state));
  if (open.length === 0) return finding("creations", "ok");
  const plan = matchLessons(session.plan, state);
  const jobs = open.map(({ recordName }) => `${recordName.edition}/${nameToday(recordName, plan)}`);
  const facts = { open, jobs, resolve: commandLine("resolve", again) };
  return finding("creations", "problem", facts, { exitCode: exitCodes.uncertain });
}
