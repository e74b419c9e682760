import type { Durations, Phase, StoryKind } from "./durations.ts";
import type { CallKind, QueuedCall, StoryState } from "./queued-call.ts";

export interface Due {
  readonly queued: QueuedCall;
  readonly at: number;
}

/** Stories of one kind in one phase, each list in order of time: those not yet read in the phase, and those to read again. */
interface Group {
  readonly call: CallKind;
  readonly kind: StoryKind;
  readonly phase: Phase;
  readonly first: QueuedCall[];
  readonly again: QueuedCall[];
  /** While too little is known of the kind, one read per interval represents all its stories, until one has ended. */
  scoutAt: number;
  /** Whether a story of this run was read early, to check the remembered time. */
  isTested: boolean;
}

/**
 * One story is read after this share of a remembered time, then once per interval; otherwise a service that has become faster would go
 * unnoticed.
 */
const testShare = 0.5;

/**
 * The reads waiting for their time. A story is first read when stories of its kind usually end, then once per interval; until enough is
 * known of its kind, one of its stories is read per interval, in turn.
 */
export class StoryReads {
  readonly #durations: Durations;
  readonly #pollMs: number;
  readonly #groups = new Map<string, Group>();

  constructor(durations: Durations, pollMs: number) {
    this.#durations = durations;
    this.#pollMs = pollMs;
  }

  add(queued: QueuedCall, story: StoryState): void {
    const group = this.#groupFor(queued.kind, story);
    (story.lastReadAt === null ? group.first : group.again).push(queued);
  }

  /** How many stories are being polled; they share the calls. */
  get pollers(): number {
    let count = 0;
    for (const group of this.#groups.values()) {
      if (this.#isSure(group)) count += group.again.length;
      else if (group.again.length > 0) count += 1;
    }
    return count;
  }

  /** The story with the earliest read among calls of that kind; null if none waits. */
  soonest(call: CallKind, intervalMs: number): Due | null {
    let soonest: Due | null = null;
    for (const group of this.#groups.values()) {
      if (group.call !== call) continue;
      for (const due of this.#heads(group, intervalMs)) {
        if (soonest === null || due.at < soonest.at) soonest = due;
      }
    }
    return soonest;
  }

  /** Removes a queued call that `soonest` returned from its group. */
  take(queued: QueuedCall, at: number): void {
    if (queued.story === null) throw new Error("no read of a story");
    const group = this.#groupFor(queued.kind, queued.story);
    if (queued.story.lastReadAt === null && this.#tests(group)) group.isTested = true;
    (queued.story.lastReadAt === null ? group.first : group.again).shift();
    group.scoutAt = at + this.#pollMs;
  }

  /** A story's phase has ended, so others of its group may have ended too. */
  ended({ kind, phase }: StoryState): void {
    for (const group of this.#groups.values()) {
      const isItsOwn =
        group.phase === phase && group.kind.lang === kind.lang && group.kind.length === kind.length;
      if (isItsOwn) group.scoutAt = Number.NEGATIVE_INFINITY;
    }
  }

  #heads(group: Group, intervalMs: number): Due[] {
    const expectedMs = this.#durations.expectedMs(group.kind, group.phase);
    const first = headOf(group.first);
    const again = headOf(group.again);
    const heads: Due[] = [];
    if (first?.story != null) {
      const waitMs = Math.max(this.#pollMs, (expectedMs ?? 0) * (this.#tests(group) ? testShare : 1));
      heads.push({ queued: first, at: (first.story.since ?? 0) + waitMs });
    }
    if (again?.story != null) heads.push({ queued: again, at: (again.story.lastReadAt ?? 0) + intervalMs });
    if (this.#isSure(group)) return heads;
    return heads.map(({ queued, at }) => ({ queued, at: Math.max(at, group.scoutAt) }));
  }

  /** Probe early once; otherwise a stale estimate is never corrected, because no story is read before it. */
  #tests({ kind, phase, isTested }: Group): boolean {
    return !isTested && this.#durations.isUntested(kind, phase);
  }

  #isSure({ kind, phase }: Group): boolean {
    return this.#durations.isSure(kind, phase);
  }

  #groupFor(call: CallKind, { kind, phase }: StoryState): Group {
    const name = `${call} ${phase} ${kind.lang} ${kind.length}`;
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { call, kind, phase, first: [], again: [], scoutAt: Number.NEGATIVE_INFINITY, isTested: false };
      this.#groups.set(name, group);
    }
    return group;
  }
}

/** The first call that was not withdrawn. */
function headOf(queue: QueuedCall[]): QueuedCall | undefined {
  while (queue[0] !== undefined && queue[0].state !== "waiting") queue.shift();
  return queue[0];
}
