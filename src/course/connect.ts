import type { Credential } from "../client/credentials.ts";
import type { Remote } from "../client/port.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import { noMemory, type RateLimiter, ScheduledRateLimiter } from "../rate-limit/rate-limiter.ts";
import { mergedUse, UsageFile, usagePath } from "../rate-limit/usage-file.ts";
import type { Foresight } from "../run/plan-notices.ts";
import { rateMemory } from "../run/remember.ts";
import { type CallContext, Stops } from "../run/run-context.ts";
import { version } from "../shared/version.ts";
import type { World } from "../shared/world.ts";
import type { CallOptions } from "./call-options.ts";

export interface Connection {
  readonly remote: Remote;
  /** The log of this machine's calls to the service; null if none is kept. */
  readonly usage: UsageFile | null;
  /** What a rehearsal's service can't make. Left out: unknown until the service is called. */
  readonly foresight?: Foresight;
  close(): Promise<void>;
}

/** The name that ledgers and packages use for a service that runs inside the process. */
export const rehearsalService = "local";

export interface ServiceTarget {
  readonly url: string;
  /** The service's name in ledgers. */
  readonly service: string;
  readonly credential: Credential;
  readonly timeoutMs: number;
  /** Null: calls are not logged. */
  readonly stateFolder: string | null;
}

/**
 * Prepares the connection to a service, and sends nothing yet. A rehearsal has its own limits, and a new key each time, so neither calls nor account
 * are remembered.
 */
export async function connect(target: ServiceTarget, world: World): Promise<Connection> {
  const { url, service, credential, timeoutMs, stateFolder } = target;
  // Loads the HTTP client only when it is needed.
  const { httpRemote } = await import("../client/http-remote.ts");
  const { account } = credential;
  const isRehearsal = service === rehearsalService;
  const known = isRehearsal ? {} : { account };
  const userAgent = `coursebinder/${version}`;
  const remote = httpRemote({ url, service, credential, timeoutMs, userAgent, ...known });
  const isLogged = stateFolder !== null && !isRehearsal;
  // A new login is most likely to the same account, whose limits apply across logins.
  const counted = { service, account: account ?? "login" };
  const usage = isLogged ? new UsageFile(usagePath(stateFolder, counted), world) : null;
  return { remote, usage, close: () => remote.close() };
}

interface CallContextOptions extends Pick<CallContext, "world" | "tell"> {
  readonly calls: CallOptions;
  /** Null if the calls belong to no course. */
  readonly state: LedgerState | null;
  readonly interrupt: AbortSignal;
}

export function openCallContext(
  { remote, usage }: Connection,
  { calls, state, world, interrupt, tell }: CallContextOptions,
): CallContext {
  const stops = new Stops(() => undefined);
  const stop = (): void => stops.stopEverything({ code: "interrupted" });
  if (interrupt.aborted) stop();
  else interrupt.addEventListener("abort", stop, { once: true });
  return {
    world,
    remote,
    stops,
    tell,
    rateLimiter: openRateLimiter(calls, { state, usage }, world),
    timeLimits: calls,
  };
}

/** Opens a rate limiter that also counts the calls that this machine remembers. */
export function openRateLimiter(
  options: CallOptions,
  { state, usage }: { readonly state: LedgerState | null; readonly usage: UsageFile | null },
  world: World,
): RateLimiter {
  const remembered = state === null ? noMemory : rateMemory(state, { ...options, now: world.now() });
  const uses = mergedUse(remembered.uses, usage?.recent(options) ?? []);
  return new ScheduledRateLimiter(options, world, { ...remembered, uses }, (use) => usage?.note(use));
}
