import type { World } from "../../shared/world.ts";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import { type Job, type JobKind, type LeaseTimes, nextDue, type Search, takeJobs } from "./jobs.ts";

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
export function jobLoop(needs: JobLoopNeeds): JobLoop {
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
