import type { Damage } from "./file/read-log.ts";
import type { AcceptedStory } from "./rescue/rescued-ledger.ts";

/** What became of a held ledger's name: it leads nowhere, to another file, its lock's name does, or the file was overwritten in its place. */
export type LedgerMove = "gone" | "replaced" | "lock-gone" | "overwritten";

/** Why a ledger can't be used. */
export type LedgerProblem =
  | { readonly code: "ledger_held"; readonly path: string; readonly holder: string | null }
  /** It holds something else: a plan, a package, a key. It is left as it is. */
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
  /** It ends before an event that this machine has seen of it: a backup that was put back, or an end that was lost. */
  | {
      readonly code: "ledger_older_copy";
      readonly path: string;
      /** The file that remembers what was seen. */
      readonly lastSeen: string;
      readonly seq: number;
      readonly seenSeq: number;
      /** Another ledger's file, still there, in which this machine has seen that event; null where it knows of none. */
      readonly newest: string | null;
    }
  /** Another event stands where this machine has seen one: two copies went on separately. */
  | {
      readonly code: "ledger_forked";
      readonly path: string;
      readonly lastSeen: string;
      readonly seq: number;
      /** As of an older copy. */
      readonly newest: string | null;
    }
  /** Nothing may be sent afterwards. `rescue`: where the event that could not be recorded went, if anywhere. */
  | { readonly code: "ledger_not_written"; readonly path: string; readonly cause: string }
  | { readonly code: "ledger_grown_by_other"; readonly path: string }
  /** The database can't be reached, or refuses. `cause`: a code of the system's or of the server's, or half a sentence. */
  | { readonly code: "ledger_unreachable"; readonly path: string; readonly cause: string }
  | { readonly code: "ledger_tables_unknown"; readonly path: string; readonly found: string }
  /** While it was held its name came to lead elsewhere, or what stands there was overwritten. Nothing may be sent afterwards. */
  | {
      readonly code: "ledger_moved";
      readonly path: string;
      readonly how: LedgerMove;
      /** The file that took the whole ledger, with what it could not record any more; null where no place would have it. */
      readonly rescue: string | null;
      /** Every story that it knows of. */
      readonly accepted: readonly AcceptedStory[];
    }
  /** An earlier run had to leave it, and events that it lacks are in this file. */
  | { readonly code: "ledger_rescued"; readonly path: string; readonly rescue: string }
  /** It is no beginning of a rescued ledger: another line stands there from this one on. */
  | { readonly code: "ledger_went_on"; readonly path: string; readonly rescue: string; readonly line: number }
  | { readonly code: "rescue_unreadable"; readonly path: string }
  /** Another run has opened the ledger while this one thought that it held it. */
  | { readonly code: "ledger_taken_over"; readonly path: string }
  /** A pooler gives every transaction to another connection of the database's, so that no lock holds. */
  | { readonly code: "ledger_pooled"; readonly path: string }
  /** Nothing new is bought after the connection was lost; what comes of earlier purchases was still recorded. */
  | { readonly code: "ledger_connection_lost"; readonly path: string }
  /** The ledger knows an attempt of the job that may have made a story. */
  | { readonly code: "ledger_job_taken"; readonly path: string; readonly job: string }
  | {
      readonly code: "ledger_over_budget";
      readonly path: string;
      readonly job: string;
      /** `max-credits`: what a person allowed this run. `balance`: the account's credits as last quoted. */
      readonly ceiling: "edition" | "month" | "max-credits" | "balance";
      readonly limit: number;
      readonly committed: number;
      readonly price: number;
    }
  /** All paid starts of the window are used, on whichever machine; the next one is free after so long. */
  | { readonly code: "ledger_starts_spent"; readonly path: string; readonly waitMs: number }
  | { readonly code: "ledger_not_empty"; readonly path: string }
  /** Its last record was cut off. A run sets that aside; a copy would lose it. */
  | { readonly code: "ledger_torn"; readonly path: string };

/** What a person should know of a ledger that can be used. */
export type LedgerNotice =
  /** What opening did to its end. `salvaged`: UUIDs that could be read in what was set aside. */
  | {
      readonly code: "ledger_tail_set_aside";
      readonly path: string;
      readonly file: string;
      readonly bytes: number;
      readonly salvaged: readonly string[];
    }
  /** An older copy of this ledger would not be noticed on this machine. */
  | { readonly code: "anchor_unusable"; readonly folder: string; readonly cause: string }
  /** An outcome of a creation that is still open was kept in a file of its own. `id`: the story's, where it names one. */
  | {
      readonly code: "rescue_found";
      readonly file: string;
      readonly edition: string;
      readonly job: string;
      readonly id: string | null;
    };
