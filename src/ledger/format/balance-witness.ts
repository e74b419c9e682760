import type { EventOf } from "./event.ts";
import type { BalanceWitness, ChargesSince, Totals } from "./money-state.ts";
import { creditsIn, type Share, unitsOf } from "./totals.ts";

/** How far the balance fell, and how much of that the ledger can't explain. In credits. */
export interface BalanceFall {
  /** When the earlier balance was observed, and its amount. */
  readonly since: string;
  readonly before: number;
  readonly now: number;
  /** A lower bound: more than all stories of the ledger can explain, even at their highest possible cost. */
  readonly unexplained: number;
  /** The part of the fall that only creations of unknown outcome could explain. */
  readonly perhapsUncertain: number;
}

interface MutableCharges extends ChargesSince {
  certain: number;
  onTheirWay: Map<string, { readonly before: number; readonly now: number }>;
}

export interface MutableWitness extends BalanceWitness {
  sinceQuote: MutableCharges | null;
  sinceAccounted: MutableCharges | null;
}

export function seeQuote(
  witness: MutableWitness,
  { seq, at, balance }: EventOf<"quote.received">,
  { spent }: Pick<Totals, "spent">,
): void {
  const quote = { seq, at, balance };
  witness.sinceQuote = { quote, spentBefore: spent, certain: 0, onTheirWay: new Map() };
}

/** Measures later falls from the newest quote. */
export function accountForBalance(witness: MutableWitness): void {
  const { sinceQuote } = witness;
  if (sinceQuote === null) return;
  witness.sinceAccounted = { ...sinceQuote, onTheirWay: new Map(sinceQuote.onTheirWay) };
}

/** Records how an event changed the charges of one job's attempts. */
export function seeCharges(witness: MutableWitness, before: readonly Share[], after: readonly Share[]): void {
  for (const [index, share] of after.entries()) {
    if (witness.sinceQuote !== null) seeCharge(witness.sinceQuote, before[index], share);
    if (witness.sinceAccounted !== null) seeCharge(witness.sinceAccounted, before[index], share);
  }
}

function seeCharge(charges: MutableCharges, was: Share | undefined, share: Share): void {
  const spentBefore = was?.spent ?? 0;
  const known = charges.onTheirWay.get(share.attempt);
  if (known !== undefined) charges.onTheirWay.set(share.attempt, { ...known, now: share.spent });
  else if (share.seq > charges.quote.seq || was?.isOver === true)
    charges.certain += share.spent - spentBefore;
  else charges.onTheirWay.set(share.attempt, { before: spentBefore, now: share.spent });
}

/**
 * The part of the balance's fall since it was last accounted for (or else since the previous quote) that the ledger can't explain. Null if
 * nothing is missing or there are no two balances to compare: the account is not limited by credits, or this is the first quote. Incoming
 * credits (a purchase, a refund) hide a fall of the same size.
 */
export function findBalanceFall(
  { sinceQuote, sinceAccounted }: BalanceWitness,
  totals: Pick<Totals, "held" | "uncertain">,
  now: number | null,
): BalanceFall | null {
  const charges = sinceAccounted ?? sinceQuote;
  if (charges === null || charges.quote.balance === null || now === null) return null;
  const { at: since, balance: before } = charges.quote;
  let most = charges.certain + totals.held - totals.uncertain;
  for (const { before: cost, now: costs } of charges.onTheirWay.values()) most += Math.max(0, costs - cost);
  const missing = unitsOf(before) - unitsOf(now) - most;
  if (missing <= 0) return null;
  const unexplained = Math.max(0, missing - totals.uncertain);
  return {
    since,
    before,
    now,
    unexplained: creditsIn(unexplained),
    perhapsUncertain: creditsIn(missing - unexplained),
  };
}
