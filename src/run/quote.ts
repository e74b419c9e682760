import type { CallError } from "../client/port.ts";
import { readWithRetry } from "../client/with-retry.ts";
import { ceilingsOf, exceededBy } from "../ledger/format/ceilings.ts";
import { type BalanceFall, creditsIn, findBalanceFall, unitsOf } from "../ledger/format/charges.ts";
import type { Setting } from "../ledger/format/event.ts";
import { settingName, settingOf } from "../ledger/format/fold.ts";
import { hasStartedAudiobook, latestOf, storyOf } from "../ledger/format/job-status.ts";
import { type Month, newestMonthIn, readMonth } from "../ledger/format/month.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import { billFor, movedSince, type QuotedSetting, quoteFinder } from "./bill.ts";
import type { Purchase } from "./lesson.ts";
import type { RunProblem } from "./problem.ts";
import type { PurchasesElsewhere } from "./purchases-elsewhere.ts";
import { type CallContext, type RunContext, retryPolicyOf } from "./run-context.ts";
import type { Work } from "./work.ts";

/**
 * Quotes, checks the whole price before the first creation, and asks the user if there is a terminal. Spends nothing. Returns what may be
 * bought: everything or nothing.
 */
export async function quoteAndApprove(work: Work, context: RunContext): Promise<readonly Purchase[]> {
  const { plan, options, store, stops, world, ledgerHead } = context;
  const { orders } = work;
  if (orders.length === 0 || stops.creating.aborted) return [];
  const requests = orders.map(({ lesson }) => lesson.job.request);
  const quoted = await quoteAll([...requests, ...unpricedRequests(store.state)], context);
  if (quoted === null || !(await recordQuotes(quoted, context))) return [];
  context.tell({ kind: "quoted", settings: quoted.length });
  const bill = billFor(orders, quoted);
  const { approved, confirm } = options;
  const month = monthNow(store.state, context);
  const purchasing = { edition: plan.edition, month, run: null, quoted: bill.balance };
  const ceilings = ceilingsOf(store.state, context.limits, purchasing);
  const { service } = context.remote;
  const now = { plan, work, bill, ledgerHead, service, at: world.now() };
  const moved = approved == null ? [] : movedSince(approved, now);
  const objections: RunProblem[] = exceededBy(bill.total, ceilings, {
    job: null,
    first: bill.stories[0]?.credits,
  });
  if (moved.length > 0) objections.push({ code: "approval_moved", moved });
  for (const objection of objections) stops.stopCreating(objection);
  if (objections.length > 0) return [];
  // A caller without types may resolve to anything; only `true` is consent.
  if (approved == null && confirm != null && (await confirm(bill, ceilings, stops.everything)) !== true) {
    stops.stopEverything({ code: "declined" });
    return [];
  }
  const quoteOf = quoteFinder(quoted);
  return orders.map((order) => {
    const quote = quoteOf(order.lesson.job.request);
    if (quote === undefined) throw new Error(`no quote for ${order.lesson.job.id}`);
    return { ...order, price: quote.price, balanceBefore: quote.balance };
  });
}

/** The month in which a purchase counts that comes after everything in the ledger. */
export function monthNow(
  state: Pick<LedgerState, "jobs">,
  { world, remote }: Pick<CallContext, "world" | "remote">,
): Month {
  return readMonth({ own: world.now(), service: remote.serviceTime() }, newestMonthIn(state));
}

/** The restored creations that nobody knows the price of, by their requests. */
export function unpricedRequests({ unpriced, jobs }: LedgerState): Setting[] {
  return [...unpriced].flatMap(([id, key]) => {
    const attempts = jobs.get(key)?.attempts ?? [];
    return attempts.filter(({ attempt }) => attempt === id).map(({ intended }) => intended.request);
  });
}

/**
 * Requests one quote for every distinct setting of some requests. Spends nothing. Null if any quote can't be trusted: then nothing may be bought, and
 * the run reports why.
 */
export async function quoteAll(
  requests: readonly Setting[],
  context: CallContext,
): Promise<readonly QuotedSetting[] | null> {
  const { rateLimiter, remote, stops } = context;
  const settings = new Map(requests.map((request) => [settingName(request), settingOf(request)]));
  const results = await Promise.all(
    [...settings.values()].map(async (setting) => ({ setting, result: await quoteOne(setting, context) })),
  );
  // These are the run's first answers; what they say about limits applies from the first creation on.
  rateLimiter.recordNarration(remote.narrationResult());
  const quoted: QuotedSetting[] = [];
  for (const { setting, result } of results) {
    if (!result.ok) {
      const { callError } = result;
      if (callError === null) return null;
      const failed: RunProblem = { code: "quote_failed", setting: settingName(setting), callError };
      stops.stopCreating(accessProblem(callError, remote.service) ?? failed);
      return null;
    }
    const { credits, writing, audiobook, balance } = result.value;
    const price = { credits, writing, audiobook };
    quoted.push({ setting, price, balance: balance.unlimited ? null : balance.credits });
  }
  return quoted;
}

