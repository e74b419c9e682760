import { limits } from "../../contract/limits.ts";
import type { CreationRequest } from "../../contract/stories.ts";
import { randomUuid } from "../../shared/world.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Caller } from "../accounts/authenticate.ts";
import type { Visitor } from "../accounts/credentials.ts";
import { dayOf, monthOf, untilMidnight } from "../clock.ts";
import { addJob } from "../jobs/jobs.ts";
import { isNative, levelOf } from "../levels.ts";
import { checkPaidStart, takePaidStart } from "../limits.ts";
import { capUse, fundsOf, move } from "../money/movements.ts";
import { priceOf } from "../money/prices.ts";
import type { Parts } from "../parts.ts";
import { limited, refused } from "../refusal.ts";
import { sentinelsIn, slowFactor } from "../sentinels.ts";
import { insert, sql, type Transaction } from "../store/store.ts";
import { findStory, type StoredRequest, type StoryRow } from "./states.ts";

/**
 * Creates a story (interface 4.2). One transaction makes all checks, reserves the full price, and stores the story and the job of writing it, so a
 * refusal leaves no trace and an accepted story survives any crash.
 */
export async function createStory(parts: Parts, caller: Caller, body: CreationRequest): Promise<StoryRow> {
  const request: StoredRequest = {
    ...body,
    length: body.length ?? "short",
    audiobook: body.audiobook ?? true,
  };
  checkPossible(parts, request);
  checkPlan(caller.account, caller.credential.cap, request);
  const isSlow = sentinelsIn(request.topic, parts.config).includes("slow");
  const writingMs = parts.writingTimeMs * (isSlow ? slowFactor : 1);
  const account = caller.account.id;
  const create = async (transaction: Transaction): Promise<StoryRow> => {
    const now = parts.clock();
    await takePaidStart(transaction, account, parts);
    return priceAndInsert(parts, transaction, { ...caller, request, now, dueAt: now + writingMs });
  };
  // Not counted as a call, so it must cost no transaction.
  await checkPaidStart(parts.store, account, parts);
  return parts.store.write(create, { account });
}

