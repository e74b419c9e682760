import type { EventOf, LedgerEvent } from "../../ledger/format/event.ts";
import { settingName } from "../../ledger/format/fold.ts";
import { hasStartedAudiobook, heldBy, isEnd } from "../../ledger/format/job-status.ts";
import type { LedgerState } from "../../ledger/format/state.ts";

/** An amount of credits known only to lie within a range. */
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
 * The history of the account's balance in a ledger's events: which quote showed it before each creation, and when each story's cost was
 * first observed. Must see every event once, in order, from the first.
 */
export class ChargeTrail {
  /** The number of each setting's newest quote. */
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

  /** The number of the event that showed the balance before an attempt. */
  baselineOf(attempt: string): number | null {
    return this.#baselines.get(attempt) ?? null;
  }

  lastShown(id: string, before: number): Shown | null {
    return this.#shown.get(id)?.findLast(({ seq }) => seq < before) ?? null;
  }
}

/**
 * How far the account's balance should have fallen since event number `since`, given the ledger's own stories. A range, because a story may
 * have been charged before or after that event, or not observed yet. Creations of unknown outcome are left out.
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
      // Until a story is known to have ended, it may have been charged without the ledger knowing.
      const wasOver = isEnd(before?.status, attempt.intended.request.audiobook);
      const isCertain = attempt.intended.seq > since || wasOver;
      least += isCertain ? moved : Math.min(0, moved);
      most += (isCertain ? moved : Math.max(0, moved)) + heldBy(record, attempt);
    }
  }
  return { least, most };
}

/** What an unexplained fall of the balance suggests about one creation. A hint, never a proof. */
export type BalanceHint = "for" | "against" | "either" | "neither";

/**
 * Whether the unexplained fall fits with one open creation's writing price, without it, or either way, given that each of `others` may or
 * may not have been charged too. An open creation costs its writing at most: its audiobook starts with the first read, and it was never
 * read.
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
