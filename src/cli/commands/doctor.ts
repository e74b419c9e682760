import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { readCredential } from "../../client/credentials.ts";
import type { CallError, CallResult, Remote } from "../../client/port.ts";
import { connectMostMs, openConnection as openSocket } from "../../client/socket.ts";
import type { Scope } from "../../contract/operations.ts";
import type { QuoteRequest } from "../../contract/stories.ts";
import type { LedgerPlace } from "../../course/course-place.ts";
import { atLedger, olderCopy, type ReadLedger, readLedger } from "../../course/ledger.ts";
import { fileHolder } from "../../ledger/file/lock.ts";
import { refuseDamage } from "../../ledger/file/read-log.ts";
import { fold } from "../../ledger/format/fold.ts";
import { checkIdentity } from "../../ledger/format/identity.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import type { Plan } from "../../plan/plan.ts";
import { nameToday } from "../../run/lesson.ts";
import { matchLessons } from "../../run/match.ts";
import { exitCodeOf, type RunProblem } from "../../run/problem.ts";
import type { LostLedger } from "../../run/purchases-elsewhere.ts";
import { clocksApartMs, openCreations } from "../../run/resolve.ts";
import { type ExitCode, exitCodeOfAll, exitCodes } from "../../shared/exit-codes.ts";
import { type AnyProblem, errorCode, errorPath, Failure, isSystemError } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { engineAtHand } from "../../shared/speech/speech-engine.ts";
import { openSqlite, type SqliteMissing } from "../../shared/sqlite.ts";
import { leastNode } from "../../shared/version.ts";
import type { World } from "../../shared/world.ts";
import type { Facts } from "../../shared/written-text.ts";
import { findChromium, openPdfPrinter } from "../chromium.ts";
import type { Context } from "../context.ts";
import { CourseSession, knownServiceOf, readPlanAlone, serviceOf, stateFolderOf } from "../course-session.ts";
import { type CommandResult, ended, type Tone } from "../io.ts";
import { commandLine, nextAt, nextLine, type RepeatedFlags, repeatedFlagsFor } from "../next.ts";
import { readCallOptions, rehearsalDataFolder } from "../parser/options.ts";
import { describeMissingSqlite, remedyForCall, sqliteRemedy } from "../problems/causes.ts";
import { forgetting } from "../problems/ledger.ts";
import { describePlanProblem } from "../problems/plan.ts";
import { exitCodeOfFailure, messageOf } from "../problems/problems.ts";
import { messageIn, textIn } from "../problems/texts.ts";
import { quoted } from "../render/shell.ts";
import { keptLogin, loginStateOf, openConnection } from "../service/connection.ts";

/** The result of one check. */
interface Finding {
  /** Stable, for scripts: `key`, `account:read`, … */
  readonly name: string;
  /** `warning`: a run can do without it, or it may become a problem later. `skipped`: the check could not be made, or would have cost something. */
  readonly state: "ok" | "warning" | "problem" | "skipped";
  /** The result in words. */
  readonly found: string;
  /** What to do about it; null if nothing. */
  readonly remedy: string | null;
  /** The exit code of a run that fails because of this finding; `done` if it is no problem. */
  readonly exitCode: ExitCode;
}

/** A check's finding in the words of `texts/doctor.yaml`. `as`: the name of these words, if not the check's own. */
export function finding(
  name: string,
  state: Finding["state"],
  facts: Facts = {},
  { as = name, exitCode = exitCodes.stopped }: { as?: string; exitCode?: ExitCode } = {},
): Finding {
  const { what, fix = null } = messageIn("doctor", {}, { ...facts, code: `${as} ${state}` });
  return { name, state, found: what, remedy: fix, exitCode: state === "problem" ? exitCode : exitCodes.done };
}

/** A command's problem as a finding: its message without the part about what was not done, and the command to type or another remedy. */
function findingOf(name: string, found: AnyProblem, again: RepeatedFlags | null = null): Finding {
  const { what, fix, next = null } = messageOf(found);
  const line = again === null ? null : nextLine(nextAt(next, again));
  const otherwise = next === null ? "Fix that." : `coursebinder ${next.verb} <plan>`;
  const exitCode = exitCodeOfFailure(found);
  return { name, state: "problem", found: what, remedy: line ?? fix ?? otherwise, exitCode };
}

