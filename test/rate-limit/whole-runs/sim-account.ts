import type { Rate } from "../../../src/shared/duration.ts";
import { randomUuid } from "../../../src/shared/world.ts";
import { chanceFrom, factorFrom } from "./chance.ts";
import { type Limiter, type LimiterKind, limiterOf } from "./limiter.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/** What an account and its service are like. Times in ms. */
export interface AccountTerms {
  readonly limiter: LimiterKind;
  /** Whether the start of an audiobook is a paid start. */
  readonly narrationCounts: boolean;
  readonly calls: Rate;
  readonly starts: Rate;
  readonly writingMs: number;
  readonly narratingMs: number;
  readonly latencyMs: number;
  /** How far times are spread: 0 for always the same. */
  readonly jitter: number;
  /** When somebody else uses a paid start of the account. */
  readonly foreignStartsMs: readonly number[];
  readonly seed: number;
}

export const plainTerms: AccountTerms = {
  limiter: "sliding",
  narrationCounts: true,
  calls: { count: 60, windowMs: 60_000 },
  starts: { count: 20, windowMs: 600_000 },
  writingMs: 120_000,
  narratingMs: 600_000,
  latencyMs: 200,
  jitter: 0,
  foreignStartsMs: [],
  seed: 1,
};

export interface ScheduledReads {
  readonly id: string;
  readonly writtenAt: number;
  book: { readonly id: string; readonly readyAt: number } | null;
}

export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  /** Refused by a limit, for so long. */
  | Refused;

export interface Refused {
  readonly ok: false;
  readonly retryAfterMs: number;
  readonly by: "own" | "others";
}

/** What was refused. */
export interface Refusals {
  creations: number;
  reads: number;
}

/** What the service counted, and whom it refused. */
export interface Tally {
  calls: number;
  /** Refused where this client's own calls and starts alone fill the limit. */
  readonly own: Refusals;
  /** Refused because somebody else has used the account too. */
  readonly others: Refusals;
}

/**
 * An account of the simulated service: limits of calls and of paid starts, and stories that take their time. The times of the k-th story and of the k-th
 * audiobook follow from the seed alone, whoever asks for them and when, so that all policies are given the same course.
 */
export class SimAccount {
  readonly terms: AccountTerms;
  readonly tally: Tally = {
    calls: 0,
    own: { creations: 0, reads: 0 },
    others: { creations: 0, reads: 0 },
  };
  readonly stories = new Map<string, ScheduledReads>();
  readonly #clock: VirtualClock;
  readonly #calls: Limiter;
  readonly #starts: Limiter;
  /** The same limit, as if nobody else used the account. */
  readonly #ownStarts: Limiter;
  readonly #latency: () => number;
  readonly #writing: () => number;
  readonly #narrating: () => number;
  #foreign = 0;

  constructor(terms: AccountTerms, clock: VirtualClock) {
    const { limiter, calls, starts, seed, jitter, latencyMs } = terms;
    this.terms = terms;
    this.#clock = clock;
    this.#calls = limiterOf(limiter, calls, chanceFrom(seed)() * calls.windowMs);
    this.#starts = limiterOf(limiter, starts);
    this.#ownStarts = limiterOf(limiter, starts);
    const chance = chanceFrom(seed + 1);
    this.#latency = () => latencyMs * factorFrom(chance, jitter);
    const times = drawnTimes(terms);
    this.#writing = times.writing;
    this.#narrating = times.narrating;
  }

  create(): Promise<Answer<ScheduledReads>> {
    return this.#ask("create", (at) => {
      const refused = this.#takeStart(at);
      if (refused !== null) return refused;
      const id = randomUuid(this.#clock);
      const story: ScheduledReads = { id, writtenAt: at + this.#writing(), book: null };
      this.stories.set(id, story);
      return { ok: true, value: story };
    });
  }

  /** The first read after writing starts the audiobook. */
  read(id: string): Promise<Answer<ScheduledReads>> {
    return this.#ask("read", (at) => {
      const story = this.stories.get(id);
      if (story === undefined) throw new Error(`a read of an unknown story: ${id}`);
      if (story.book === null && at >= story.writtenAt) {
        const refused = this.terms.narrationCounts ? this.#takeStart(at) : null;
        if (refused !== null) return refused;
        story.book = { id: randomUuid(this.#clock), readyAt: at + this.#narrating() };
      }
      return { ok: true, value: story };
    });
  }

  /** A quote or an export: a call and no more. */
  plainCall(): Promise<Answer<null>> {
    return this.#ask("read", () => ({ ok: true, value: null }));
  }

  statusOf({ writtenAt, book }: ScheduledReads): "writing" | "making_audiobook" | "done" {
    const at = this.#clock.monotonic();
    if (at < writtenAt || book === null) return "writing";
    return at < book.readyAt ? "making_audiobook" : "done";
  }

  async #ask<Value>(kind: "create" | "read", serve: (at: number) => Answer<Value>): Promise<Answer<Value>> {
    await this.#clock.sleep(this.#latency() / 2);
    const at = this.#clock.monotonic();
    this.tally.calls += 1;
    const answer = this.#serve(at, serve);
    if (!answer.ok) this.tally[answer.by][kind === "create" ? "creations" : "reads"] += 1;
    await this.#clock.sleep(this.#latency() / 2);
    return answer;
  }

  #serve<Value>(at: number, serve: (at: number) => Answer<Value>): Answer<Value> {
    this.#useForeign(at);
    const waitMs = this.#calls.wait(at);
    if (waitMs > 0) return refusal(waitMs, "own");
    this.#calls.take(at);
    return serve(at);
  }

  /** Others take their starts at their times, where there is room. */
  #useForeign(at: number): void {
    for (;;) {
      const next = this.terms.foreignStartsMs[this.#foreign];
      if (next === undefined || next > at) return;
      this.#foreign += 1;
      if (this.#starts.wait(next) === 0) this.#starts.take(next);
    }
  }

  #takeStart(at: number): Refused | null {
    const waitMs = this.#starts.wait(at);
    if (waitMs > 0) return refusal(waitMs, this.#ownStarts.wait(at) > 0 ? "own" : "others");
    this.#starts.take(at);
    this.#ownStarts.take(at);
    return null;
  }
}

/** Whole seconds, at least one, as the interface has them. */
function refusal(waitMs: number, by: Refused["by"]): Refused {
  return { ok: false, retryAfterMs: Math.max(1, Math.ceil(waitMs / 1000)) * 1000, by };
}

/** The times of stories and audiobooks, in the order in which they are begun. */
export function drawnTimes({ seed, jitter, writingMs, narratingMs }: AccountTerms): {
  writing(): number;
  narrating(): number;
} {
  const [forWriting, forNarrating] = [chanceFrom(seed + 2), chanceFrom(seed + 3)];
  return {
    writing: () => writingMs * factorFrom(forWriting, jitter),
    narrating: () => narratingMs * factorFrom(forNarrating, jitter),
  };
}
