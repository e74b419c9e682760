import type { CreationRequest } from "../../contract/stories.ts";
import { randomUuid } from "../../shared/world.ts";
import type { Caller } from "../accounts/authenticate.ts";
import { dayOf, monthOf } from "../clock.ts";
import { addJob } from "../jobs/jobs.ts";
import { takePaidStart } from "../limits/paid-starts.ts";
import { capUse, fundsOf, move } from "../money/movements.ts";
import { priceOf } from "../money/prices.ts";
import type { Parts } from "../parts.ts";
import { refused } from "../refusal.ts";
import { sentinelsIn, slowFactor } from "../sentinels.ts";
import { mayBeDone } from "../store/database-error.ts";
import type { Transaction } from "../store/store.ts";
import { checkFreeBudget, checkPlan } from "./plan-rules.ts";
import { findStory, insertStory, type StoredRequest, type StoryRow } from "./states.ts";
import { jittered } from "./timing.ts";

/**
 * Creates a story (interface 4.2): all checks, the reservation of its full price and the story itself in one transaction, so that a refusal leaves no
 * trace and an accepted story survives any crash: the job of writing it is in the same transaction. The answer waits until it is durable.
 */
export async function createStory(parts: Parts, caller: Caller, body: CreationRequest): Promise<StoryRow> {
  const request: StoredRequest = {
    ...body,
    length: body.length ?? "short",
    audiobook: body.audiobook ?? true,
  };
  checkSwitches(parts, request);
  checkPlan(caller.account, caller.credential.cap, request);
  const id = randomUuid(parts.world);
  try {
    const story = await parts.store.write(async (transaction) => {
      await transaction.lock({ account: caller.account.id });
      const now = parts.clock();
      await takePaidStart(transaction, caller.account.id, { rate: parts.config.limits.paidStarts, now });
      return priceAndInsert({ ...parts, transaction }, caller, { id, request, now });
    });
    parts.worker.expect("writing", story.dueAt);
    return story;
  } catch (error) {
    if (mayBeDone(error)) parts.worker.expect("writing", parts.clock());
    throw error;
  }
}

function checkSwitches({ config }: Parts, request: StoredRequest): void {
  if (!config.switches.writing) throw refused(503, "Writing is switched off at the moment.");
  if (request.audiobook && !config.switches.narration) {
    throw refused(503, "Audiobooks are switched off at the moment. A story without one can be made.");
  }
}

/** What a creation needs inside its transaction. */
type InTransaction = Omit<Parts, "store"> & { readonly transaction: Transaction };

/** The rest of the transaction: money is checked last, and reserved together with the story's row. */
async function priceAndInsert(
  parts: InTransaction,
  { account, credential }: Caller,
  { id, request, now }: { id: string; request: StoredRequest; now: number },
): Promise<StoryRow> {
  const { transaction, config, world } = parts;
  const price = priceOf(request, account.settings);
  const credits = price.writing + price.audiobook;
  const capMonth = monthOf(now);
  const freeDay = account.settings.plan === "free" ? dayOf(now) : null;
  if (freeDay !== null) {
    await transaction.lock("free budget");
    const budget = config.limits.freeDailyCredits;
    await checkFreeBudget(transaction, { day: freeDay, budget, price: credits, now });
  }
  checkCap(credential.cap, await capUse(transaction, credential.id, capMonth), credits);
  if (!account.settings.unlimited) checkBalance((await fundsOf(transaction, account.id)).available, credits);
  const fund = account.settings.unlimited ? "outside" : "available";
  const time =
    parts.worker.writingTimeMs * (sentinelsIn(request.topic, config).includes("slow") ? slowFactor : 1);
  const owner = { accountId: account.id, credentialId: credential.id, fund, capMonth } as const;
  const prices = { writingCredits: price.writing, audiobookCredits: price.audiobook };
  await insertStory(
    transaction,
    { id, ...owner, request, ...prices, createdAt: now, dueAt: now + jittered(time, world) },
    freeDay,
  );
  const inserted = await insertedStory(transaction, id);
  await addJob(transaction, { kind: "writing", storyId: id, accountId: account.id, dueAt: inserted.dueAt });
  const story = { id, credentialId: credential.id, capMonth };
  await move(transaction, {
    at: now,
    accountId: account.id,
    from: fund,
    to: "reserved",
    credits,
    reason: "reservation",
    story,
  });
  return inserted;
}

async function insertedStory(transaction: Transaction, id: string): Promise<StoryRow> {
  const story = await findStory(transaction, id);
  if (story === null) throw new Error("the story that was just inserted is not there");
  return story;
}

/** Refuses with 402 what the rest of a monthly cap does not cover. */
export function checkCap(cap: number | null, used: number, credits: number): void {
  if (cap === null || used + credits <= cap) return;
  throw refused(
    402,
    `This key's monthly cap does not cover it: ${credits} credits needed, ${Math.max(0, cap - used)} left.`,
    { limit: "cap" },
  );
}

/** Refuses with 402. Credits reserved by other stories are not available, although they have not been charged yet. */
export function checkBalance(available: number, credits: number): void {
  if (credits <= available) return;
  throw refused(402, `Not enough credits: ${credits} needed, ${available} available.`, { limit: "balance" });
}