/** A check's finding, and the value that the check determined; the value is null if there is none. */
interface Checked<Value> {
  readonly finding: Finding;
  readonly value: Value | null;
}

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
  const { local, out, ledger } = context.shared;
  yield nodeFinding();
  yield* sqliteFindings();
  yield context.environment.tlsChecksOff
    ? findingOf("certificates", { code: "tls_checks_off" })
    : finding("certificates", "ok");
  if (!local) yield* examineService(context);
  yield await folderFinding("state-folder", stateFolderOf(context), exitCodes.ledger);
  if (local) {
    yield await folderFinding("local-service", rehearsalDataFolder(context.shared));
    yield await narratorFinding(context);
  }
  if (file === undefined) {
    yield* outFindings(out);
    yield await pdfFinding(null, context);
    if (ledger !== null) yield await namedLedgerFinding(ledger, context);
    return;
  }
  const plan = await checkPlan(file, context);
  yield plan.finding;
  yield* outFindings(plan.value?.session.place.folder ?? out);
  yield await pdfFinding(plan.value?.session.plan ?? null, context);
  yield* ledgerFindings(plan.value, context);
}

/** Ends at once when the user asks to stop, with that as its last finding; answers still pending are dropped. */
async function* untilStopped(
  findings: AsyncGenerator<Finding>,
  interrupt: AbortSignal,
): AsyncGenerator<Finding> {
  const stop = new Promise<null>((done) => {
    if (interrupt.aborted) done(null);
    else interrupt.addEventListener("abort", () => done(null), { once: true });
  });
  for (;;) {
    const next = await Promise.race([stop, findings.next()]);
    if (next === null || interrupt.aborted) {
      yield finding("doctor", "problem");
      return;
    }
    if (next.done === true) return;
    yield next.value;
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
    yield finding("sqlite", "warning", { missing: describeMissingSqlite(cause), remedy: sqliteRemedy });
  }
}

/** `at`: the existing folder in which the rest would be created, or whatever is in the way. */
type Room =
  | { readonly ok: true; readonly at: string; readonly isThere: boolean }
  | { readonly ok: false; readonly at: string; readonly cause: string };

/** Whether a folder can be written to or created. Creates nothing. */
async function roomIn(folder: string): Promise<Room> {
  const whole = resolve(folder);
  for (let at = whole; ; at = dirname(at)) {
    try {
      if (!(await stat(at)).isDirectory()) return { ok: false, at, cause: "ENOTDIR" };
      await access(at, constants.W_OK | constants.X_OK);
      return { ok: true, at, isThere: at === whole };
    } catch (error) {
      const cause = errorCode(error);
      // A path component that is not a folder is found, and named, on the way up.
      const isMissing = cause === "ENOENT" || cause === "ENOTDIR";
      if (!isMissing || at === dirname(at)) return { ok: false, at, cause };
    }
  }
}

/** `folder`: null if there is no place for it. */
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

/** Checks where runs write, and the free space. `folder`: the course's, or `--out` itself if no course is given. */
async function* outFindings(folder: string): AsyncGenerator<Finding> {
  const found = await folderFinding("out-folder", folder);
  yield found;
  yield found.state === "ok"
    ? await diskFinding(folder)
    : finding("disk", "skipped", {}, { as: "disk_unwritable" });
}

/** A long story's audiobook has some 15 MB, and a package contains it again. */
const easyBytes = 1024 ** 3;
/** Below this, not even a short course fits, with its ledger and its package. */
const leastBytes = 64 * 1024 ** 2;

async function diskFinding(folder: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs((await roomIn(folder)).at);
    return blocks === 0 ? finding("disk", "skipped") : roomFinding(bavail * bsize);
  } catch (error) {
    return finding("disk", "skipped", { cause: errorCode(error) });
  }
}

