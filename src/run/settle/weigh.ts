import type { LedgerState } from "../../ledger/format/state.ts";
import type { CreationTrail } from "../create/outcome-events.ts";
import { spansOf } from "./clocks.ts";
import { type Contrary, contraryTo } from "./contrary.ts";
import {
  type BalanceEvidence,
  newBooks,
  type RemoteEvidence,
  unknownBooks,
  weighBalance,
} from "./evidence.ts";
import type { OpenCreation } from "./open-creations.ts";

/** Everything known when the user looks at open creations. */
export interface Known {
  readonly state: LedgerState;
  readonly creations: CreationTrail;
  /** What the service shows today; null if it was not queried or did not answer. */
  readonly evidence: RemoteEvidence | null;
  readonly now: number;
  /** How long a creation may take; null in a rehearsal, whose service ends with its run. */
  readonly creationTimeoutMs: number | null;
}

/** The evidence about one creation. */
export interface Weighed {
  readonly balance: BalanceEvidence | null;
  /** Listed books that the ledger doesn't know. */
  readonly unknownBooks: readonly string[];
  /** Evidence against a declaration that nothing was created. */
  readonly contrary: readonly Contrary[];
}

/** Weighs the evidence for one open creation. `all`: every creation that may have been charged without being observed. Pure. */
export function weigh(open: OpenCreation, all: readonly OpenCreation[], known: Known): Weighed {
  const { state, creations, evidence, now, creationTimeoutMs } = known;
  const { attempt, intended } = open.attempt;
  const balanceNow = evidence?.balanceNow ?? null;
  const balance = weighBalance(open, all, { state, balanceNow });
  const clock = { atAttempt: creations.serviceTimeOf(attempt), aheadNow: evidence?.aheadNow ?? null };
  const from = Math.min(...spansOf(open.attempt, clock).map((span) => span.from));
  const contrary = contraryTo(open, {
    balance,
    newBooks: evidence === null ? [] : newBooks(open, evidence, { state, from }),
    conflictAt: creations.conflictAfter(intended.seq),
    underWay: creationTimeoutMs === null ? null : { now, clock, creationTimeoutMs },
  });
  return { balance, unknownBooks: unknownBooks(evidence?.newestBooks ?? [], state), contrary };
}
