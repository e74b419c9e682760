import { assertNever } from "../../shared/world.ts";
import { withCharge } from "./charges.ts";
import {
  type EventOf,
  isOfCreation,
  isOfMoney,
  joinedHashesOf,
  type LedgerEvent,
  type Price,
  type Setting,
} from "./event.ts";
import { hasStartedAudiobook, isAbsent } from "./job-status.ts";
import type {
  Attempt,
  AttemptOutcome,
  JobRecord,
  LedgerState,
  MovedTo,
  Mutable,
  StoryFacts,
} from "./state.ts";

type MutableRecord = Mutable<JobRecord>;
type MutableState = Mutable<LedgerState>;

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
    composed: new Map(),
    moves: new Map(),
    packages: new Map(),
    repairs: [],
    consented: null,
    rebuilt: null,
    rateLimiter: null,
    isRunOpen: false,
    headOfMoney: null,
    joined: new Set(),
    accountedQuote: null,
    unpriced: new Map(),
  };
  for (const event of events) extend(state, event);
  return state;
}

/** Applies one event to a folded state in place, so that a running process need not fold again. */
export function extend(folded: LedgerState, event: LedgerEvent): void {
  const state = folded as MutableState;
  if (isOfMoney(event)) state.headOfMoney = event.hash;
  for (const hash of joinedHashesOf(event)) state.joined.add(hash);
  if (isOfCreation(event)) {
    const record = recordOf(state, event);
    settle(state, record, event);
    noteUnpriced(state, record, event.attempt);
  } else if ("id" in event) update(recordOf(state, event), event);
  else take(state, event);
}

/** A restored creation without a price may have cost anything, unless it is proven absent. */
function noteUnpriced(state: MutableState, { key, attempts }: MutableRecord, id: string): void {
  const attempt = attempts.find((one) => one.attempt === id);
  if (attempt?.intended.rebuilt !== true || attempt.intended.price.credits > 0) return;
  if (isAbsent(attempt)) state.unpriced.delete(id);
  else state.unpriced.set(id, key);
}

/** Gives today's price from the service to a setting's restored creations that have no price. */
export function priceRestored(
  state: LedgerState,
  { setting, price }: { setting: Setting; price: Price },
): void {
  const { jobs, unpriced } = state as MutableState;
  for (const [id, key] of unpriced) {
    const record = jobs.get(key);
    const index = record?.attempts.findIndex((one) => one.attempt === id) ?? -1;
    const attempt = record?.attempts[index];
    if (record === undefined || attempt === undefined) continue;
    if (settingName(attempt.intended.request) !== settingName(setting)) continue;
    record.attempts[index] = { ...attempt, intended: { ...attempt.intended, price } };
    unpriced.delete(id);
  }
}

/** The part of a request that its price depends on. */
export function settingOf({ lang, difficulty, length, audiobook }: Setting): Setting {
  return { lang, difficulty, length, audiobook };
}

type CreationEvent = Extract<LedgerEvent, { type: `creation.${string}` }>;

/** An event about an existing story. */
type StoryEvent = Exclude<Extract<LedgerEvent, { id: string }>, CreationEvent>;

function settle(state: MutableState, record: MutableRecord, event: CreationEvent): void {
  if (event.type === "creation.intended") {
    const quote = event.joined === undefined ? state.quotes.get(settingName(event.request)) : undefined;
    const intended = asItHappened(event);
    const { attempt } = event;
    const made: Attempt = { attempt, intended, quote: quote ?? null, outcome: { kind: "intended" } };
    // Most jobs only ever have one attempt; a list that grows by `push` or in a literal would reserve room for sixteen more.
    record.attempts = record.attempts.concat(made);
    return;
  }
  const outcome = outcomeOf(event);
  const index = record.attempts.findIndex(({ attempt }) => attempt === event.attempt);
  const attempt = record.attempts[index];
  if (attempt === undefined || outcome === null) return;
  record.attempts[index] = { ...attempt, outcome };
  if (outcome.kind !== "accepted" || record.stories.has(outcome.id)) return;
  record.stories.set(outcome.id, unread(outcome.id, attempt.attempt));
}

/** What an event says of its attempt; null: nothing. */
function outcomeOf(event: Exclude<CreationEvent, { type: "creation.intended" }>): AttemptOutcome | null {
  switch (event.type) {
    case "creation.accepted":
      return { kind: "accepted", id: event.id, at: event.at, byPerson: false };
    case "creation.refused":
      return { kind: "refused", event };
    case "creation.unsent":
      return { kind: "unsent", cause: event.cause };
    case "creation.uncertain":
      return { kind: "uncertain", event };
    case "creation.resolved":
      if (event.how === "not-created") return { kind: "notCreated", event };
      // A resolution without a story settles nothing.
      return event.id === null
        ? null
        : { kind: "accepted", id: event.id, at: asItHappened(event).at, byPerson: true };
    default:
      return assertNever(event);
  }
}