/** Judges the free space. */
export function roomFinding(freeBytes: number): Finding {
  const mebibytes = freeBytes / 1024 ** 2;
  const free = mebibytes < 1024 ? `${Math.floor(mebibytes)} MiB` : `${(mebibytes / 1024).toFixed(1)} GiB`;
  const state = freeBytes >= easyBytes ? "ok" : freeBytes >= leastBytes ? "warning" : "problem";
  return finding("disk", state, { free });
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
 * Whether PDF files can be printed on this machine, and with what: starts the browser and ends it. `plan`: the user's, or null. A plan
 * without PDF files needs none, and nothing is started for it.
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

async function* examineService(context: Context): AsyncGenerator<Finding> {
  const address = checkAddress(context);
  yield address.finding;
  const key = await checkKey(address.value, context);
  yield key.finding;
  if (address.value === null || context.environment.tlsChecksOff) {
    const why = address.value === null ? "there is no usable address" : "certificates are not checked";
    yield* withoutService(why, ["connection", ...serviceChecks]);
    return;
  }
  const { timeoutMs } = readCallOptions(context.raw, false);
  const connection = await checkConnection(address.value, {
    timeoutMs: Math.min(connectMostMs, timeoutMs),
    signal: context.interrupt,
  });
  yield connection;
  if (connection.state !== "ok") yield* withoutService("the service can't be reached");
  else if (key.value === null) yield* withoutService("there is no usable key");
  else yield* examineAccess(key.value, context);
}

const scopeChecks = ["account:read", "books:read", "levels:read", "stories:write"];
const serviceChecks = ["answer", ...scopeChecks, "clock"];

/** The findings for checks that need the service, if it can't be called. */
function withoutService(why: string, names = serviceChecks): readonly Finding[] {
  return names.map((name) => finding(name, "skipped", { why }, { as: "service" }));
}

async function* examineAccess(key: FoundKey, context: Context): AsyncGenerator<Finding> {
  const { remote, close } = await openConnection(context, readCallOptions(context.raw, false));
  // Pending calls spend nothing, so don't wait for them.
  const leave = (): void => void close();
  context.interrupt.addEventListener("abort", leave, { once: true });
  try {
    yield* accessFindings({ remote, world: context.world, key });
  } finally {
    context.interrupt.removeEventListener("abort", leave);
    await close();
  }
}

/** The end of every base address's path (interface 1). */
const basePath = "/api/v1";

/** Whether the service's address is set and allowed. */
function checkAddress(context: Context): Checked<string> {
  const variable = context.shared.service === null ? "STORY_API_URL" : "--service";
  try {
    const service = serviceOf(context);
    const state = service.endsWith(basePath) ? "ok" : "warning";
    return { finding: finding("address", state, { service, variable }), value: service };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { remedy } = finding("address", "warning", { variable });
    return { finding: { ...findingOf("address", error.problem), remedy }, value: null };
  }
}

/** The credential that would be used. */
interface FoundKey {
  /** How to get one that the service accepts, or one with a scope that this one lacks. */
  readonly remedy: (scope: Scope | null) => string;
  /** Its scopes; null if only the service knows them. */
  readonly scopes: readonly string[] | null;
}

/** Checks the credential: its source, and whether others can read it. Never shows it. */
async function checkKey(service: string | null, context: Context): Promise<Checked<FoundKey>> {
  const { environment } = context;
  const result = await readCredential(environment);
  if (!result.ok) {
    const isMissing = result.problem.code === "key_missing" && service !== null;
    const login = isMissing ? await checkLogin(service, context) : null;
    if (login !== null) return login;
    const { keyFile } = environment;
    const found = findingOf("key", result.problem);
    const isOpen = result.problem.code === "key_unreadable" && result.problem.why === "open-to-others";
    const remedy = isOpen ? `chmod 600 ${quoted(keyFile ?? "")}` : found.remedy;
    return { finding: { ...found, remedy }, value: null };
  }
  const { source } = result;
  const isFirst = source === "STORY_API_KEY" && (environment.keyFile ?? "") !== "";
  const remedy = (scope: Scope | null): string => textIn("doctor", "part_key_remedy", { scope, source });
  return { finding: finding("key", "ok", { source, isFirst }), value: { remedy, scopes: null } };
}

/** The stored login to the service; null if there is none. */
async function checkLogin(service: string, context: Context): Promise<Checked<FoundKey> | null> {
  try {
    const kept = await keptLogin(service, context);
    if (kept === null) return null;
    const { scopes, expiresAt } = kept.login;
    const facts = { scopes, expires: new Date(expiresAt).toISOString() };
    const loginState = await loginStateOf(kept, context);
    const state = loginState === "over" ? "problem" : loginState === "cut off" ? "warning" : "ok";
    const remedy = (scope: Scope | null): string => textIn("doctor", "part_login_remedy", { scope });
    return {
      finding: finding("key", state, facts, { as: "login", exitCode: exitCodes.credential }),
      value: state === "problem" ? null : { remedy, scopes },
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { finding: findingOf("key", error.problem), value: null };
  }
}

/** Checks DNS, connection and certificate as a creation does, without sending a byte of a request. */
async function checkConnection(service: string, limits: Parameters<typeof openSocket>[1]): Promise<Finding> {
  const name = "connection";
  const found = await openSocket(service, limits);
  if (!found.ok) {
    const unreached: RunProblem = { code: "not_connected", cause: found.cause };
    return findingOf(name, unreached);
  }
  const { socket } = found.connection;
  // A socket that was destroyed no longer knows them.
  const { remoteAddress, remotePort } = socket;
  socket.destroy();
  const isRemote = service.startsWith("https:");
  return finding(name, "ok", { address: remoteAddress, port: remotePort, isRemote });
}

/** What the checks of the service's answers need. `key`: its remedies, in case the credential is refused. */
interface Asking {
  readonly remote: Remote;
  readonly world: Pick<World, "now">;
  readonly key: FoundKey;
}

// Every setting has a price; this is the cheapest.
const anySetting: QuoteRequest = { lang: "es", difficulty: 1, length: "short", audiobook: false };

/**
 * With four free calls, checks the service's answers, the key's permissions, and the difference between this machine's clock and the service's. Each
 * call is made once, or twice if a new login has just replaced the login that was refused. Creates no story, and reads none, since reading a story may
 * start its audiobook.
 */
export async function* accessFindings({ remote, world, key }: Asking): AsyncGenerator<Finding> {
  const before = world.now();
  const balance = await callWithLatestLogin(() => remote.balance());
  const said = { said: remote.dateHeader?.() ?? null, before, after: world.now() };
  if (!balance.ok && !isRefusedAs("forbidden", balance.callError)) {
    const found = callErrorFinding("answer", balance.callError, key);
    const isRefused = found.exitCode === exitCodes.credential;
    const why = isRefused ? "the key is not accepted" : "the service does not answer as it should";
    yield found;
    yield* withoutService(why, scopeChecks);
    yield said.said === null ? finding("clock", "skipped", { why }, { as: "service" }) : clockFinding(said);
    return;
  }
  yield finding("answer", "ok");
  // Two calls need the scope; the second is the one with which a run quotes stories.
  const account = balance.ok ? await callWithLatestLogin(() => remote.quote(anySetting)) : balance;
  yield scopeFinding("account:read", account, key);
  const books = await callWithLatestLogin(() => remote.listBooks({ limit: 1, before: null }));
  yield scopeFinding("books:read", books, key);
  yield scopeFinding("levels:read", await callWithLatestLogin(() => remote.levels([])), key);
  yield purchaseFinding(key);
  yield clockFinding(said);
}

function isRefusedAs(code: "forbidden" | "unauthorized", callError: CallError): boolean {
  return callError.kind === "refused" && callError.refusal.code === code;
}

/** A login that was replaced during the call is refused, which says nothing about the new one. */
async function callWithLatestLogin<Value>(
  call: () => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  const result = await call();
  const isOutdated =
    !result.ok && result.callError.kind === "refused" && result.callError.isCredentialReplaced === true;
  return isOutdated ? call() : result;
}

function purchaseFinding({ scopes, remedy }: FoundKey): Finding {
  const name = "stories:write";
  if (scopes === null) return finding(name, "skipped", {}, { as: "scope_untried" });
  const state = scopes.includes(name) ? "ok" : "problem";
  const exitCode = exitCodes.credential;
  return finding(name, state, { remedy: remedy(name) }, { as: "scope_at_login", exitCode });
}

function scopeFinding(
  scope: Exclude<Scope, "stories:write">,
  result: CallResult<unknown>,
  key: FoundKey,
): Finding {
  if (result.ok) return finding(scope, "ok", {}, { as: "scope" });
  const { callError } = result;
  if (!isRefusedAs("forbidden", callError)) return callErrorFinding(scope, callError, key);
  // No run needs the levels, so without their scope there is only a warning.
  const state = scope === "levels:read" ? "warning" : "problem";
  const facts = { scope, callError, remedy: key.remedy(scope) };
  return finding(scope, state, facts, { as: "scope", exitCode: exitCodes.credential });
}

function callErrorFinding(name: string, callError: CallError, key: FoundKey): Finding {
  const remedy = isRefusedAs("unauthorized", callError) ? key.remedy(null) : remedyForCall(callError);
  // The same exit code as for a run that can't get its prices.
  const exitCode = exitCodeOf({ code: "quote_failed", setting: "", callError });
  return finding(name, "problem", { callError, remedy }, { as: "call", exitCode });
}

/** One answer of the service: its `Date` header, and this machine's clock before and after the call, in ms. */
interface ClockAnswer {
  readonly said: string | null;
  readonly before: number;
  readonly after: number;
}

/** The header has whole seconds, and synchronized clocks differ by less than this. */
const closeMs = 5_000;

/** Compares this machine's clock with the service's. */
export function clockFinding({ said, before, after }: ClockAnswer): Finding {
  const service = said === null ? Number.NaN : Date.parse(said);
  if (Number.isNaN(service)) return finding("clock", "skipped");
  // The answer was written at some time in between, and its time is truncated to the second.
  const aheadMs = before - (service + 1_000);
  const behindMs = service - after;
  const apartMs = Math.max(0, aheadMs, behindMs);
  const state = apartMs <= closeMs ? "ok" : apartMs <= clocksApartMs ? "warning" : "problem";
  return finding("clock", state, { apartMs, isAhead: aheadMs > 0 });
}

/** The course of the plan given by the user, and the flags to repeat in suggested commands. */
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
 * Whether the course's ledger is undamaged and belongs to the course, who holds its lock, and what the user has to resolve. `named` is null if the
 * course's plan is invalid.
 */
async function* ledgerFindings(named: NamedPlan | null, context: Context): AsyncGenerator<Finding> {
  if (named === null) {
    for (const name of ofLedger) yield finding(name, "skipped", {}, { as: "of_plan" });
    return;
  }
  const { session, again } = named;
  const { ledger } = session.place;
  let folding: ReadLedger | null;
  try {
    folding = await wholeLedger(ledger);
    if (folding !== null) await refuseUnfit(folding, session, context);
    const state = folding?.state ?? fold([]);
    // A missing or new ledger may mean that the real one was lost.
    const lost = await session.lost(matchLessons(session.plan, state), state, knownServiceOf(context));
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

/** Whether a ledger that was given without a plan can be read; it may be a file, or a database with any number of ledgers. */
async function namedLedgerFinding(
  named: NonNullable<Context["shared"]["ledger"]>,
  context: Context,
): Promise<Finding> {
  try {
    if (typeof named !== "string") {
      const { listLedgers } = await import("../../ledger/postgres/postgres-ledger.ts");
      const facts = { path: named.location, count: await listLedgers(named) };
      return finding("ledger", "ok", facts, { as: "ledger_server" });
    }
    const folding = await wholeLedger({ kind: "file", location: named });
    return ledgerFinding(named, folding, "coursebinder run <plan>", context);
  } catch (error) {
    return ledgerProblem(error, null);
  }
}

/** Reads and verifies a ledger like `ledger verify`; null if there is none. */
async function wholeLedger(place: LedgerPlace): Promise<ReadLedger | null> {
  const folding = await readLedger(place);
  if (folding !== null) refuseDamage(folding, place.location);
  return folding;
}

async function refuseUnfit(
  folding: ReadLedger,
  { plan, place }: CourseSession,
  context: Context,
): Promise<void> {
  const { state } = folding;
  const { opened } = state;
  if (opened === null) return;
  // A ledger without any intention is not tied to its service.
  const service = state.jobs.size === 0 ? opened.service : (knownServiceOf(context) ?? opened.service);
  checkIdentity([opened], { course: plan.course, service }, place.ledger.location);
  const older = await olderCopy(folding, place.ledger, stateFolderOf(context));
  if (older !== null) throw new Failure<LedgerProblem>(older);
}

/** `run`: the command that sets a torn end aside. */
function ledgerFinding(path: string, folding: ReadLedger | null, run: string, { raw }: Context): Finding {
  if (folding === null) {
    return finding("ledger", raw.ledger === undefined ? "ok" : "warning", { path }, { as: "ledger_missing" });
  }
  const { head, tail } = folding;
  return finding("ledger", tail.kind === "torn" ? "warning" : "ok", { path, events: head.seq, run });
}

function ledgerProblem(error: unknown, named: NamedPlan | null): Finding {
  if (error instanceof Failure) return findingOf("ledger", error.problem, named?.again ?? null);
  if (!isSystemError(error)) throw error;
  // What lies beside the ledger, and is compared with it.
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

async function holderOf(place: LedgerPlace): Promise<string | null> {
  if (place.kind === "file") return atLedger(place, () => fileHolder(place.location, realFiles));
  const { postgresHolder } = await import("../../ledger/postgres/postgres-ledger.ts");
  return postgresHolder(place.address, place.name);
}

/** More names than this don't help: `resolve` lists them all. */
const namesMost = 3;

async function creationsFinding(state: LedgerState, { session, again }: NamedPlan): Promise<Finding> {
  const open = openCreations(state, await session.rescued(state));
  if (open.length === 0) return finding("creations", "ok");
  const plan = matchLessons(session.plan, state);
  const jobs = open
    .slice(0, namesMost)
    .map(({ recordName }) => `${recordName.edition}/${nameToday(recordName, plan)}`);
  const facts = { open, jobs, hasMore: open.length > namesMost, resolve: commandLine("resolve", again) };
  return finding("creations", "problem", facts, { exitCode: exitCodes.uncertain });
}
