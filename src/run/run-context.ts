import type PQueue from "p-queue";
import type { CallError, Remote } from "../client/port.ts";
import type { RetryPolicy } from "../client/with-retry.ts";
import type { Forecast } from "../rate-limit/forecast.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { Files } from "../shared/files/files.ts";
import type { World } from "../shared/world.ts";
import type { AfterCreation } from "./create/recorded-creation.ts";
import type { RemainingWork } from "./follow/remaining-work.ts";
import type { Journal } from "./journal.ts";
import type { RunJob } from "./match/match-lessons.ts";
import type { PurchaseWatch } from "./memory/purchase-watch.ts";
import type { RunNotice, RunProblem } from "./problem.ts";
import type { MonthClock } from "./quote/month-clock.ts";
import type { Stops } from "./stops.ts";
import type { LessonTimesReport } from "./times/lesson-times.ts";

/** How long a run waits for what. All in ms. */
export interface TimeLimits {
  /** For one creation, from its first byte to the end of its answer. */
  readonly creationTimeoutMs: number;
  /** The longest `Retry-After` to sit out. */
  readonly maxWaitMs: number;
  /** How long a story may stay active in one run. */
  readonly giveUpMs: number;
}

/** What happens while a run goes on, as facts for whoever shows them. */
export type Progress =
  | { readonly kind: "quoted"; readonly settings: number }
  | { readonly kind: "creating"; readonly job: string }
  | { readonly kind: "created"; readonly job: string; readonly id: string; readonly credits: number }
  | { readonly kind: "observed"; readonly job: string; readonly id: string; readonly status: string }
  | { readonly kind: "finished"; readonly job: string; readonly id: string }
  | {
      readonly kind: "waiting";
      readonly forMs: number;
      readonly why: "retry-after" | "connection" | "conflict" | "starts";
    }
  | { readonly kind: "retrying"; readonly forMs: number; readonly callError: CallError }
  /** When everything will be done, as far as can be told now. */
  | ({ readonly kind: "forecast" } & Forecast)
  /** A line that the command after a creation has printed. */
  | { readonly kind: "commandSaid"; readonly line: string }
  /** It was found out when the sentences of a lesson are heard. */
  | ({ readonly kind: "timed" } & LessonTimesReport)
  | { readonly kind: "packaging"; readonly lessons: number }
  | { readonly kind: "problem"; readonly problem: RunProblem }
  | { readonly kind: "notice"; readonly notice: RunNotice };

/** What asking the service takes: no ledger, nothing that spends. */
export interface CallContext {
  readonly world: World;
  readonly remote: Remote;
  readonly rateLimiter: RateLimiter;
  readonly timeLimits: TimeLimits;
  readonly stops: Stops;
  /** Reads: a few at a time. */
  readonly reads: PQueue;
  readonly tell: (progress: Progress) => void;
}

/** Everything that a run works with. */
export interface RunContext extends CallContext {
  readonly files: Files;
  /** The folder of the course: stories, books and the package go below it. */
  readonly folder: string;
  readonly journal: Journal;
  /** What was bought with other ledgers, before and meanwhile. */
  readonly purchases: PurchaseWatch;
  /** The month that purchases count in. */
  readonly months: MonthClock;
  /** What is still to be made, for forecasts. */
  readonly remainingWork: RemainingWork;
  /** What this run has recorded about narrations already. */
  readonly recordsNarration: Set<string>;
  /** Finds when sentences are heard, beside everything else; null: nobody does. */
  readonly times: LessonTimes | null;
  /** What follows each creation before the next one begins; null: nothing does. */
  readonly afterCreation: AfterCreation | null;
}

/** What finds times while a run goes on (`times-queue.ts`). */
export interface LessonTimes {
  /** Looks at a finished lesson once the ones before it are done: its name in the ledger, and its job's id in the plan. */
  add(
    lesson: { readonly edition: string; readonly job: string; readonly jobId: string },
    context: RunContext,
  ): void;
  /** Looks at what else of some jobs is finished, and resolves once that is done, or the run was told to stop. Never rejects. */
  finish(jobs: readonly RunJob[], context: RunContext): Promise<void>;
}

/** How reads are made in this run: within the rate limits, with retries, until everything is told to stop. */
export function retryPolicyOf({ rateLimiter, world, timeLimits, stops, tell }: CallContext): RetryPolicy {
  return {
    rateLimiter,
    world,
    maxWaitMs: timeLimits.maxWaitMs,
    signal: stops.everything,
    onWait: (callError, forMs) => tell({ kind: "retrying", forMs, callError }),
  };
}
