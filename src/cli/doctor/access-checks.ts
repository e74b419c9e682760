import type { CallError, CallResult, Remote } from "../../client/port.ts";
import type { Refusal } from "../../client/refusal.ts";
import type { Scope } from "../../contract/operations.ts";
import type { QuoteRequest } from "../../contract/stories.ts";
import { type ExitCode, exitCodes } from "../../shared/exit-codes.ts";
import type { World } from "../../shared/world.ts";
import { describeCallError } from "../messages/call-error-words.ts";
import { clockFinding } from "./clock-check.ts";
import { type Finding, ok, problem, skipped, warning } from "./finding.ts";
import { type FoundKey, withoutService } from "./service-checks.ts";

/** What the checks need. `key`: its remedies, in case the credential is refused. */
export interface Asking {
  readonly remote: Remote;
  readonly world: Pick<World, "now">;
  readonly key: FoundKey;
}

// Every setting has a price; this is the cheapest.
const anySetting: QuoteRequest = { lang: "es", difficulty: 1, length: "short", audiobook: false };

/**
 * Checks the service's answers, the key's permissions, and the difference between the clocks, with four free calls, each made once, or
 * once more with a login that has just replaced the refused one. Reads no story, since that may start an audiobook, and creates none.
 */
export async function* accessFindings({ remote, world, key }: Asking): AsyncGenerator<Finding> {
  const before = world.now();
  const balance = await callWithLatestLogin(() => remote.balance());
  const said = { said: remote.dateHeader?.() ?? null, before, after: world.now() };
  const silence = balance.ok ? null : noAnswer(balance.callError, key);
  if (silence !== null) {
    yield silence.finding;
    yield* withoutService(silence.why).slice(1, -1);
    yield said.said === null ? skipped("clock", silence.why) : clockFinding(said);
    return;
  }
  yield ok("answer", "as the interface says, and the key is accepted");
  yield scopeFinding("account:read", await accountCalls(balance, remote), key);
  yield scopeFinding(
    "books:read",
    await callWithLatestLogin(() => remote.listBooks({ limit: 1, before: null })),
    key,
  );
  yield scopeFinding("levels:read", await callWithLatestLogin(() => remote.levels([])), key);
  yield purchaseFinding(key);
  yield clockFinding(said);
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
    return skipped(name, "only a purchase shows whether the key may create stories, so it was not tried");
  }
  if (scopes.includes(name)) return ok(name, "allowed at the login");
  return problem(name, "was not allowed at the login, so nothing can be bought", {
    remedy: remedy(name),
    exitCode: exitCodes.credential,
  });
}

// Two calls need the scope; the second is the one with which a run quotes stories.
async function accountCalls(balance: CallResult<unknown>, remote: Remote): Promise<CallResult<unknown>> {
  return balance.ok ? callWithLatestLogin(() => remote.quote(anySetting)) : balance;
}

/** Why further checks are pointless; null if the service's first answer only concerns this key and this call. */
function noAnswer(callError: CallError, key: FoundKey): { finding: Finding; why: string } | null {
  if (callError.kind === "refused" && callError.refusal.code === "forbidden") return null;
  const isRefused = callError.kind === "refused" && isOfKey(callError.refusal);
  return {
    finding: callErrorFinding("answer", callError, key),
    why: isRefused ? "the key is not accepted" : "the service does not answer as it should",
  };
}

/** What a key without the scope can't do. Missing access to levels is only noted: no run needs them. */
const without: Readonly<Record<Exclude<Scope, "stories:write">, string>> = {
  "account:read": "no price can be asked, so nothing can be bought",
  "books:read": "no story can be followed or exported",
  "levels:read": "account levels does not work; nothing else needs it",
};

function scopeFinding(scope: keyof typeof without, result: CallResult<unknown>, key: FoundKey): Finding {
  if (result.ok) return ok(scope, "granted");
  const { callError } = result;
  if (callError.kind !== "refused" || callError.refusal.code !== "forbidden") {
    return callErrorFinding(scope, callError, key);
  }
  const found = `not granted: ${describeCallError(callError)}; ${without[scope]}`;
  const remedy = key.remedy(scope);
  return scope === "levels:read"
    ? warning(scope, found, remedy)
    : problem(scope, found, { remedy, exitCode: exitCodes.credential });
}

/** Whether a refusal concerns the caller: the credential, or an account outside early access (interface 5.4). */
function isOfKey({ code }: Refusal): boolean {
  return code === "unauthorized" || code === "not_found" || code === "forbidden";
}

function callErrorFinding(name: string, callError: CallError, key: FoundKey): Finding {
  return problem(name, describeCallError(callError), {
    remedy: remedyFor(callError, key),
    exitCode: exitOf(callError),
  });
}

function exitOf(callError: CallError): ExitCode {
  if (callError.kind !== "refused") return exitCodes.stopped;
  if (isOfKey(callError.refusal)) return exitCodes.credential;
  return callError.refusal.code === "payment_required" ? exitCodes.money : exitCodes.stopped;
}

function remedyFor(callError: CallError, key: FoundKey): string {
  if (callError.kind === "garbled") {
    return "see that the address is the service's and ends in /api/v1; a network's sign-in page answers so too: open it in a browser";
  }
  if (callError.kind !== "refused") return "try again in a minute: coursebinder doctor";
  switch (callError.refusal.code) {
    case "unauthorized":
      return key.remedy(null);
    case "not_found":
      return "see that the address is right; otherwise the account is not admitted yet: ask the service";
    case "payment_required":
      return "see to the account's credits and the key's monthly cap: coursebinder account balance";
    case "rate_limited":
      return "wait as long as it says, and leave the key to one program at a time";
    case "unavailable":
      return "wait until the service is switched on again; a run can be repeated safely";
    default:
      return "try again later; if it stays so, tell whoever runs the service what it answered";
  }
}
