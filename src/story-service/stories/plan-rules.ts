import { limits } from "../../contract/limits.ts";
import type { Account } from "../accounts/accounts.ts";
import { untilMidnight } from "../clock.ts";
import { estimateOf } from "../levels/labels.ts";
import { limited, refused } from "../refusal.ts";
import type { Transaction } from "../store/store.ts";
import type { StoredRequest } from "./states.ts";

/** How far above the saved level a free account may read: one difficulty above the current level. */
const difficultiesAbove = 1;

/** Refuses with 403 what the account's plan does not allow (interface 4.2, rule 4, and 5.3). */
export function checkPlan(account: Account, cap: number | null, request: StoredRequest): void {
  const { settings } = account;
  if (settings.admin && cap === null)
    throw refused(403, "An admin's key needs a monthly cap before it can spend.");
  if (settings.plan !== "free") return;
  if (request.visibility !== "public") throw refused(403, "Free accounts can only make public books.");
  const most = highestDifficulty(account, request.lang);
  if (request.difficulty <= most) return;
  throw refused(
    403,
    `Free accounts stay near their own level: difficulty ${most} at most for this language.`,
  );
}

function highestDifficulty({ settings }: Account, lang: string): number {
  if (settings.native.includes(lang)) return limits.difficultyMost;
  const level = estimateOf(settings.levels[lang] ?? 0);
  return Math.min(
    limits.difficultyMost,
    Math.max(limits.difficultyLeast, Math.ceil(level)) + difficultiesAbove,
  );
}

interface FreeDay {
  readonly day: string;
  readonly budget: number;
  readonly price: number;
  readonly now: number;
}

/** Refuses with 429 until midnight UTC what exceeds the daily budget shared by all free accounts (part 8). */
export async function checkFreeBudget(
  transaction: Transaction,
  { day, budget, price, now }: FreeDay,
): Promise<void> {
  const row = await transaction.get<{ credits: number | null }>(
    `SELECT SUM(writing_credits + audiobook_credits) AS credits FROM stories
     WHERE free_day = ? AND NOT (status IN ('failed', 'canceled') AND charged = 0)`,
    day,
  );
  if ((row?.credits ?? 0) + price <= budget) return;
  throw limited(
    untilMidnight(now),
    "Today's budget for free accounts is used up. It is renewed at midnight UTC.",
    "free_day",
  );
}
