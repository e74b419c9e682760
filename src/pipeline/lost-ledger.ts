import type { EventBody } from "../ledger/event.ts";
import type { LedgerState } from "../ledger/state.ts";
import { Failure } from "../shared/failure.ts";
import type { RunProblem } from "./problem.ts";
import { isNew, type UnknownPurchases } from "./unknown-purchases.ts";

/** What a ledger that does not know of lessons which were bought means for whoever would buy with it. */
export type LostLedger = Extract<
  RunProblem,
  { code: "ledger_begun_anew" | "ledger_lost" | "ledger_half_rebuilt" }
>;

/**
 * Why nothing may be bought with a ledger, by what it does not know: it is new where lessons were bought, or older than they are, and no
 * person has agreed to that; or it was being made again and is not whole yet. Null: it may be used. `path`: where it is, for people.
 */
export function judgeLedger(state: LedgerState, unknown: UnknownPurchases, path: string): LostLedger | null {
  if (state.rebuilt?.stage === "begun") return { code: "ledger_half_rebuilt", path };
  const { stories, forgotten, ledgers } = unknown;
  if (stories + forgotten + ledgers.length === 0) return null;
  const agreed = state.consented?.known;
  if (agreed !== undefined && stories <= agreed.stories && forgotten <= agreed.forgotten) return null;
  return { code: isNew(state) ? "ledger_begun_anew" : "ledger_lost", path, ...unknown };
}

/** How a person agrees to a ledger that does not know of lessons which were bought. */
export interface Consent {
  readonly who: string;
  /** Given already, on the command line. */
  readonly isGiven: boolean;
  /** Asks; null where nobody is there to be asked. */
  readonly ask: ((problem: LostLedger, stop: AbortSignal) => Promise<boolean>) | null;
}

/** The event by which a ledger keeps that a person agreed, with what was known then. */
export function consentTo(problem: LostLedger, who: string): EventBody {
  const { stories, forgotten, ledgers } = "ledgers" in problem ? problem : noneUnknown;
  const named = ledgers.map(({ path, course, lessons }) => ({ path, course, lessons }));
  return { type: "ledger.consented", who, known: { stories, forgotten, ledgers: named } };
}

const noneUnknown: UnknownPurchases = { stories: 0, forgotten: 0, ledgers: [] };

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
