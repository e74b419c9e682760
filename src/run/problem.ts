import type { CallError } from "../client/port.ts";
import type { Refusal } from "../client/refusal.ts";
import type { BalanceFall } from "../ledger/format/charges.ts";
import type { ObjectedLesson } from "../ledger/format/reviews.ts";
import { type LedgerNotice, ledgerProblems } from "../ledger/problem.ts";
import type { Check } from "../lessons/quality/finding.ts";
import type { PackageProblem } from "../package/package-problem.ts";
import type { Place } from "../plan/plan.ts";
import { type ExitCode, exitCodes } from "../shared/exit-codes.ts";
import { errorCode, errorPath, Failure, isSystemError } from "../shared/failure.ts";
import { ends, exitCodeIn, type ProblemIn } from "../shared/problems.ts";

const { invalid, money, failed, uncertain, credential, stopped, ledger } = exitCodes;

/** What has changed since a bill was reviewed. */
export type Moved = "service" | "plan" | "ledger" | "jobs" | "price" | "expiry";

/** A job and its current story as `--replace` takes it; null: the job has no story, or it is unknown whether it has one. */
export interface StoryNow {
  readonly job: string;
  readonly has: string | null;
}

/** A `--replace` that doesn't match the ledger. */
export interface WrongReplacement extends StoryNow {
  readonly given: string | null;
  readonly why: "unnamed" | "unknown" | "nothing_there" | "uncertain" | "inherited";
}

/** A volume for which nothing more is bought until people have approved more of its lessons. */
export interface WaitingGate {
  /** Language and difficulty: `es-2`. */
  readonly volume: string;
  readonly missing: number;
  /** The jobs of those first lessons that are not approved yet, whether bought or not. */
  readonly samples: readonly string[];
  readonly waiting: number;
}

export interface LeftFact {
  readonly name: string;
  readonly topic: string;
  readonly story: string;
}

/** The topic to which the lessons bought for a text most likely belong now. */
export interface MoveHint {
  readonly text: string;
  readonly to: { readonly id: string; readonly topic: string };
  /** Whether the texts support this match; otherwise the user must choose. */
  readonly isClear: boolean;
}

/** An entry of `removed`, and the ledger names of the lessons that it drops. */
export interface RemovalHint {
  readonly entry: { readonly [Key in "lang" | "difficulty" | "story" | "text"]?: string | number };
  readonly names: readonly string[];
}

/** A ledger with purchases that another ledger would repeat. */
export interface KnownLedger {
  readonly path: string;
  readonly course: string;
  /** Whether it belongs to the same course, so that a run can continue with it. */
  readonly isOwn: boolean;
  /** Whether a ledger is still there, and another one than that which lacks the purchases. A database is not asked. */
  readonly isThere: boolean;
}

/** A lesson that another ledger has, or may have, bought and that would be paid for again. */
export interface BoughtElsewhere extends KnownLedger {
  /** The job that would buy it again, and its request. */
  readonly job: string;
  readonly topic: string;
  readonly requestHash: string;
  /** Its price as quoted for the earlier purchase. */
  readonly credits: number;
}

/** Purchases that this machine knows of and a ledger lacks. */
export interface UnknownPurchases {
  /** How many of the stories saved beside the ledger are missing from it. */
  readonly stories: number;
  /** If nothing has ever been bought with the ledger: other ledgers that bought lessons of the course, or lessons that would be bought now. */
  readonly ledgers: readonly KnownLedger[];
  readonly again: readonly BoughtElsewhere[];
}

