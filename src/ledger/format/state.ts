import type { EventOf, LedgerEvent } from "./event.ts";
import type { BalanceWitness, Totals } from "./money-state.ts";
import type { Month } from "./month.ts";

/**
 * The state of every job, computed from the events alone.
 *
 * An attempt moves: intended -> accepted | refused | unsent | uncertain; then uncertain (or intended, after a crash) -> accepted |
 * notCreated when the user settles it. `refused`, `unsent` and `notCreated` are proven absent; everything else may have cost money.
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

// The facts kept of events about lessons, without their place in the log and without what their position in the state implies.

/** The request, its price and its time. */
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
  /** The month whose budget it counts against. */
  readonly month: Month;
};

/** The service's last answer about a story. */
export type Observation = Pick<EventOf<"story.observed">, "at" | "status" | "credits" | "book" | "error">;

/** A story's text in the course's folder. */
export type SavedText = Pick<EventOf<"story.saved">, "at" | "file" | "bytes" | "sha256">;

/** A book in the course's folder. */
export type ExportedBook = Pick<
  EventOf<"book.exported">,
  "at" | "book" | "contentType" | "file" | "bytes" | "sha256"
>;

/** The times of a story's sentences: the file in the course's folder, its inputs and its result. */
export type SavedTimes = Pick<
  EventOf<"times.saved">,
  "at" | "file" | "bytes" | "sha256" | "text" | "sound" | "algorithm" | "level" | "why" | "hints"
>;

/** Where a story has the words of its list: the file in the course's folder, and its inputs. */
export type SavedWords = Pick<
  EventOf<"words.saved">,
  "at" | "file" | "bytes" | "sha256" | "text" | "list" | "algorithm"
>;

/** What a reviewer had before them, by its hashes. */
export type Seen = EventOf<"lesson.approved">["seen"];

/** A reviewer's decision about a story. */
export interface Decision
  extends Pick<EventOf<"lesson.held">, "at" | "decision" | "who" | "why" | "seen" | "unheard"> {
  readonly kind: "approved" | "held" | "rejected";
  /** Decisions to hold or reject the lesson that it overrules. */
  readonly despite: readonly string[];
}

/** A reviewer's remark about a story. */
export type ReviewComment = Pick<
  EventOf<"comment.added">,
  "at" | "comment" | "who" | "text" | "sentence" | "seen"
>;

/** What people have corrected in a story, as of one event. */
export interface Correction
  extends Pick<
    EventOf<"lesson.corrected">,
    "at" | "correction" | "who" | "sentences" | "glosses" | "title" | "undoes" | "seen"
  > {
  readonly overlay: SavedOverlay | null;
}

/** A recording with sentences that were spoken anew, and what it was made from. */
export type Respoken = Pick<
  EventOf<"lesson.respoken">,
  "at" | "respoken" | "who" | "narrator" | "sound" | "times" | "correction" | "book" | "sentences" | "title"
>;

/** The file in the course's folder with everything that is corrected in a story. */
export type SavedOverlay = NonNullable<EventOf<"lesson.corrected">["overlay"]>;

/** The facts known of an existing story. */
export interface StoryFacts {
  readonly id: string;
  readonly attempt: string;
  readonly acceptedAt: string;
  readonly observed: Observation | null;
  readonly observedFirstAt: string | null;
  /** When its audiobook was first observed to have started. */
  readonly startedAt: string | null;
  readonly missing: boolean;
  readonly saved: SavedText | null;
  readonly book: ExportedBook | null;
  /** Why the book can't be exported; null if it can, or as far as known. */
  readonly bookUnavailable: string | null;
  readonly times: SavedTimes | null;
  readonly words: SavedWords | null;
  /** In the order of the log, each once. */
  readonly decisions: readonly Decision[];
  readonly comments: readonly ReviewComment[];
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

/** How a later plan matched a bought lesson: the id of its job, and the text of its topic. */
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
  /** By record key, oldest first; only lessons matched under another id or text than they were bought with. */
  readonly matched: ReadonlyMap<string, readonly KnownAs[]>;
  /** The records of earlier editions whose stories an edition has taken, by that edition. */
  readonly inherited: ReadonlyMap<string, ReadonlySet<string>>;
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
  /** The newest event about money: a creation, or a story's cost. Runs, quotes and packages don't count. */
  readonly lastOfMoney: LedgerEvent | null;
  readonly totals: Totals;
  readonly witness: BalanceWitness;
}
