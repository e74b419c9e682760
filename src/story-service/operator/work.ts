import { findAccount, isOpen } from "../accounts/accounts.ts";
import { dayOf, iso, monthOf } from "../clock.ts";
import type { JobKind } from "../jobs/jobs.ts";
import { move } from "../money/movements.ts";
import { refusalOf } from "../refusal.ts";
import { raw, readConfigured, type Store, sql, type Transaction } from "../store/store.ts";
import { checkMoney, checkPlan, type Payer } from "../stories/create-story.ts";
import { findStory, type StoryRow } from "../stories/states.ts";
import { change, type Operator, type Outcome, refusal } from "./operator.ts";
import type { WhyNotRetried } from "./problem.ts";

interface ListedWork {
  readonly id: number;
  readonly kind: JobKind;
  readonly storyId: string;
  readonly accountId: string;
  /**
   * `dead`: given up, and its credits returned. `stuck`: due for some time, and no process has taken it. `waiting`: not due yet, or due just now.
   * `under way`: a process has it.
   */
  readonly state: "dead" | "stuck" | "waiting" | "under way";
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
export async function showWork(
  { store, now }: Operator,
  _: string,
  { all }: { readonly all: boolean },
): Promise<Outcome> {
  const found = await listWork(store, now());
  const shown = found.filter(({ state }) => all || state === "dead" || state === "stuck");
  const work = shown.map(({ dueAt, ...job }) => ({ ...job, dueAt: iso(dueAt) }));
  const others = found.length - shown.length;
  return {
    rows: work.map(({ id, state, kind, accountId: account, storyId: story, attempts, dueAt, reason }) => ({
      id,
      state,
      kind,
      account,
      story,
      tries: attempts,
      due: dueAt,
      reason,
    })),
    document: { work, others },
  };
}

/**
 * Orders given-up work again. The credits were returned when the work was given up, so they are reserved again at the original price and charged as for
 * any story. Refused if a creation would be refused today because of the account's plan, credits or cap, if the account is closed or the key revoked,
 * or if the owner has since ordered the same story and would pay twice. The work counts against the cap of the current month, but not as a paid start.
 */
export function retryWork(operator: Operator, job: string): Promise<Outcome> {
  const id = Number(job);
  return change(operator, async (transaction, log) => {
    const { kind, storyId, accountId, reason } = await lockedJob(transaction, id);
    const story = await findStory(transaction, storyId);
    const refuse = (why: WhyNotRetried): Error => refusal({ code: "work_not_retried", id, why });
    if (reason === null) throw refuse("not-dead");
    if (story?.status !== "failed") throw refuse("story-moved-on");
    if (await isOrderedAgain(transaction, story)) throw refuse("ordered-again");
    const account = await findAccount(transaction, accountId);
    if (account === null || !isOpen(account)) throw refuse("account-closed");
    const credential = await transaction.get<Payer["credential"]>(
      sql`SELECT id, cap FROM credentials WHERE id = ${story.credentialId} AND revoked_at IS NULL`,
    );
    if (credential === undefined) throw refuse("key-revoked");
    const now = operator.now();
    const price = story.writingCredits + story.audiobookCredits;
    const credits = kind === "writing" ? price : story.audiobookCredits;
    // Counted today, and not on the day of its first try.
    const count = (day: string | null) =>
      transaction.run(sql`UPDATE stories SET free_day = ${day} WHERE id = ${storyId}`);
    await count(null);
    try {
      checkPlan(account, credential.cap, story.request);
      const budget = (await readConfigured(transaction, "free-daily-credits")) ?? 0;
      await checkMoney(transaction, { account, credential }, { credits, price, budget, now });
    } catch (error) {
      const refused = refusalOf(error);
      throw refused === null ? error : refusal({ code: "retry_not_paid", id, reason: refused.sentence });
    }
    if (account.settings.plan === "free") await count(dayOf(now));
    const fund = account.settings.unlimited ? "outside" : "available";
    await begin(transaction, { ...story, fund, capMonth: monthOf(now) }, { kind, credits, now });
    await transaction.run(
      sql`UPDATE jobs SET dead_reason = NULL, attempts = 0, due_at = ${now}, holder = NULL, leased_until = 0
        WHERE id = ${id}`,
    );
    await log("work retried", accountId, { kind, story: storyId, credits });
    return { document: { job: id, kind, story: storyId, account: accountId, credits } };
  });
}

type Job = Pick<ListedWork, "kind" | "storyId" | "accountId" | "reason">;

/** A job as it is once its account is locked. Fails with `no_such_work`. */
async function lockedJob(transaction: Transaction, id: number): Promise<Job> {
  const read = async (): Promise<Job> => {
    const job = await transaction.get<Job>(
      sql`SELECT kind, story_id AS "storyId", account_id AS "accountId", dead_reason AS reason FROM jobs WHERE id = ${id}`,
    );
    if (job === undefined) throw refusal({ code: "no_such_work", id });
    return job;
  };
  await transaction.lock({ account: (await read()).accountId });
  return read();
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

/** `failed` -> `writing`, or -> `making_audiobook` where the text is there: the same movements as the first time. */
async function begin(
  transaction: Transaction,
  story: StoryRow,
  { kind, credits, now }: { readonly kind: JobKind; readonly credits: number; readonly now: number },
): Promise<void> {
  const { id, accountId, fund, capMonth } = story;
  await transaction.run(
    sql`UPDATE stories
      SET status = ${kind === "writing" ? "writing" : "making_audiobook"}, error = NULL, fund = ${fund}, cap_month = ${capMonth}
      WHERE id = ${id}`,
  );
  const common = { at: now, accountId, credits, story };
  await move(transaction, { ...common, from: fund, to: "reserved", reason: "reservation" });
  if (kind === "writing") return;
  await transaction.run(sql`UPDATE books SET status = 'pending' WHERE story_id = ${id}`);
  await move(transaction, { ...common, from: "reserved", to: "spent", reason: "audiobook" });
}

/** Removes given-up work from the list. The credits were returned when the work was given up, and its story stays failed. */
export function dismissWork(operator: Operator, job: string): Promise<Outcome> {
  const id = Number(job);
  return change(operator, async (transaction, log) => {
    const { kind, storyId, accountId, reason } = await lockedJob(transaction, id);
    if (reason === null) throw refusal({ code: "work_not_retried", id, why: "not-dead" });
    await transaction.run(sql`DELETE FROM jobs WHERE id = ${id}`);
    await log("work dismissed", accountId, { kind, story: storyId });
    return { document: { job: id } };
  });
}
