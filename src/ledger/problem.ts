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

/** Why a ledger can't be used. */
export type LedgerProblem =
  | { readonly code: "ledger_held"; readonly path: string; readonly holder: string | null }
  /** The file is something else, such as a plan, a package or a key. It is left unchanged. */
  | { readonly code: "ledger_of_nobody"; readonly path: string }
  | { readonly code: "ledger_damaged"; readonly path: string; readonly damage: Damage }
  | {
      readonly code: "ledger_of_other_course";
      readonly path: string;
      readonly found: string;
      readonly expected: string;
    }
  | {
      readonly code: "ledger_of_other_service";
      readonly path: string;
      readonly found: string;
      readonly expected: string;
    }
  | { readonly code: "ledger_missing"; readonly path: string }
  /** The ledger ends before an event that this machine has seen in it: a backup was restored, or its end was lost. `seen`: the file that has it. */
  | {
      readonly code: "ledger_older_copy";
      readonly path: string;
      readonly seen: string;
      readonly seq: number;
      readonly seenSeq: number;
    }
  /** The ledger has a different event where this machine has seen one: two copies were continued separately. `seen`: the file that has the other. */
  | { readonly code: "ledger_forked"; readonly path: string; readonly seen: string; readonly seq: number }
  /** This machine's copy of a ledger, or its lock, can't be read or written. Nothing may be sent. */
  | { readonly code: "mirror_unusable"; readonly path: string; readonly cause: string }
  /**
   * A folder stands in its place, for example, or the file is not for this account. `at`: what it is about, if not the ledger itself: its lock, a folder
   * or a link on the way to it.
   */
  | {
      readonly code: "ledger_unreadable";
      readonly path: string;
      readonly at: string | null;
      readonly cause: string;
    }
  /** Nothing may be sent afterwards. */
  | { readonly code: "ledger_not_written"; readonly path: string; readonly cause: string }
  | { readonly code: "ledger_grown_by_other"; readonly path: string }
  /** The database can't be reached, or refuses. `cause`: an error code of the system or the server, or a phrase. */
  | { readonly code: "ledger_unreachable"; readonly path: string; readonly cause: string }
  /** The tables are of a version that this program doesn't know. `newest`: the newest that it knows. */
  | {
      readonly code: "ledger_tables_unknown";
      readonly path: string;
      readonly found: string;
      readonly newest: number;
    }
  /** While the ledger was locked, its name came to lead elsewhere or its file was overwritten. Nothing may be sent afterwards. */
  | {
      readonly code: "ledger_moved";
      readonly path: string;
      readonly how: LedgerMove;
      /** This machine's copy, with everything that the ledger could no longer take; null if there is none. */
      readonly mirror: string | null;
      /** All stories that the ledger knows of. */
      readonly accepted: readonly AcceptedStory[];
    }
  /** Another run has opened the ledger while this one still believed that it held the lock. */
  | { readonly code: "ledger_taken_over"; readonly path: string }
  /** A pooler in transaction mode sits in front of the database, so a session lock protects nothing. */
  | { readonly code: "ledger_pooled"; readonly path: string }
  /** After a lost connection nothing new is bought; results of earlier purchases were still recorded. */
  | { readonly code: "ledger_connection_lost"; readonly path: string }
  /** The ledger has an attempt of the job that may have made a story. */
  | { readonly code: "ledger_job_taken"; readonly path: string; readonly job: string }
  | OverBudget
  /** The ledger has restored creations without a price, so that no ceiling can be kept. */
  | {
      readonly code: "ledger_unpriced";
      readonly path: string;
      readonly job: string;
      readonly unpriced: number;
    }
  /** All paid starts of the window are used, counting every machine; the next one is free after `waitMs`. */
  | { readonly code: "ledger_starts_spent"; readonly path: string; readonly waitMs: number }
  | { readonly code: "ledger_not_empty"; readonly path: string }
  /** Its last record is torn. A run sets that aside; a copy would lose it. */
  | { readonly code: "ledger_torn"; readonly path: string };

/** What the user should know about a ledger that is usable. */
export type LedgerNotice =
  /** Opening brought the tables of a database to this version's: older versions can't use any ledger in them any more. */
  | { readonly code: "ledger_tables_migrated"; readonly path: string }
  /** How opening repaired the ledger's end. `salvaged`: UUIDs readable in the part set aside. */
  | {
      readonly code: "ledger_tail_set_aside";
      readonly path: string;
      readonly file: string;
      readonly bytes: number;
      readonly salvaged: readonly string[];
    }
  /** There is no place for a mirror: this machine would not notice a lost ledger or an older copy. `folder`: the one that can't be made; null: no home. */
  | { readonly code: "no_mirror"; readonly folder: string | null; readonly cause: string | null }
  /** The mirror could not be written any more; the ledger has everything. */
  | { readonly code: "mirror_behind"; readonly path: string; readonly cause: string }
  /** A rescue file has an outcome of a creation that is still open. `id`: the story's, if the outcome names one. */
  | {
      readonly code: "rescue_found";
      readonly file: string;
      readonly edition: string;
      readonly job: string;
      readonly id: string | null;
    };