/** The facts about each problem of a run. `job`: the id of the job concerned. */
export const runProblems = {
  /** The account's balance fell by more than the ledger explains, and the user asked to buy nothing in that case. */
  balance_unexplained: ends<BalanceFall>(money),
  quote_failed: ends<{ setting: string; callError: CallError }>(({ callError }) =>
    callError.kind === "refused" ? exitOfStop(callError.refusal) : stopped,
  ),
  credential_refused: ends<{ callError: CallError }>(credential),
  /** `service`: its address; null if that is known to be right, or not available. */
  service_unavailable: ends<{ callError: CallError; service: string | null }>(stopped),
  account_of_others: ends<{ path: string; service: string; story: string }>(credential),
  not_connected: ends<{ cause: string }>(stopped),
  creation_refused: ends<{ job: string; refusal: Refusal }>(failed),
  creations_stopped: ends<{ refusal: Refusal }>(({ refusal }) => exitOfStop(refusal)),
  creation_postponed: ends<{ job: string; refusal: Refusal }>(stopped),
  creation_uncertain: ends<{ job: string; cause: string }>(uncertain),
  /** `cause`: of the failure of the user's command, as a phrase. */
  after_creation_failed: ends<{ job: string; cause: string }>(stopped),
  /** `named`: possible ids in an answer that could not be trusted. */
  outcome_not_recorded: ends<{
    job: string;
    id: string | null;
    named: readonly string[];
    rescue: string | null;
  }>(ledger),
  story_failed: ends<{ job: string; id: string; error: string | null }>(failed),
  story_canceled: ends<{ job: string; id: string }>(failed),
  story_missing: ends<{ job: string; id: string }>(failed),
  story_unreadable: ends<{ job: string; id: string; callError: CallError }>(stopped),
  audiobook_unpaid: ends<{ job: string; id: string; refusal: Refusal }>(money),
  audiobook_failed: ends<{ job: string; id: string; status: string }>(failed),
  /** `file`: what was exported instead of sound, in the course's folder; null: nothing. */
  book_unavailable: ends<{ job: string; id: string; cause: string; file: string | null }>(failed),
  /** Findings in a finished lesson keep it out of the package, because of the severity of `checks` in the plan. The lesson itself is kept. */
  lesson_unfit: ends<{ job: string; checks: readonly Check[] }>(failed),
  volume_unfit: ends<{ volume: string; check: Check }>(failed),
  lessons_unchecked: ends<{ cause: string }>(failed),
  gate_closed: ends<{ gates: readonly WaitingGate[] }>(failed),
  /** Finished lessons that have fewer approvals than the plan's `review` requires, or that somebody held or rejected. They are kept. */
  lessons_unapproved: ends<{
    /** How many people must approve each lesson; 0: no approval is required, but these lessons were held or rejected. */
    required: number;
    jobs: readonly string[];
    /** Those of `jobs` that a person held or rejected. */
    objections: readonly ObjectedLesson[];
    approved: number;
  }>(failed),
  given_up: ends<{ job: string; id: string; status: string }>(stopped),
  unfinished: ends<{ left: number }>(stopped),
  interrupted: ends(stopped),
  deadline_reached: ends(stopped),
  /** `needsMs`: how long one more story would take. */
  deadline_near: ends<{ needsMs: number }>(stopped),
  /** `path`: what could not be read or written; null if unknown. */
  disk_failed: ends<{ cause: string; path: string | null; whilePackaging?: boolean }>(stopped),
  declined: ends(stopped),
  /** Bought lessons without a job, and jobs without a lesson. `moved`, `removed`: the entries that match them. */
  lessons_left: ends<{
    edition: string;
    left: readonly LeftFact[];
    jobs: readonly { readonly job: string; readonly topic: string }[];
    moved: readonly MoveHint[];
    removed: readonly RemovalHint[];
  }>(invalid),
  /** An entry of `moved` whose lesson belongs to another job. */
  move_contradicted: ends<{
    place: Place;
    from: string | null;
    text: string | null;
    to: string;
    job: string;
  }>(invalid),
  /** An entry of `removed`, by text or story, whose lesson a job has again, with exactly the same text. */
  removal_contradicted: ends<{
    place: Place;
    text: string | null;
    story: string | null;
    job: string;
  }>(invalid),
  /** This edition is based on an edition of which the ledger has no lesson. `known`: the editions of which the ledger has lessons. */
  basis_unknown: ends<{ place: Place; edition: string; known: readonly string[] }>(invalid),
  /**
   * A job that requests exactly what was bought before as `name`; that purchase has since been replaced. `place`: where the job's topic is in the plan.
   */
  request_bought: ends<{ place: Place; job: string; name: string }>(invalid),
  replacement_wrong: ends<{ wrong: readonly WrongReplacement[] }>(({ wrong }) =>
    wrong.every(({ why }) => why === "uncertain") ? uncertain : invalid,
  ),
  /** Nothing has ever been bought with the ledger, but this machine knows of purchases that would be repeated. */
  ledger_begun_anew: ends<{ path: string } & UnknownPurchases>(ledger),
  /** The ledger lacks stories that are saved beside it. */
  ledger_lost: ends<{ path: string } & UnknownPurchases>(ledger),
  /** The ledger has purchases, but lessons that another ledger bought would be paid for again. */
  bought_elsewhere: ends<{ path: string; again: readonly BoughtElsewhere[] }>(ledger),
  /** An older version of the program has not finished rebuilding the ledger. */
  ledger_half_rebuilt: ends<{ path: string }>(ledger),
  /** The ledger can't be restored: no source knows anything about it. `elsewhere`: a ledger of the course that still exists. */
  ledger_not_rebuildable: ends<{ path: string; service: string | null; elsewhere: string | null }>(ledger),
  /** Since the plan was read, another run has begun an edition on which the contents of this edition depend. */
  plan_outdated: ends<{ edition: string }>(stopped),
  approval_moved: ends<{ moved: readonly Moved[] }>(money),
  file_damaged: ends<Thrown<"file_damaged">>(stopped),
  /** People's corrections to a lesson are missing, have changed since they were recorded, or are for another text; they are never silently left out. */
  correction_unusable: ends<{ job: string; path: string }>(stopped),
  /** Another kind of file has the package's name and would be overwritten. */
  package_of_others: ends<{ path: string }>(stopped),
  // Of a package, which warns of others.
  package_empty: ends<Thrown<"package_empty">>(failed),
  sqlite_missing: ends<Thrown<"sqlite_missing">>(stopped),
  times_damaged: ends<Thrown<"times_damaged">>(stopped),
  ...ledgerProblems,
};

