import type { LedgerState } from "../ledger/state.ts";
import type { Forecast } from "../remote/forecast.ts";
import type { Pace } from "../remote/pace.ts";
import type { BillLine, Purse } from "./bill.ts";
import { Outlook, stageBefore, stageIn } from "./outlook.ts";
import { kindOf } from "./story-path.ts";
import type { Order, Work } from "./work.ts";

/** When a run that begins now would be done, by what the ledger remembers of the account. */
export function foretellWork(
  { orders, toFollow, orphans }: Work,
  { state, pace, at }: { state: LedgerState; pace: Pace; at: number },
): Forecast {
  const outlook = new Outlook();
  for (const { job } of orders) outlook.enter(job.request, stageBefore(job.request), at);
  // Where a story that exists stands is seen by its first read; until then it is taken to be at its beginning.
  for (const story of [...toFollow, ...orphans]) {
    outlook.enter(kindOf(story, state), stageIn("writing", story.wantsBook), at);
  }
  return pace.foretell(outlook.ahead);
}

/** What the month's budget does not cover any more. */
export interface ForNextMonth {
  readonly jobs: number;
  readonly credits: number;
  /** The first day of that month in UTC, such as `2026-12-01`. */
  readonly from: string;
}

/** The lessons, in their order, that have to wait for the next UTC month's budget; null where all are covered. */
export function forNextMonth(
  orders: readonly Order[],
  { lines, purse, at }: { lines: readonly BillLine[]; purse: Purse; at: number },
): ForNextMonth | null {
  const { limit, committed } = purse.month;
  if (limit === null) return null;
  let left = limit - committed;
  let jobs = 0;
  let credits = 0;
  for (const { job } of orders) {
    const price = lines.find(({ setting }) => isSame(setting, job.request))?.price.credits ?? 0;
    if (jobs === 0 && price <= left) left -= price;
    else {
      jobs += 1;
      credits += price;
    }
  }
  return jobs === 0 ? null : { jobs, credits, from: nextMonth(at) };
}

function isSame(setting: BillLine["setting"], request: BillLine["setting"]): boolean {
  const { lang, difficulty, length, audiobook } = setting;
  return (
    request.lang === lang &&
    request.difficulty === difficulty &&
    request.length === length &&
    request.audiobook === audiobook
  );
}

function nextMonth(at: number): string {
  const now = new Date(at);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);
}
