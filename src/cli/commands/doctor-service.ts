import { readCredential } from "../../client/credentials.ts";
import type { CallError, CallResult, Remote } from "../../client/port.ts";
import type { RemoteProblem } from "../../client/problem.ts";
import { connectMostMs, openConnection as openSocket } from "../../client/socket.ts";
import type { Scope } from "../../contract/operations.ts";
import type { QuoteRequest } from "../../contract/stories.ts";
import { exitCodeOf, type RunProblem } from "../../run/problem.ts";
import { clocksApartMs } from "../../run/resolve.ts";
import { type ExitCode, exitCodes } from "../../shared/exit-codes.ts";
import { type AnyProblem, Failure } from "../../shared/failure.ts";
import type { World } from "../../shared/world.ts";
import type { Facts } from "../../shared/written-text.ts";
import type { Context } from "../context.ts";
import { serviceOf } from "../course-session.ts";
import { quoted } from "../io.ts";
import { nextAt, nextLine, type RepeatedFlags } from "../next.ts";
import { readCallOptions } from "../parser/options.ts";
import { exitCodeOfFailure, messageOf } from "../problems/problems.ts";
import { messageIn, remedyForCall, textIn } from "../problems/texts.ts";
import { keptLogin, loginStateOf, openConnection } from "../service/connection.ts";

/** The result of one check. */
export interface Finding {
  /** Stable, for scripts: `key`, `account:read`, … */
  readonly name: string;
  /** `warning`: a run doesn't need it, or it may become a problem later. `skipped`: the check was impossible, or would have cost something. */
  readonly state: "ok" | "warning" | "problem" | "skipped";
  /** The result in words. */
  readonly found: string;
  /** What to do about it; null if nothing. */
  readonly remedy: string | null;
  /** The exit code of a run that fails because of this finding; `done` if the finding isn't a problem. */
  readonly exitCode: ExitCode;
}

/** A check's finding with its text from `texts/doctor.yaml`. `as`: the name of that text, if it differs from the check's. */
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
export function findingOf(name: string, found: AnyProblem, again: RepeatedFlags | null = null): Finding {
  const { what, fix, next = null } = messageOf(found);
  const line = again === null ? null : nextLine(nextAt(next, again));
  const otherwise = next === null ? "Fix that." : `coursebinder ${next.verb} <plan>`;
  const exitCode = exitCodeOfFailure(found);
  return { name, state: "problem", found: what, remedy: line ?? fix ?? otherwise, exitCode };
}

/** A check's finding, and the value that the check determined; the value is null if there is none. */
export interface Checked<Value> {
  readonly finding: Finding;
  readonly value: Value | null;
}

/** The findings about the service: its address, the key, the connection, and its answers. */
export async function* examineService(context: Context): AsyncGenerator<Finding> {
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
  const connection = await checkConnection(address.value, Math.min(connectMostMs, timeoutMs));
  yield connection;
  if (connection.state !== "ok") yield* withoutService("the service can't be reached");
  else if (key.value === null) yield* withoutService("there is no usable key");
  else yield* examineAccess(key.value, context);
}

const scopeChecks = ["account:read", "books:read", "levels:read", "stories:write"];
const serviceChecks = ["answer", ...scopeChecks, "clock"];

/** The findings of checks that need the service, if it can't be called. */
function withoutService(why: string, names = serviceChecks): readonly Finding[] {
  return names.map((name) => finding(name, "skipped", { why }, { as: "service" }));
}

