import { assertNever } from "../../shared/world.ts";
import { amountsOf, type MutableTotals, noTotals, recount, withCharge } from "./charges.ts";
import type { EventOf, LedgerEvent, Price, Setting } from "./event.ts";
import { hasStartedAudiobook, isAbsent } from "./job-status.ts";
import { joinedHashesOf } from "./joined-event.ts";
import { isOfCreation, isOfMoney } from "./money-events.ts";
import type { Attempt, AttemptOutcome, JobRecord, LedgerState, MovedTo, StoryFacts } from "./state.ts";

interface MutableRecord extends JobRecord {
  attempts: Attempt[];
  readonly stories: Map<string, StoryFacts>;
}

interface MutableState extends LedgerState {
  opened: EventOf<"ledger.opened"> | null;
  jobs: Map<string, MutableRecord>;
  quotes: Map<string, EventOf<"quote.received">>;
  lastQuote: EventOf<"quote.received"> | null;
  moved: Map<string, readonly MovedTo[]>;
  inherited: Map<string, Set<string>>;
  moves: Map<string, number>;
  packages: Map<string, EventOf<"package.written">>;
  repairs: EventOf<"ledger.repaired">[];
  consented: EventOf<"ledger.consented"> | null;
  rebuilt: EventOf<"ledger.rebuilt"> | null;
  rateLimiter: EventOf<"pace.learned"> | null;
  lastOfMoney: LedgerEvent | null;
  joined: Set<string>;
  totals: MutableTotals;
  accountedQuote: EventOf<"quote.received"> | null;
  unpriced: Map<string, string>;
}

/** The name of a job in its ledger. */
export function jobKey(edition: string, job: string): string {
  return `${edition}/${job}`;
}

/** A string key for an entry of `moved` in an edition. */
export function moveName(edition: string, { from, text, to }: MovedEntry): string {
  return from === null ? `${edition}/${to} ${text}` : `${edition}/${to}<${from}`;
}

type MovedEntry = EventOf<"lessons.matched">["moves"][number];

/** A string key for a setting; equal keys have equal prices. */
export function settingName(setting: Setting): string {
  return `${setting.lang} ${setting.difficulty} ${setting.length} ${setting.audiobook ? "audiobook" : "text"}`;
}

/** The state after all events, in order. */
export function fold(events: Iterable<LedgerEvent>): LedgerState {
  const state: MutableState = {
    opened: null,
    jobs: new Map(),
    quotes: new Map(),
    lastQuote: null,
    moved: new Map(),
    inherited: new Map(),
    moves: new Map(),
    packages: new Map(),
    repairs: [],
    consented: null,
    rebuilt: null,
    rateLimiter: null,
    lastOfMoney: null,
    joined: new Set(),
    totals: noTotals(),
    accountedQuote: null,
    unpriced: new Map(),
  };
  for (const event of events) apply(state, event);
  return state;
}

function apply(state: MutableState, event: LedgerEvent): void {
  if (isOfMoney(event)) state.lastOfMoney = event;
  if (event.joined !== undefined) for (const hash of joinedHashesOf(event)) state.joined.add(hash);
  if (!movesMoney(event)) {
    take(state, event);
    return;
  }
  const record = recordOf(state, event);
  const before = record.attempts.map((attempt) => amountsOf(record, attempt));
  move(state, record, event);
  recount(state.totals, record, before);
  if ("attempt" in event) noteUnpriced(state, record, event.attempt);
}

/** A restored creation without a price may have cost anything, unless it is proven absent. */
function noteUnpriced(state: MutableState, { key, attempts }: MutableRecord, id: string): void {
  const attempt = attempts.find((one) => one.attempt === id);
  if (attempt?.intended.rebuilt !== true || attempt.intended.price.credits > 0) return;
  if (isAbsent(attempt)) state.unpriced.delete(id);
  else state.unpriced.set(id, key);
}

/** Gives the restored creations of a setting that have no price the one that the service asks today. */
export function priceRestored(
  state: LedgerState,
  { setting, price }: { setting: Setting; price: Price },
): void {
  const { jobs, totals, unpriced } = state as MutableState;
  for (const [id, key] of unpriced) {
    const record = jobs.get(key);
    const index = record?.attempts.findIndex((one) => one.attempt === id) ?? -1;
    const attempt = record?.attempts[index];
    if (record === undefined || attempt === undefined) continue;
    if (settingName(attempt.intended.request) !== settingName(setting)) continue;
    const before = record.attempts.map((one) => amountsOf(record, one));
    record.attempts[index] = { ...attempt, intended: { ...attempt.intended, price } };
    recount(totals, record, before);
    unpriced.delete(id);
  }
}

