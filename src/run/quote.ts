import type { CallError } from "../client/port.ts";
import { readWithRetry } from "../client/with-retry.ts";
import { type BalanceFall, creditsIn, findBalanceFall, unitsOf } from "../ledger/format/charges.ts";
import type { Setting } from "../ledger/format/event.ts";
import { settingName, settingOf } from "../ledger/format/fold.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { Job } from "../plan/plan.ts";
import { approve, ceilingsFor, problemsOfApproval } from "./approve.ts";
import { billFor, type QuotedSetting, quoteFinder, settingsOf } from "./bill.ts";
import { idToReplace, type Replacement } from "./create/replacements.ts";
import { problemOfLeft } from "./edits.ts";
import type { Purchase } from "./lesson.ts";
import { noticesOfMonth } from "./month-clock.ts";
import type { ExplainedFall, RunNotice, RunProblem } from "./problem.ts";
import type { OthersSpending, PurchasesElsewhere } from "./purchases-elsewhere.ts";
import { type CallContext, type RunContext, retryPolicyOf } from "./run-context.ts";
import type { Work } from "./work.ts";

/**
 * Quotes, checks the whole price before the first creation, and asks the user if there is a terminal. Spends nothing. Returns what may be
 * bought: everything or nothing.
 */
export async function quoteAndApprove(work: Work, context: RunContext): Promise<readonly Purchase[]> {
  const { plan, options, journal, stops, world, lastOfMoney: last } = context;
  const { orders } = work;
  if (orders.length === 0 || stops.creating.aborted) return [];
  const left = problemOfLeft(plan);
  if (left !== null) {
    stops.stopCreating(left);
    return [];
  }
  const lessons = orders.map(({ lesson }) => lesson);
  const quoting = await quoteAll(lessons, context, journal.state);
  if (!quoting.ok) {
    if (quoting.problem !== null) stops.stopCreating(quoting.problem);
    return [];
  }
  const { quoted } = quoting;
  if (!(await recordQuotes(quoted, context))) return [];
  context.tell({ kind: "quoted", settings: quoted.length });
  const bill = billFor(orders, quoted);
  const result = context.months.read(journal.state);
  for (const notice of noticesOfMonth(result, plan, world.now())) context.tell({ kind: "notice", notice });
  const { maxCredits, approved, confirm } = options;
  const { state } = journal;
  const ceilings = ceilingsFor(plan, state, { month: result.month, maxCredits, quoted: bill.balance });
  const { service } = context.remote;
  const now = { plan, work, bill, last, service, at: world.now() };
  const objections = [
    ...approve(bill, ceilings),
    ...(approved === null ? [] : problemsOfApproval(approved, now)),
  ];
  for (const objection of objections) stops.stopCreating(objection);
  if (objections.length > 0) return [];
  if (approved === null && confirm !== null && !(await confirm(bill, ceilings, stops.everything))) {
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

type Quoting =
  | { readonly ok: true; readonly quoted: readonly QuotedSetting[] }
  | { readonly ok: false; readonly problem: RunProblem | null };

/**
 * Quotes every distinct setting of the orders once, and of what a ledger has restored without a price. Spends nothing. If any quote can't be
 * trusted, the whole quoting fails and nothing is bought.
 */
export function quoteAll(
  lessons: readonly { readonly job: Job }[],
  context: CallContext,
  state: LedgerState | null = null,
): Promise<Quoting> {
  return quoteSettings([...settingsOf(lessons), ...unpricedSettings(state)], context);
}

/** The settings of restored creations that nobody knows the price of. */
function unpricedSettings(state: LedgerState | null): Setting[] {
  const unpriced = [...(state?.unpriced ?? [])];
  return unpriced.flatMap(([id, key]) => {
    const attempt = state?.jobs.get(key)?.attempts.find((one) => one.attempt === id);
    return attempt === undefined ? [] : [settingOf(attempt.intended.request)];
  });
}

/** Like `quoteAll`, for settings. */
export async function quoteSettings(all: readonly Setting[], context: CallContext): Promise<Quoting> {
  const settings = [...new Map(all.map((setting) => [settingName(setting), setting])).values()];
  const answers = await Promise.all(settings.map((setting) => quoteOne(setting, context)));
  // These are the run's first answers; what they say about limits applies from the first creation on.
  context.rateLimiter.recordNarration(context.remote.narrationResult?.() ?? "unknown");
  const quoted: QuotedSetting[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    quoted.push(answer.quoted);
  }
  return { ok: true, quoted };
}

async function quoteOne(
  setting: Setting,
  context: CallContext,
): Promise<{ ok: true; quoted: QuotedSetting } | { ok: false; problem: RunProblem | null }> {
  const result = await readWithRetry(
    { kind: "quote", once: () => context.reads.add(() => context.remote.quote(asQuoteRequest(setting))) },
    retryPolicyOf(context),
  );
  if (!result.ok) {
    return {
      ok: false,
      problem: result.callError === null ? null : problemOf(setting, result.callError, context),
    };
  }
  const { credits, writing, audiobook, balance } = result.value;
  return {
    ok: true,
    quoted: {
      setting,
      price: { credits, writing, audiobook },
      balance: balance.unlimited ? null : balance.credits,
    },
  };
}

/** A setting as the body of a quote (interface 4.3). */
export function asQuoteRequest({ lang, difficulty, length, audiobook }: Setting) {
  return { lang, difficulty, length: length as "short" | "medium" | "long", audiobook };
}

function problemOf(setting: Setting, callError: CallError, { remote }: CallContext): RunProblem {
  return (
    accessProblem(callError, remote.service) ?? {
      code: "quote_failed",
      setting: settingName(setting),
      callError,
    }
  );
}

/**
 * The problem that a read's call error means for the whole run, or null if it concerns only that read. `service`: its address, for users
 * who may have mistyped it.
 */
export function accessProblem(callError: CallError, service: string | null = null): RunProblem | null {
  switch (callError.kind) {
    case "certificate":
      return { code: "certificate_refused", cause: callError.cause };
    case "network":
      return { code: "service_unavailable", callError, service };
    case "garbled":
      return null;
    case "refused":
      if (["unauthorized", "forbidden"].includes(callError.refusal.code))
        return { code: "credential_refused", callError };
      if (["unavailable", "rate_limited"].includes(callError.refusal.code))
        return { code: "service_unavailable", callError, service };
      return null;
  }
}

/**
 * Records the quotes and reports the part of the balance's fall that the ledger can't explain. False if that stops the run: nothing may be
 * bought then.
 *
 * The balance to compare with advances only if the fall was reported and the run continues: a stopped run finds the same fall again,
 * whatever newer quotes the ledger has by then.
 */
async function recordQuotes(
  quoted: readonly QuotedSetting[],
  { plan: { edition }, runId: run, options, journal, purchases, stops, tell }: RunContext,
): Promise<boolean> {
  const fall = await fallIn(quoted, journal.state, purchases);
  const account = (unexplained: number) =>
    journal.record({ type: "balance.accounted", edition, run, unexplained });
  // The first time, compare with the last quote of earlier versions; a run that is stopped or crashes must not advance it.
  const { accountedQuote, lastQuote } = journal.state;
  if (accountedQuote === null && lastQuote !== null) await account(0);
  for (const one of quoted) await journal.record({ type: "quote.received", edition, ...one });
  if (fall !== null && fall.unexplained > 0 && options.holdUnexplained === true) {
    stops.stopCreating({ code: "balance_unexplained", ...fall });
    return false;
  }
  if (fall !== null) tell({ kind: "notice", notice: { code: "balance_fell", ...fall } });
  await account(fall?.unexplained ?? 0);
  return true;
}

/** What the user should know about the balance in quotes that the ledger doesn't have yet. */
export async function noticesOfBalance(
  quoted: readonly QuotedSetting[],
  state: LedgerState,
  purchases: Pick<PurchasesElsewhere, "spentByOthers">,
): Promise<RunNotice[]> {
  const fall = await fallIn(quoted, state, purchases);
  return fall === null ? [] : [{ code: "balance_fell", ...fall }];
}

async function fallIn(
  quoted: readonly QuotedSetting[],
  state: LedgerState,
  purchases: Pick<PurchasesElsewhere, "spentByOthers">,
): Promise<ExplainedFall | null> {
  const fall = findBalanceFall(state, quoted.at(-1)?.balance ?? null);
  if (fall === null) return null;
  const nobody = { credits: 0, courses: [] };
  return explainedBy(fall, fall.unexplained > 0 ? await purchases.spentByOthers(fall.since) : nobody);
}

/** A fall of the balance, less what this machine's other courses may have bought since. */
export function explainedBy(fall: BalanceFall, { credits, courses }: OthersSpending): ExplainedFall {
  const byOthers = Math.min(fall.unexplained, credits);
  const unexplained = creditsIn(unitsOf(fall.unexplained) - unitsOf(byOthers));
  return { ...fall, unexplained, byOthers, courses: byOthers > 0 ? courses : [] };
}

/**
 * Asks the user to confirm each replacement whose id is not given, showing a fresh price. A no ends the run like a declined bill. Spends
 * nothing.
 */
export async function nameReplaced(context: RunContext): Promise<readonly Replacement[]> {
  const named: Replacement[] = [];
  for (const { job, of } of context.options.selection.replace) {
    const has = of ?? (await askFor(job, context));
    if (has === null) return [];
    named.push({ job, of: has });
  }
  return named;
}

async function askFor(id: string, context: RunContext): Promise<string | null> {
  const { lessons, options, stops } = context;
  const ask = options.nameReplaced ?? null;
  const lesson = lessons.find(({ job }) => job.id === id);
  const has = idToReplace(lesson?.record);
  if (lesson === undefined || has === null || ask === null) return null;
  const quoting = await quoteAll([lesson], context);
  if (!quoting.ok) {
    if (quoting.problem !== null) stops.stopCreating(quoting.problem);
    return null;
  }
  const [quoted] = quoting.quoted;
  if (quoted === undefined) return null;
  if (await ask({ job: lesson.job, has, price: quoted.price }, stops.everything)) return has;
  stops.stopEverything({ code: "declined" });
  return null;
}
