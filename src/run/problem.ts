import type { CallError } from "../client/port.ts";
import type { Refusal } from "../client/refusal.ts";
import type { BalanceFall } from "../ledger/format/charges.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import type { Check } from "../lessons/quality/checks.ts";
import type { PackageProblem } from "../package/package-problem.ts";
import type { KeyPlaces, Place, Removal } from "../plan/plan.ts";
import type { LeftFact } from "./lesson.ts";

/**
 * How a lesson differs from its place in a reviewed bill: `added`: it would be bought now; `left`: it left the plan; `unselected`: it isn't chosen;
 * `bought`: it has a story by now; `not_bought`: it can't be bought now, for the plan's gate or because its request was bought before;
 * `topic`, `words`, `settings`: it asks for something else; `price`: it costs something else.
 */
export interface JobDifference {
  readonly job: string;
  readonly how: readonly HowDifferent[];
}

export type HowDifferent =
  | "added"
  | "left"
  | "unselected"
  | "bought"
  | "not_bought"
  | "topic"
  | "words"
  | "settings"
  | "price";

export type Moved = "course" | "edition" | "service" | "plan" | "ledger" | "jobs" | "price" | "expiry";

/** Why a command of the user failed. */
export type CommandFailure =
  | { readonly how: "exit"; readonly code: number }
  | { readonly how: "signal"; readonly signal: string }
  | { readonly how: "timeout"; readonly afterMs: number }
  | { readonly how: "not-started"; readonly cause: string };

/** A `--replace` that the ledger can't confirm. `has`: the job's current story, as `--replace` takes it; null if it has none. */
export interface WrongReplacement {
  readonly job: string;
  readonly given: string | null;
  readonly why: "unnamed" | "short" | "unknown" | "ambiguous" | "nothing_there" | "uncertain" | "inherited";
  readonly has: string | null;
}

/** A volume of which nothing more is bought until people have approved more of its lessons. */
export interface WaitingGate {
  /** Language and difficulty: `es-2`. */
  readonly volume: string;
  /** How many more lessons have to be approved. */
  readonly missing: number;
  /** The jobs of the first lessons that are not approved, bought or not. */
  readonly samples: readonly string[];
  /** How many lessons are not bought until then. */
  readonly waiting: number;
}

/** A job that nothing was bought for, with its topic's text. */
export interface OpenFact {
  readonly job: string;
  readonly topic: string;
}

/** Topics that the lessons of a text may have become, the likeliest first. */
export interface MoveHint {
  readonly text: string;
  /** The lessons by their ledger names. */
  readonly names: readonly string[];
  readonly to: readonly { readonly id: string; readonly topic: string }[];
  /** Whether the texts support the first of them; otherwise the user must choose. */
  readonly isClear: boolean;
}

/** An entry of `removed`, and the lessons that it drops by their ledger names. */
export interface RemovalHint extends Omit<Removal, "settings" | "place"> {
  readonly names: readonly string[];
  /** Whether the plan has no job that one of these may have become. */
  readonly isOnly: boolean;
}

/** A ledger with purchases that another one would repeat. */
export interface OtherLedger {
  readonly path: string;
  readonly course: string;
  /** Whether it belongs to the same course, so that a run can continue with it. */
  readonly isOwn: boolean;
  /** How many lessons it bought; null if only known to have bought some. */
  readonly lessons: number | null;
  /** The time of its last purchase, in UTC; null if not known. */
  readonly last: string | null;
  /** What is at its location now; `replaced`: the ledger that lacks its purchases. */
  readonly now: "there" | "gone" | "replaced" | "unknown";
}

/** A lesson that another ledger has, or may have, bought and that would be paid for again. */
export interface BoughtElsewhere extends Pick<OtherLedger, "course" | "isOwn" | "path" | "now"> {
  /** The job that would buy it again, and its request. */
  readonly job: string;
  readonly topic: string;
  readonly requestHash: string;
  /** Its quoted price at the time. */
  readonly credits: number;
}

