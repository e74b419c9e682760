import { setMaxListeners } from "node:events";
import type PQueue from "p-queue";
import type { CallError, Remote } from "../client/port.ts";
import type { RetryPolicy } from "../client/with-retry.ts";
import type { Approval } from "../documents/approval.ts";
import type { Ceilings, CreditLimits } from "../ledger/format/ceilings.ts";
import type { Aligner } from "../lessons/align/aligner.ts";
import type { Hint, Level, Reason } from "../lessons/align/alignment.ts";
import type { PackagingStep } from "../package/write-package.ts";
import type { Job } from "../plan/plan.ts";
import type { Forecast } from "../rate-limit/forecast.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { World } from "../shared/world.ts";
import type { Bill } from "./bill.ts";
import type { Bind } from "./bind.ts";
import type { CourseWriter } from "./course-folder.ts";
import type { PlannedLesson, RecordName, Replacement } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { Foresight } from "./plan-notices.ts";
import type { RunNotice, RunProblem } from "./problem.ts";
import type { Consent, PurchasesElsewhere } from "./purchases-elsewhere.ts";

/** All in ms. */
export interface TimeLimits {
  readonly creationTimeoutMs: number;
  readonly maxWaitMs: number;
  readonly giveUpMs: number;
}

/** To what extent the sentences of a lesson with a recording have times. */
export interface LessonTimesReport {
  readonly job: string;
  /** Null: not computed yet, outdated because the text or the sound has changed, or not found by an earlier version. */
  readonly level: Level | null;
  readonly why: Reason | null;
  readonly hints: readonly Hint[];
}

interface ProgressFacts {
  /** The selected jobs that earlier runs have bought and finished, and the edition's committed credits. */
  begun: { created: readonly string[]; done: readonly string[]; credits: number };
  quoted: { settings: number };
  creating: { job: string };
  created: { job: string; id: string; credits: number };
  observed: { job: string; id: string; status: string; error: string | null };
  finished: { job: string; id: string };
  /** `limit`: the service refused because of a limit, without a readable `Retry-After`. */
  waiting: {
    forMs: number;
    why: "retry-after" | "limit" | "connection" | "conflict" | "other-course";
  };
  retrying: { forMs: number; callError: CallError };
  /** When everything will be done, as far as known now. */
  forecast: Forecast;
  commandSaid: { line: string };
  timed: LessonTimesReport;
  checking: { lessons: number };
  packaging: { lessons: number };
  packed: PackagingStep;
  problem: { problem: RunProblem };
  notice: { notice: RunNotice };
}

/** A run's progress events, for listeners that display them. */
export type Progress = {
  [Kind in keyof ProgressFacts]: { readonly kind: Kind } & Readonly<ProgressFacts[Kind]>;
}[keyof ProgressFacts];

/** What calls to the service need; it includes no ledger, and nothing that can spend credits. */
export interface CallContext {
  readonly world: World;
  readonly remote: Remote;
  readonly rateLimiter: RateLimiter;
  readonly timeLimits: TimeLimits;
  readonly stops: Stops;
  readonly tell: (progress: Progress) => void;
}

/** Runs once after each creation. Resolves with null on success, else with the cause; never rejects, and ends within a bounded time. */
export type AfterCreation = (recorded: {
  readonly recordName: RecordName;
  readonly outcome: "accepted" | "refused" | "unsent" | "uncertain";
  readonly story: string | null;
}) => Promise<string | null>;

