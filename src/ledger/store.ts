import type { HeldLedger } from "./held-ledger.ts";

/**
 * How long a creation request may still be written after `stillHolds` was called. If a suspended process can lose its ledger, the next holder must
 * not make a lesson buyable again while the former holder could still rely on the earlier answer.
 */
export const confirmationLastsMs = 2_000;

/** A ledger whose lock this process holds, as a run sees it. */
export type LedgerStore = Pick<
  HeldLedger,
  "location" | "stateFolder" | "events" | "state" | "notices" | "append" | "stillHolds" | "rescue" | "close"
>;