async function* examineAccess(key: FoundKey, context: Context): AsyncGenerator<Finding> {
  const { remote, close } = await openConnection(context, readCallOptions(context.raw, false));
  // Pending calls spend nothing, so don't wait for them.
  const leave = (): void => void close();
  context.interrupt.addEventListener("abort", leave, { once: true });
  try {
    yield* accessFindings(remote, context.world, key);
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
  /** How to get an accepted credential (null), or one with the scope that this one lacks. */
  readonly remedy: (scope: Scope | null) => string;
  /** The credential's scopes; null if only the service knows them. */
  readonly scopes: readonly string[] | null;
}

/** Checks the credential: its source, and whether others can read it. Never shows it. */
async function checkKey(service: string | null, context: Context): Promise<Checked<FoundKey>> {
  const { environment } = context;
  const key = await readCredential(environment).catch((error: unknown) => {
    if (error instanceof Failure) return error.problem as RemoteProblem;
    throw error;
  });
  if (key === null) {
    const missing = { finding: findingOf("key", { code: "key_missing" }), value: null };
    return (service === null ? null : await checkLogin(service, context)) ?? missing;
  }
  if ("code" in key) {
    const found = findingOf("key", key);
    const isOpen = key.code === "key_unreadable" && key.why === "open-to-others";
    const remedy = isOpen ? `chmod 600 ${quoted(environment.keyFile ?? "")}` : found.remedy;
    return { finding: { ...found, remedy }, value: null };
  }
  const { source } = key;
  const isFirst = source === "STORY_API_KEY" && (environment.keyFile ?? "") !== "";
  const remedy = (scope: Scope | null): string => textIn("doctor", "part_key_remedy", { scope, source });
  return { finding: finding("key", "ok", { source, isFirst }), value: { remedy, scopes: null } };
}

/** The stored login to the service; null if there is none. */
async function checkLogin(service: string, context: Context): Promise<Checked<FoundKey> | null> {
  try {
    const kept = await keptLogin(service, context);
    if (kept === null) return null;
    const { scopes } = kept.login;
    const state = (await loginStateOf(kept, context)) === "over" ? "problem" : "ok";
    const remedy = (scope: Scope | null): string => textIn("doctor", "part_login_remedy", { scope });
    return {
      finding: finding("key", state, { scopes }, { as: "login", exitCode: exitCodes.credential }),
      value: state === "problem" ? null : { remedy, scopes },
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { finding: findingOf("key", error.problem), value: null };
  }
}

/** Checks DNS, connection and certificate as a creation does, without sending a byte of a request. */
async function checkConnection(service: string, timeoutMs: number): Promise<Finding> {
  const name = "connection";
  const found = await openSocket(service, timeoutMs);
  if (!found.ok) {
    const unreached: RunProblem = { code: "not_connected", cause: found.cause };
    return findingOf(name, unreached);
  }
  const { socket } = found.connection;
  // A destroyed socket no longer has them.
  const { remoteAddress, remotePort } = socket;
  socket.destroy();
  const isRemote = service.startsWith("https:");
  return finding(name, "ok", { address: remoteAddress, port: remotePort, isRemote });
}

// Every setting has a price; this is the cheapest.
const anySetting: QuoteRequest = { lang: "es", difficulty: 1, length: "short", audiobook: false };

/**
 * Checks the service's answers, the key's permissions, and the difference between this machine's clock and the service's with four free calls. Creates
 * no story, and reads none, since reading a story may start its audiobook.
 */
async function* accessFindings(
  remote: Remote,
  { now }: Pick<World, "now">,
  key: FoundKey,
): AsyncGenerator<Finding> {
  const before = now();
  const balance = await remote.balance();
  const said = { said: remote.serviceTime(), before, after: now() };
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
  // Two calls need this scope; a run quotes stories with the second one.
  const account = balance.ok ? await remote.quote(anySetting) : balance;
  yield scopeFinding("account:read", account, key);
  const books = await remote.listBooks({ limit: 1, before: null });
  yield scopeFinding("books:read", books, key);
  yield scopeFinding("levels:read", await remote.levels([]), key);
  yield purchaseFinding(key);
  yield clockFinding(said);
}

function isRefusedAs(code: "forbidden" | "unauthorized", callError: CallError): boolean {
  return callError.kind === "refused" && callError.refusal.code === code;
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
  // Runs don't use the levels, so a missing scope for them is only a warning.
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

/** The tolerated difference: the header has whole seconds, and synchronized clocks differ by less than this. */
const closeMs = 5_000;

/** `said`: the service's time by its answer, null if it gave none; `before` and `after`: this machine's clock before and after the call, in ms. */
export function clockFinding({
  said,
  before,
  after,
}: Readonly<{ said: number | null; before: number; after: number }>): Finding {
  if (said === null) return finding("clock", "skipped");
  // The service wrote the answer at some time in between, and cut its time off to the second.
  const aheadMs = before - (said + 1_000);
  const behindMs = said - after;
  const apartMs = Math.max(0, aheadMs, behindMs);
  const state = apartMs <= closeMs ? "ok" : apartMs <= clocksApartMs ? "warning" : "problem";
  return finding("clock", state, { apartMs, isAhead: aheadMs > 0 });
}
