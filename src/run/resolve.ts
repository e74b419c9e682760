import type { ReadStory } from "../client/readable.ts";
import { readWithRetry } from "../client/with-retry.ts";
import { explainedSince } from "../ledger/format/charges.ts";
import type { EventOf, Setting } from "../ledger/format/event.ts";
import { isOpen, isStoryOfLesson } from "../ledger/format/job-status.ts";
import type { Attempt, LedgerState } from "../ledger/format/state.ts";
import type { Rescued } from "../ledger/state-folder.ts";
import type { LedgerStore } from "../ledger/store.ts";
import { likelyUuids } from "../shared/uuid.ts";
import { differingParts } from "./create/outcome-events.ts";
import { crashCause, uncertaintyOf } from "./lesson.ts";
import { quoteOne, readStoryOf } from "./quote.ts";
import { type CallContext, retryPolicyOf } from "./run-context.ts";

/** A creation of unknown outcome, or one that the user declared not created, with what the ledger knows about it. */
export type OpenCreation = ReturnType<typeof openCreations>[number];

/** Whether the user declared a creation not created: its story may still turn up. */
export function isDeclared({ outcome }: Attempt): boolean {
  return outcome.kind === "notCreated";
}

/** All creations that the user has to resolve, or those that `isMeant` selects, oldest first. `rescues`: the ledger's rescue files. */
export function openCreations(
  state: LedgerState,
  rescues: readonly Rescued[] = [],
  isMeant: (attempt: Attempt) => boolean = isOpen,
) {
  const attempts = [...state.jobs.values()].flatMap((record) => record.attempts);
  const meant = attempts.filter(isMeant).sort((a, b) => a.intended.seq - b.intended.seq);
  // The ids of the ledger's own attempts, runs and stories are nothing new.
  const own = new Set(
    meant.length === 0 ? [] : attempts.flatMap(({ attempt, intended }) => [attempt, intended.run]),
  );
  const isNew = (id: string): boolean =>
    !own.has(id) && state.opened?.ledger !== id && !isStoryOfLesson(id, state);
  return meant.map((attempt) => {
    const { edition, job, seq } = attempt.intended;
    const outcome = uncertaintyOf(attempt);
    // Older versions kept only the start of the answer.
    const named = outcome?.ids ?? likelyUuids(outcome?.answer ?? "");
    // A record torn off before an attempt started can't be its answer.
    const torn = state.repairs.filter((repair) => repair.seq > seq).flatMap(({ salvaged }) => salvaged);
    const rescued = rescues.filter(({ body }) => body.attempt === attempt.attempt);
    const inRescue = rescued.flatMap(({ body }) => ("id" in body ? (body.id ?? []) : []));
    const placed = (where: SeenId["where"], ids: readonly string[]): SeenId[] =>
      ids.map((id) => ({ where, id }));
    return {
      recordName: { edition, job },
      attempt,
      /** What was recorded of its outcome, with the start of the answer, cleaned; null after a crash or a declaration. */
      outcome,
      cause: outcome?.cause ?? crashCause,
      /** The possible ids of the story, the likeliest first. */
      seen: [
        ...placed("rescue-file", inRescue),
        ...placed("answer", named.filter(isNew)),
        ...placed("torn-record", torn.filter(isNew)),
      ],
      /** Rescue files with the outcome that the ledger could not record. */
      rescued: rescued.map(({ file, body }) => ({ file, outcome: body.type })),
    };
  });
}

/** An id that may be the story's, and where it was found. */
export interface SeenId {
  readonly where: "answer" | "rescue-file" | "torn-record";
  readonly id: string;
}

export type EvidenceResult = Awaited<ReturnType<typeof gatherEvidence>>;

const booksAsked = 100;

/**
 * Asks the service for a free quote, which shows the balance, and for its newest books: hints about open creations, no proof. Starts and charges
 * nothing.
 */