/** Requests one quote, with as many attempts as the policy for reads allows. */
export function quoteOne({ lang, difficulty, length, audiobook }: Setting, context: CallContext) {
  // The body of a quote (interface 4.3).
  const body = { lang, difficulty, length: length as "short" | "medium" | "long", audiobook };
  return readWithRetry({ kind: "quote", once: () => context.remote.quote(body) }, retryPolicyOf(context));
}

/** Reads a story whose audiobook may or may not have started. */
export function readStoryOf(id: string, context: CallContext) {
  return readWithRetry(
    {
      kind: "firstRead",
      once: () => context.remote.readStory(id),
      started: (read) => read.book !== null && "perhaps",
    },
    retryPolicyOf(context),
  );
}

/**
 * The problem for the whole run that follows from a read's call error; null if the error concerns only that read. `service`: the address of the
 * service, for users who may have mistyped it.
 */
export function accessProblem(callError: CallError, service: string | null = null): RunProblem | null {
  const code = callError.kind === "refused" ? callError.refusal.code : callError.kind;
  if (["certificate", "network", "unavailable", "rate_limited"].includes(code))
    return { code: "service_unavailable", callError, service };
  return ["unauthorized", "forbidden"].includes(code) ? { code: "credential_refused", callError } : null;
}

/**
 * Records the quotes and reports the part of the balance's fall that the ledger can't explain. False if that stops the run: nothing may be bought then.
 *
 * The balance to compare with advances only if the fall was reported and the run continues: a stopped run finds the same fall again, whatever newer
 * quotes the ledger has by then.
 */
async function recordQuotes(
  quoted: readonly QuotedSetting[],
  { plan: { edition }, runId: run, options, store, purchases, stops, tell }: RunContext,
): Promise<boolean> {
  const fall = await fallIn(quoted, store.state, purchases);
  for (const one of quoted) await store.append({ type: "quote.received", edition, ...one });
  if (fall !== null && options.holdUnexplained === true) {
    stops.stopCreating({ code: "balance_unexplained", ...fall });
    return false;
  }
  if (fall !== null) tell({ kind: "notice", notice: { code: "balance_fell", ...fall } });
  await store.append({ type: "balance.accounted", edition, run, unexplained: fall?.unexplained ?? 0 });
  return true;
}

/** The part of a fall in the balance that neither the ledger nor the purchases of this machine's other courses explain; null if there is none. */
export async function fallIn(
  quoted: readonly QuotedSetting[],
  state: LedgerState,
  purchases: Pick<PurchasesElsewhere, "spentSince">,
): Promise<BalanceFall | null> {
  const fall = findBalanceFall(state, quoted.at(-1)?.balance ?? null);
  if (fall === null) return null;
  const byOthers = await purchases.spentSince(fall.since);
  const unexplained = creditsIn(unitsOf(fall.unexplained) - unitsOf(byOthers));
  return unexplained > 0 ? { ...fall, unexplained } : null;
}

/** The course's ledger, and what a run would buy and follow. */
interface Asking {
  readonly work: Pick<Work, "orders" | "toFollow">;
  readonly state: Pick<LedgerState, "jobs">;
  readonly path: string;
  /** Don't read a story whose read could start an audiobook. */
  readonly spendsNothing?: boolean;
}

/**
 * Checks, before anything is bought or followed, that the credential's account owns the story that the ledger bought last. For any other account, the
 * service answers 404 for it (interface 1), and the rest of the course would be bought in an account where nobody looks for it. Sends nothing if that
 * story was bought with the same credential; otherwise reads it, since a different credential may be a renewed key of the same account. Null if nothing
 * suggests a wrong account, or if the user wants to stop; otherwise the problem that prevents buying.
 */
export async function findOtherAccount(
  { work, state, path, spendsNothing = false }: Asking,
  context: CallContext,
): Promise<RunProblem | null> {
  const { remote, stops } = context;
  const { account, service } = remote;
  const isIdle = work.orders.length + work.toFollow.length === 0;
  if (isIdle || account === undefined || stops.everything.aborted) return null;
  const last = newestStory(state);
  if (last === null || (account !== null && last.intended.account === account)) return null;
  if (spendsNothing && last.mayStart) return null;
  const result = await readStoryOf(last.id, context);
  if (result.ok || result.callError === null) return null;
  const { callError } = result;
  const code = callError.kind === "refused" ? callError.refusal.code : null;
  if (code === "not_found") return { code: "account_of_others", path, service, story: last.id };
  // The service refuses payment for the audiobook only to the story's owner.
  if (code === "payment_required") return null;
  return accessProblem(callError, service) ?? { code: "service_unavailable", callError, service };
}

/** The story of the lesson that was bought last; null if there is none. `mayStart`: whether a read of it may start its audiobook. */
function newestStory({ jobs }: Asking["state"]) {
  const stories = [...jobs.values()].flatMap((record) => {
    const latest = latestOf(record);
    const story = latest === undefined ? undefined : storyOf(record, latest);
    if (latest === undefined || story === undefined || story.missing) return [];
    const { id, observed, book } = story;
    const { intended } = latest;
    const isStarted = book !== null || (observed !== null && hasStartedAudiobook(observed));
    return [{ id, intended, mayStart: intended.request.audiobook && !isStarted }];
  });
  return stories.sort((one, other) => other.intended.seq - one.intended.seq)[0] ?? null;
}
