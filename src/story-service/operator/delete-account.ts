import { randomUuid } from "../../shared/world.ts";
import { addAccount } from "../accounts/accounts.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import { fundsOf, move } from "../money/movements.ts";
import { RecordingsAway } from "../recordings/recordings.ts";
import { raw, sql, type Transaction } from "../store/store.ts";
import { findStory } from "../stories/states.ts";
import { change, lockOpenAccount, type Operator, type Outcome, refusal } from "./operator.ts";

/** The tables whose rows go with an account, in an order in which none refers to a row that is gone. Its movements and credentials stay, without names. */
const goingTables = [
  ...["oauth_codes", "sign_ins", "sessions", "paid_starts", "sentinel_refusals", "books"],
  "stories",
];

/**
 * Deletes an account's personal data: settings, secrets, keys' names, stories, recordings. The account's movements stay under a pseudonym, so that the
 * books add up; the remaining credits leave the books. Fails with `work_under_way` while the account has unfinished work.
 */
export async function deleteAccount(operator: Operator, id: string): Promise<Outcome> {
  const pseudonym = `deleted-${randomUuid(operator.world).slice(0, 13)}`;
  const { recordings: names, stories } = await change(operator, async (transaction, log) => {
    await lockOpenAccount(transaction, id);
    const working = sql`SELECT COUNT(*) AS jobs FROM jobs WHERE account_id = ${id}`;
    const { jobs } = (await transaction.get<{ jobs: number }>(working)) ?? { jobs: 0 };
    if (jobs > 0) throw refusal({ code: "work_under_way", name: id, jobs });
    const at = operator.now();
    await emptyFunds(transaction, id, at);
    const found = await transaction.all<{ recording: string }>(
      sql`SELECT recording FROM books WHERE account_id = ${id} AND recording IS NOT NULL`,
    );
    const settings = accountSettingsSchema.parse({ deleted: true });
    await addAccount(transaction, { id: pseudonym, settings, credits: 0, now: at });
    const removed = await removeRows(transaction, { id, pseudonym, at });
    await log("account deleted", pseudonym);
    return { recordings: found.map(({ recording }) => recording), stories: removed };
  });
  // A recording that is left here, by a crash or because the bucket is away, is an orphan, which the service removes after a day.
  const recordings = names.length === 0 ? null : await operator.recordings();
  let leftRecordings = 0;
  for (const name of names) {
    try {
      await recordings?.remove(name);
    } catch (error) {
      if (!(error instanceof RecordingsAway)) throw error;
      leftRecordings += 1;
    }
  }
  return { document: { account: id, pseudonym, stories, recordings: names.length, leftRecordings } };
}

/** Releases what finished stories hold for audiobooks that nobody began, and takes the remaining credits out of the books. */
async function emptyFunds(transaction: Transaction, id: string, at: number): Promise<void> {
  const holding = await transaction.all<{ id: string }>(
    sql`SELECT id FROM stories WHERE account_id = ${id} AND status = 'ready' AND audiobook_credits > 0`,
  );
  for (const { id: storyId } of holding) {
    const story = await findStory(transaction, storyId);
    if (story === null) continue;
    const { fund: to, audiobookCredits: credits } = story;
    await move(transaction, { at, accountId: id, from: "reserved", to, credits, reason: "release", story });
  }
  const { available: credits } = await fundsOf(transaction, id);
  const left = { at, accountId: id, credits, reason: "correction", story: null } as const;
  if (credits > 0) await move(transaction, { ...left, from: "available", to: "outside" });
}

/** Removes an account's rows, and gives those that stay to its pseudonym. Returns the number of stories. */
async function removeRows(
  transaction: Transaction,
  { id, pseudonym, at }: { readonly id: string; readonly pseudonym: string; readonly at: number },
): Promise<number> {
  const own = sql`SELECT id FROM credentials WHERE account_id = ${id}`;
  for (const table of ["bearers", "refresh_tokens"])
    await transaction.run(sql`DELETE FROM ${raw(table)} WHERE credential_id IN (${own})`);
  const named = sql`account_id = ${pseudonym}`;
  const ofAccount = sql`WHERE account_id = ${id}`;
  await transaction.run(
    sql`UPDATE movements SET story_id = NULL, note = NULL, reference = NULL, ${named} ${ofAccount}`,
  );
  let stories = 0;
  for (const table of goingTables)
    stories = await transaction.run(sql`DELETE FROM ${raw(table)} ${ofAccount}`);
  await transaction.run(
    sql`UPDATE credentials SET name = '', client_id = NULL, revoked_at = COALESCE(revoked_at, ${at}), ${named} ${ofAccount}`,
  );
  await transaction.run(sql`UPDATE funds SET ${named} ${ofAccount}`);
  await transaction.run(sql`UPDATE audit_log SET details = '{}', ${named} ${ofAccount}`);
  await transaction.run(sql`DELETE FROM accounts WHERE id = ${id}`);
  return stories;
}