export async function gatherEvidence(setting: Setting, context: CallContext) {
  const quote = await quoteOne(setting, context);
  if (!quote.ok) return quote;
  const { balance } = quote.value;
  const books = await readWithRetry(
    { kind: "read", once: () => context.remote.listBooks({ limit: booksAsked, before: null }) },
    retryPolicyOf(context),
  );
  const evidence = {
    /** The account's credits; null if it is not limited by credits. */
    balanceNow: balance.unlimited ? null : balance.credits,
    /** The ids of the account's newest books; null if they are not known. */
    newestBooks: books.ok
      ? books.value.books.flatMap(({ id }) => (typeof id === "string" ? [id] : []))
      : null,
    /** The service's time, in ms since 1970; null if no answer gave it. */
    serviceNow: context.remote.serviceTime(),
  };
  return { ok: true, evidence, booksError: books.ok ? null : books.callError } as const;
}

/** Evidence that a story was created although the user says that none was created, or a reason to wait before accepting that statement. */
export type Contrary =
  | { readonly code: "answered"; readonly status: number }
  | ({ readonly code: "id-seen" } & SeenId)
  | { readonly code: "balance-fell"; readonly unexplained: number; readonly writing: number }
  | { readonly code: "too-early"; readonly waitMs: number };

/** Everything known when the user looks at open creations. */
export interface Known {
  readonly state: LedgerState;
  /** What the service shows today; null if it was not queried or did not answer. */
  readonly evidence: Extract<EvidenceResult, { ok: true }>["evidence"] | null;
  readonly now: number;
  /** How long a creation may take; null in a rehearsal, whose service ends with its run. */
  readonly creationTimeoutMs: number | null;
}

export type Weighed = ReturnType<typeof weigh>;

/**
 * Weighs the evidence for one open creation. Pure. `contrary`: against a declaration that nothing was created; without any, the declaration needs no
 * reason. `unknownBooks`: the newest books that are of no story in this ledger: another course's, or an open creation's. A hint for the person, who may
 * know them.
 */
export function weigh(open: OpenCreation, known: Known) {
  const status = open.outcome?.status ?? null;
  const { writing } = open.attempt.intended.price;
  const balance = weighBalance(open, known);
  const waitMs = waitFor(open, known);
  // A fall that other open creations could explain as well counts for each of them: at least one of them may have caused it.
  const hasFallen = balance !== null && balance.unexplained > 0;
  const contrary: Contrary[] = [
    ...(status !== null && status >= 200 && status <= 299 ? [{ code: "answered", status } as const] : []),
    ...open.seen.map((one) => ({ code: "id-seen", ...one }) as const),
    ...(hasFallen ? [{ code: "balance-fell", unexplained: balance.unexplained, writing } as const] : []),
    ...(waitMs > 0 ? [{ code: "too-early", waitMs } as const] : []),
  ];
  const stories = [...known.state.jobs.values()].flatMap((record) => [...record.stories.values()]);
  const books = new Set(stories.flatMap(({ observed, book }) => [observed?.book?.id, book?.book]));
  const unknownBooks = (known.evidence?.newestBooks ?? []).filter((id) => !books.has(id));
  return { balance, unknownBooks, contrary };
}

/** What the account's balance says about one open creation, in credits. Null if no balance was known then, or none is now. */
export type BalanceEvidence = NonNullable<ReturnType<typeof weighBalance>>;

function weighBalance({ attempt }: OpenCreation, { state, evidence }: Known) {
  const { intended, quote } = attempt;
  const before = intended.balanceBefore;
  const now = evidence?.balanceNow ?? null;
  if (before === null || now === null) return null;
  // What the ledger's own stories have taken from the balance since, at most.
  const explained = explainedSince((quote ?? intended).seq, state);
  // Negative: other stories are still to be charged, or the account was topped up or refunded.
  return { before, now, explained, unexplained: before - now - explained };
}

/** How long a service with queues may continue with a request that was abandoned here, until its cost is shown. */
const processingMs = 5 * 60_000;

