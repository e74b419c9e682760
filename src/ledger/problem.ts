import { exitCodes } from "../shared/exit-codes.ts";
import { ends, type ProblemIn } from "../shared/problems.ts";
import type { EventOf } from "./format/event.ts";
import type { Damage } from "./format/line.ts";

const { ledger, money } = exitCodes;

/** A price that doesn't fit a ceiling, in credits. */
export interface OverBudget {
  readonly code: "over_budget";
  readonly ceiling: "edition" | "month" | "run" | "balance";
  readonly limit: number;
  readonly committed: number;
  readonly price: number;
  /** The lesson that was about to be bought; null: the price is that of a whole bill. */
  readonly job: string | null;
  /** The price of a bill's first lesson. */
  readonly first?: number | undefined;
}

/** A story that a ledger knows to exist, with its job. */
export type AcceptedStory = Readonly<Pick<EventOf<"creation.accepted">, "edition" | "job" | "id">>;

/** Facts about the ledger at a path, or about the file that is named. */
type At<Facts = unknown> = { readonly path: string } & Readonly<Facts>;

/** Why a ledger can't be used. */
export const ledgerProblems = {
  ledger_held: ends<At<{ holder: string | null }>>(ledger),
  ledger_damaged: ends<At<{ damage: Damage }>>(ledger),
  ledger_of_other_course: ends<At<{ found: string; expected: string }>>(ledger),
  ledger_of_other_service: ends<At<{ found: string; expected: string }>>(ledger),
  ledger_missing: ends<At>(ledger),
  /** The ledger ends before an event that this machine has seen in it: a backup was restored, or its end was lost. `seen`: the file that has it. */
  ledger_older_copy: ends<At<{ seen: string; seq: number; seenSeq: number }>>(ledger),
  /** The ledger has a different event where this machine has seen one: two copies were continued separately. `seen`: the file that has the other. */
  ledger_forked: ends<At<{ seen: string; seq: number }>>(ledger),
  /** This machine's copy of a ledger, or its lock, can't be read or written. Nothing may be sent. */
  mirror_unusable: ends<At<{ cause: string }>>(ledger),
  /** There is no place for this machine's copy of a ledger. `folder`: where it would be; null if this machine has no folder for that. */
  nothing_remembered: ends<{ folder: string | null }>(ledger),
  /**
   * For example, there is a folder in its place, or this account may not use the file. `at`: what can't be used, if not the ledger itself: its
   * lock, or a folder or link on the way to it.
   */
  ledger_unreadable: ends<At<{ at: string | null; cause: string }>>(ledger),
  /** Nothing may be sent afterwards. */
  ledger_not_written: ends<At<{ cause: string }>>(ledger),
  ledger_grown_by_other: ends<At>(ledger),
  /**
   * The database can't be reached, refuses, or the connection was lost: then the next opening shows whether the last event was recorded. `cause`: an
   * error code of the system or the server, or a phrase.
   */
  ledger_unreachable: ends<At<{ cause: string }>>(ledger),
  /** The tables have a version that this program doesn't know. `newest`: the newest version that it knows. */
  ledger_tables_unknown: ends<At<{ found: string; newest: number }>>(ledger),
  /**
   * While the ledger was locked, it or its lock was moved, replaced or overwritten. Nothing may be sent afterwards. `accepted`: all stories that the ledger
   * knows of.
   */
  ledger_moved: ends<At<{ accepted: readonly AcceptedStory[] }>>(ledger),
  /** Another run has opened the ledger while this one still believed that it held the lock. */
  ledger_taken_over: ends<At>(ledger),
  /** A pooler in transaction mode sits in front of the database, so a session lock protects nothing. */
  ledger_pooled: ends<At>(ledger),
  /** The ledger has an attempt of the job that may have made a story. */
  ledger_job_taken: ends<At<{ job: string }>>(ledger),
  over_budget: ends<Omit<OverBudget, "code">>(money),
  /** The ledger has restored creations without a price, so that no ceiling can be kept. */
  ledger_unpriced: ends<At<{ job: string; unpriced: number }>>(ledger),
  /** There is a ledger in the place of the copy, or the last record is torn: a run sets that aside; a copy would lose it. */
  ledger_not_copied: ends<At<{ why: "exists" | "torn" }>>(ledger),
};

/** Why a ledger can't be used. */
export type LedgerProblem = ProblemIn<typeof ledgerProblems>;

/** A notice about the ledger at a path. */
type Notice<Code extends string, Facts = unknown> = { readonly code: Code } & At<Facts>;

/** What the user should know about a ledger that is usable. */
export type LedgerNotice =
  /** Opening upgraded a database's tables to this version, so older versions can no longer use any ledger in them. */
  | Notice<"ledger_tables_migrated">
  /** How opening repaired the ledger's end. `salvaged`: UUIDs readable in the part set aside. */
  | Notice<"ledger_tail_set_aside", { file: string; bytes: number; salvaged: readonly string[] }>
  /** There is no place for a mirror, so this machine would not notice a lost ledger or an older copy. `folder`: it can't be made; null: no home. */
  | { readonly code: "no_mirror"; readonly folder: string | null; readonly cause: string | null };
