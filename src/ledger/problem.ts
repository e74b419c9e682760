import type { Damage } from "./file/read-log.ts";
import type { StoryAboveQuote } from "./format/charges.ts";

/**
 * What has happened to a locked ledger's name: it is gone, leads to another file, its lock file's name is gone, or the file was overwritten
 * in place.
 */
export type LedgerMove = "gone" | "replaced" | "lock-gone" | "overwritten";

/** A price that doesn't fit a ceiling, in credits. */
export interface OverBudget {
  readonly code: "over_budget";
  readonly ceiling: "edition" | "month" | "run" | "balance";
  readonly limit: number;
  readonly committed: number;
  readonly price: number;
  /** The lesson that was about to be bought; null: the price is that of a whole bill. */
  readonly job: string | null;
  /** How many lessons are not bought for that. Left out: not known. */
  readonly left?: number;
  /** Stories that cost more than their quotes, the newest first: why a bill that was approved doesn't fit any more. */
  readonly aboveQuote?: readonly StoryAboveQuote[];
}

/** A story that a ledger knows to exist, with its job. */
export interface AcceptedStory {
  readonly edition: string;
  readonly job: string;
  readonly id: string;
}

/** A fact about the ledger at a path, or about the file that it says. */
type At<Code extends string, Facts = unknown> = {
  readonly code: Code;
  readonly path: string;
} & Readonly<Facts>;

/** Why a ledger can't be used. */
export type LedgerProblem =
  | At<"ledger_held", { holder: string | null }>
  /** The file is something else, such as a plan, a package or a key. It is left unchanged. */
  | At<"ledger_of_nobody">
  | At<"ledger_damaged", { damage: Damage }>
  | At<"ledger_of_other_course" | "ledger_of_other_service", { found: string; expected: string }>
  | At<"ledger_missing">
  /** The ledger ends before an event that this machine has seen in it: a backup was restored, or its end was lost. `seen`: the file that has it. */
  | At<"ledger_older_copy", { seen: string; seq: number; seenSeq: number }>
  /** The ledger has a different event where this machine has seen one: two copies were continued separately. `seen`: the file that has the other. */
  | At<"ledger_forked", { seen: string; seq: number }>
  /** This machine's copy of a ledger, or its lock, can't be read or written. Nothing may be sent. */
  | At<"mirror_unusable", { cause: string }>
  /**
   * A folder stands in its place, for example, or the file is not for this account. `at`: what it is about, if not the ledger itself: its lock, a folder
   * or a link on the way to it.
   */
  | At<"ledger_unreadable", { at: string | null; cause: string }>
  /** Nothing may be sent afterwards. */
  | At<"ledger_not_written", { cause: string }>
  | At<"ledger_grown_by_other">
  /** The database can't be reached, or refuses. `cause`: an error code of the system or the server, or a phrase. */
  | At<"ledger_unreachable", { cause: string }>
  /** The tables are of a version that this program doesn't know. `newest`: the newest that it knows. */
  | At<"ledger_tables_unknown", { found: string; newest: number }>
  /**
   * While the ledger was locked, its name came to lead elsewhere or its file was overwritten. Nothing may be sent afterwards. `mirror`: this machine's copy,
   * with everything that the ledger could no longer take; null: there is none. `accepted`: all stories that the ledger knows of.
   */
  | At<"ledger_moved", { how: LedgerMove; mirror: string | null; accepted: readonly AcceptedStory[] }>
  /** Another run has opened the ledger while this one still believed that it held the lock. */
  | At<"ledger_taken_over">
  /** A pooler in transaction mode sits in front of the database, so a session lock protects nothing. */
  | At<"ledger_pooled">
  /** After a lost connection nothing new is bought; results of earlier purchases were still recorded. */
  | At<"ledger_connection_lost">
  /** The ledger has an attempt of the job that may have made a story. */
  | At<"ledger_job_taken", { job: string }>
  | OverBudget
  /** The ledger has restored creations without a price, so that no ceiling can be kept. */
  | At<"ledger_unpriced", { job: string; unpriced: number }>
  /** All paid starts of the window are used, counting every machine; the next one is free after `waitMs`. */
  | At<"ledger_starts_spent", { waitMs: number }>
  | At<"ledger_not_empty">
  /** Its last record is torn. A run sets that aside; a copy would lose it. */
  | At<"ledger_torn">;

/** What the user should know about a ledger that is usable. */
export type LedgerNotice =
  /** Opening brought the tables of a database to this version's: older versions can't use any ledger in them any more. */
  | At<"ledger_tables_migrated">
  /** How opening repaired the ledger's end. `salvaged`: UUIDs readable in the part set aside. */
  | At<"ledger_tail_set_aside", { file: string; bytes: number; salvaged: readonly string[] }>
  /** There is no place for a mirror: this machine would not notice a lost ledger or an older copy. `folder`: the one that can't be made; null: no home. */
  | { readonly code: "no_mirror"; readonly folder: string | null; readonly cause: string | null }
  /** The mirror could not be written any more; the ledger has everything. */
  | At<"mirror_behind", { cause: string }>
  /** A rescue file has an outcome of a creation that is still open. `id`: the story's, if the outcome names one. */
  | {
      readonly code: "rescue_found";
      readonly file: string;
      readonly edition: string;
      readonly job: string;
      readonly id: string | null;
    };
