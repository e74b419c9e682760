import { type CoursePlace, type LedgerPlace, placeOfCourse } from "../../course/course-place.ts";
import {
  atLedger,
  foldLedger,
  type LedgerFolding,
  olderCopy,
  purchasesElsewhere,
} from "../../course/ledger.ts";
import { fileHolder } from "../../ledger/file/lock.ts";
import { fold } from "../../ledger/format/fold.ts";
import { checkIdentity } from "../../ledger/format/identity.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PlanResult } from "../../plan/read-plan.ts";
import { nameToday } from "../../run/lesson.ts";
import { matchLessons } from "../../run/match.ts";
import type { LostLedger } from "../../run/purchases-elsewhere.ts";
import { openCreations } from "../../run/resolve.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { errorCode, errorPath, Failure, isSystemError } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { rescuedOf } from "../commands/settle.ts";
import type { Context } from "../context.ts";
import { knownServiceOf, readPlanAlone, stateFolderOf } from "../course-session.ts";
import { commandLine, type RepeatedFlags, repeatedFlagsFor } from "../next.ts";
import { describeCause } from "../problems/causes.ts";
import { describePlanProblem } from "../problems/plan.ts";
import { rightsCommand } from "../render/shell.ts";
import { type Checked, type Finding, findingOf, ok, problem, skipped, warning } from "./finding.ts";

/** The plan given by the user, and the flags to repeat in suggested commands. */
export interface NamedPlan {
  readonly plan: Plan;
  readonly place: CoursePlace;
  readonly again: RepeatedFlags;
}

/** Whether the plan is valid, as `check` reports it. */
export async function checkPlan(file: string, context: Context): Promise<Checked<NamedPlan>> {
  const again = repeatedFlagsFor(file, context);
  const loaded = await readPlanAlone(file, context);
  if (!loaded.ok) return { finding: planProblem(loaded, again), value: null };
  const { plan, warnings } = loaded;
  const found = `${pluralize(plan.jobs.length, "job")}, edition ${plan.edition}`;
  const [first] = warnings;
  const finding =
    first === undefined
      ? ok("plan", found)
      : warning("plan", `${found}; ${describePlanProblem(first)}`, commandLine("check", again));
  return { finding, value: { plan, place: placeOfCourse(plan.course, context.shared), again } };
}

function planProblem({ problems }: Extract<PlanResult, { ok: false }>, again: RepeatedFlags): Finding {
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const found = `${pluralize(errors.length, "error")}${first === undefined ? "" : `; ${describePlanProblem(first)}`}`;
  return problem("plan", found, { remedy: commandLine("check", again), exitCode: exitCodes.invalid });
}

const ofLedger = ["ledger", "ledger-holder", "creations"];

/**
 * Whether the course's ledger is undamaged and belongs to the course, who holds its lock, and what the user has to resolve. `named` is null if the
 * course's plan is invalid.
 */
export async function* ledgerFindings(named: NamedPlan | null, context: Context): AsyncGenerator<Finding> {
  if (named === null) {
    for (const name of ofLedger) yield skipped(name, "the plan can't be used");
    return;
  }
  const { place, again } = named;
  const path = place.ledger.location;
  let folding: LedgerFolding | null;
  try {
    folding = await wholeLedger(place.ledger);
    if (folding !== null) await refuseUnfit(folding, named, context);
    await refuseLost(folding?.state ?? fold([]), named, context);
  } catch (error) {
    yield ledgerProblem(error, named);
    for (const name of ofLedger.slice(1)) yield skipped(name, "the ledger can't be used");
    return;
  }
  yield folding === null ? noLedgerYet(path, context) : wholeFinding(path, folding, again);
  yield await holderFinding(place.ledger, again);
  yield folding === null
    ? ok("creations", "no creation has been made yet")
    : await creationsFinding(folding, named, context);
}

/** Whether a ledger that was given without a plan can be read; it may be a file, or a database with any number of ledgers. */
export async function namedLedgerFinding(
  named: NonNullable<Context["shared"]["ledger"]>,
  context: Context,
): Promise<Finding> {
  const path = typeof named === "string" ? named : named.location;
  try {
    if (typeof named !== "string") {
      const { listLedgers } = await import("../../ledger/postgres/postgres-ledger.ts");
      const count = (await listLedgers(named)).length;
      return ok("ledger", `${path} can be reached, and holds ${pluralize(count, "ledger")}`);
    }
    const folding = await wholeLedger({ kind: "file", location: named });
    return folding === null ? noLedgerYet(path, context) : wholeFinding(path, folding, null);
  } catch (error) {
    return ledgerProblem(error, null);
  }
}

