import { type CoursePlace, placeOfCourse } from "../../course/course-place.ts";
import type { LedgerPlace } from "../../course/ledger/ledger-place.ts";
import { lostLedger } from "../../course/ledger/lost-ledger.ts";
import { foldLedger, olderCopy } from "../../course/ledger/read-ledger-state.ts";
import { atLedger } from "../../course/ledger/unreadable-ledger.ts";
import { fileHolder } from "../../ledger/file/lock.ts";
import type { LedgerFolding } from "../../ledger/file/read-file.ts";
import { fold } from "../../ledger/format/fold.ts";
import { checkIdentity } from "../../ledger/format/identity.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import type { Plan } from "../../plan/plan.ts";
import { nameToday } from "../../run/lesson.ts";
import { matchLessons } from "../../run/match.ts";
import type { LostLedger } from "../../run/purchases-elsewhere.ts";
import { openCreations } from "../../run/settle/open-creations.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { type AnyProblem, errorCode, errorPath, Failure, isSystemError } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { rescuedOf } from "../commands/settle.ts";
import type { Context } from "../context.ts";
import { type LoadedPlan, loadPlanAlone } from "../course/load-plan.ts";
import { stateFolderOf } from "../course/state-folder.ts";
import { describeCause } from "../messages/cause-words.ts";
import { exitCodeOfFailure } from "../messages/failure-words.ts";
import { describeUnreadable, remedyForMirror, remedyForUnreadable } from "../messages/ledger/ledger-words.ts";
import { type Again, againFor, commandLine, nextCommand } from "../messages/next-command.ts";
import { describePlanProblem } from "../messages/plan/plan-words.ts";
import { rightsCommand } from "../messages/shell.ts";
import { knownServiceOf } from "../service/connection.ts";
import { type Finding, ok, problem, skipped, warning } from "./finding.ts";
import { describeFound } from "./found-words.ts";
import type { Checked } from "./service-checks.ts";

/** The plan given by the user, and the flags to repeat in suggested commands. */
export interface NamedPlan {
  readonly plan: Plan;
  readonly place: CoursePlace;
  readonly again: Again;
}

/** Whether the plan is valid, as `check` reports it. */
export async function checkPlan(file: string, context: Context): Promise<Checked<NamedPlan>> {
  const again = againFor(file, context);
  const loaded = await loadPlanAlone(file, context);
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

function planProblem({ problems }: Extract<LoadedPlan, { ok: false }>, again: Again): Finding {
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const found = `${pluralize(errors.length, "error")}${first === undefined ? "" : `; ${describePlanProblem(first)}`}`;
  return problem("plan", found, { remedy: commandLine("check", again), exitCode: exitCodes.invalid });
}

const ofLedger = ["ledger", "ledger-holder", "creations"];

/**
 * Whether the course's ledger is undamaged and its own, who holds its lock, and what the user has to settle. `named` is null if the
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
    ? ok("creations", "none was made yet")
    : await creationsFinding(folding, named, context);
}

/** Whether a ledger given without a plan can be read: a file, or a database with any number of them. */
export async function namedLedgerFinding(
  named: NonNullable<Context["shared"]["ledger"]>,
  context: Context,
): Promise<Finding> {
  const path = typeof named === "string" ? named : named.location;
  try {
    if (typeof named !== "string") {
      const { listLedgers } = await import("../../ledger/postgres/read.ts");
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
  { state, head, hashOf }: LedgerFolding,
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
  const seen = { location: path, id: opened.ledger, head, hashOf, joined: state.joined };
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
  const lost = await lostLedger(use);
  if (lost !== null) throw new Failure<LostLedger>(lost);
}

function noLedgerYet(path: string, { raw }: Context): Finding {
  const found = `there is none yet at ${path}: the first run begins it`;
  return raw.ledger === undefined
    ? ok("ledger", found)
    : warning(
        "ledger",
        found,
        "if lessons were bought already, name the ledger that they are in with --ledger",
      );
}

function wholeFinding(path: string, { head, tail }: LedgerFolding, again: Again | null): Finding {
  const found = `${path}: whole; ${pluralize(head.seq, "event")}`;
  if (tail.kind !== "torn") return ok("ledger", found);
  return warning(
    "ledger",
    `${found}, and a last record that was cut off`,
    `the next run sets it aside and says what it holds: ${again === null ? "coursebinder run <plan>" : commandLine("run", again)}`,
  );
}

function ledgerProblem(error: unknown, named: NamedPlan | null): Finding {
  if (error instanceof Failure) {
    const callError = error.problem as AnyProblem;
    const remedy = remedyFor(error.problem as LedgerProblem | LostLedger, named);
    const found = isUnreadable(callError) ? describeUnreadable(callError) : describeFound(callError);
    return problem("ledger", found, { remedy, exitCode: exitCodeOfFailure(callError) });
  }
  if (!isSystemError(error)) throw error;
  // What lies beside the ledger, and is compared with it.
  const at = errorPath(error) ?? "";
  return problem("ledger", `${at} can't be read (${describeCause(errorCode(error))})`, {
    remedy: `see to that: ${rightsCommand(at)}`,
    exitCode: exitCodes.stopped,
  });
}

function isUnreadable(found: AnyProblem): found is Extract<LedgerProblem, { code: "ledger_unreadable" }> {
  return found.code === "ledger_unreadable";
}

function remedyFor(callError: LedgerProblem | LostLedger, named: NamedPlan | null): string {
  switch (callError.code) {
    case "ledger_of_other_service":
      return callError.found === "local"
        ? "rehearse with --local, or give the real course another --ledger"
        : `use the service that it was made with: --service ${callError.found}`;
    case "ledger_of_other_course":
      return "name this course's own ledger with --ledger, or leave --ledger and COURSEBINDER_LEDGER out";
    case "ledger_unreachable":
      return "see that the server runs, and that COURSEBINDER_LEDGER (or --ledger) and PGPASSWORD are right";
    case "ledger_begun_anew":
    case "bought_elsewhere": {
      const line = named === null ? null : nextCommand(callError, named.again);
      return line ?? "go on with the ledger that the lessons are in: give --out or --ledger as it was then";
    }
    case "ledger_half_rebuilt":
    case "ledger_lost":
    case "ledger_older_copy":
      return named === null
        ? "coursebinder ledger restore <plan>"
        : commandLine("ledger restore", named.again);
    case "mirror_unusable":
      return remedyForMirror(callError);
    case "ledger_unreadable":
      return remedyForUnreadable(callError.cause);
    case "ledger_tables_unknown":
      return "use the version of coursebinder that made the tables";
    default:
      return named === null
        ? "put the newest whole copy back; this says whether it is one: coursebinder ledger verify <ledger>"
        : `put the newest whole copy back; this says whether it is one: ${commandLine("ledger verify", named.again)}`;
  }
}

async function holderFinding(place: LedgerPlace, again: Again): Promise<Finding> {
  const name = "ledger-holder";
  try {
    const holder = await holderOf(place);
    if (holder === null) return ok(name, "no run holds the ledger");
    return problem(name, `a run holds the ledger (${holder})`, {
      remedy: `wait until it has ended; where it stands: ${commandLine("status", again)}`,
      exitCode: exitCodes.ledger,
    });
  } catch (error) {
    return { ...ledgerProblem(error, null), name };
  }
}

async function holderOf(place: LedgerPlace): Promise<string | null> {
  if (place.kind === "file") return atLedger(place, () => fileHolder(place.location, realFiles));
  const { postgresHolder } = await import("../../ledger/postgres/read.ts");
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
