import type { EventOf, LedgerEvent } from "./event.ts";
import type { BalanceWitness, Totals } from "./money-state.ts";
import type { Month } from "./month.ts";

/**
 * The state of every job, computed from the events alone.
 *
 * An attempt moves: intended -> accepted | refused | unsent | uncertain; uncertain (or intended, after a crash) -> accepted | notCreated
 * by a person's word. `refused`, `unsent` and `notCreated` are proven absent; everything else may have cost money.
 */
export interface Attempt {
  readonly attempt: string;
  readonly intended: Intention;
  readonly outcome: AttemptOutcome;
}

export type AttemptOutcome =
  | { readonly kind: "intended" }
  | { readonly kind: "accepted"; readonly id: string; readonly at: string; readonly byPerson: boolean }
  | { readonly kind: "refused"; readonly event: EventOf<"creation.refused"> }
  | { readonly kind: "unsent"; readonly cause: string }
  | { readonly kind: "uncertain"; readonly event: EventOf<"creation.uncertain"> }
  | { readonly kind: "notCreated"; readonly event: EventOf<"creation.resolved"> };

// What is kept of the events about lessons: all but what says where in the log they stand, and what their place in the state says already.

/** What was asked for, at what price, and when. */
export type Intention = Pick<
  EventOf<"creation.intended">,
  | "seq"
  | "at"
  | "edition"
  | "run"
  | "request"
  | "requestHash"
  | "price"
  | "balanceBefore"
  | "replaces"
  | "account"
> & {
  /** The month that it counts in. */
  readonly month: Month;
};

/** What the service said of a story when it was last read. */
export type Observation = Pick<EventOf<"story.observed">, "at" | "status" | "credits" | "book" | "error">;

/** A story's text in the course's folder. */
export type SavedText = Pick<EventOf<"story.saved">, "at" | "file" | "bytes" | "sha256">;

/** A book in the course's folder. */
export type ExportedBook = Pick<
  EventOf<"book.exported">,
  "at" | "book" | "contentType" | "file" | "bytes" | "sha256"
>;

/** When the sentences of a story are heard: the file in the course's folder, what it was found from, and what it came to. */
export type SavedTimes = Pick<
  EventOf<"times.saved">,
  "at" | "file" | "bytes" | "sha256" | "text" | "sound" | "algorithm" | "level" | "why" | "hints"
>;

/** What is known of a story that exists. */
export interface StoryFacts {
  readonly id: string;
  readonly attempt: string;
  readonly acceptedAt: string;
  readonly observed: Observation | null;
  readonly observedFirstAt: string | null;
  /** When its audiobook was first seen to have been started. */
  readonly startedAt: string | null;
  readonly missing: boolean;
  readonly saved: SavedText | null;
  readonly book: ExportedBook | null;
  readonly bookCallError: string | null;
  readonly times: SavedTimes | null;
}

export interface JobRecord {
  /** `<edition>/<job>` */
  readonly key: string;
  readonly edition: string;
  readonly job: string;
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
  /** By id; the job's own story is the one of its newest accepted attempt. */
  readonly stories: ReadonlyMap<string, StoryFacts>;
}

/** What a bought lesson was found to be by a later plan: the id of its job, and the text of its topic. */
export interface KnownAs {
  readonly as: string;
  readonly topic: string;
}

export interface LedgerState {
  readonly opened: EventOf<"ledger.opened"> | null;
  readonly jobs: ReadonlyMap<string, JobRecord>;
  /** The newest quote of each setting, by `settingName`. */
  readonly quotes: ReadonlyMap<string, EventOf<"quote.received">>;
  readonly lastQuote: EventOf<"quote.received"> | null;
  /** By the keys of records, the oldest first; only of lessons that were found under another id or text than they were bought. */
  readonly matched: ReadonlyMap<string, readonly KnownAs[]>;
  /** Moves that are carried out, by `moveName`, and how many entries have said each. */
  readonly moves: ReadonlyMap<string, number>;
  readonly packages: ReadonlyMap<string, EventOf<"package.written">>;
  readonly repairs: readonly EventOf<"ledger.repaired">[];
  /** The hashes that events had in the ledgers which they were joined from. */
  readonly joined: ReadonlySet<string>;
  /** The newest word of a person that this ledger may go on although it does not know everything. */
  readonly consented: EventOf<"ledger.consented"> | null;
  /** Where it was made again: the newest of the events around what was put back. */
  readonly rebuilt: EventOf<"ledger.rebuilt"> | null;
  /** What the newest run that learned anything about limits and speed knew. */
  readonly rateLimiter: EventOf<"pace.learned"> | null;
  /** The newest event that money hangs on: of a creation, or of what a story cost. Runs, quotes and packages are none. */
  readonly lastOfMoney: LedgerEvent | null;
  readonly totals: Totals;
  readonly witness: BalanceWitness;
}
