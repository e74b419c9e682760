import { setMaxListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { cleanLine, shorten } from "../../shared/text.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { type Clock, every, type Recurring } from "../clock.ts";
import {
  freeAll,
  giveBack,
  type Job,
  type JobKind,
  type LeaseTimes,
  nextDue,
  postpone,
  renewLeases,
  type Search,
  takeJobs,
} from "../jobs/jobs.ts";
import { TemporaryFailure } from "../ports.ts";
import { slowFactor } from "../sentinels.ts";
import { mayBeDone, type Store } from "../store/store.ts";
import { longest } from "./states.ts";
import { narrationStep, type Reason, type Step, type StepNeeds, writingStep } from "./steps.ts";

/** Writes and narrates stories in the background, each when it is due, whichever of the service's processes accepted it. */
export interface Worker {
  readonly writingTimeMs: number;
  readonly narrationTimeMs: number;
  /** Work of this kind is due at this time of the service's clock. Call it once its job is durable. */
  expect(kind: JobKind, dueAt: number): void;
  /** Starts working, on what earlier processes left unfinished too. */
  start(): Promise<void>;
  /** Resolves when nothing changes any more. Others, or the next start, take what is unfinished. */
  stop(): Promise<void>;
}

export interface WorkerNeeds extends StepNeeds {
  readonly writingTimeMs: number;
  readonly narrationTimeMs: number;
  readonly leaseTimes: LeaseTimes;
}

/** How much of each kind is under way at once in this process. The rest waits, and other processes can take it. */
const mostAtOnce = { writing: 16, narration: 4 } as const;

/** How often a job is tried whose failure may pass, and how long after the first failure; the wait doubles with each. */
const triesMost = 5;
const firstRetryMs = 500;
/** How long all tries of a job may take together: a server that hangs must not hold an account's credits for an hour. */
const triesMostMs = { writing: 600_000, narration: 1_800_000 } as const;
/** What each try has at least, however late it begins: after a pause of the whole machine, for example. */
const tryLeastMs = 60_000;
/** How often a job is begun at all: one that ends its process each time must not end them for ever. */
const beginningsMost = 10;

const exhausted = new Error(`it was started ${beginningsMost} times, and interrupted each time`);

/** Prepares the work of a process; nothing begins before `start`. */
export function startWorker(needs: WorkerNeeds): Worker {
  const { world, store, leaseTimes, clock } = needs;
  const stopping = new AbortController();
  const { signal } = stopping;
  const keeping = new Set<Promise<unknown>>();
  // Every job under way listens to this signal.
  setMaxListeners(0, signal);
  /** Jobs that this process has taken and neither ended nor given back. */
  const unfinished = new Set<number>();
  /** When this process began a job's tries, by the monotonic clock. */
  const begunAt = new Map<number, number>();
  const holder = randomUuid(world);
  let lastTurn: Promise<unknown> = Promise.resolve();

  /** Stories due at the same time start one after the other, so that requests are answered in between. */
  const turn = (): Promise<unknown> => {
    lastTurn = lastTurn.then(() => setImmediate());
    return lastTurn;
  };

  /** Retries until the disk accepts it; stopping waits for the current try. */
  const kept = async (action: () => void | Promise<void>): Promise<boolean> => {
    const trying = keepTrying(action, { world, signal });
    keeping.add(trying);
    const isKept = await trying;
    keeping.delete(trying);
    return isKept;
  };

  /** Runs a job's step and saves its result, unless the service stops first. */
  async function work<Made>(job: Job, kind: JobKind, stepOf: () => Promise<Step<Made>>): Promise<void> {
    unfinished.add(job.id);
    // Work that is ordered again counts its tries anew, though another process may have ended the earlier ones.
    if (job.attempts === 1 || !begunAt.has(job.id)) begunAt.set(job.id, world.monotonic());
    const leftMs = (): number => triesMostMs[kind] - (world.monotonic() - (begunAt.get(job.id) ?? 0));
    await turn();
    const found: { step: Step<Made> | null } = { step: null };
    if (signal.aborted) return;
    const isRead = await kept(async () => {
      found.step = await stepOf();
    });
    const { step } = found;
    if (!isRead || step === null) return;
    const isBegun = job.attempts <= beginningsMost;
    if (isBegun && !(await kept(() => step.begin?.()))) return;
    const made = isBegun
      ? await outcomeOf(() => step.make(Math.max(tryLeastMs, leftMs())))
      : failure(exhausted);
    if (signal.aborted) return;
    if (!made.ok && made.error instanceof TemporaryFailure && job.attempts < triesMost) {
      const pauseMs = Math.max(firstRetryMs * 2 ** (job.attempts - 1), made.error.retryAfterMs);
      if (pauseMs < leftMs()) return retryLater(job, { kind, pauseMs, error: made.error });
    }
    begunAt.delete(job.id);
    if (await recorded(job, { step, made })) unfinished.delete(job.id);
  }

  /** Makes an outcome durable, once; false if stopping came between. */
  async function recorded<Made>(
    job: Job,
    { step, made }: { step: Step<Made>; made: Outcome<Made> },
  ): Promise<boolean> {
    let isRecorded = false;
    let isUnsure = false;
    const write = (): Promise<boolean> => (made.ok ? step.done(made.value) : step.failed(whyOf(made.error)));
    const record = async (): Promise<void> => {
      let isOurs: boolean;
      try {
        isOurs = await write();
      } catch (error) {
        isUnsure ||= mayBeDone(error);
        throw error;
      }
      isRecorded = true;
      // After a lost answer, a job that is no longer there was ended by the try before this one.
      if (!isOurs && !isUnsure) {
        world.log.warn({}, "a result came too late: another process has this work or has ended it");
        await step.discard?.();
      } else if (made.ok) step.logDone(made.value);
      else {
        const why = whyOf(made.error);
        step.logFailed(why);
        const { storyId: story, attempts } = job;
        if (why.isDead)
          world.log.error({ story, reason: why.reason, attempts }, "work on a story was given up");
      }
    };
    return kept(async () => {
      if (!isRecorded) await record();
      await store.settled();
    });
  }

  async function retryLater(
    job: Job,
    { kind, pauseMs, error }: { kind: JobKind; pauseMs: number; error: Error },
  ): Promise<void> {
    world.log.debug(
      { story: job.storyId, reason: reasonOf(error), pauseMs },
      "work on a story failed and will be retried",
    );
    const dueAt = clock() + pauseMs;
    if (!(await kept(() => postpone(store, job, dueAt)))) return;
    unfinished.delete(job.id);
    loops[kind].expect(dueAt);
  }

  const loopOf = (kind: JobKind, timeMs: number, perform: (job: Job) => Promise<void>): JobLoop => {
    const waitMostMs = Math.max(longest(timeMs), triesMostMs[kind]);
    return jobLoop({ ...needs, kind, holder, most: mostAtOnce[kind], waitMostMs, signal, kept, perform });
  };
  const loops: Readonly<Record<JobKind, JobLoop>> = {
    writing: loopOf("writing", needs.writingTimeMs * slowFactor, (job) =>
      work(job, "writing", () => writingStep(needs, job)),
    ),
    narration: loopOf("narration", needs.narrationTimeMs, (job) =>
      work(job, "narration", () => narrationStep(needs, job)),
    ),
  };

  /** Shows other processes that this one lives. */
  const beat = (): Recurring =>
    every(world, () => leaseTimes.leaseMs / 4, {
      async step() {
        if (unfinished.size > 0) await renewLeases(store, holder, leaseTimes.leaseMs);
      },
      failed: "the leases could not be renewed; other processes may take this work",
    });

  let running: Promise<unknown> = Promise.resolve();
  let beating: Recurring | null = null;
  return {
    writingTimeMs: needs.writingTimeMs,
    narrationTimeMs: needs.narrationTimeMs,
    expect: (kind, dueAt) => loops[kind].expect(dueAt),
    async start() {
      if (!store.isShared) await freeAll(store);
      if (store.isShared) beating = beat();
      running = Promise.all([loops.writing.run(), loops.narration.run()]);
    },
    async stop() {
      stopping.abort();
      await beating?.stop();
      await running;
      await Promise.all(keeping);
      if (unfinished.size === 0) return;
      try {
        await giveBack(store, holder);
      } catch (error) {
        world.log.warn(
          { error: String(error) },
          "unfinished work could not be released; its leases will lapse",
        );
      }
    },
  };
}

type Outcome<Made> =
  | { readonly ok: true; readonly value: Made }
  | { readonly ok: false; readonly error: unknown };

async function outcomeOf<Made>(make: () => Promise<Made>): Promise<Outcome<Made>> {
  try {
    return { ok: true, value: await make() };
  } catch (error) {
    return { ok: false, error };
  }
}

function failure(error: Error): { readonly ok: false; readonly error: unknown } {
  return { ok: false, error };
}

/** A failure that may pass comes to this only when no attempt is left. */
function whyOf(error: unknown): Reason {
  return { reason: reasonOf(error), isDead: isFinal(error) };
}

function isFinal(error: unknown): boolean {
  return error === exhausted || error instanceof TemporaryFailure;
}

const reasonCharactersMost = 300;

function reasonOf(error: unknown): string {
  return shorten(cleanLine(error instanceof Error ? error.message : String(error)), reasonCharactersMost);
}

/** The backoff after a disk's first failure. It doubles with each failure up to the maximum. */
const firstPauseMs = 250;
const longestPauseMs = 15_000;

/** Milliseconds to wait after this many failures in a row, from 1. */
function pauseAfter(refusals: number): number {
  return Math.min(firstPauseMs * 2 ** (refusals - 1), longestPauseMs);
}

/**
 * Retries a writing step until the disk accepts it: a full disk may have space later, and nobody should have to restart the service. Resolves with
 * false if `signal` ended the retries. The step must be idempotent.
 */
async function keepTrying(
  step: () => void | Promise<void>,
  { world, signal }: { readonly world: Pick<World, "sleep" | "log">; readonly signal: AbortSignal },
): Promise<boolean> {
  for (let refusals = 1; ; refusals += 1) {
    try {
      await step();
      return true;
    } catch (error) {
      const pauseMs = pauseAfter(refusals);
      world.log.error(
        { error: String(error), pauseMs },
        "a background step could not be saved; it will be retried",
      );
      await world.sleep(pauseMs, signal);
      if (signal.aborted) return false;
    }
  }
}

export interface JobLoopNeeds {
  readonly store: Store;
  readonly world: World;
  readonly clock: Clock;
  readonly kind: JobKind;
  /** The name in which this process holds jobs, of this start alone. */
  readonly holder: string;
  readonly leaseTimes: LeaseTimes;
  /** How many jobs may be under way at once. */
  readonly most: number;
  /** The longest that a job can have to wait, even if the service's clock was set back. */
  readonly waitMostMs: number;
  readonly signal: AbortSignal;
  /** Retries until the database accepts it; false if stopping ended that. */
  readonly kept: (action: () => Promise<void>) => Promise<boolean>;
  /** Resolves when the job is no longer under way. Never rejects. */
  readonly perform: (job: Job) => Promise<void>;
}

/** How often a process that has its database alone looks for work that the operator has ordered again. */
const operatorPollMs = 5_000;

export interface JobLoop {
  /** A job will be due at this time of the service's clock. Call it once the job is in the database. */
  expect(dueAt: number): void;
  /** Takes jobs until the signal is aborted; resolves when no more is taken. */
  run(): Promise<void>;
}

/** Takes the jobs of one kind when they are due, and those that other processes left. */
function jobLoop(needs: JobLoopNeeds): JobLoop {
  const { store, world, clock, signal, most, waitMostMs, leaseTimes } = needs;
  const underWay = new Set<number>();
  // The earliest time at which there may be a job to take.
  let expected = Number.NEGATIVE_INFINITY;
  let rearm = (): void => undefined;
  signal.addEventListener("abort", () => rearm(), { once: true });

  const perform = async (job: Job): Promise<void> => {
    await needs.perform(job);
    const wasFull = underWay.size >= most;
    underWay.delete(job.id);
    if (wasFull) rearm();
  };

  const look = async (): Promise<void> => {
    const places = most - underWay.size;
    const now = clock();
    const search: Search = {
      kind: needs.kind,
      now,
      dueMost: now + waitMostMs,
      holder: needs.holder,
      underWay: [...underWay],
    };
    const { taken, mayBeMore } = await takeJobs(store, search, { most: places, leaseMs: leaseTimes.leaseMs });
    for (const job of taken) {
      underWay.add(job.id);
      void perform(job);
    }
    const next = mayBeMore ? now : ((await nextDue(store, search)) ?? Number.POSITIVE_INFINITY);
    expected = Math.min(expected, next);
  };

  /** Milliseconds until the next look; infinite while every place is taken, or if nothing is known to come. */
  const untilLook = (): number => {
    if (underWay.size >= most) return Number.POSITIVE_INFINITY;
    const isKnown = expected !== Number.POSITIVE_INFINITY;
    const wait = isKnown ? Math.min(Math.max(0, expected - clock()), waitMostMs) : expected;
    // Others can't tell this process of their jobs. Spread, so that several processes do not look at once.
    if (store.isShared) return Math.min(wait, leaseTimes.pollMs * (0.75 + world.random() / 2));
    return Math.min(wait, operatorPollMs);
  };

  const pause = async (): Promise<void> => {
    for (let isOver = false; !isOver && !signal.aborted; ) {
      const sleeping = new AbortController();
      isOver = await new Promise<boolean>((resolve) => {
        rearm = () => {
          resolve(false);
          sleeping.abort();
        };
        const ms = untilLook();
        if (ms !== Number.POSITIVE_INFINITY) void world.sleep(ms, sleeping.signal).then(() => resolve(true));
      });
      rearm = () => undefined;
    }
  };

  return {
    expect(dueAt) {
      if (dueAt >= expected) return;
      expected = dueAt;
      rearm();
    },
    async run() {
      while (!signal.aborted) {
        expected = Number.POSITIVE_INFINITY;
        await needs.kept(look);
        await pause();
      }
    },
  };
}
