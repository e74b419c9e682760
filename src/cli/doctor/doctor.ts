import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { readCredential } from "../../client/credentials.ts";
import type { CallError, CallResult, Remote } from "../../client/port.ts";
import { connectMostMs, openConnection as openSocket } from "../../client/socket.ts";
import type { Scope } from "../../contract/operations.ts";
import type { QuoteRequest } from "../../contract/stories.ts";
import type { Plan } from "../../plan/plan.ts";
import { exitCodeOf, type RunProblem } from "../../run/problem.ts";
import { clocksApartMs } from "../../run/resolve.ts";
import { formatDuration } from "../../shared/duration.ts";
import { type ExitCode, exitCodeOfAll, exitCodes } from "../../shared/exit-codes.ts";
import { errorCode, Failure } from "../../shared/failure.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { openSqlite, type SqliteMissing } from "../../shared/sqlite.ts";
import { showText } from "../../shared/text.ts";
import { leastNode } from "../../shared/version.ts";
import type { World } from "../../shared/world.ts";
import { findChromium } from "../chromium/find-printer.ts";
import type { Context } from "../context.ts";
import { serviceOf, stateFolderOf } from "../course-session.ts";
import { type CommandResult, ended, type Tone } from "../io.ts";
import { readCallOptions, rehearsalDataFolder } from "../parser/options.ts";
import {
  describeCallError,
  describeCause,
  describeMissingSqlite,
  remedyForCall,
  sqliteRemedy,
} from "../problems/causes.ts";
import { forgetting } from "../problems/ledger.ts";
import { quoted, rightsCommand } from "../render/shell.ts";
import { keptLogin, loginStateOf, openConnection } from "../service/connection.ts";
import { type Checked, type Finding, findingOf, ok, problem, skipped, warning } from "./finding.ts";

/** `doctor [plan]`: checks what a run needs, one line for each check, with a remedy. Spends nothing and changes nothing. */
export async function doctor(file: string | undefined, context: Context): Promise<CommandResult> {
  const findings: Finding[] = [];
  for await (const finding of untilStopped(examine(file, context), context.interrupt)) {
    findings.push(finding);
    context.io.say(
      `${finding.state.padEnd(8)} ${finding.name.padEnd(14)} ${finding.found}`,
      tones[finding.state],
    );
    if (finding.remedy !== null) context.io.say(`${" ".repeat(9)}${"remedy".padEnd(14)} ${finding.remedy}`);
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
    : ok("certificates", "are checked");
  if (!local) yield* examineService(context);
  yield await folderFinding("state-folder", stateFolderOf(context), {
    so: `, so ${forgetting()}`,
    remedy: "fix that, or name another folder with COURSEBINDER_STATE",
    exitCode: exitCodes.ledger,
  });
  if (local) yield* rehearsalFindings(context);
  if (file === undefined) {
    yield* outFindings(out);
    yield await pdfFinding(null, context);
    if (ledger !== null) yield await (await courseChecks()).namedLedgerFinding(ledger, context);
    return;
  }
  const { checkPlan, ledgerFindings } = await courseChecks();
  const plan = await checkPlan(file, context);
  yield plan.finding;
  yield* outFindings(plan.value?.place.folder ?? out);
  yield await pdfFinding(plan.value?.plan ?? null, context);
  yield* ledgerFindings(plan.value, context);
}

// Loaded on demand: the code that reads plans and ledgers takes as long to load as everything else here.
const courseChecks = () => import("./course.ts");

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
      const remedy = "coursebinder doctor";
      yield problem("doctor", "Stopped as you asked: not every check was made.", {
        remedy,
        exitCode: exitCodes.stopped,
      });
      return;
    }
    if (next.done === true) return;
    yield next.value;
  }
}

/** Checks the version of Node that runs this program. */
export function nodeFinding(running = process.versions.node, least = leastNode): Finding {
  if (compareVersions(running, least) >= 0) return ok("node", `${running}; ${least} or newer is needed`);
  return problem("node", `${running} is too old: ${least} or newer is needed`, {
    remedy: `install Node ${least} or newer (https://nodejs.org), and check with: node --version`,
    exitCode: exitCodes.stopped,
  });
}

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}