/** The part of a request that its price depends on. */
export function settingOf({ lang, difficulty, length, audiobook }: Setting): Setting {
  return { lang, difficulty, length, audiobook };
}

type MoneyEvent = Extract<LedgerEvent, { type: `creation.${string}` | "story.observed" }>;

function movesMoney(event: LedgerEvent): event is MoneyEvent {
  return isOfCreation(event) || event.type === "story.observed";
}

function move(state: MutableState, record: MutableRecord, event: MoneyEvent): void {
  switch (event.type) {
    case "creation.intended":
      intend(state, record, event);
      return;
    case "creation.accepted":
      settle(record, event, { kind: "accepted", id: event.id, at: event.at, byPerson: false });
      return;
    case "creation.refused":
      settle(record, event, { kind: "refused", event });
      return;
    case "creation.unsent":
      settle(record, event, { kind: "unsent", cause: event.cause });
      return;
    case "creation.uncertain":
      settle(record, event, { kind: "uncertain", event });
      return;
    case "creation.resolved":
      if (event.how === "not-created") settle(record, event, { kind: "notCreated", event });
      // A resolution without a story settles nothing.
      else if (event.id !== null)
        settle(record, event, { kind: "accepted", id: event.id, at: asItHappened(event).at, byPerson: true });
      return;
    case "story.observed":
      update(record, event, (facts) => {
        facts.observed = event;
        facts.charges = withCharge(facts.charges, event);
        if (hasStartedAudiobook(event)) facts.started ??= event;
        facts.missing = false;
      });
      return;
    default:
      assertNever(event);
  }
}

function take(state: MutableState, event: Exclude<LedgerEvent, MoneyEvent>): void {
  // Prices, the balance and limits last reported to another ledger don't apply to this one.
  if (event.joined !== undefined && !("job" in event) && event.type !== "ledger.repaired") return;
  switch (event.type) {
    case "ledger.opened":
      state.opened = event;
      return;
    case "ledger.repaired":
      state.repairs.push(event);
      return;
    case "ledger.consented":
      state.consented = event;
      return;
    case "ledger.rebuilt":
      state.rebuilt = event;
      for (const hash of event.seen ?? []) state.joined.add(hash);
      return;
    case "ledger.rejoined":
    case "ledger.joined":
    case "run.started":
    case "run.ended":
      return;
    case "quote.received":
      state.quotes.set(settingName(event.setting), event);
      state.lastQuote = event;
      if (state.unpriced.size > 0) priceRestored(state, event);
      state.totals.spentAtQuote = state.totals.spent;
      return;
    case "balance.accounted":
      state.accountedQuote = state.lastQuote;
      return;
    case "lessons.matched":
      carryOut(state, event.edition, event.moves);
      for (const { job, as, topic } of event.lessons)
        moveLesson(state, jobKey(event.edition, job), { to: as, topic });
      return;
    case "lesson.moved":
      carryOut(state, event.edition, event.entries ?? none);
      moveLesson(state, jobKey(event.edition, event.job), { to: event.to, topic: event.topic });
      return;
    case "lesson.inherited": {
      const key = jobKey(event.from.edition, event.from.job);
      state.inherited.set(event.edition, (state.inherited.get(event.edition) ?? new Set()).add(key));
      return;
    }
    case "package.written":
      state.packages.set(event.edition, event);
      return;
    case "pace.learned":
      state.rateLimiter = event;
      return;
    case "story.missing":
      update(recordOf(state, event), event, (facts) => {
        facts.missing = true;
      });
      return;
    case "story.saved":
      update(recordOf(state, event), event, (facts) => {
        facts.saved = event;
      });
      return;
    case "book.exported":
      update(recordOf(state, event), event, (facts) => {
        facts.book = event;
        facts.bookUnavailable = null;
      });
      return;
    case "times.saved":
      update(recordOf(state, event), event, (facts) => {
        facts.times = event;
      });
      return;
    case "words.saved":
      update(recordOf(state, event), event, (facts) => {
        facts.words = event;
      });
      return;
    case "lesson.approved":
    case "lesson.held":
    case "lesson.rejected":
      update(recordOf(state, event), event, (facts) => {
        facts.decisions = withOnce(facts.decisions, event, "decision");
      });
      return;
    case "comment.added":
      update(recordOf(state, event), event, (facts) => {
        facts.comments = withOnce(facts.comments, event, "comment");
      });
      return;
    case "lesson.corrected":
      update(recordOf(state, event), event, (facts) => {
        facts.corrections = withOnce(facts.corrections, asItHappened(event), "correction");
      });
      return;
    case "lesson.respoken":
      update(recordOf(state, event), event, (facts) => {
        facts.respoken = withOnce(facts.respoken, asItHappened(event), "respoken");
      });
      return;
    case "book.unavailable":
      update(recordOf(state, event), event, (facts) => {
        facts.bookUnavailable = event.cause;
      });
      return;
    default:
      assertNever(event);
  }
}

