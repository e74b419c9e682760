import type { Attempt, LedgerState } from "../ledger/fold.ts";
import { type Rescued, rescuedId } from "../ledger/rescue.ts";
import { isOpen } from "../ledger/standing.ts";
import { readPatiently } from "../remote/patient.ts";
import type { Trouble } from "../remote/port.ts";
import type { ReadStory } from "../remote/readable.ts";
import { settingOf } from "./bill.ts";
import type { Journal } from "./journal.ts";
import { asQuoteRequest } from "./quote.ts";
import { type AskingTools, patienceOf, type Tools } from "./tools.ts";

/** A creation that nobody can tell the outcome of, with what the ledger knows of it. */
export interface OpenCreation {
  readonly edition: string;
  readonly job: string;
  readonly attempt: Attempt;
  readonly cause: string;
  readonly status: number | null;
  /** The start of what came back, cleaned. */
  readonly answer: string | null;
  /** UUIDs read in torn ends of the ledger: one may be the story's id. */
  readonly salvaged: readonly string[];
  /** Files that keep the outcome which the ledger could not take. `id`: the story's, where the answer named one. */
  readonly rescued: readonly {
    readonly file: string;
    readonly outcome: string;
    readonly id: string | null;
  }[];
}

/** All creations that wait for a person's word, oldest first. `rescues`: the ledger's rescue files. */
export function openCreations(state: LedgerState, rescues: readonly Rescued[] = []): OpenCreation[] {
  const salvaged = state.repairs.flatMap((repair) => repair.salvaged).filter((id) => !isKnown(id, state));
  const open: OpenCreation[] = [];
  for (const record of state.jobs.values()) {
    for (const attempt of record.attempts) {
      if (!isOpen(attempt)) continue;
      const event = attempt.outcome.kind === "uncertain" ? attempt.outcome.event : null;
      open.push({
        edition: record.edition,
        job: record.job,
        attempt,
        cause: event?.cause ?? "the run ended before the answer was recorded",
        status: event?.status ?? null,
        answer: event?.answer ?? null,
        salvaged: salvaged.filter((id) => id !== attempt.attempt),
        rescued: rescues
          .filter(({ body }) => body.attempt === attempt.attempt)
          .map(({ file, body }) => ({ file, outcome: body.type, id: rescuedId(body) })),
      });
    }
  }
  return open.sort((a, b) => a.attempt.intended.seq - b.attempt.intended.seq);
}

// Ids of attempts, runs and stories that are in the ledger are no news.
function isKnown(id: string, state: LedgerState): boolean {
  for (const record of state.jobs.values()) {
    if (record.stories.has(id)) return true;
    if (record.attempts.some(({ attempt, intended }) => attempt === id || intended.run === id)) return true;
  }
  return state.opened?.ledger === id;
}

/** What the service shows today that bears on an open creation. Each is a hint, none a proof. */
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
export async function gatherEvidence(
  { attempt }: OpenCreation,
  tools: AskingTools,
): Promise<EvidenceReading> {
  const setting = settingOf(attempt.intended.request);
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

export type Misfit = "topic" | "language" | "difficulty" | "time" | "other-lesson";

// How far the service's clock and ours may be apart, and how long a request may be on its way.
const earlierMs = 10 * 60_000;
const laterMs = 20 * 60_000;

/** The time until which an attempt's request may have been written: a computer that slept may have sent it long after it was intended. */
function sentUntil({ intended, outcome }: Attempt): number {
  // Whoever recorded that nobody knows was the sender itself, or came after it.
  return Date.parse(outcome.kind === "uncertain" ? outcome.event.at : intended.at);
}

/** Whether a story that a person names can be the one that an attempt made. Empty where everything fits. */
export function misfitsOf(read: ReadStory, { attempt }: OpenCreation, journal: Journal): Misfit[] {
  const { request, at } = attempt.intended;
  const misfits: Misfit[] = [];
  if (read.topic !== request.topic) misfits.push("topic");
  if (read.lang !== request.lang) misfits.push("language");
  if (read.difficulty !== request.difficulty) misfits.push("difficulty");
  const createdAt = Date.parse(read.createdAt);
  const isAfter = createdAt >= Date.parse(at) - earlierMs;
  if (!(isAfter && createdAt <= sentUntil(attempt) + laterMs)) misfits.push("time");
  if (journal.knowsStory(read.id)) misfits.push("other-lesson");
  return misfits;
}

export interface Verdict {
  readonly who: string;
  readonly why: string;
}

export type Adoption =
  | { readonly kind: "adopted"; readonly story: ReadStory }
  | { readonly kind: "misfit"; readonly story: ReadStory; readonly misfits: readonly Misfit[] }
  | { readonly kind: "unread"; readonly trouble: Trouble | null };

/**
 * Settles an open creation with the story that a person found. The story is read and checked before it is believed; that read starts, and
 * charges, the audiobook that was asked for, as any first read does (interface 4.4).
 */
export async function adoptStory(
  open: OpenCreation,
  { id, by }: { id: string; by: Verdict },
  tools: Tools,
): Promise<Adoption> {
  const reading = await readPatiently(
    { kind: "firstRead", once: () => tools.remote.readStory(id), started: (read) => read.book !== null },
    patienceOf(tools),
  );
  if (!reading.ok) return { kind: "unread", trouble: reading.trouble };
  const misfits = misfitsOf(reading.value, open, tools.journal);
  if (misfits.length > 0) return { kind: "misfit", story: reading.value, misfits };
  const { edition, job, attempt } = open;
  await tools.journal.record({
    type: "creation.resolved",
    edition,
    job,
    attempt: attempt.attempt,
    how: "story",
    id: reading.value.id,
    ...by,
  });
  return { kind: "adopted", story: reading.value };
}

/** Settles an open creation by a person's word that nothing was created. The next run may buy the lesson again. */
export async function declareNotCreated(open: OpenCreation, by: Verdict, journal: Journal): Promise<void> {
  const { edition, job, attempt } = open;
  await journal.record({
    type: "creation.resolved",
    edition,
    job,
    attempt: attempt.attempt,
    how: "not-created",
    id: null,
    ...by,
  });
}