/** Purchases that this machine knows and a ledger lacks. */
export interface UnknownPurchases {
  /** How many saved stories lie beside the ledger that it lacks. */
  readonly stories: number;
  /** How many purchases were made with this very ledger that it lacks. */
  readonly forgotten: number;
  /** If nothing was ever bought with the ledger: others that bought lessons of the course, or lessons that would be bought now. */
  readonly ledgers: readonly OtherLedger[];
  readonly again: readonly BoughtElsewhere[];
}

/** Why a run did not do everything, or something the user should know about it. `job`: the id of the job concerned. */
export type RunProblem =
  /** The account's balance fell by more than the ledger explains, and the user asked not to buy then. */
  | ({ readonly code: "balance_unexplained" } & ExplainedFall)
  | { readonly code: "quote_failed"; readonly setting: string; readonly callError: CallError }
  | { readonly code: "credential_refused"; readonly callError: CallError }
  /** `service`: its address; null if that is known to be right, or not available. */
  | { readonly code: "service_unavailable"; readonly callError: CallError; readonly service: string | null }
  /** The account knows none of the ledger's stories that were checked. */
  | {
      readonly code: "account_of_others";
      readonly path: string;
      readonly service: string;
      readonly asked: number;
    }
  | { readonly code: "certificate_refused"; readonly cause: string }
  | { readonly code: "not_connected"; readonly cause: string }
  | { readonly code: "creation_refused"; readonly job: string; readonly refusal: Refusal }
  | { readonly code: "creations_stopped"; readonly refusal: Refusal; readonly left: number }
  | { readonly code: "creation_postponed"; readonly job: string; readonly refusal: Refusal }
  | { readonly code: "creation_uncertain"; readonly job: string; readonly cause: string }
  | {
      readonly code: "after_creation_failed";
      readonly job: string;
      readonly failure: CommandFailure;
      /** How many creations were not started because of it. */
      readonly left: number;
    }
  | {
      readonly code: "outcome_not_recorded";
      readonly job: string;
      readonly id: string | null;
      /** Possible ids in an answer that could not be trusted. */
      readonly named: readonly string[];
      readonly rescue: string | null;
    }
  | {
      readonly code: "story_failed";
      readonly job: string;
      readonly id: string;
      readonly error: string | null;
    }
  | { readonly code: "story_canceled"; readonly job: string; readonly id: string }
  | { readonly code: "story_missing"; readonly job: string; readonly id: string }
  | {
      readonly code: "story_unreadable";
      readonly job: string;
      readonly id: string;
      readonly callError: CallError;
    }
  | {
      readonly code: "audiobook_unpaid";
      readonly job: string;
      readonly id: string;
      readonly refusal: Refusal;
    }
  | { readonly code: "audiobook_failed"; readonly job: string; readonly id: string; readonly status: string }
  | { readonly code: "book_unavailable"; readonly job: string; readonly id: string; readonly cause: string }
  /** What was found in a finished lesson keeps it out of the package, by what the plan says of `checks`. It is kept. */
  | { readonly code: "lesson_unfit"; readonly job: string; readonly checks: readonly Check[] }
  /** What the stories of a volume have in common is more than the plan lets pass. */
  | { readonly code: "volume_unfit"; readonly volume: string; readonly check: Check }
  /** The lessons could not be checked, and the plan does not want unchecked ones in a package. */
  | { readonly code: "lessons_unchecked"; readonly cause: string }
  /** Nothing more is bought of these volumes until people have approved their first lessons. */
  | { readonly code: "gate_closed"; readonly gates: readonly WaitingGate[] }
  /** Finished lessons that too few people have approved, as the plan's `review` wants it. They are kept. */
  | {
      readonly code: "lessons_unapproved";
      readonly required: number;
      readonly jobs: readonly string[];
      /** How many others are approved. */
      readonly approved: number;
      /** How many of `jobs` a reviewer held or rejected, and how many were approved before they changed. */
      readonly held: number;
      readonly rejected: number;
      readonly lapsed: number;
    }
  | { readonly code: "given_up"; readonly job: string; readonly id: string; readonly status: string }
  | { readonly code: "unfinished"; readonly left: number }
  | { readonly code: "interrupted" }
  | { readonly code: "deadline_reached" }
  /** `needsMs`: how long one more story would take; a typical value if nothing was measured. */
  | {
      readonly code: "deadline_near";
      readonly left: number;
      readonly needsMs: number;
      readonly isMeasured: boolean;
    }
  /** `path`: what could not be read or written; null if the system didn't say. */
  | {
      readonly code: "disk_failed";
      readonly cause: string;
      readonly path: string | null;
      readonly whilePackaging?: boolean;
    }
  | { readonly code: "declined" }
  /** Bought lessons without a job, and jobs without a lesson. `moved`, `removed`: the entries that say which is which. */
  | {
      readonly code: "lessons_left";
      readonly edition: string;
      readonly left: readonly LeftFact[];
      readonly jobs: readonly OpenFact[];
      readonly moved: readonly MoveHint[];
      readonly removed: readonly RemovalHint[];
      readonly keys: KeyPlaces;
    }
  /** An entry of `moved` whose lesson belongs to another job by its exact text. */
  | {
      readonly code: "move_contradicted";
      readonly place: Place;
      readonly from: string | null;
      readonly text: string | null;
      readonly to: string;
      readonly job: string;
    }
  /** An entry of `removed`, by text or story, whose lesson a job has again by its exact text. */
  | {
      readonly code: "removal_contradicted";
      readonly place: Place;
      readonly text: string | null;
      readonly story: string | null;
      readonly job: string;
      /** The lessons that it covers and that are still gone: they still need an entry. */
      readonly still: readonly LeftFact[];
    }
  /** The ledger has no lesson of the edition that this one is based on. `known`: the editions that it has lessons of. */
  | {
      readonly code: "basis_unknown";
      readonly place: Place;
      readonly edition: string;
      readonly known: readonly string[];
    }
  /** A job that requests exactly what was bought before as `name` and has been replaced since. */
  | {
      readonly code: "request_bought";
      /** Whether the plan would have no lesson if all such jobs were left out. */
      readonly isLast: boolean;
      /** Of the job's topic in the plan. */
      readonly place: Place;
      readonly job: string;
      readonly name: string;
      readonly id: string;
    }
  | { readonly code: "replacement_wrong"; readonly wrong: readonly WrongReplacement[] }
  /** Nothing was ever bought with the ledger, but this machine knows of purchases that would be repeated. */
  | ({ readonly code: "ledger_begun_anew"; readonly path: string } & UnknownPurchases)
  /** The ledger is older than purchases made with it. */
  | ({ readonly code: "ledger_lost"; readonly path: string } & UnknownPurchases)
  /** The ledger has purchases, but lessons that another ledger bought would be paid for again. */
  | {
      readonly code: "bought_elsewhere";
      readonly path: string;
      readonly again: readonly BoughtElsewhere[];
    }
  /** An older version has not finished its rebuild. */
  | { readonly code: "ledger_half_rebuilt"; readonly path: string }
  /** The ledger can't be restored: no source knows anything of it. `elsewhere`: ledgers of the course that still exist. */
  | {
      readonly code: "ledger_not_rebuildable";
      readonly path: string;
      readonly service: string | null;
      readonly elsewhere: readonly string[];
    }
  /** `jobs`: every lesson that would be bought otherwise than it was reviewed. */
  | {
      readonly code: "approval_moved";
      readonly moved: readonly Moved[];
      readonly jobs: readonly JobDifference[];
    }
  | { readonly code: "file_damaged"; readonly job: string | null; readonly path: string }
  /** What people corrected in a lesson can't be read as it was recorded, or is about another text; it is never left out unnoticed. */
  | {
      readonly code: "correction_unusable";
      readonly job: string;
      readonly path: string;
      readonly why: "missing" | "changed" | "other_text";
    }
  /** Another kind of file has the package's name and would be overwritten. */
  | { readonly code: "package_of_others"; readonly path: string }
  | Extract<PackageProblem, { code: "book_missing" | "book_changed" | "sqlite_missing" }>
  | LedgerProblem;

/** A fall of the account's balance, and the part that this machine's other courses may explain, in credits. */
export interface ExplainedFall extends BalanceFall {
  readonly byOthers: number;
  readonly courses: readonly string[];
}