// Shared, because most stories of a long ledger have no decisions, comments or corrections.
const none: readonly never[] = [];

/** A story that was accepted and not read yet. Written out whole: copies of such an object are the quickest to make. */
function unread(id: string, attempt: string): StoryFacts {
  return {
    id,
    attempt,
    observed: null,
    charges: none,
    startedAt: null,
    missing: false,
    saved: null,
    book: null,
    bookUnavailable: null,
    times: null,
    words: null,
    questions: null,
    decisions: none,
    comments: none,
    corrections: none,
    respoken: none,
  };
}

/** Replaces a story's facts with a changed copy, so that references to the old facts stay as they were. The event shares the id's string, as in `recordOf`. */
function update({ stories }: MutableRecord, event: StoryEvent): void {
  const facts = stories.get(event.id);
  if (facts === undefined) return;
  event.id = facts.id;
  stories.set(facts.id, { ...facts, ...changedFacts(facts, event) });
}

function changedFacts(facts: StoryFacts, event: StoryEvent): Partial<StoryFacts> {
  switch (event.type) {
    case "story.observed": {
      const startedAt = facts.startedAt ?? (hasStartedAudiobook(event) ? event.at : null);
      return { observed: event, charges: withCharge(facts.charges, event), startedAt, missing: false };
    }
    case "story.missing":
      return { missing: true };
    case "story.saved":
      return { saved: event };
    case "book.exported":
      return { book: event, bookUnavailable: null };
    case "book.unavailable":
      return { bookUnavailable: event.cause };
    case "times.saved":
      return { times: event };
    case "words.saved":
      return { words: event };
    case "questions.proposed":
      return { questions: event };
    case "lesson.approved":
    case "lesson.held":
    case "lesson.rejected":
      return { decisions: withOnce(facts.decisions, event, "decision") };
    case "comment.added":
      return { comments: withOnce(facts.comments, event, "comment") };
    case "lesson.corrected":
      return { corrections: withOnce(facts.corrections, asItHappened(event), "correction") };
    case "lesson.respoken":
      return { respoken: withOnce(facts.respoken, asItHappened(event), "respoken") };
    default:
      return assertNever(event);
  }
}

function take(state: MutableState, event: Exclude<LedgerEvent, CreationEvent | StoryEvent>): void {
  // Prices, the balance and limits last reported to another ledger don't apply to this one; what it has composed and this one hasn't does.
  if (event.joined !== undefined && !("job" in event) && !appliesJoined(state, event)) return;
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
      return;
    case "run.started":
    case "run.ended":
      state.isRunOpen = event.type === "run.started";
      return;
    case "quote.received":
      state.quotes.set(settingName(event.setting), event);
      state.lastQuote = event;
      if (state.unpriced.size > 0) priceRestored(state, event);
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
      state.inherited.set(
        event.edition,
        (state.inherited.get(event.edition) ?? new Map()).set(key, event.job),
      );
      return;
    }
    case "edition.composed": {
      const { edition, from, of, lessons } = event;
      const before = from === 0 ? none : (state.composed.get(edition)?.lessons ?? none);
      state.composed.set(edition, { of, lessons: [...before, ...lessons] });
      return;
    }
    case "package.written":
      state.packages.set(event.edition, event);
      return;
    case "pace.learned":
      state.rateLimiter = event;
      return;
    default:
      assertNever(event);
  }
}

function appliesJoined({ composed }: MutableState, event: LedgerEvent): boolean {
  if (event.type !== "edition.composed") return event.type === "ledger.repaired";
  const known = composed.get(event.edition);
  return known === undefined || known.lessons.length < known.of;
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

/** The record of an event's job, whose strings the event shares from then on: copies of them would take a fifth of a long ledger's memory. */
function recordOf(state: MutableState, event: { edition: string; job: string }): MutableRecord {
  const { edition, job } = event;
  const key = jobKey(edition, job);
  const known = state.jobs.get(key);
  if (known !== undefined) {
    event.edition = known.edition;
    event.job = known.job;
    return known;
  }
  const record: MutableRecord = { key, edition, job, attempts: [], stories: new Map() };
  state.jobs.set(key, record);
  return record;
}