/** How much longer to wait, in ms, until nothing can be in flight any more: by the service's clock if it was known at the attempt and today. */
function waitFor(
  { attempt: { intended }, outcome }: OpenCreation,
  { now, evidence, creationTimeoutMs }: Known,
): number {
  if (creationTimeoutMs === null) return 0;
  // An attempt that a later run found open had ended with its process.
  const { own, service, sendingMs } = timesOf(intended, outcome?.cause === crashCause ? null : outcome);
  const today = evidence?.serviceNow ?? null;
  const passedMs = service === null || today === null ? now - own : today - service;
  return Math.max(creationTimeoutMs, sendingMs) + processingMs - passedMs;
}

/**
 * When an attempt was intended, by our clock and by the service's, if the ledger has that, in ms since 1970; and how long after that it may have sent its
 * request: a suspended computer may have sent it long after, but not after the unknown outcome was recorded.
 */
function timesOf(intended: Attempt["intended"], recorded: EventOf<"creation.uncertain"> | null) {
  const own = Date.parse(intended.at);
  const service = Date.parse(intended.serviceTime ?? "");
  const sendingMs = recorded === null ? 0 : Math.max(0, Date.parse(recorded.at) - own);
  return { own, service: Number.isNaN(service) ? null : service, sendingMs };
}

/** How far the service's clock and ours may differ before a story named by the user is taken to be from another time. */
export const clocksApartMs = 10 * 60_000;
/** How long a request may be in flight, plus how far a clock may drift meanwhile. */
const laterMs = 20 * 60_000;

export type Misfit = "topic" | "language" | "difficulty" | "time" | "other-lesson";

/** A story that the user named was created at a different time from the attempt. */
export interface TimeDiffers {
  readonly code: "time-differs";
  readonly createdAt: string;
  /** When the attempt was intended, by this machine's clock. */
  readonly sentAt: string;
}

/**
 * Reads the story that the user found for an open creation, and checks that the attempt could have created it, which it could without `misfits`.
 * Records nothing. Like any first read, it starts and charges the requested audiobook (interface 4.4).
 */
export async function checkStory(
  { attempt }: Pick<OpenCreation, "attempt">,
  id: string,
  context: CallContext & { readonly store: Pick<LedgerStore, "state"> },
) {
  const result = await readStoryOf(id, context);
  if (!result.ok) return result;
  const story = result.value;
  const sentAt = attempt.intended.at;
  const time: TimeDiffers = { code: "time-differs", createdAt: story.createdAt, sentAt };
  return { ok: true, story, misfits: misfitsOf(story, attempt, context.store.state), time } as const;
}

/**
 * The facts that show that an attempt can't have created a story, or that the service doesn't show. Pure. The time is compared by the service's clock;
 * if the ledger doesn't have the service's time at the attempt, our own must do: where the two clocks differ by more, the user gives a reason.
 */
export function misfitsOf(
  { id, createdAt, topic = "", lang = "", difficulty = 0 }: ReadStory,
  attempt: Attempt,
  state: Pick<LedgerState, "jobs">,
): Misfit[] {
  const { own, service, sendingMs } = timesOf(attempt.intended, uncertaintyOf(attempt));
  const afterMs = Date.parse(createdAt) - (service ?? own);
  const misfits: Misfit[] = differingParts({ topic, lang, difficulty }, attempt.intended.request);
  if (!(afterMs >= -clocksApartMs && afterMs <= sendingMs + laterMs)) misfits.push("time");
  if (isStoryOfLesson(id, state)) misfits.push("other-lesson");
  return misfits;
}

/** The user's decision about an open creation. */
export interface Decision {
  /** The story that it made, as checked; null: nothing was created, so the next run may buy the story. */
  readonly id: string | null;
  readonly who: string;
  readonly why: string;
  /** What speaks against the decision. */
  readonly evidence?: readonly (Contrary | TimeDiffers)[];
}

export async function settleOpen(
  { recordName, attempt }: OpenCreation,
  { id, who, why, evidence = [] }: Decision,
  store: LedgerStore,
): Promise<void> {
  await store.append({
    type: "creation.resolved",
    ...recordName,
    attempt: attempt.attempt,
    how: id === null ? "not-created" : "story",
    id,
    who,
    why,
    ...(evidence.length === 0 ? {} : { evidence: evidence.map((one) => ({ ...one })) }),
    ...(isDeclared(attempt) ? { corrects: true } : {}),
  });
}