/** Reads and verifies a ledger like `ledger verify`; null if there is none. */
async function wholeLedger(place: LedgerPlace): Promise<LedgerFolding | null> {
  const folding = await foldLedger(place);
  const damage = folding?.damage ?? null;
  if (damage !== null) {
    throw new Failure<LedgerProblem>({ code: "ledger_damaged", path: place.location, damage });
  }
  return folding;
}

async function refuseUnfit(
  { state, events }: LedgerFolding,
  { plan, place }: NamedPlan,
  context: Context,
): Promise<void> {
  const path = place.ledger.location;
  const { opened } = state;
  if (opened === null) return;
  // A ledger without any intention is not tied to its service.
  const service = state.jobs.size === 0 ? opened.service : (knownServiceOf(context) ?? opened.service);
  checkIdentity([opened], { course: plan.course, service }, path);
  const folder = stateFolderOf(context);
  const seen = { location: path, id: opened.ledger, events, joined: state.joined };
  const older = await olderCopy(seen, { folder, place: place.ledger });
  if (older !== null) throw new Failure<LedgerProblem>(older);
}

/** A missing or new ledger may mean that the real one was lost. */
async function refuseLost(state: LedgerState, { plan, place }: NamedPlan, context: Context): Promise<void> {
  const matched = matchLessons(plan, state);
  const use = {
    plan: matched,
    lessons: matched.lessons,
    state,
    service: knownServiceOf(context),
    place,
    stateFolder: stateFolderOf(context),
  };
  const lost = await purchasesElsewhere(use).find();
  if (lost !== null) throw new Failure<LostLedger>(lost);
}

function noLedgerYet(path: string, { raw }: Context): Finding {
  const found = `there is no ledger yet at ${path}: the first run creates one`;
  return raw.ledger === undefined
    ? ok("ledger", found)
    : warning("ledger", found, "if lessons have already been bought, name their ledger with --ledger");
}

function wholeFinding(path: string, { head, tail }: LedgerFolding, again: RepeatedFlags | null): Finding {
  const found = `${path}: intact; ${pluralize(head.seq, "event")}`;
  if (tail.kind !== "torn") return ok("ledger", found);
  return warning(
    "ledger",
    `${found}; the last record was cut off`,
    `the next run sets the record aside and reports what the record contains; to start a run: ${again === null ? "coursebinder run <plan>" : commandLine("run", again)}`,
  );
}

function ledgerProblem(error: unknown, named: NamedPlan | null): Finding {
  if (error instanceof Failure) return findingOf("ledger", error.problem, named?.again ?? null);
  if (!isSystemError(error)) throw error;
  // What lies beside the ledger, and is compared with it.
  const at = errorPath(error) ?? "";
  return problem("ledger", `${at} can't be read (${describeCause(errorCode(error))})`, {
    remedy: `fix that: ${rightsCommand(at)}`,
    exitCode: exitCodes.stopped,
  });
}

async function holderFinding(place: LedgerPlace, again: RepeatedFlags): Promise<Finding> {
  const name = "ledger-holder";
  try {
    const holder = await holderOf(place);
    if (holder === null) return ok(name, "no run holds the ledger");
    return problem(name, `a run holds the ledger (${holder})`, {
      remedy: `wait until that run has ended; to see its progress: ${commandLine("status", again)}`,
      exitCode: exitCodes.ledger,
    });
  } catch (error) {
    return { ...ledgerProblem(error, null), name };
  }
}

async function holderOf(place: LedgerPlace): Promise<string | null> {
  if (place.kind === "file") return atLedger(place, () => fileHolder(place.location, realFiles));
  const { postgresHolder } = await import("../../ledger/postgres/postgres-ledger.ts");
  return postgresHolder(place.address, place.name);
}

/** More names than this don't help: `resolve` lists them all. */
const namesMost = 3;

async function creationsFinding(
  { state }: LedgerFolding,
  { plan: written, place, again }: NamedPlan,
  context: Context,
): Promise<Finding> {
  const open = openCreations(state, await rescuedOf(state, place, context));
  if (open.length === 0) return ok("creations", "none is uncertain");
  const plan = matchLessons(written, state);
  const jobs = open
    .slice(0, namesMost)
    .map(({ recordName }) => `${recordName.edition}/${nameToday(recordName, plan)}`);
  const more = open.length > namesMost ? ", …" : "";
  const found = `${pluralize(open.length, "creation is", "creations are")} uncertain: ${jobs.join(", ")}${more}`;
  return problem("creations", found, {
    remedy: commandLine("resolve", again),
    exitCode: exitCodes.uncertain,
  });
}