/** A restored event with the time at which it happened, where that is known. */
function asItHappened<Event extends LedgerEvent & { readonly happenedAt?: string | undefined }>(
  event: Event,
): Event {
  return event.happenedAt === undefined ? event : { ...event, at: event.happenedAt };
}

/**
 * A list with one more event, unless it has one of that id: a file from a reviewer may be imported twice, and into two ledgers that are joined later.
 */
function withOnce<Id extends string, Event extends { readonly [Key in Id]: string }>(
  list: readonly Event[],
  event: Event,
  id: Id,
): readonly Event[] {
  return list.some((known) => known[id] === event[id]) ? list : [...list, event];
}

function carryOut(state: MutableState, edition: string, entries: readonly MovedEntry[]): void {
  for (const entry of entries) {
    const name = moveName(edition, entry);
    state.moves.set(name, (state.moves.get(name) ?? 0) + 1);
  }
}

function moveLesson(state: MutableState, key: string, to: MovedTo): void {
  state.moved.set(key, [...(state.moved.get(key) ?? none), to]);
}

function intend(state: MutableState, record: MutableRecord, event: EventOf<"creation.intended">): void {
  const quote = event.joined === undefined ? state.quotes.get(settingName(event.request)) : undefined;
  const begun: Attempt = {
    attempt: event.attempt,
    intended: asItHappened(event),
    quote: quote ?? null,
    outcome: { kind: "intended" },
  };
  // Most jobs only ever have one attempt; a list grown by `push` would reserve room for sixteen more.
  record.attempts = [...record.attempts, begun];
}

function recordOf(state: MutableState, { edition, job }: { edition: string; job: string }): MutableRecord {
  const key = jobKey(edition, job);
  const known = state.jobs.get(key);
  if (known !== undefined) return known;
  const record: MutableRecord = { key, edition, job, attempts: [], stories: new Map() };
  state.jobs.set(key, record);
  return record;
}

function settle(record: MutableRecord, event: { attempt: string }, outcome: AttemptOutcome): void {
  const index = record.attempts.findIndex((attempt) => attempt.attempt === event.attempt);
  const attempt = record.attempts[index];
  if (attempt === undefined) return;
  record.attempts[index] = { ...attempt, outcome };
  if (outcome.kind !== "accepted" || record.stories.has(outcome.id)) return;
  record.stories.set(outcome.id, {
    id: outcome.id,
    attempt: attempt.attempt,
    acceptedAt: outcome.at,
    observed: null,
    charges: none,
    started: null,
    missing: false,
    saved: null,
    book: null,
    bookUnavailable: null,
    times: null,
    words: null,
    decisions: none,
    comments: none,
    corrections: none,
    respoken: none,
  });
}

// Shared, because most stories of a long ledger have no decisions, comments or corrections.
const none: readonly never[] = [];

type MutableFacts = { -readonly [Member in keyof StoryFacts]: StoryFacts[Member] };

/** Replaces a story's facts with a changed copy, so that references to the old facts stay as they were. */
function update(record: MutableRecord, event: { id: string }, change: (facts: MutableFacts) => void): void {
  const facts = record.stories.get(event.id);
  if (facts === undefined) return;
  const changed = { ...facts };
  change(changed);
  record.stories.set(facts.id, changed);
}

/** Applies one event to a folded state in place, so that a running process need not fold again. */
export function extend(state: LedgerState, event: LedgerEvent): void {
  apply(state as MutableState, event);
}
