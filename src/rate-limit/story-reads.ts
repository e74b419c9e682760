import type { Durations, Phase, StoryKind } from "./durations.ts";
import { type CallKind, firstWaiting, type QueuedCall, type StoryState } from "./queued-call.ts";

interface Due {
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
  nextReadAt: number;
  /** Whether a story of this run was read early, to check the remembered time. */
  isTested: boolean;
}

/** Probe early once, after this share of a remembered time; otherwise a stale estimate is never corrected, because no story is read before it. */
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
    const group = this.#groupOf(queued.kind, story);
    (story.lastReadAt === null ? group.first : group.again).push(queued);
  }

  /** How many stories are being polled; they share the calls. */
  get pollers(): number {
    let count = 0;
    for (const group of this.#groups.values())
      count += this.#isSure(group) ? group.again.length : Math.min(1, group.again.length);
    return count;
  }

  /** The story with the earliest read among calls of that kind; null if none waits. */
  soonest(call: CallKind, intervalMs: number): Due | null {
    let soonest: Due | null = null;
    for (const group of this.#groups.values()) {
      if (group.call !== call) continue;
      for (const due of this.#headsOf(group, intervalMs))
        if (soonest === null || due.at < soonest.at) soonest = due;
    }
    return soonest;
  }

  /** Removes a queued call that `soonest` returned from its group. */
  take({ kind, story }: QueuedCall, at: number): void {
    if (story === null) throw new Error("no read of a story");
    const group = this.#groupOf(kind, story);
    const isFirst = story.lastReadAt === null;
    if (isFirst && this.#tests(group)) group.isTested = true;
    (isFirst ? group.first : group.again).shift();
    group.nextReadAt = at + this.#pollMs;
  }

  /** A story's phase has ended, so others of its group may have ended too. */
  ended({ kind, phase }: StoryState): void {
    for (const group of this.#groups.values()) {
      const isOwnKind = group.kind.lang === kind.lang && group.kind.length === kind.length;
      if (isOwnKind && group.phase === phase) group.nextReadAt = Number.NEGATIVE_INFINITY;
    }
  }

  #headsOf(group: Group, intervalMs: number): Due[] {
    const first = firstWaiting(group.first);
    const again = firstWaiting(group.again);
    const heads: Due[] = [];
    if (first?.story != null) {
      const expectedMs = this.#durations.expectedMs(group.kind, group.phase) ?? 0;
      const waitMs = Math.max(this.#pollMs, expectedMs * (this.#tests(group) ? testShare : 1));
      heads.push({ queued: first, at: (first.story.since ?? 0) + waitMs });
    }
    if (again?.story != null) heads.push({ queued: again, at: (again.story.lastReadAt ?? 0) + intervalMs });
    if (this.#isSure(group)) return heads;
    return heads.map(({ queued, at }) => ({ queued, at: Math.max(at, group.nextReadAt) }));
  }

  #tests({ kind, phase, isTested }: Group): boolean {
    return !isTested && this.#durations.isUntested(kind, phase);
  }

  #isSure({ kind, phase }: Group): boolean {
    return this.#durations.isSure(kind, phase);
  }

  #groupOf(call: CallKind, { kind, phase }: StoryState): Group {
    const name = `${call} ${phase} ${kind.lang} ${kind.length}`;
    const never = Number.NEGATIVE_INFINITY;
    const group = this.#groups.get(name) ?? {
      ...{ call, kind, phase, first: [], again: [], nextReadAt: never, isTested: false },
    };
    this.#groups.set(name, group);
    return group;
  }
}
