import type { EventOf } from "./event.ts";

/**
 * The state of every job: the events that count now, derived from the events alone. A restored event carries the time at which it originally happened,
 * if that is known.
 *
 * An attempt moves: intended -> accepted | refused | unsent | uncertain; accepted -> uncertain if later evidence contradicts the acceptance; then
 * uncertain (or intended, after a crash) -> accepted | notCreated when the user resolves it. `refused`, `unsent` and `notCreated` are proven absent;
 * everything else may have cost money.
 */
export interface Attempt {
  readonly attempt: string;
  readonly intended: Intention;
  /** The newest quote of its setting before it, which shows the account's balance then. */
  readonly quote: EventOf<"quote.received"> | null;
  readonly outcome: AttemptOutcome;
}

/** The request, its price and its time. */
export type Intention = EventOf<"creation.intended">;

export type AttemptOutcome =
  | { readonly kind: "intended" }
  | { readonly kind: "accepted"; readonly id: string; readonly at: string; readonly byPerson: boolean }
  | { readonly kind: "refused"; readonly event: EventOf<"creation.refused"> }
  | { readonly kind: "unsent"; readonly cause: string }
  | { readonly kind: "uncertain"; readonly event: EventOf<"creation.uncertain"> }
  | { readonly kind: "notCreated"; readonly event: EventOf<"creation.resolved"> };

/** What a reviewer saw, identified by its hashes. */
export type Seen = EventOf<"lesson.approved">["seen"];

/** A reviewer's decision about a story. */
export type Decision = EventOf<"lesson.approved" | "lesson.held" | "lesson.rejected">;

/** What people have corrected in a story, as of one event. */
export type Correction = EventOf<"lesson.corrected">;

/** A recording with sentences that were spoken anew, and what it was made from. */
export type Respoken = EventOf<"lesson.respoken">;

/** The file in the course's folder with everything that is corrected in a story. */
export type SavedOverlay = NonNullable<Correction["overlay"]>;

/** What an answer of the service showed about a story's cost. */
export interface Charge extends Pick<EventOf<"story.observed">, "seq" | "credits" | "status"> {
  readonly isAudiobookStarted: boolean;
}

/** The events that count now about an existing story. */
export interface StoryFacts {
  readonly id: string;
  readonly attempt: string;
  /** The service's last answer about it. */
  readonly observed: EventOf<"story.observed"> | null;
  /** What it was seen to cost, oldest first: the answers that showed another cost, or the story's end. */
  readonly charges: readonly Charge[];
  /** When its audiobook was first seen to be started. */
  readonly startedAt: string | null;
  readonly missing: boolean;
  readonly saved: EventOf<"story.saved"> | null;
  readonly book: EventOf<"book.exported"> | null;
  /** Why the book can't be exported; null if it can, or as far as known. */
  readonly bookUnavailable: string | null;
  readonly times: EventOf<"times.saved"> | null;
  readonly words: EventOf<"words.saved"> | null;
  readonly questions: EventOf<"questions.proposed"> | null;
  /** In the order of the log, each once. */
  readonly decisions: readonly Decision[];
  readonly comments: readonly EventOf<"comment.added">[];
  readonly corrections: readonly Correction[];
  readonly respoken: readonly Respoken[];
}

export interface JobRecord {
  /** `<edition>/<job>` */
  readonly key: string;
  readonly edition: string;
  readonly job: string;
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
  /** By id; the job's current story is that of its newest accepted attempt. */
  readonly stories: ReadonlyMap<string, StoryFacts>;
}

/** The place of a bought lesson in a later plan: the id of its job, and the text of its topic. */
export type MovedTo = Pick<EventOf<"lesson.moved">, "to" | "topic">;

/**
 * What an edition contains; `of`: how many lessons it should contain. Fewer are listed if a crash happened while they were being recorded in the
 * ledger.
 */
export type Composition = Pick<EventOf<"edition.composed">, "of" | "lessons">;

export interface LedgerState {
  readonly opened: EventOf<"ledger.opened"> | null;
  readonly jobs: ReadonlyMap<string, JobRecord>;
  /** The newest quote of each setting, by `settingName`. */
  readonly quotes: ReadonlyMap<string, EventOf<"quote.received">>;
  readonly lastQuote: EventOf<"quote.received"> | null;
  /** By record key, oldest first; only lessons whose address or text is no longer the one that they were bought with. */
  readonly moved: ReadonlyMap<string, readonly MovedTo[]>;
  /** The records of earlier editions whose stories an edition has taken, by that edition, each with its job there. */
  readonly inherited: ReadonlyMap<string, Map<string, string>>;
  /** What each edition of a plan that rotates contains, as it was composed last. */
  readonly composed: ReadonlyMap<string, Composition>;
  /** Moves already carried out, by `moveName`, with the number of entries of each. */
  readonly moves: ReadonlyMap<string, number>;
  readonly packages: ReadonlyMap<string, EventOf<"package.written">>;
  readonly repairs: readonly EventOf<"ledger.repaired">[];
  /** The hashes that joined events had in their original ledgers. */
  readonly joined: ReadonlySet<string>;
  /** The user's newest consent to continue with this ledger although it is incomplete. */
  readonly consented: EventOf<"ledger.consented"> | null;
  /** For a rebuilt ledger: the newest of the two events that enclose the restored ones. */
  readonly rebuilt: EventOf<"ledger.rebuilt"> | null;
  /** Limits and speed as last learned by any run. */
  readonly rateLimiter: EventOf<"pace.learned"> | null;
  /** Whether the newest run has recorded no end. */
  readonly isRunOpen: boolean;
  /** The hash of the newest event about money: a creation, or a story's cost. Runs, quotes and packages don't count. */
  readonly headOfMoney: string | null;
  /** The newest quote whose balance a run has accounted for; null if no run has. */
  readonly accountedQuote: EventOf<"quote.received"> | null;
  /** Restored creations that nobody knows the price of, by attempt, with the key of their record: nothing is bought while there is one. */
  readonly unpriced: ReadonlyMap<string, string>;
}

/** The same type with mutable members and records, for the code that applies events to it. */
export type Mutable<Type> = {
  -readonly [Name in keyof Type]: Type[Name] extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Value extends JobRecord ? Mutable<Value> : Value>
    : Type[Name] extends ReadonlySet<infer One>
      ? Set<One>
      : Type[Name] extends readonly (infer Item)[]
        ? Item[]
        : Type[Name];
};
