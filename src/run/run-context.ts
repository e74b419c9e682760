import type PQueue from "p-queue";
import type { CallError, Remote } from "../client/port.ts";
import type { RetryPolicy } from "../client/with-retry.ts";
import type { Forecast } from "../rate-limit/forecast.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { Files } from "../shared/files/files.ts";
import type { World } from "../shared/world.ts";
import type { FollowedStory } from "./follow/followed-story.ts";
import type { RemainingWork } from "./follow/remaining-work.ts";
import type { Journal } from "./journal.ts";
import type { PlannedLesson, RecordName } from "./lesson.ts";
import type { MonthClock } from "./month-clock.ts";
import type { RunNotice } from "./notice.ts";
import type { CommandFailure, RunProblem } from "./problem.ts";
import type { PurchasesElsewhere } from "./purchases-elsewhere.ts";
import type { Stops } from "./stops.ts";
import type { LessonTimesReport } from "./times/lesson-times.ts";

/** How long a run waits. All in ms. */
export interface TimeLimits {
  /** For one creation, from its first byte to the end of its answer. */
  readonly creationTimeoutMs: number;
  /** The longest `Retry-After` to wait for. */
  readonly maxWaitMs: number;
  /** How long a story may stay active in one run. */
  readonly giveUpMs: number;
}

/** A run's progress events, for listeners that display them. */
export type Progress =
  /** What earlier runs have bought and finished of the selected jobs, and the edition's committed credits. */
  | {
      readonly kind: "begun";
      readonly created: readonly string[];
      readonly done: readonly string[];
      readonly credits: number;
    }
  | { readonly kind: "quoted"; readonly settings: number }
  | { readonly kind: "creating"; readonly job: string }
  | { readonly kind: "created"; readonly job: string; readonly id: string; readonly credits: number }
  | { readonly kind: "observed"; readonly job: string; readonly id: string; readonly status: string }
  | { readonly kind: "finished"; readonly job: string; readonly id: string }
  | {
      readonly kind: "waiting";
      readonly forMs: number;
      /** `limit`: the service refused for a limit and gave no wait that can be read. */
      readonly why: "retry-after" | "limit" | "connection" | "conflict" | "starts" | "other-course";
    }
  | { readonly kind: "retrying"; readonly forMs: number; readonly callError: CallError }
  /** When everything will be done, as far as known now. */
  | ({ readonly kind: "forecast" } & Forecast)
  /** A line printed by the `--after-creation` command. */
  | { readonly kind: "commandSaid"; readonly line: string }
  /** A lesson's sentence times were computed. */
  | ({ readonly kind: "timed" } & LessonTimesReport)
  | { readonly kind: "checking"; readonly lessons: number }
  | { readonly kind: "packaging"; readonly lessons: number }
  | { readonly kind: "problem"; readonly problem: RunProblem }
  | { readonly kind: "notice"; readonly notice: RunNotice };

/** What calls to the service need: no ledger, nothing that spends. */
export interface CallContext {
  readonly world: World;
  readonly remote: Remote;
  readonly rateLimiter: RateLimiter;
  readonly timeLimits: TimeLimits;
  readonly stops: Stops;
  /** The queue of reads: a few at a time. */
  readonly reads: PQueue;
  readonly tell: (progress: Progress) => void;
}

/** A creation whose outcome is in the ledger, for a command that copies the ledger elsewhere before the next creation. */
export interface RecordedCreation {
  readonly recordName: RecordName;
  readonly outcome: "accepted" | "refused" | "unsent" | "uncertain";
  /** The story's id, if known. */
  readonly story: string | null;
}

/** Runs once after each creation. Resolves with null on success; never rejects, and ends within a bounded time. */
export type AfterCreation = (recorded: RecordedCreation) => Promise<CommandFailure | null>;

/** Everything that a run works with. */
export interface RunContext extends CallContext {
  readonly files: Files;
  /** The course's folder, which contains its stories, books and package. */
  readonly folder: string;
  readonly journal: Journal;
  /** Purchases with other ledgers, before and during the run. */
  readonly purchases: PurchasesElsewhere;
  readonly months: MonthClock;
  /** What is still to be made, for forecasts. */
  readonly remainingWork: RemainingWork;
  /** What this run has already recorded about audiobook starts. */
  readonly recordsNarration: Set<string>;
  /** Computes sentence times in the background; null: off. */
  readonly times: LessonTimes | null;
  /** Runs after each creation, before the next one starts; null: nothing. */
  readonly afterCreation: AfterCreation | null;
}

/** Computes sentence times during a run (`times-queue.ts`). */
export interface LessonTimes {
  /** Queues a job's finished lesson. */
  add(lesson: Pick<FollowedStory, "recordName" | "job">, context: RunContext): void;
  /** Processes the other ones of these that are finished, and resolves once that is done or the run was told to stop. Never rejects. */
  finish(lessons: readonly PlannedLesson[], context: RunContext): Promise<void>;
}

/** This run's policy for reads: within the rate limits, with retries, until everything is told to stop. */
export function retryPolicyOf({ rateLimiter, world, timeLimits, stops, tell }: CallContext): RetryPolicy {
  return {
    rateLimiter,
    world,
    maxWaitMs: timeLimits.maxWaitMs,
    signal: stops.everything,
    onWait: (callError, forMs) => tell({ kind: "retrying", forMs, callError }),
  };
}