type Thrown<Code extends PackageProblem["code"]> = Omit<Extract<PackageProblem, { code: Code }>, "code">;

type Coded<Facts> = { [Code in keyof Facts]: { readonly code: Code } & Readonly<Facts[Code]> }[keyof Facts];

/** A reason why a run did not do everything, or something that the user should know about the run. */
export type RunProblem = ProblemIn<typeof runProblems>;

interface NoticeFacts {
  job_changed: StoryNow;
  /** Such a job whose story an earlier edition bought. */
  inherited_changed: { job: string; edition: string };
  /** A replacement that an earlier run already made. `given`: the story as the user named it. */
  replacement_made: StoryNow & { readonly given: string };
  /**
   * Bought lessons that have no job and that the plan doesn't account for, by ledger name: a notice, rather than a problem, if nothing new is to be
   * bought.
   */
  lessons_left_over: { names: readonly string[] };
  edits_for_later: { topics: readonly string[] };
  /**
   * A plan without `formats` gets less than in earlier versions: neither the folder `text/` nor the formats that it `lacks`. `sheets`: whether it lacks
   * the publisher's sheets, too. `formats`: a choice with all of that.
   */
  formats_default: { lacks: readonly string[]; formats: readonly string[]; sheets: boolean };
  /** `stories`: those that were paid for, or may have been, and have not ended. */
  edition_unfinished: { edition: string; stories: number };
  /** Lessons that the local service can't make, and why, as a clause. */
  not_possible: { why: string; jobs: readonly string[] };
  /** `why`: the reason, as a clause. */
  questions_unproposed: { job: string; why: string };
  answer_odd: { job: string; warning: string };
  status_unknown: { job: string; status: string };
  /** The account's balance fell by more than the ledger explains. */
  balance_fell: BalanceFall;
  paid_again: { again: readonly BoughtElsewhere[] };
  /** The edition costs more than the plan allows: by stories above their quotes, or since the budget was lowered. In credits. */
  budget_exceeded: { committed: number; budget: number };
  package_odd: { warning: PackageProblem };
}

/** What a run reports that isn't a problem: the run continues. */
export type RunNotice = Coded<NoticeFacts> | LedgerNotice;

/** The problem that corresponds to an error of the ledger or the disk; null if the error is a bug. */
export function problemOfError(error: unknown): RunProblem | null {
  if (error instanceof Failure) return error.problem as RunProblem;
  if (!isSystemError(error)) return null;
  return { code: "disk_failed", cause: errorCode(error), path: errorPath(error) };
}

export function exitCodeOf(problem: RunProblem): ExitCode {
  return exitCodeIn(runProblems, problem);
}

// The reason for the service's refusal decides what the user must do: pay, grant access, or wait.
function exitOfStop(refusal: Refusal): ExitCode {
  if (refusal.code === "payment_required") return exitCodes.money;
  const access = ["unauthorized", "forbidden", "not_found"];
  return access.includes(refusal.code) ? exitCodes.credential : exitCodes.stopped;
}
