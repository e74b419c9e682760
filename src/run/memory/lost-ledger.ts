import type { EventBody, EventOf } from "../../ledger/format/event.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { Failure } from "../../shared/failure.ts";
import type { RunProblem } from "../problem.ts";
import { isNew } from "./known-purchases.ts";
import type { BoughtElsewhere, UnknownPurchases } from "./unknown-purchases.ts";

/** What a ledger that does not know of lessons which were bought means for whoever would buy with it. */
export type LostLedger = Extract<
  RunProblem,
  { code: "ledger_begun_anew" | "ledger_lost" | "ledger_half_rebuilt" | "bought_elsewhere" }
>;

/**
 * Why nothing may be bought with a ledger, by what it does not know: it is new where lessons were bought, or older than they are, or lessons would
 * be paid for again that another one has, and no person has agreed to that; or it was being made again and is not whole yet. Null: it may be
 * used. `path`: where it is, for people. `edition`: the plan's.
 */
export function judgeLedger(
  state: LedgerState,
  unknown: UnknownPurchases,
  { path, edition }: { readonly path: string; readonly edition: string },
): LostLedger | null {
  if (state.rebuilt?.stage === "begun") return { code: "ledger_half_rebuilt", path };
  const agreed = state.consented?.known;
  const { stories, forgotten, ledgers } = unknown;
  const again = unknown.again.filter(({ requestHash }) => !isAgreed(state, { edition, requestHash }));
  const isLost = stories > (agreed?.stories ?? 0) || forgotten > (agreed?.forgotten ?? 0);
  const beginsAnew = agreed === undefined && ledgers.length > 0;
  if (!isLost && !beginsAnew && again.length === 0) return null;
  if (beginsAnew || isNew(state)) return { code: "ledger_begun_anew", path, ...unknown, again };
  return isLost
    ? { code: "ledger_lost", path, ...unknown, again }
    : { code: "bought_elsewhere", path, again };
}

/** Whether a person has agreed to pay for a lesson again: its edition and its request, as they were then. */
function isAgreed(
  state: LedgerState,
  of: { readonly edition: string; readonly requestHash: string },
): boolean {
  const lessons = state.consented?.lessons ?? [];
  return lessons.some(({ edition, requestHash: hash }) => edition === of.edition && hash === of.requestHash);
}

/** How a person agrees to a ledger that does not know of lessons which were bought. */
export interface Consent {
  readonly who: string;
  /** Given already, on the command line. */
  readonly isGiven: boolean;
  /** Asks; null where nobody is there to be asked. */
  readonly ask: ((problem: LostLedger, stop: AbortSignal) => Promise<boolean>) | null;
}

/**
 * The event by which a ledger keeps that a person agreed: what was known then, and the lessons that may be paid for again, with those that were
 * agreed to before. No other lesson may.
 */
export function consentTo(
  problem: LostLedger,
  { state, who, edition }: { readonly state: LedgerState; readonly who: string; readonly edition: string },
): EventBody {
  const { stories, forgotten, ledgers } = "ledgers" in problem ? problem : knownBefore(state);
  const named = ledgers.map(({ path, course, lessons }) => ({ path, course, lessons }));
  const again = lessonsAgain(problem).map(({ job, requestHash, credits }) => ({
    ...{ edition, job, requestHash, credits },
  }));
  const lessons = [...(state.consented?.lessons ?? []), ...again];
  return { type: "ledger.consented", who, known: { stories, forgotten, ledgers: named }, lessons };
}

/** The lessons that are paid for again where a person agrees. */
export function lessonsAgain(problem: LostLedger): readonly BoughtElsewhere[] {
  return "again" in problem ? problem.again : [];
}

// What was agreed to stays agreed to.
function knownBefore({ consented }: LedgerState): EventOf<"ledger.consented">["known"] {
  return consented?.known ?? { stories: 0, forgotten: 0, ledgers: [] };
}

/** Whether a person may agree to go on. What was begun and not ended has no other remedy than to end it. */
export function mayBeAgreedTo({ code }: LostLedger): boolean {
  return code !== "ledger_half_rebuilt";
}

/** Whether a person agrees. Throws a Failure with the problem where nobody does. */
export async function agreeOrRefuse(problem: LostLedger, consent: Consent, stop: AbortSignal): Promise<void> {
  if (!mayBeAgreedTo(problem)) throw new Failure<RunProblem>(problem);
  if (consent.isGiven) return;
  if (consent.ask === null || !(await consent.ask(problem, stop))) throw new Failure<RunProblem>(problem);
}