/** Warns if there is no SQLite. */
function* sqliteFindings(): Generator<Finding> {
  try {
    openSqlite(":memory:").close();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { cause } = error.problem as SqliteMissing;
    const found = `${describeMissingSqlite(cause)}, so the local service can't start and no Anki file can be written`;
    yield warning("sqlite", found, sqliteRemedy);
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

interface IfUnusable {
  /** What follows from it, as the end of a sentence. */
  readonly so?: string;
  readonly remedy: string;
  readonly exitCode: ExitCode;
}

async function folderFinding(
  name: string,
  folder: string | null,
  { so = "", remedy, exitCode }: IfUnusable,
): Promise<Finding> {
  if (folder === null) return problem(name, `this user has no home directory${so}`, { remedy, exitCode });
  const room = await roomIn(folder);
  if (room.ok) return ok(name, `${folder} ${room.isThere ? "can be written to" : "can be made"}`);
  const place = room.at === resolve(folder) ? "" : ` because of ${room.at}`;
  const found = `${folder} can't be used${place} (${describeCause(room.cause)})${so}`;
  return problem(name, found, { remedy: remedy.replace("{at}", rightsCommand(room.at)), exitCode });
}

const otherOut = "or name another folder with --out or COURSEBINDER_OUT";

/** Checks where runs write, and the free space. `folder`: the course's, or `--out` itself if no course is given. */
async function* outFindings(folder: string): AsyncGenerator<Finding> {
  const { stopped: exitCode } = exitCodes;
  const finding = await folderFinding("out-folder", folder, {
    remedy: `fix that ({at}), ${otherOut}`,
    exitCode,
  });
  yield finding;
  yield finding.state === "ok"
    ? await diskFinding(folder)
    : skipped("disk", "the folder can't be written to");
}

/** A long story's audiobook has some 15 MB, and a package contains it again. */
const easyBytes = 1024 ** 3;
/** Below this, not even a short course fits, with its ledger and its package. */
const leastBytes = 64 * 1024 ** 2;

async function diskFinding(folder: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs((await roomIn(folder)).at);
    if (blocks === 0) return skipped("disk", "the system does not report the free space");
    return roomFinding(bavail * bsize);
  } catch (error) {
    return skipped("disk", `the system does not report the free space (${describeCause(errorCode(error))})`);
  }
}

/** Judges the free space. */
export function roomFinding(freeBytes: number): Finding {
  const mebibytes = freeBytes / 1024 ** 2;
  const found =
    mebibytes < 1024 ? `${Math.floor(mebibytes)} MiB free` : `${(mebibytes / 1024).toFixed(1)} GiB free`;
  if (freeBytes >= easyBytes) return ok("disk", found);
  const remedy = "make room, or name a folder on another disk with --out";
  if (freeBytes >= leastBytes) {
    return warning("disk", `${found}; a course with audiobooks may take more`, remedy);
  }
  return problem("disk", `only ${found}`, { remedy, exitCode: exitCodes.stopped });
}

/** Checks what a rehearsal needs in addition: the service's own folder, and a narrator. */
async function* rehearsalFindings(context: Context): AsyncGenerator<Finding> {
  const { stopped: exitCode } = exitCodes;
  yield await folderFinding("local-service", rehearsalDataFolder(context.shared), {
    remedy: `fix that, ${otherOut}`,
    exitCode,
  });
  yield await narratorFinding(context);
}

async function narratorFinding({ environment, world }: Context): Promise<Finding> {
  const name = "narrator";
  const { modelsIn } = await import("../service/local-service.ts");
  const { engineAtHand } = await import("../../shared/speech/speech-engine.ts");
  try {
    const { narrator } = modelsIn(environment.models, { log: world.log }).servers;
    if (narrator !== null) return ok(name, `${narrator.url}, model ${narrator.model}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const remedy = "correct STORY_WRITER_URL, STORY_NARRATOR_URL and their _MODEL variables, or unset them";
    return { ...findingOf(name, error.problem), remedy };
  }
  const engine = engineAtHand();
  if (engine === "package") return ok(name, "eSpeak NG is built in");
  if (engine === "program") return ok(name, "the program espeak-ng is installed");
  const remedy =
    "install the program espeak-ng (apt install espeak-ng, brew install espeak-ng, winget install eSpeak-NG.eSpeak-NG)";
  return warning(name, "there is no speech engine, so a rehearsal refuses lessons with an audiobook", remedy);
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
    const found =
      named === null
        ? "Chromium or Chrome, which prints PDF files, was not found"
        : `COURSEBINDER_CHROMIUM names ${named}, which isn't a program on this computer`;
    const remedy =
      named === null ? howToGet(process.platform) : "set it to the path of Chromium or Chrome, or unset it";
    if (isNeeded) return warning(name, `${found}: the package's PDF files will be left out`, remedy);
    return named === null
      ? skipped(name, `${found}; for the format pdf, ${remedy}`)
      : warning(name, found, remedy);
  }
  if (plan !== null && !isNeeded)
    return skipped(name, `the plan asks for no PDF files; ${program} could print them`);
  try {
    const { openPdfPrinter } = await import("../chromium/pdf-printer.ts");
    const printer = await openPdfPrinter(program, interrupt);
    await printer.close();
    return ok(name, `${program} prints PDF files (${printer.version})`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const remedy = `run ${program} --headless --version to see why, or name another program with COURSEBINDER_CHROMIUM`;
    return warning(name, `${program} does not start (${why}), so PDF files will be left out`, remedy);
  }
}

function howToGet(platform: NodeJS.Platform): string {
  const isDesktop = platform === "darwin" || platform === "win32";
  const install = isDesktop
    ? "install Google Chrome (https://www.google.com/chrome)"
    : "install it (apt install chromium)";
  return `${install}, or name its program with COURSEBINDER_CHROMIUM`;
}

async function* examineService(context: Context): AsyncGenerator<Finding> {
  const address = checkAddress(context);
  yield address.finding;
  const key = await checkKey(address.value, context);
  yield key.finding;
  if (address.value === null || context.environment.tlsChecksOff) {
    const why = address.value === null ? "there is no usable address" : "certificates are not checked";
    yield skipped("connection", why);
    yield* withoutService(why);
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

/** The findings for every check that needs the service, if it can't be called. */
function withoutService(why: string): readonly Finding[] {
  return ["answer", "account:read", "books:read", "levels:read", "stories:write", "clock"].map((name) =>
    skipped(name, why),
  );
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
  const remedy = `set ${variable} to the service's https: address, which ends in ${basePath} (or rehearse with --local)`;
  try {
    const service = serviceOf(context);
    const found = `${service}, by ${variable}`;
    if (service.endsWith(basePath)) return { finding: ok("address", found), value: service };
    return {
      finding: warning("address", `${found}; it does not end in ${basePath}`, remedy),
      value: service,
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
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
    const finding = findingOf("key", result.problem);
    const isOpen = result.problem.code === "key_unreadable" && result.problem.why === "open-to-others";
    const remedy = isOpen ? `chmod 600 ${quoted(keyFile ?? "")}` : finding.remedy;
    return { finding: { ...finding, remedy }, value: null };
  }
  const { source } = result;
  const passedOver = source === "STORY_API_KEY" && (environment.keyFile ?? "") !== "";
  const remedy = (scope: Scope | null): string =>
    `make a ${scope === null ? "new key" : `key that has the scope ${scope}`} on your account's key settings page, and put it into ${source}`;
  return {
    finding: ok(
      "key",
      `from ${source}${passedOver ? ", which takes precedence over STORY_API_KEY_FILE" : ""}`,
    ),
    value: { remedy, scopes: null },
  };
}

/** The stored login to the service; null if there is none. */
async function checkLogin(service: string, context: Context): Promise<Checked<FoundKey> | null> {
  try {
    const kept = await keptLogin(service, context);
    if (kept === null) return null;
    const { scopes, expiresAt } = kept.login;
    const found = `from coursebinder login: ${scopes.map(showText).join(", ")}`;
    const value = { remedy: loginAgain, scopes };
    switch (await loginStateOf(kept, context)) {
      case "over": {
        const over = { remedy: loginAgain(null), exitCode: exitCodes.credential };
        return { finding: problem("key", `${found}; it has ended`, over), value: null };
      }
      case "cut off": {
        const cutOff = `${found}; its renewal was interrupted, so it expires at ${new Date(expiresAt).toISOString()}`;
        return { finding: warning("key", cutOff, loginAgain(null)), value };
      }
      default:
        return { finding: ok("key", found), value };
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { finding: findingOf("key", error.problem), value: null };
  }
}

function loginAgain(scope: Scope | null): string {
  return `log in again${scope === null ? "" : `, and allow ${scope}`}: coursebinder login`;
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
  const kind = service.startsWith("https:") ? "certificate trusted" : "this computer itself";
  return ok(name, `${remoteAddress} port ${remotePort}, ${kind}`);
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
    const finding = callErrorFinding("answer", balance.callError, key);
    const isRefused = finding.exitCode === exitCodes.credential;
    const why = isRefused ? "the key is not accepted" : "the service does not answer as it should";
    yield finding;
    yield* withoutService(why).slice(1, -1);
    yield said.said === null ? skipped("clock", why) : clockFinding(said);
    return;
  }
  yield ok("answer", "matches the published interface, and the key is accepted");
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
  if (scopes === null) {
    return skipped(
      name,
      "only a purchase shows whether the key may create stories, so this permission was not checked",
    );
  }
  if (scopes.includes(name)) return ok(name, "granted at login");
  return problem(name, "was not granted at login, so nothing can be bought", {
    remedy: remedy(name),
    exitCode: exitCodes.credential,
  });
}

/** What a key without the scope can't do. Missing access to levels is only noted: no run needs them. */
const without: Readonly<Record<Exclude<Scope, "stories:write">, string>> = {
  "account:read": "prices can't be requested, so nothing can be bought",
  "books:read": "no story can be followed or exported",
  "levels:read": "coursebinder account levels does not work; nothing else needs this scope",
};

function scopeFinding(scope: keyof typeof without, result: CallResult<unknown>, key: FoundKey): Finding {
  if (result.ok) return ok(scope, "granted");
  const { callError } = result;
  if (!isRefusedAs("forbidden", callError)) return callErrorFinding(scope, callError, key);
  const found = `not granted: ${describeCallError(callError)}; ${without[scope]}`;
  const remedy = key.remedy(scope);
  return scope === "levels:read"
    ? warning(scope, found, remedy)
    : problem(scope, found, { remedy, exitCode: exitCodes.credential });
}

function callErrorFinding(name: string, callError: CallError, key: FoundKey): Finding {
  return problem(name, describeCallError(callError), {
    remedy: isRefusedAs("unauthorized", callError) ? key.remedy(null) : remedyForCall(callError),
    // As a run that can't get its prices.
    exitCode: exitCodeOf({ code: "quote_failed", setting: "", callError }),
  });
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
  if (Number.isNaN(service)) return skipped("clock", "the service's answers don't say what time it is");
  // The answer was written at some time in between, and its time is truncated to the second.
  const aheadMs = before - (service + 1_000);
  const behindMs = service - after;
  const apartMs = Math.max(0, aheadMs, behindMs);
  if (apartMs <= closeMs) return ok("clock", "agrees with the service's clock");
  const found =
    `${formatDuration(apartMs)} ${aheadMs > 0 ? "ahead of" : "behind"} the service's: ` +
    "this clock affects which month a budget applies to, the search for a lost story, and any edition name that contains a date";
  const remedy =
    "set this computer's clock from the network (Linux: timedatectl set-ntp true; elsewhere: set time automatically), and check with: date -u";
  if (apartMs <= clocksApartMs) return warning("clock", found, remedy);
  return problem("clock", found, { remedy, exitCode: exitCodes.stopped });
}
