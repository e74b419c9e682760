import type { CallError, Remote } from "../../client/port.ts";
import { readWithRetry } from "../../client/with-retry.ts";
import { type Between, explainedSince } from "../../ledger/format/charges.ts";
import type { Setting } from "../../ledger/format/event.ts";
import { isEnd } from "../../ledger/format/job-status.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { World } from "../../shared/world.ts";
import { crashCause } from "../lesson.ts";
import { asQuoteRequest } from "../quote.ts";
import { type CallContext, retryPolicyOf } from "../run-context.ts";
import { type OpenCreation, seenIds, serviceTimeOf, spansOf } from "./open-creations.ts";

/** What the service shows today about open creations. All of it is a hint, none a proof. */
interface RemoteEvidence {
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

/** How far the service's clock is ahead of ours by its newest answer, in ms; null if no answer gave a time. */
export function aheadNow({
  remote,
  world,
}: {
  readonly remote: Pick<Remote, "serviceTime">;
  readonly world: Pick<World, "now">;
}): number | null {
  const serviceTime = remote.serviceTime?.() ?? null;
  return serviceTime === null ? null : serviceTime - world.now();
}

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

/** Evidence for a story, or a reason to wait, when the user says that none was created. */
export type Contrary =
  | { readonly code: "answered"; readonly status: number }
  | {
      readonly code: "id-seen";
      readonly where: "answer" | "rescue-file" | "torn-record";
      readonly id: string;
    }
  | { readonly code: "balance-fell"; readonly unexplained: Between; readonly writing: number }
  | { readonly code: "new-book"; readonly book: string }
  | { readonly code: "conflict-later"; readonly at: string }
  | { readonly code: "too-early"; readonly waitMs: number };

/** Everything known when the user looks at open creations. */
export interface Known {
  readonly state: LedgerState;
  /** What the service shows today; null if it was not queried or did not answer. */
  readonly evidence: RemoteEvidence | null;
  readonly now: number;
  /** How long a creation may take; null in a rehearsal, whose service ends with its run. */
  readonly creationTimeoutMs: number | null;
}

/** The evidence about one creation. */
export interface Weighed {
  readonly balance: BalanceEvidence | null;
  /** Listed books that the ledger doesn't know: another course's, or an open creation's. */
  readonly unknownBooks: readonly string[];
  /** Evidence against a declaration that nothing was created. Empty: the declaration needs no reason. */
  readonly contrary: readonly Contrary[];
}

/** Weighs the evidence for one open creation. `all`: every creation that may have been charged without being observed. Pure. */
export function weigh(open: OpenCreation, all: readonly OpenCreation[], known: Known): Weighed {
  const { state, evidence } = known;
  const { intended } = open.attempt;
  const { status } = open;
  const balance = weighBalance(open, all, known);
  const conflictAt = conflictAfter(intended.seq, state);
  const waitMs = waitFor(open, known);
  // A fall that other open creations could explain as well counts for each of them: at least one of them caused it.
  const hasFallen = (balance?.hint === "for" || balance?.hint === "either") && balance.unexplained.least > 0;
  const contrary: Contrary[] = [
    ...(status !== null && status >= 200 && status <= 299 ? [{ code: "answered", status } as const] : []),
    ...seenIds(open).map(({ where, id }) => ({ code: "id-seen", where, id }) as const),
    ...(balance !== null && hasFallen
      ? [
          {
            code: "balance-fell",
            unexplained: balance.unexplained,
            writing: intended.price.writing,
          } as const,
        ]
      : []),
    ...newBooks(open, known).map((book) => ({ code: "new-book", book }) as const),
    ...(conflictAt === null ? [] : [{ code: "conflict-later", at: conflictAt } as const]),
    ...(waitMs > 0 ? [{ code: "too-early", waitMs } as const] : []),
  ];
  const books = knownBooks(state);
  const unknownBooks = (evidence?.newestBooks ?? []).filter((id) => !books.has(id));
  return { balance, unknownBooks, contrary };
}

/** Weighs the balance for one of several open creations. Null if no balance was known then, or none is now. */
function weighBalance(
  open: OpenCreation,
  all: readonly OpenCreation[],
  { state, evidence }: Known,
): BalanceEvidence | null {
  const { attempt, intended, quote } = open.attempt;
  const before = intended.balanceBefore;
  const now = evidence?.balanceNow ?? null;
  if (before === null || now === null) return null;
  const explained = explainedSince((quote ?? intended).seq, state);
  const fall = before - now;
  const unexplained = { least: fall - explained.most, most: fall - explained.least };
  const others = all
    .filter((other) => other.attempt.attempt !== attempt)
    .map((other) => other.attempt.intended.price.writing);
  const hint = hintOf(unexplained, intended.price.writing, others);
  return { before, now, explained, unexplained, hint };
}

/**
 * Whether the unexplained fall fits with one open creation's writing price, without it, or either way, given that each of `others` may or
 * may not have been charged too. An open creation costs its writing at most: its audiobook starts with the first read, and it was never
 * read.
 */
export function hintOf(unexplained: Between, writing: number, others: readonly number[]): BalanceHint {
  const sums = new Set([0]);
  for (const price of others) for (const sum of [...sums]) sums.add(sum + price);
  const fits = (sum: number) => sum >= unexplained.least && sum <= unexplained.most;
  const withIt = [...sums].some((sum) => fits(sum + writing));
  const without = [...sums].some(fits);
  if (withIt && without) return "either";
  if (withIt) return "for";
  return without ? "against" : "neither";
}

/**
 * The listed books, unknown to the ledger, that were made after a creation was sent: by their own times or, without one, because they are
 * listed above an older book of the ledger.
 */
function newBooks({ attempt }: OpenCreation, { evidence, state }: Known): string[] {
  // Without an audiobook a story never has a book.
  if (evidence === null || !attempt.intended.request.audiobook) return [];
  const from = Math.min(...spansOf(attempt, evidence.aheadNow).map((span) => span.from));
  const known = knownBooks(state);
  const { newestBooks: listed, bookTimes } = evidence;
  const firstOlder = listed.findIndex((id) => (known.get(id) ?? attempt.intended.at) < attempt.intended.at);
  return listed.filter((id, index) => {
    const at = bookTimes.get(id);
    return !known.has(id) && (at === undefined ? index < firstOlder : at >= from);
  });
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

/**
 * The time of the first creation after event `seq` that was refused because a story was in progress, although none of this ledger was;
 * null: none.
 */
function conflictAfter(seq: number, { jobs }: LedgerState): string | null {
  const records = [...jobs.values()];
  const conflicts = records
    .flatMap(({ attempts }) => attempts)
    .flatMap(({ outcome }) =>
      outcome.kind === "refused" && outcome.event.code === "conflict" && outcome.event.seq > seq
        ? [outcome.event]
        : [],
    )
    .sort((a, b) => a.seq - b.seq);
  const wasInProgress = (conflict: { readonly seq: number; readonly at: string }): boolean =>
    records.some(({ attempts, stories }) =>
      attempts.some(({ intended, outcome }) => {
        const story = outcome.kind === "accepted" ? stories.get(outcome.id) : undefined;
        if (story === undefined || intended.seq > conflict.seq || story.acceptedAt > conflict.at)
          return false;
        const { observed, missing } = story;
        const hasEnded = observed !== null && isEnd(observed.status, intended.request.audiobook);
        return hasEnded ? observed.seq > conflict.seq : !missing;
      }),
    );
  return conflicts.find((conflict) => !wasInProgress(conflict))?.at ?? null;
}

/** How long a service with queues may continue with a request that was abandoned here, until its cost is shown. */
const processingMs = 5 * 60_000;

/**
 * How much longer to wait, in ms, until nothing can be in flight any more. Uses both clocks if both were known at the attempt and today, so
 * that setting one has no effect.
 */
function waitFor({ attempt, cause }: OpenCreation, { now, evidence, creationTimeoutMs }: Known): number {
  if (creationTimeoutMs === null) return 0;
  const { intended, outcome } = attempt;
  const at = Date.parse(intended.at);
  // A suspended computer may have sent long after its intention; an attempt that a later run found open had ended with its process.
  const givenUpAt = outcome.kind === "uncertain" && cause !== crashCause ? Date.parse(outcome.event.at) : at;
  const sendingMs = Math.max(creationTimeoutMs, givenUpAt - at);
  const ages = [now - at];
  const [byService, ahead] = [serviceTimeOf(intended), evidence?.aheadNow ?? null];
  if (byService !== null && ahead !== null) ages.push(now + ahead - byService);
  return sendingMs + processingMs - Math.min(...ages);
}
