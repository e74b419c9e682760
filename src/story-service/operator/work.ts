import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { type Account, findAccount, isOpen } from "../accounts/accounts.ts";
import { dayOf, iso, monthOf } from "../clock.ts";
import type { JobKind } from "../jobs/jobs.ts";
import { type Fund, move } from "../money/movements.ts";
import { refusalOf } from "../refusal.ts";
import { raw, readConfigured, type Store, sql, type Transaction } from "../store/store.ts";
import { checkMoney, checkPlan } from "../stories/create-story.ts";
import { findStory, type StoryRow } from "../stories/states.ts";
import { change, type OperationResult, type Operator, refusal } from "./operator.ts";
import type { WhyNotRetried } from "./problem.ts";

/**
 * `dead`: given up, and its credits returned. `stuck`: due for some time, and no process has taken it. `waiting`: not due yet, or due just now.
 * `under way`: a process has it.
 */
type WorkState = "dead" | "stuck" | "waiting" | "under way";

export interface ListedWork {
  readonly id: number;
  readonly kind: JobKind;
  readonly storyId: string;
  readonly accountId: string;
  readonly state: WorkState;
  /** How often it was begun. */
  readonly attempts: number;
  readonly dueAt: number;
  /** Why it was given up; null for what was not. */
  readonly reason: string | null;
}

/** Longer than a busy service leaves what is due. */
const stuckAfterMs = 60_000;

/** All unfinished work, in the order in which it was due. */
export function listWork(store: Store, now: number): Promise<ListedWork[]> {
  const isHeld = store.isShared ? sql`leased_until > ${store.clock}` : raw("holder IS NOT NULL");
  return store.all<ListedWork>(
    sql`SELECT id, kind, story_id AS "storyId", account_id AS "accountId", CASE WHEN dead_reason IS NOT NULL THEN 'dead'
       WHEN ${isHeld} THEN 'under way' WHEN due_at < ${now - stuckAfterMs} THEN 'stuck' ELSE 'waiting' END AS state,
       attempts, due_at AS "dueAt", dead_reason AS reason FROM jobs ORDER BY due_at, id`,
  );
}

/** Work that is stuck or was given up; with `all`, all unfinished work. */
export async function showWork({ store, now }: Operator, all: boolean): Promise<OperationResult> {
  const found = await listWork(store, now());
  const shown = found.filter(({ state }) => all || state === "dead" || state === "stuck");
  const work = shown.map(({ dueAt, ...job }) => ({ ...job, dueAt: iso(dueAt) }));
  const others = found.length - shown.length;
  return {
    table: {
      head: ["id", "state", "kind", "account", "story", "tries", "due", "reason"],
      rows: work.map(({ id, state, kind, accountId, storyId, attempts, dueAt, reason }) => [
        String(id),
        state,
        kind,
        showText(accountId),
        storyId,
        String(attempts),
        dueAt,
        showText(reason ?? ""),
      ]),
      right: [0, 5],
    },
    lines:
      shown.length > 0 ? [] : [all ? "There is no unfinished work." : "No work is stuck or was given up."],
    notes:
      others > 0
        ? [`${pluralize(others, "other job is", "other jobs are")} waiting or under way (--all).`]
        : [],
    document: { work, others },
  };
}

type DeadJob = Pick<ListedWork, "kind" | "storyId" | "accountId" | "reason">;

/**
 * Orders given-up work again. The credits were returned when the work was given up, so they are reserved again at the original price and charged as for
 * any story. Refused if a creation would be refused today because of the account's plan, credits or cap, if the account is closed or the key revoked,
 * or if the owner has since ordered the same story and would pay twice. The work counts against the cap of the current month, but not as a paid start.
 */
export function retryWork(operator: Operator, id: number): Promise<OperationResult> {
  return change(operator, async (transaction, log) => {
    const job = await deadJob(transaction, id);
    await transaction.lock({ account: job.accountId });
    const { reason } = await deadJob(transaction, id);
    const story = await findStory(transaction, job.storyId);
    const refuse = (why: WhyNotRetried): Error => refusal({ code: "work_not_retried", id, why });
    if (reason === null) throw refuse("not-dead");
    if (story?.status !== "failed") throw refuse("story-moved-on");
    if (await isOrderedAgain(transaction, story)) throw refuse("ordered-again");
    const credits =
      job.kind === "writing" ? story.writingCredits + story.audiobookCredits : story.audiobookCredits;
    const account = await findAccount(transaction, story.accountId);
    if (account === null || !isOpen(account)) throw refuse("account-closed");
    const credential = await transaction.get<{ cap: number | null }>(
      sql`SELECT cap FROM credentials WHERE id = ${story.credentialId} AND revoked_at IS NULL`,
    );
    if (credential === undefined) throw refuse("key-revoked");
    const now = operator.now();
    await checkCreation(transaction, { account, ...credential, story }, { id, credits, now });
    const fund = account.settings.unlimited ? "outside" : "available";
    await begin(transaction, story, { kind: job.kind, credits, fund, now });
    await transaction.run(
      sql`UPDATE jobs SET dead_reason = NULL, attempts = 0, due_at = ${now}, holder = NULL, leased_until = 0
        WHERE id = ${id}`,
    );
    const { kind, storyId, accountId } = job;
    await log("work retried", accountId, { kind, story: storyId, credits });
    const money = kind === "writing" ? "reserved from" : "charged to";
    return {
      lines: [
        `Ordered again: the ${kind} of story ${storyId}. ${pluralize(credits, "credit")} ${money} ${showText(accountId)}.`,
      ],
      document: { job: id, kind, story: storyId, account: accountId, credits },
    };
  });
}

