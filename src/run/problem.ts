import type { CallError } from "../client/port.ts";
import type { Refusal } from "../client/refusal.ts";
import type { BalanceFall } from "../ledger/format/charges.ts";
import type { LedgerNotice, LedgerProblem } from "../ledger/problem.ts";
import type { Check } from "../lessons/quality/checks.ts";
import type { PackageProblem } from "../package/package-problem.ts";
import type { KeyPlaces, Place, Removal } from "../plan/plan.ts";
import { type ExitCode, exitCodes } from "../shared/exit-codes.ts";
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
interface OpenFact {
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

/** What is known of each problem of a run. `job`: the id of the job concerned; `left`: how many creations were not started because of it. */
interface ProblemFacts {
  /** The account's balance fell by more than the ledger explains, and the user asked not to buy then. */
  balance_unexplained: ExplainedFall;
  quote_failed: { setting: string; callError: CallError };
  credential_refused: { callError: CallError };
  /** `service`: its address; null if that is known to be right, or not available. */
  service_unavailable: { callError: CallError; service: string | null };
  /** The account knows none of the ledger's stories that were checked. */
  account_of_others: { path: string; service: string; asked: number };
  certificate_refused: { cause: string };
  not_connected: { cause: string };
  creation_refused: { job: string; refusal: Refusal };
  creations_stopped: { refusal: Refusal; left: number };
  creation_postponed: { job: string; refusal: Refusal };
  creation_uncertain: { job: string; cause: string };
  after_creation_failed: { job: string; failure: CommandFailure; left: number };
  /** `named`: possible ids in an answer that could not be trusted. */
  outcome_not_recorded: { job: string; id: string | null; named: readonly string[]; rescue: string | null };
  story_failed: { job: string; id: string; error: string | null };
  story_canceled: { job: string; id: string };
  story_missing: { job: string; id: string };
  story_unreadable: { job: string; id: string; callError: CallError };
  audiobook_unpaid: { job: string; id: string; refusal: Refusal };
  audiobook_failed: { job: string; id: string; status: string };
  book_unavailable: { job: string; id: string; cause: string };
  /** What was found in a finished lesson keeps it out of the package, by what the plan says of `checks`. It is kept. */
  lesson_unfit: { job: string; checks: readonly Check[] };
  /** What the stories of a volume have in common is more than the plan lets pass. */
  volume_unfit: { volume: string; check: Check };
  /** The lessons could not be checked, and the plan does not want unchecked ones in a package. */
  lessons_unchecked: { cause: string };
  /** Nothing more is bought of these volumes until people have approved their first lessons. */
  gate_closed: { gates: readonly WaitingGate[] };
  /** Finished lessons that too few people have approved, as the plan's `review` wants it. They are kept. */
  lessons_unapproved: {
    required: number;
    jobs: readonly string[];
    /** How many others are approved. */
    approved: number;
    /** How many of `jobs` a reviewer held or rejected, and how many were approved before they changed. */
    held: number;
    rejected: number;
    lapsed: number;
  };
  given_up: { job: string; id: string; status: string };
  unfinished: { left: number };
  interrupted: object;
  deadline_reached: object;
  /** `needsMs`: how long one more story would take; a typical value if nothing was measured. */
  deadline_near: { left: number; needsMs: number; isMeasured: boolean };
  /** `path`: what could not be read or written; null if the system didn't say. */
  disk_failed: { cause: string; path: string | null; whilePackaging?: boolean };
  declined: object;
  /** Bought lessons without a job, and jobs without a lesson. `moved`, `removed`: the entries that say which is which. */
  lessons_left: {
    edition: string;
    left: readonly LeftFact[];
    jobs: readonly OpenFact[];
    moved: readonly MoveHint[];
    removed: readonly RemovalHint[];
    keys: KeyPlaces;
  };
  /** An entry of `moved` whose lesson belongs to another job by its exact text. */
  move_contradicted: { place: Place; from: string | null; text: string | null; to: string; job: string };
  /**
   * An entry of `removed`, by text or story, whose lesson a job has again by its exact text. `still`: the lessons that it covers and that
   * are still gone: they still need an entry.
   */
  removal_contradicted: {
    place: Place;
    text: string | null;
    story: string | null;
    job: string;
    still: readonly LeftFact[];
  };
  /** The ledger has no lesson of the edition that this one is based on. `known`: the editions that it has lessons of. */
  basis_unknown: { place: Place; edition: string; known: readonly string[] };
  /**
   * A job that requests exactly what was bought before as `name` and has been replaced since. `isLast`: the plan would have no lesson if
   * all such jobs were left out. `place`: of the job's topic in the plan.
   */
  request_bought: { isLast: boolean; place: Place; job: string; name: string; id: string };
  replacement_wrong: { wrong: readonly WrongReplacement[] };
  /** Nothing was ever bought with the ledger, but this machine knows of purchases that would be repeated. */
  ledger_begun_anew: { path: string } & UnknownPurchases;
  /** The ledger is older than purchases made with it. */
  ledger_lost: { path: string } & UnknownPurchases;
  /** The ledger has purchases, but lessons that another ledger bought would be paid for again. */
  bought_elsewhere: { path: string; again: readonly BoughtElsewhere[] };
  /** An older version has not finished its rebuild. */
  ledger_half_rebuilt: { path: string };
  /** The ledger can't be restored: no source knows anything of it. `elsewhere`: ledgers of the course that still exist. */
  ledger_not_rebuildable: { path: string; service: string | null; elsewhere: readonly string[] };
  /** `jobs`: every lesson that would be bought otherwise than it was reviewed. */
  approval_moved: { moved: readonly Moved[]; jobs: readonly JobDifference[] };
  file_damaged: { job: string | null; path: string };
  /** What people corrected in a lesson can't be read as it was recorded, or is about another text; it is never left out unnoticed. */
  correction_unusable: { job: string; path: string; why: "missing" | "changed" | "other_text" };
  /** Another kind of file has the package's name and would be overwritten. */
  package_of_others: { path: string };
}

/** A union of codes, each with its facts. */
type Coded<Facts> = { [Code in keyof Facts]: { readonly code: Code } & Readonly<Facts[Code]> }[keyof Facts];

/** Why a run did not do everything, or something the user should know about it. */
export type RunProblem =
  | Coded<ProblemFacts>
  | Extract<PackageProblem, { code: "book_missing" | "book_changed" | "sqlite_missing" }>
  | LedgerProblem;

/** A fall of the account's balance, and the part that this machine's other courses may explain, in credits. */
export interface ExplainedFall extends BalanceFall {
  readonly byOthers: number;
  readonly courses: readonly string[];
}

/** What is known of what the user should know although nothing went wrong. */
interface NoticeFacts {
  /** `has`: the job's current story, as `--replace` takes it; null while that is unknown. */
  job_changed: { job: string; has: string | null };
  /** The story to replace has already been replaced. */
  replacement_made: { job: string; given: string; has: string | null };
  /** Bought lessons without a job that the plan doesn't account for, by ledger name: only a notice if nothing new is to be bought. */
  lessons_left_over: { names: readonly string[] };
  lessons_removed: { names: readonly string[] };
  lessons_moved: { jobs: readonly { readonly job: string; readonly was: string }[] };
  /** `job`, `edition`: the name of its record in the ledger, since the plan has no such job. */
  job_orphaned: { job: string; edition: string };
  edition_unfinished: { edition: string; stories: number; uncertain: number };
  answer_odd: { job: string; warning: string };
  status_unknown: { job: string; status: string };
  /** `job`: the one of the record's name in the ledger. */
  crash_found: { job: string };
  /** In credits: the quote, and the cost that the service reports by now. */
  story_above_quote: { job: string; id: string; quoted: number; cost: number };
  /** A clock differs by more than a year from this machine's, `own`; both in ms since 1970. The month is not taken from that clock. */
  clock_disbelieved: { clock: "service" | "database"; at: number; own: number };
  /** The clocks give an earlier month than the newest purchase, so purchases count in the month of that purchase. */
  month_kept: { month: string; byClocks: string };
  /** The account's balance fell by more than the ledger explains. */
  balance_fell: ExplainedFall;
  /** The user agreed to pay for these again. */
  paid_again: { again: readonly BoughtElsewhere[] };
  /** The user asked to stop. */
  interrupted: object;
  package_odd: { warning: PackageProblem };
}

/** What a run tells that is no problem: the run goes on. */
export type RunNotice = Coded<NoticeFacts> | LedgerNotice;

const exits: Readonly<Record<RunProblem["code"], ExitCode>> = {
  over_budget: exitCodes.money,
  balance_unexplained: exitCodes.money,
  quote_failed: exitCodes.stopped,
  credential_refused: exitCodes.credential,
  account_of_others: exitCodes.credential,
  service_unavailable: exitCodes.stopped,
  certificate_refused: exitCodes.stopped,
  not_connected: exitCodes.stopped,
  creation_refused: exitCodes.failed,
  creations_stopped: exitCodes.stopped,
  creation_postponed: exitCodes.stopped,
  creation_uncertain: exitCodes.uncertain,
  after_creation_failed: exitCodes.stopped,
  outcome_not_recorded: exitCodes.ledger,
  story_failed: exitCodes.failed,
  story_canceled: exitCodes.failed,
  story_missing: exitCodes.failed,
  story_unreadable: exitCodes.stopped,
  audiobook_unpaid: exitCodes.money,
  audiobook_failed: exitCodes.failed,
  book_unavailable: exitCodes.failed,
  lesson_unfit: exitCodes.failed,
  volume_unfit: exitCodes.failed,
  lessons_unchecked: exitCodes.failed,
  lessons_unapproved: exitCodes.failed,
  gate_closed: exitCodes.failed,
  given_up: exitCodes.stopped,
  unfinished: exitCodes.stopped,
  interrupted: exitCodes.stopped,
  deadline_reached: exitCodes.stopped,
  deadline_near: exitCodes.stopped,
  declined: exitCodes.stopped,
  lessons_left: exitCodes.invalid,
  move_contradicted: exitCodes.invalid,
  removal_contradicted: exitCodes.invalid,
  basis_unknown: exitCodes.invalid,
  request_bought: exitCodes.invalid,
  replacement_wrong: exitCodes.invalid,
  ledger_begun_anew: exitCodes.ledger,
  ledger_lost: exitCodes.ledger,
  bought_elsewhere: exitCodes.ledger,
  ledger_half_rebuilt: exitCodes.ledger,
  ledger_not_rebuildable: exitCodes.ledger,
  approval_moved: exitCodes.money,
  file_damaged: exitCodes.stopped,
  correction_unusable: exitCodes.stopped,
  package_of_others: exitCodes.stopped,
  disk_failed: exitCodes.stopped,
  book_missing: exitCodes.stopped,
  book_changed: exitCodes.stopped,
  sqlite_missing: exitCodes.stopped,
  ledger_held: exitCodes.ledger,
  ledger_of_nobody: exitCodes.ledger,
  ledger_damaged: exitCodes.ledger,
  ledger_of_other_course: exitCodes.ledger,
  ledger_of_other_service: exitCodes.ledger,
  ledger_missing: exitCodes.ledger,
  ledger_older_copy: exitCodes.ledger,
  ledger_forked: exitCodes.ledger,
  ledger_not_written: exitCodes.ledger,
  ledger_unreadable: exitCodes.ledger,
  ledger_grown_by_other: exitCodes.ledger,
  ledger_moved: exitCodes.ledger,
  mirror_unusable: exitCodes.ledger,
  ledger_unreachable: exitCodes.ledger,
  ledger_tables_unknown: exitCodes.ledger,
  ledger_taken_over: exitCodes.ledger,
  ledger_pooled: exitCodes.ledger,
  ledger_connection_lost: exitCodes.ledger,
  ledger_job_taken: exitCodes.ledger,
  ledger_unpriced: exitCodes.ledger,
  ledger_starts_spent: exitCodes.stopped,
  ledger_not_empty: exitCodes.ledger,
  ledger_torn: exitCodes.ledger,
};

/** The exit code for a single problem. */
export function exitCodeOf(problem: RunProblem): ExitCode {
  if (problem.code === "replacement_wrong" && problem.wrong.every(({ why }) => why === "uncertain"))
    return exitCodes.uncertain;
  if (problem.code === "creations_stopped") return exitOfStop(problem.refusal);
  if (problem.code === "quote_failed" && problem.callError.kind === "refused")
    return exitOfStop(problem.callError.refusal);
  return exits[problem.code];
}

// The reason for the service's refusal decides what the user must do: pay, grant access, or wait.
function exitOfStop(refusal: Refusal): ExitCode {
  if (refusal.code === "payment_required") return exitCodes.money;
  const access = ["unauthorized", "forbidden", "not_found"];
  return access.includes(refusal.code) ? exitCodes.credential : exitCodes.stopped;
}
