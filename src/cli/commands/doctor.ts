import { resolve } from "node:path";
import process from "node:process";
import type { LedgerPlace } from "../../course/course-place.ts";
import { type CourseLedger, holderOf, refusalOf } from "../../course/ledger.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { Plan } from "../../plan/plan.ts";
import { nameToday } from "../../run/lesson.ts";
import { matchLessons } from "../../run/match.ts";
import type { RunProblem } from "../../run/problem.ts";
import { findOtherAccount } from "../../run/quote.ts";
import { openCreations } from "../../run/resolve.ts";
import { divideWork } from "../../run/work.ts";
import { type ExitCode, exitCodeOfAll, exitCodes } from "../../shared/exit-codes.ts";
import { errorCode, errorPath, Failure, isSystemError } from "../../shared/failure.ts";
import { roomIn } from "../../shared/files/make-folder.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { engineAtHand } from "../../shared/speech/speech-engine.ts";
import { openSqlite, type SqliteMissing } from "../../shared/sqlite.ts";
import { leastNode } from "../../shared/version.ts";
import { findChromium, openPdfPrinter } from "../chromium.ts";
import type { Context } from "../context.ts";
import { CourseSession, knownServiceOf, readPlanAlone, stateFolderOf } from "../course-session.ts";
import { type CommandResult, ended, type Tone } from "../io.ts";
import { commandLine, type RepeatedFlags, repeatedFlagsFor } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { rehearsalDataFolder } from "../parser/options.ts";
import { forgetting } from "../problems/ledger.ts";
import { describePlanProblem } from "../problems/plan.ts";
import { openSession } from "../service/connection.ts";
import { type Checked, examineService, type Finding, finding, findingOf } from "./doctor-service.ts";

export const verbs: Verbs = { doctor: (context, [plan]) => doctor(plan, context) };

/** `doctor [plan]`: checks what a run needs, one line for each check, with a remedy. Spends nothing and changes nothing. */
export async function doctor(file: string | undefined, context: Context): Promise<CommandResult> {
  const findings: Finding[] = [];
  for await (const found of untilStopped(examine(file, context), context.interrupt)) {
    findings.push(found);
    context.io.say(`${found.state.padEnd(8)} ${found.name.padEnd(14)} ${found.found}`, tones[found.state]);
    if (found.remedy !== null) context.io.say(`${" ".repeat(9)}${"remedy".padEnd(14)} ${found.remedy}`);
  }
  const count = (state: Finding["state"]): number => findings.filter((one) => one.state === state).length;
  context.io.say(
    count("problem") + count("warning") === 0
      ? "Nothing is wrong."
      : `${pluralize(count("problem"), "problem")}, ${pluralize(count("warning"), "warning")}. Nothing was changed or spent.`,
  );
  const checks = findings.map(({ name, state, found, remedy }) => ({ name, state, found, remedy }));
  return ended({ ok: count("problem") === 0, checks }, exitCodeOfAll(findings.map((one) => one.exitCode)));
}

const tones: Readonly<Record<Finding["state"], Tone | undefined>> = {
  ok: "good",
  warning: "waiting",
  problem: "bad",
  skipped: undefined,
};

async function* examine(file: string | undefined, context: Context): AsyncGenerator<Finding> {
  const { local, out } = context.shared;
  yield nodeFinding();
  yield* sqliteFindings();
  yield context.environment.tlsChecksOff
    ? findingOf("certificates", { code: "tls_checks_off" })
    : finding("certificates", "ok");
  let answers = false;
  for await (const found of local ? [] : examineService(context)) {
    if (found.name === "answer") answers = found.state === "ok";
    yield found;
  }
  yield await folderFinding("state-folder", stateFolderOf(context), exitCodes.ledger);
  if (local) {
    yield await folderFinding("local-service", rehearsalDataFolder(context.shared));
    yield await narratorFinding(context);
  }
  if (file === undefined) {
    yield await folderFinding("out-folder", out);
    yield await pdfFinding(null, context);
    return;
  }
  const plan = await checkPlan(file, context);
  yield plan.finding;
  yield await folderFinding("out-folder", plan.value?.session.place.folder ?? out);
  yield await pdfFinding(plan.value?.session.plan ?? null, context);
  yield* ledgerFindings(plan.value, context, answers);
}

/** Ends when the user interrupts, with a last finding that says so in place of the one whose check was stopped. */
async function* untilStopped(
  findings: AsyncGenerator<Finding>,
  interrupt: AbortSignal,
): AsyncGenerator<Finding> {
  for await (const found of findings) {
    yield interrupt.aborted ? finding("doctor", "problem") : found;
    if (interrupt.aborted) return;
  }
}

/** Checks the version of Node that runs this program. */
export function nodeFinding(running = process.versions.node, least = leastNode): Finding {
  const isNew = running.localeCompare(least, "en", { numeric: true }) >= 0;
  return finding("node", isNew ? "ok" : "problem", { running, least });
}

/** Warns if there is no SQLite. */
function* sqliteFindings(): Generator<Finding> {
  try {
    openSqlite(":memory:").close();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { cause } = error.problem as SqliteMissing;
    yield finding("sqlite", "warning", { cause });
  }
}

