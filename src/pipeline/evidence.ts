import type { Setting } from "../ledger/event.ts";
import type { LedgerState } from "../ledger/state.ts";
import { readPatiently } from "../remote/patient.ts";
import type { Trouble } from "../remote/port.ts";
import { type BalanceHint, type Between, type ChargeTrail, explainedSince, hintOf } from "./charges.ts";
import { asQuoteRequest } from "./quote.ts";
import type { OpenCreation } from "./resolve.ts";
import { type AskingTools, patienceOf } from "./tools.ts";

/** What the service shows today that bears on open creations. Each is a hint, none a proof. */
export interface RemoteEvidence {
  /** The account's credits now; null where it is not limited by credits. */
  readonly balanceNow: number | null;
  /** The ids in the newest page of books, as far as its entries have one. */
  readonly newestBooks: readonly string[];
}

export type EvidenceReading =
  | { readonly ok: true; readonly evidence: RemoteEvidence }
  | { readonly ok: false; readonly trouble: Trouble | null };

const booksLookedAt = 100;

/** Asks the service for what it shows: a free quote for the balance, and the newest books. Starts and charges nothing. */
export async function gatherEvidence(setting: Setting, tools: AskingTools): Promise<EvidenceReading> {
  const quote = await readPatiently(
    { kind: "quote", once: () => tools.remote.quote(asQuoteRequest(setting)) },
    patienceOf(tools),
  );
  if (!quote.ok) return quote;
  const books = await readPatiently(
    { kind: "read", once: () => tools.remote.listBooks({ limit: booksLookedAt, before: null }) },
    patienceOf(tools),
  );
  if (!books.ok) return books;
  const ids = books.value.books.map((book) => book.id).filter((id) => typeof id === "string");
  const { balance } = quote.value;
  return { ok: true, evidence: { balanceNow: balance.unlimited ? null : balance.credits, newestBooks: ids } };
}

/** What the account's balance says of one open creation. All in credits. */
export interface BalanceEvidence {
  readonly before: number;
  readonly now: number;
  /** What the ledger's own stories have taken from the balance since. */
  readonly explained: Between;
  /** What is left of the fall. Below zero: the account was topped up, or refunded more than the ledger knows. */
  readonly unexplained: Between;
  readonly hint: BalanceHint;
}

/** Weighs the balance for one of several open creations. Null where no balance was shown then, or none is now. */
export function weighBalance(
  open: OpenCreation,
  all: readonly OpenCreation[],
  { state, trail, balanceNow }: { state: LedgerState; trail: ChargeTrail; balanceNow: number | null },
): BalanceEvidence | null {
  const { attempt, intended } = open.attempt;
  const before = intended.balanceBefore;
  const since = trail.baselineOf(attempt);
  if (before === null || balanceNow === null || since === null) return null;
  const explained = explainedSince(since, state, trail);
  const fall = before - balanceNow;
  const unexplained = { least: fall - explained.most, most: fall - explained.least };
  const others = all
    .filter((other) => other.attempt.attempt !== attempt)
    .map((other) => other.attempt.intended.price.writing);
  const hint = hintOf(unexplained, intended.price.writing, others);
  return { before, now: balanceNow, explained, unexplained, hint };
}

/** The listed books that no story of the ledger is known to have made: somebody else's, or an open creation's. */
export function unknownBooks(listed: readonly string[], state: LedgerState): string[] {
  const known = new Set<string>();
  for (const record of state.jobs.values()) {
    for (const story of record.stories.values()) {
      if (story.observed?.book) known.add(story.observed.book.id);
      if (story.book) known.add(story.book.book);
    }
  }
  return listed.filter((id) => !known.has(id));
}
