import type { CallError } from "../../client/port.ts";
import { readWithRetry } from "../../client/with-retry.ts";
import { type Between, explainedSince } from "../../ledger/format/charges.ts";
import type { Setting } from "../../ledger/format/event.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { asQuoteRequest } from "../quote.ts";
import { type CallContext, retryPolicyOf } from "../run-context.ts";
import { aheadNow } from "./clocks.ts";
import type { OpenCreation } from "./open-creations.ts";

/** What the service shows today about open creations. All of it is a hint, none a proof. */
export interface RemoteEvidence {
  /** The account's credits now; null if it is not limited by credits. */
  readonly balanceNow: number | null;
  /** The ids in the newest page of books, for entries that have one. */
  readonly newestBooks: readonly string[];
  /** When those books were made, in ms since 1970, for entries that say so. */
  readonly bookTimes: ReadonlyMap<string, number>;
  /** How far the service's clock is ahead of ours, in ms; null if no answer gave a time. */
  readonly aheadNow: number | null;
}

export type EvidenceResult =
  | { readonly ok: true; readonly evidence: RemoteEvidence }
  | { readonly ok: false; readonly callError: CallError | null };

const booksLookedAt = 100;

/** Queries the service: a free quote for the balance, and the newest books. Starts and charges nothing. */
export async function gatherEvidence(setting: Setting, context: CallContext): Promise<EvidenceResult> {
  const quote = await readWithRetry(
    { kind: "quote", once: () => context.remote.quote(asQuoteRequest(setting)) },
    retryPolicyOf(context),
  );
  if (!quote.ok) return quote;
  const books = await readWithRetry(
    { kind: "read", once: () => context.remote.listBooks({ limit: booksLookedAt, before: null }) },
    retryPolicyOf(context),
  );
  if (!books.ok) return books;
  const { balance } = quote.value;
  const balanceNow = balance.unlimited ? null : balance.credits;
  return { ok: true, evidence: { balanceNow, ...booksIn(books.value.books), aheadNow: aheadNow(context) } };
}

function booksIn(
  entries: readonly Readonly<Record<string, unknown>>[],
): Pick<RemoteEvidence, "newestBooks" | "bookTimes"> {
  const newestBooks: string[] = [];
  const bookTimes = new Map<string, number>();
  for (const entry of entries) {
    if (typeof entry.id !== "string") continue;
    newestBooks.push(entry.id);
    // The interface does not specify an entry's fields (2.4): the earliest time in it, under any name, is taken as the book's creation.
    const times = Object.values(entry).filter((value) => typeof value === "string" && isTime.test(value));
    if (times.length > 0) bookTimes.set(entry.id, Math.min(...times.map((time) => Date.parse(String(time)))));
  }
  return { newestBooks, bookTimes };
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** What the account's balance says about one open creation. All in credits. */
export interface BalanceEvidence {
  readonly before: number;
  readonly now: number;
  /** What the ledger's own stories have taken from the balance since. */
  readonly explained: Between;
  /** The rest of the fall. Negative: the account was topped up, or refunded more than the ledger knows. */
  readonly unexplained: Between;
  readonly hint: BalanceHint;
}

/** What an unexplained fall of the balance suggests about one creation. A hint, never a proof. */
export type BalanceHint = "for" | "against" | "either" | "neither";

/**
 * Whether the unexplained fall fits with one open creation's writing price, without it, or either way, given that each of `others` may or
 * may not have been charged too. An open creation costs its writing at most: its audiobook starts with the first read, and it was never
 * read.
 */
export function hintOf(unexplained: Between, writing: number, others: readonly number[]): BalanceHint {
  const sums = sumsOf(others);
  const fits = (sum: number) => sum >= unexplained.least && sum <= unexplained.most;
  const withIt = sums.some((sum) => fits(sum + writing));
  const without = sums.some(fits);
  if (withIt && without) return "either";
  if (withIt) return "for";
  return without ? "against" : "neither";
}

function sumsOf(prices: readonly number[]): number[] {
  const sums = new Set([0]);
  for (const price of prices) for (const sum of [...sums]) sums.add(sum + price);
  return [...sums];
}

/** Weighs the balance for one of several open creations. Null if no balance was known then, or none is now. */
export function weighBalance(
  open: OpenCreation,
  all: readonly OpenCreation[],
  { state, balanceNow }: { state: LedgerState; balanceNow: number | null },
): BalanceEvidence | null {
  const { attempt, intended, quote } = open.attempt;
  const before = intended.balanceBefore;
  if (before === null || balanceNow === null) return null;
  const explained = explainedSince((quote ?? intended).seq, state);
  const fall = before - balanceNow;
  const unexplained = { least: fall - explained.most, most: fall - explained.least };
  const others = all
    .filter((other) => other.attempt.attempt !== attempt)
    .map((other) => other.attempt.intended.price.writing);
  const hint = hintOf(unexplained, intended.price.writing, others);
  return { before, now: balanceNow, explained, unexplained, hint };
}

/**
 * The listed books, unknown to the ledger, that were made after a creation was sent: by their own times or, without one, because they are
 * listed above an older book of the ledger. `from`: the earliest time of the creation by the service's clock, in ms since 1970.
 */
export function newBooks(
  { attempt }: OpenCreation,
  { newestBooks: listed, bookTimes }: RemoteEvidence,
  { state, from }: { state: LedgerState; from: number },
): string[] {
  // Without an audiobook a story never has a book.
  if (!attempt.intended.request.audiobook) return [];
  const known = knownBooks(state);
  const firstOlder = listed.findIndex((id) => (known.get(id) ?? attempt.intended.at) < attempt.intended.at);
  return listed.filter((id, index) => {
    const at = bookTimes.get(id);
    return !known.has(id) && (at === undefined ? index < firstOlder : at >= from);
  });
}

/** The listed books that don't belong to a known story of the ledger: another course's, or an open creation's. */
export function unknownBooks(listed: readonly string[], state: LedgerState): string[] {
  const known = knownBooks(state);
  return listed.filter((id) => !known.has(id));
}

/** The books of the ledger's stories, each with the time its story was accepted. */
function knownBooks(state: LedgerState): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const record of state.jobs.values()) {
    for (const { observed, book, acceptedAt } of record.stories.values()) {
      if (observed?.book) known.set(observed.book.id, acceptedAt);
      if (book) known.set(book.book, acceptedAt);
    }
  }
  return known;
}