/** What a user can choose for a run. */
export interface RunChoices {
  /** The most that the run may newly commit, in credits. Left out, or null: only the plan's budget applies. */
  readonly maxCredits?: number | null | undefined;
  /** A reviewed bill: exactly that is bought, or nothing (`approval_moved`). It counts as consent, so `confirm` isn't called. */
  readonly approved?: Approval | null | undefined;
  /**
   * Called once with the bill, before the first creation. If it resolves to false, nothing is bought (`declined`). `stop` is aborted if the run
   * has to end in the meantime.
   * Left out, or null: the plan's budget counts as consent.
   */
  readonly confirm?:
    | ((bill: Bill, ceilings: Ceilings, stop: AbortSignal) => Promise<boolean>)
    | null
    | undefined;
  /** In the same run, retry each job once if it was refused for a temporary reason. */
  readonly retryRefused?: boolean | undefined;
  /** Write the package even if selected jobs are not done. */
  readonly allowPartial?: boolean | undefined;
  /** Buy nothing if the account's balance has fallen by more than the ledger explains. */
  readonly holdUnexplained?: boolean | undefined;
  /** Continue with an account that doesn't have the ledger's stories. */
  readonly otherAccount?: boolean | undefined;
  /** Stop creating stories in time for the run to finish within this many ms; the next run continues. */
  readonly deadlineMs?: number | null | undefined;
}

export interface RunOptions extends RunChoices {
  readonly selection: { readonly jobs: readonly Job[]; readonly replace: readonly Replacement[] };
  readonly consent: Consent;
  readonly interrupt: AbortSignal;
}

export interface RunDependencies extends Omit<CallContext, "stops">, CourseWriter {
  readonly bind: Bind;
  /** Whether the finished lessons are checked. */
  readonly checks: boolean;
  /** Finds when the sentences of a recording are heard; null: nothing does. */
  readonly aligner: Aligner | null;
  readonly afterCreation: AfterCreation | null;
  /** Says beforehand what the service can't make; null: nothing. */
  readonly foresight: Foresight | null;
}

export interface RunContext extends RunDependencies {
  readonly stops: Stops;
  readonly plan: MatchedPlan;
  readonly lessons: readonly PlannedLesson[];
  readonly options: RunOptions;
  readonly runId: string;
  /** By the monotonic clock, in ms; null: no deadline. */
  readonly deadlineAt: number | null;
  /** The ledger's state when the run began: the hash of its last event about money. */
  readonly ledgerHead: string | null;
  readonly notices: readonly RunNotice[];
  /** Checked as each intention is written. */
  readonly limits: CreditLimits;
  readonly purchases: PurchasesElsewhere;
  /** One piece of work after another. */
  readonly background: PQueue;
  /** As many as the client calls at once: each has a file open, also while its call waits. */
  readonly exports: PQueue;
}

/** How this run's reads are retried: within the rate limits, and until the run is told to stop everything. */
export function retryPolicyOf({ rateLimiter, world, timeLimits, stops, tell }: CallContext): RetryPolicy {
  return {
    rateLimiter,
    world,
    maxWaitMs: timeLimits.maxWaitMs,
    signal: stops.everything,
    onWait: (callError, forMs) => tell({ kind: "retrying", forMs, callError }),
  };
}

/** A stop never interrupts a creation in flight: its answer is awaited and recorded. */
export class Stops {
  readonly #problems: RunProblem[] = [];
  readonly #creating = new AbortController();
  readonly #everything = new AbortController();
  readonly #tell: (problem: RunProblem) => void;
  readonly creating: AbortSignal = this.#creating.signal;
  readonly everything: AbortSignal = this.#everything.signal;

  constructor(tell: (problem: RunProblem) => void) {
    this.#tell = tell;
    // Every waiting story listens to these signals; many listeners are no leak here.
    setMaxListeners(0, this.creating, this.everything);
  }

  get problems(): readonly RunProblem[] {
    return this.#problems;
  }

  note(problem: RunProblem): void {
    this.#problems.push(problem);
    this.#tell(problem);
  }

  /** Creates no more stories; existing stories are still followed. */
  stopCreating(problem?: RunProblem): void {
    if (problem !== undefined) this.note(problem);
    this.#creating.abort();
  }

  /** Stops the run as soon as it safely can. A second reason for the same stop is not reported. */
  stopEverything(problem?: RunProblem): void {
    if (problem !== undefined && !this.everything.aborted) this.note(problem);
    this.#creating.abort();
    this.#everything.abort();
  }
}
