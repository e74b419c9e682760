import type { EventOf, LedgerEvent } from "../../ledger/format/event.ts";
import { settingName } from "../../ledger/format/fold.ts";
import { hasStartedAudiobook, heldBy, isEnd } from "../../ledger/format/job-status.ts";
import type { LedgerState } from "../../ledger/format/state.ts";

/** An amount of credits that is only known to lie between two. */
export interface Between {
  readonly least: number;
  readonly most: number;
}

interface Shown {
  readonly seq: number;
  readonly status: string;
  readonly credits: number;
  readonly started: boolean;
}

/**
 * What a ledger's events tell of the account's balance in their order: which quote showed it before each creation, and when each story was
 * seen to cost something. See every event once, from the first.
 */
export class ChargeTrail {
  /** The number of the newest quote of each setting. */
  readonly #quotes = new Map<string, number>();
  readonly #baselines = new Map<string, number>();
  readonly #shown = new Map<string, Shown[]>();

  see(event: LedgerEvent): void {
    if (event.type === "quote.received") this.#quotes.set(settingName(event.setting), event.seq);
    if (event.type === "creation.intended") {
      this.#baselines.set(event.attempt, this.#quotes.get(settingName(event.request)) ?? event.seq);
    }
    if (event.type === "story.observed") this.#show(event.id, event);
  }

  #show(id: string, event: EventOf<"story.observed">): void {
    const shown = this.#shown.get(id) ?? [];
    const { seq, status, credits } = event;
    shown.push({ seq, status, credits, started: hasStartedAudiobook(event) });
    this.#shown.set(id, shown);
  }

  /** The number of the event that showed the balance from which an attempt set out. */
  baselineOf(attempt: string): number | null {
    return this.#baselines.get(attempt) ?? null;
  }

  lastShown(id: string, before: number): Shown | null {
    return this.#shown.get(id)?.findLast(({ seq }) => seq < before) ?? null;
  }
}

/**
 * How far the account's balance should have fallen since the event of the number `since`, by what the ledger knows of its own stories. A
 * range, where a story's charge may lie on either side of that event, or may not have been seen yet. Creations of unknown outcome are left out.
 */
export function explainedSince(since: number, state: LedgerState, trail: ChargeTrail): Between {
  let least = 0;
  let most = 0;
  for (const record of state.jobs.values()) {
    for (const attempt of record.attempts) {
      if (attempt.outcome.kind !== "accepted") continue;
      const { audiobook } = attempt.intended.price;
      const costOf = (shown: Shown | null) =>
        shown === null ? 0 : shown.credits + (shown.started ? audiobook : 0);
      const { id } = attempt.outcome;
      const before = trail.lastShown(id, since);
      const moved = costOf(trail.lastShown(id, Number.POSITIVE_INFINITY)) - costOf(before);
      // Until a story's end has been seen, what it costs may be charged without the ledger knowing yet.
      const wasOver = isEnd(before?.status, attempt.intended.request.audiobook);
      const isCertain = attempt.intended.seq > since || wasOver;
      least += isCertain ? moved : Math.min(0, moved);
      most += (isCertain ? moved : Math.max(0, moved)) + heldBy(record, attempt);
    }
  }
  return { least, most };
}

/** What a fall of the balance that the ledger can't explain says of one creation. A hint each, never a proof. */
export type BalanceHint = "for" | "against" | "either" | "neither";

/**
 * Whether the unexplained fall adds up with the writing price of one open creation, without it, or both ways, when each of the `others` may or
 * may not have been charged as well. An open creation costs its writing at most: its audiobook starts with the first read, and nobody read it.
 */
export function hintOf(unexplained: Between, writing: number, others: readonly number[]): BalanceHint {
  const sums = sumsOf(others);
  const fits = (sum: number) => sum >= unexplained.least && sum <= unexplained.most;
  const withIt = sums.some((sum) => fits(sum + writing));
  const without = sums.some(fits);
  if (withIt && without) return "either";
  if (withIt) return "for";
  return without ? "against" : "neither";
}

function sumsOf(prices: readonly number[]): number[] {
  const sums = new Set([0]);
  for (const price of prices) for (const sum of [...sums]) sums.add(sum + price);
  return [...sums];
}
