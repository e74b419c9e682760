import type { LedgerEvent } from "../../../src/ledger/format/event.ts";
import type { Job, Plan } from "../../../src/plan/plan.ts";
import type { LearnedTime } from "../../../src/rate-limit/durations.ts";
import type { NarrationResult } from "../../../src/rate-limit/narration.ts";
import { ScheduledRateLimiter } from "../../../src/rate-limit/rate-limiter.ts";
import type { RunOrder } from "../../../src/rate-limit/usage-log.ts";
import { rateMemory } from "../../../src/run/remember.ts";
import type { RunReport } from "../../../src/run/report.ts";
import { run } from "../../../src/run/run.ts";
import type { Progress, RunDependencies } from "../../../src/run/run-context.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { memoryFiles } from "../../memory-files.ts";
import { plainPlan } from "../../plain-plan.ts";
import { jobNamed } from "../../run/histories.ts";
import { accountRemote } from "./account-remote.ts";
import { lowerBoundMs } from "./lower-bound.ts";
import { memoryStore } from "./memory.ts";
import { type AccountTerms, plainTerms, SimAccount, type Tally } from "./sim-account.ts";
import { VirtualClock } from "./virtual-clock.ts";

export interface RunGame {
  readonly stories: number;
  /** Other than the plain ones. */
  readonly terms?: Partial<AccountTerms>;
  /** What the ledger remembers of narrations when the run begins. */
  readonly remembered: "counts" | "free" | "unknown";
  /** What the ledger remembers of how long stories take. */
  readonly times?: readonly LearnedTime[];
  /** What the service itself says of narrations, where it says anything. */
  readonly said?: NarrationResult;
  readonly order?: RunOrder;
  readonly pollMs?: number;
  readonly deadlineMs?: number;
  readonly plan?: Partial<Plan>;
  /** What the run is given in place of its own. */
  readonly changed?: (dependencies: RunDependencies) => Partial<RunDependencies>;
}

export interface Played {
  readonly report: RunReport;
  readonly events: readonly LedgerEvent[];
  readonly progress: readonly { readonly at: number; readonly progress: Progress }[];
  readonly makespanMs: number;
  /** Makespan to lower bound. */
  readonly ratio: number;
  readonly callsPerStory: number;
  readonly tally: Tally;
}

const timeLimits = { creationTimeoutMs: 120_000, maxWaitMs: 15 * 60_000, giveUpMs: 2 * 3_600_000 };

/** The production run on virtual time: every part of `run` but the disk, the network and the clock. */
export async function playRun(game: RunGame): Promise<Played> {
  const { stories } = game;
  const terms = { ...plainTerms, ...game.terms };
  const clock = new VirtualClock(terms.seed + 9);
  const account = new SimAccount(terms, clock);
  const store = memoryStore(() => clock.now());
  if (game.remembered !== "unknown" || game.times !== undefined) {
    const times = (game.times ?? []).map((time) => ({ ...time }));
    await store.append({ type: "pace.learned", edition: "1", narration: game.remembered, times });
  }
  const limits = {
    calls: terms.calls,
    starts: terms.starts,
    pollMs: game.pollMs ?? 20_000,
    order: game.order ?? "batch",
    usualMs: { writing: 120_000, narrating: 600_000 },
  } as const;
  const jobs = Array.from({ length: stories }, (_, index) => jobOf(index));
  const plan = plainPlan(jobs, { budget: { credits: stories * 25, month: null }, ...game.plan });
  const progress: { at: number; progress: Progress }[] = [];
  const dependencies: RunDependencies = {
    store,
    remote: { ...accountRemote(account, clock), narrationResult: () => game.said ?? "unknown" },
    rateLimiter: new ScheduledRateLimiter(
      limits,
      clock,
      rateMemory(store.state, { ...limits, now: clock.now() }),
    ),
    files: memoryFiles(),
    folder: "/course",
    timeLimits,
    world: clock,
    tell: (told) => void progress.push({ at: clock.monotonic(), progress: told }),
    bind: () =>
      Promise.resolve({
        path: "/course.zip",
        bytes: 0,
        sha256: sha256(""),
        files: 0,
        standalone: [],
        warnings: [],
        release: { content: sha256(""), revision: 1 },
      }),
    checks: false,
    aligner: null,
    afterCreation: null,
    foresight: null,
  };
  const work = run(
    plan,
    {
      selection: { jobs: plan.jobs, replace: [] },
      allowPartial: false,
      retryRefused: true,
      maxCredits: null,
      consent: { who: "nobody", isGiven: false, ask: null },
      confirm: null,
      approved: null,
      deadlineMs: game.deadlineMs ?? null,
      interrupt: new AbortController().signal,
    },
    { ...dependencies, ...game.changed?.(dependencies) },
  );
  const report = await clock.until(work);
  const makespanMs = clock.monotonic();
  return {
    report,
    events: store.events,
    progress,
    makespanMs,
    tally: account.tally,
    ratio: makespanMs / lowerBoundMs(stories, terms),
    callsPerStory: account.tally.calls / stories,
  };
}

function jobOf(index: number): Job {
  const job = jobNamed(`topic-${index}.es.2`);
  const request = { ...job.request, topic: "a topic", audiobook: true };
  return { ...job, topicId: `topic-${index}`, request };
}