/** The finding about a folder. `folder`: null if this machine has no place for it. */
async function folderFinding(
  name: string,
  folder: string | null,
  exitCode: ExitCode = exitCodes.stopped,
): Promise<Finding> {
  const forgotten = { folder, forgetting: forgetting() };
  if (folder === null) return finding(name, "problem", forgotten, { exitCode });
  const room = await roomIn(folder);
  if (room.ok) return finding(name, "ok", { folder, isThere: room.isThere }, { as: "folder" });
  const { at, cause } = room;
  const place = at === resolve(folder) ? "" : at;
  return finding(name, "problem", { ...forgotten, place, at, cause }, { exitCode });
}

async function narratorFinding({ environment, world }: Context): Promise<Finding> {
  const name = "narrator";
  const { modelsIn } = await import("../service/local-service.ts");
  try {
    const { narrator } = modelsIn(environment.models, { log: world.log }).servers;
    if (narrator !== null) return finding(name, "ok", { ...narrator }, { as: "narrator_server" });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const remedy = "correct STORY_WRITER_URL, STORY_NARRATOR_URL and their _MODEL variables, or unset them";
    return { ...findingOf(name, error.problem), remedy };
  }
  const engine = engineAtHand();
  return finding(name, engine === "package" || engine === "program" ? "ok" : "warning", { engine });
}

/**
 * Whether this machine can print PDF files, and with which program: starts the browser and ends it. `plan`: the user's plan, or null. If it has no PDF
 * files, nothing is started.
 */
async function pdfFinding(plan: Plan | null, { environment, interrupt }: Context): Promise<Finding> {
  const name = "pdf";
  const { chromium: named } = environment;
  const isNeeded = plan?.formats.includes("pdf") === true;
  const program = await findChromium(named, process.platform);
  if (program === null) {
    const state = isNeeded || named !== null ? "warning" : "skipped";
    const facts = { named, isNeeded, install: howToGet(process.platform) };
    return finding(name, state, facts, { as: "pdf_missing" });
  }
  if (plan !== null && !isNeeded) return finding(name, "skipped", { program });
  try {
    const printer = await openPdfPrinter(program, interrupt);
    await printer.close();
    return finding(name, "ok", { program, version: printer.version });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return finding(name, "warning", { program, why });
  }
}

function howToGet(platform: NodeJS.Platform): string {
  return platform === "darwin" || platform === "win32"
    ? "install Google Chrome (https://www.google.com/chrome)"
    : "install it (apt install chromium)";
}

/** The course of the plan that the user named, and the flags to repeat in suggested commands. */
interface NamedPlan {
  readonly session: CourseSession;
  readonly again: RepeatedFlags;
}

/** Whether the plan is valid, as `check` reports it. */
async function checkPlan(file: string, context: Context): Promise<Checked<NamedPlan>> {
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
 * Whether a run would use the course's ledger, who holds its lock, and what the user has to resolve; if the service answers, also whether the account is
 * the one with the bought lessons. `named` is null if the course's plan is invalid.
 */
async function* ledgerFindings(
  named: NamedPlan | null,
  context: Context,
  answers: boolean,
): AsyncGenerator<Finding> {
  if (named === null) {
    for (const name of ofLedger) yield finding(name, "skipped", {}, { as: "of_plan" });
    return;
  }
  const { session, again } = named;
  const { ledger } = session.place;
  let read: CourseLedger;
  try {
    read = await session.lookAtLedger();
    // A state folder that can't be made has a finding of its own.
    const use = { service: knownServiceOf(context), newLedger: true };
    const refused = await refusalOf(read, session, use);
    // A missing or new ledger may mean that the real one was lost.
    const lost = refused ?? (await session.lost(matchLessons(session.plan, read.state), read.state));
    if (lost !== null) throw new Failure<RunProblem>(lost);
  } catch (error) {
    yield ledgerProblem(error, named);
    for (const name of ofLedger.slice(1)) yield finding(name, "skipped", {}, { as: "of_ledger" });
    return;
  }
  yield ledgerFinding(ledger.location, read, commandLine("run", again), context);
  yield await holderFinding(ledger, again);
  yield read.isThere
    ? await creationsFinding(read.state, named)
    : finding("creations", "ok", {}, { as: "creations_none" });
  if (answers) yield await accountFinding(read.state, named, context);
}

/** Asks for the story that was bought last, as a run does, but only if asking can't start its audiobook. */
async function accountFinding(
  state: LedgerState,
  { session, again }: NamedPlan,
  context: Context,
): Promise<Finding> {
  const { context: calls, close } = await openSession(context, state);
  const plan = matchLessons(session.plan, state);
  const work = divideWork(plan, { lessons: plan.lessons, replace: [] }, state);
  const asking = { work, state, path: session.place.ledger.location, spendsNothing: true };
  const other = await findOtherAccount(asking, calls).finally(close);
  return other === null ? finding("account", "ok") : findingOf("account", other, again);
}

/** The finding about a ledger's content. `run`: the command that sets a torn end aside. */
function ledgerFinding(
  path: string,
  { isThere, isTorn, head }: CourseLedger,
  run: string,
  { raw }: Context,
): Finding {
  if (!isThere) {
    return finding("ledger", raw.ledger === undefined ? "ok" : "warning", { path }, { as: "ledger_missing" });
  }
  return finding("ledger", isTorn ? "warning" : "ok", { path, events: head.seq, run });
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