async function deadJob(transaction: Transaction, id: number): Promise<DeadJob> {
  const job = await transaction.get<DeadJob>(
    sql`SELECT kind, story_id AS "storyId", account_id AS "accountId", dead_reason AS reason FROM jobs WHERE id = ${id}`,
  );
  if (job === undefined) throw refusal({ code: "no_such_work", id });
  return job;
}

/** Whether its owner has ordered the same story since, and it did not fail. */
async function isOrderedAgain(transaction: Transaction, { id }: StoryRow): Promise<boolean> {
  const other = await transaction.get(
    sql`SELECT 1 FROM stories AS later JOIN stories AS given_up ON given_up.id = ${id} AND later.id <> given_up.id
       AND later.account_id = given_up.account_id AND later.request = given_up.request AND later.created_at >= given_up.created_at
     WHERE later.status NOT IN ('failed', 'canceled')`,
  );
  return other !== undefined;
}

/** The checks of a creation, of the story's account with the cap of its key. Fails with `retry_not_paid`. */
async function checkCreation(
  transaction: Transaction,
  { account, cap, story }: { account: Account; cap: number | null; story: StoryRow },
  { id, credits, now }: { id: number; credits: number; now: number },
): Promise<void> {
  const isFree = account.settings.plan === "free";
  const count = (day: string | null) =>
    transaction.run(sql`UPDATE stories SET free_day = ${day} WHERE id = ${story.id}`);
  try {
    checkPlan(account, cap, story.request);
    // Counted today, and not on the day of its first try.
    await count(null);
    const budget = (await readConfigured(transaction, "free-daily-credits")) ?? 0;
    const price = story.writingCredits + story.audiobookCredits;
    await checkMoney(transaction, account, { id: story.credentialId, cap }, { credits, price, budget, now });
    if (isFree) await count(dayOf(now));
  } catch (error) {
    const refused = refusalOf(error);
    if (refused === null) throw error;
    throw refusal({ code: "retry_not_paid", id, reason: refused.sentence });
  }
}

/** `failed` -> `writing`, or -> `making_audiobook` where the text is there: the same movements as the first time. */
async function begin(
  transaction: Transaction,
  story: StoryRow,
  { kind, credits, fund, now }: { kind: JobKind; credits: number; fund: Fund; now: number },
): Promise<void> {
  const capMonth = monthOf(now);
  await transaction.run(
    sql`UPDATE stories
      SET status = ${kind === "writing" ? "writing" : "making_audiobook"}, error = NULL, fund = ${fund}, cap_month = ${capMonth}
      WHERE id = ${story.id}`,
  );
  const { id, accountId } = story;
  const common = { at: now, accountId, credits, story: { ...story, capMonth } };
  await move(transaction, { ...common, from: fund, to: "reserved", reason: "reservation" });
  if (kind === "writing") return;
  await transaction.run(sql`UPDATE books SET status = 'pending' WHERE story_id = ${id}`);
  await move(transaction, { ...common, from: "reserved", to: "spent", reason: "audiobook" });
}

/** Removes given-up work from the list. The credits were returned when the work was given up, and its story stays failed. */
export function dismissWork(operator: Operator, id: number): Promise<OperationResult> {
  return change(operator, async (transaction, log) => {
    const { kind, storyId, accountId } = await deadJob(transaction, id);
    await transaction.lock({ account: accountId });
    if ((await transaction.run(sql`DELETE FROM jobs WHERE id = ${id} AND dead_reason IS NOT NULL`)) === 0)
      throw refusal({ code: "work_not_retried", id, why: "not-dead" });
    await log("work dismissed", accountId, { kind, story: storyId });
    const done = `Dismissed: job ${id}. Its credits were returned when it was given up.`;
    return { lines: [done], document: { job: id } };
  });
}