/** Refuses what this service can't make, before it costs anything. */
function checkPossible({ config, ...makers }: Parts, request: StoredRequest): void {
  if (!config.switches.writing) throw refused(503, "Story writing is switched off at the moment.");
  if (request.audiobook && !config.switches.narration) {
    throw refused(
      503,
      "Audiobooks are switched off at the moment. A story without an audiobook can be made.",
    );
  }
  const why = whyImpossible(request, makers);
  if (why !== null) throw refused(403, `${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
}

/** Why a story can't be made, as a clause, judging by its request; null if it can. */
export function whyImpossible(
  { lang, audiobook, topic, words = [] }: Pick<CreationRequest, "lang" | "audiobook" | "topic" | "words">,
  { writer, narrator }: Pick<Parts, "writer" | "narrator">,
): string | null {
  if (!writer.covers(lang)) return `this service has no writer for the language ${lang}`;
  if (audiobook === false) return null;
  const unspoken = narrator.covers(lang)
    ? narrator.unreadable?.([topic, ...words.map(({ word }) => word)].join("\n"), lang)
    : (narrator.missing ?? `this service has no narrator for the language ${lang}`);
  return unspoken == null
    ? null
    : `the audiobook can't be made: ${unspoken}; a story without an audiobook can be made`;
}

/** Money is checked last, and reserved together with the story's row and the job of writing it. */
async function priceAndInsert(
  { config, world }: Parts,
  transaction: Transaction,
  {
    account,
    credential,
    request,
    now,
    dueAt,
  }: Caller & { readonly request: StoredRequest; readonly now: number; readonly dueAt: number },
): Promise<StoryRow> {
  const { unlimited, plan } = account.settings;
  const price = priceOf(request, account.settings);
  const credits = price.writing + price.audiobook;
  const capMonth = monthOf(now);
  await checkMoney(
    transaction,
    { account, credential },
    { credits, budget: config.limits.freeDailyCredits, now },
  );
  const [id, accountId] = [randomUuid(world), account.id];
  const from = unlimited ? "outside" : "available";
  const row = {
    id,
    account_id: accountId,
    credential_id: credential.id,
    request: JSON.stringify(request),
    lang: request.lang,
    visibility: request.visibility ?? "private",
    status: "writing",
    writing_credits: price.writing,
    audiobook_credits: price.audiobook,
    fund: from,
    cap_month: capMonth,
    free_day: plan === "free" ? dayOf(now) : null,
    created_at: now,
  };
  const story = { id, credentialId: credential.id, capMonth };
  const reserved = { from, to: "reserved", reason: "reservation" } as const;
  await Promise.all([
    transaction.run(insert("stories", row)),
    move(transaction, { ...reserved, at: now, accountId, credits, story }),
    addJob(transaction, "writing", { storyId: id, accountId, dueAt }),
  ]);
  const created = await findStory(transaction, id);
  if (created === null) throw new Error("a story was not stored");
  return created;
}

/**
 * Refuses what can't be paid now: with 429, until midnight UTC, what exceeds the daily budget shared by all free accounts (part 8), and with 402 what
 * exceeds the rest of the key's monthly cap or the available credits. Credits reserved by other stories are not available, although they have not been
 * charged yet. `budget`: what all free accounts may spend today together.
 */
async function checkMoney(
  transaction: Transaction,
  { account: { id, settings }, credential }: Visitor,
  { credits, budget, now }: { readonly credits: number; readonly budget: number; readonly now: number },
): Promise<void> {
  if (settings.plan === "free") {
    await transaction.lock("free budget");
    const spent = await freeSpending(transaction, dayOf(now));
    const sentence = "Today's budget for free accounts is used up. It is renewed at midnight UTC.";
    if (spent + credits > budget) throw limited(untilMidnight(now), sentence, "free_day");
  }
  const { cap } = credential;
  const used = cap === null ? 0 : await capUse(transaction, credential.id, monthOf(now));
  if (cap !== null && used + credits > cap) {
    const left = `${credits} credits needed, ${Math.max(0, cap - used)} left`;
    throw refused(402, `This key's monthly cap does not cover the price: ${left}.`, { limit: "cap" });
  }
  const { available } = await fundsOf(transaction, id);
  if (settings.unlimited || credits <= available) return;
  throw refused(402, `Not enough credits: ${credits} needed, ${available} available.`, { limit: "balance" });
}

/** What the free accounts' stories of a day cost or hold. */
async function freeSpending(transaction: Transaction, day: string): Promise<number> {
  const row = await transaction.get<{ credits: number | null }>(
    sql`SELECT SUM(CASE WHEN status IN ('failed', 'canceled') THEN charged ELSE writing_credits + audiobook_credits END) AS credits
      FROM stories WHERE free_day = ${day}`,
  );
  return row?.credits ?? 0;
}

/** How far above the saved level a free account may read: one difficulty above the current level. */
const difficultiesAbove = 1;

/** Refuses with 403 what the account's plan does not allow (interface 4.2, rule 4, and 5.3). */
function checkPlan(account: Account, cap: number | null, request: StoredRequest): void {
  const { settings } = account;
  if (settings.admin && cap === null)
    throw refused(403, "An admin's key needs a monthly cap before it can spend.");
  if (settings.plan !== "free") return;
  if (request.visibility !== "public") throw refused(403, "Free accounts can only make public books.");
  const most = highestDifficulty(account, request.lang);
  if (request.difficulty <= most) return;
  throw refused(
    403,
    `Free accounts are limited to difficulties near their own level: ${most} at most for this language.`,
  );
}

function highestDifficulty({ settings }: Account, lang: string): number {
  if (isNative(settings, lang)) return limits.difficultyMost;
  const level = Number(levelOf(settings, lang) ?? 0);
  return Math.min(
    limits.difficultyMost,
    Math.max(limits.difficultyLeast, Math.ceil(level)) + difficultiesAbove,
  );
}
