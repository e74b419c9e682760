import type { EventBody, EventOf } from "../../ledger/format/event.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { Failure } from "../../shared/failure.ts";
import type { RunProblem } from "../problem.ts";
import { isNew } from "./known-purchases.ts";
import type { BoughtElsewhere, UnknownPurchases } from "./unknown-purchases.ts";

/** The problems of buying with a ledger that lacks known purchases. */
export type LostLedger = Extract<
  RunProblem,
  { code: "ledger_begun_anew" | "ledger_lost" | "ledger_half_rebuilt" | "bought_elsewhere" }
>;

/**
 * Why nothing may be bought with a ledger, given what it lacks; null: it may be used. It is new although lessons were bought, or older than
 * a purchase, or lessons bought with another ledger would be paid for again without the user's consent; or its rebuild is unfinished.
 * `path`: its location. `edition`: the plan's.
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

/** Whether the user has agreed to pay for a lesson again: for its edition and request as they were then. */
function isAgreed(
  state: LedgerState,
  of: { readonly edition: string; readonly requestHash: string },
): boolean {
  const lessons = state.consented?.lessons ?? [];
  return lessons.some(({ edition, requestHash: hash }) => edition === of.edition && hash === of.requestHash);
}

/** How the user can consent to a ledger that lacks known purchases. */
export interface Consent {
  readonly who: string;
  /** Given in advance, on the command line. */
  readonly isGiven: boolean;
  /** Asks the user; null if there is no terminal to ask in. */
  readonly ask: ((problem: LostLedger, stop: AbortSignal) => Promise<boolean>) | null;
}

/**
 * The event that records the user's consent: what was known then, and the lessons that may be paid for again, including those agreed to
 * before. No other lesson may.
 */
export function consentTo(
  problem: LostLedger,
  { state, who, edition }: { readonly state: LedgerState; readonly who: string; readonly edition: string },
): EventBody {
  const { stories, forgotten, ledgers } = "ledgers" in problem ? problem : knownBefore(state);
  const named = ledgers.map(({ path, course, lessons }) => ({ path, course, lessons }));
  const again = lessonsAgain(problem).map(({ job, requestHash, credits }) => ({
    edition,
    job,
    requestHash,
    credits,
  }));
  const lessons = [...(state.consented?.lessons ?? []), ...again];
  return { type: "ledger.consented", who, known: { stories, forgotten, ledgers: named }, lessons };
}

/** The lessons that are paid for again if the user agrees. */
export function lessonsAgain(problem: LostLedger): readonly BoughtElsewhere[] {
  return "again" in problem ? problem.again : [];
}

// An earlier consent stays valid.
function knownBefore({ consented }: LedgerState): EventOf<"ledger.consented">["known"] {
  return consented?.known ?? { stories: 0, forgotten: 0, ledgers: [] };
}

/** Whether the user may consent. An unfinished rebuild can only be finished. */
export function mayBeAgreedTo({ code }: LostLedger): boolean {
  return code !== "ledger_half_rebuilt";
}

/** Asks for consent if it isn't given yet. Throws a Failure with the problem if it is refused or can't be asked for. */
export async function agreeOrRefuse(problem: LostLedger, consent: Consent, stop: AbortSignal): Promise<void> {
  if (!mayBeAgreedTo(problem)) throw new Failure<RunProblem>(problem);
  if (consent.isGiven) return;
  if (consent.ask === null || !(await consent.ask(problem, stop))) throw new Failure<RunProblem>(problem);
}
