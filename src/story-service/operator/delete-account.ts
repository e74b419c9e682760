import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { randomUuid } from "../../shared/world.ts";
import { addAccount, rememberDeleted } from "../accounts/accounts.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import { fundsOf, move } from "../money/movements.ts";
import { nameOf, RecordingsAway } from "../recordings/recordings.ts";
import { raw, sql, type Transaction } from "../store/store.ts";
import { findStory } from "../stories/states.ts";
import { change, lockOpenAccount, type OperationResult, type Operator, refusal } from "./operator.ts";

/**
 * Deletes an account's personal data: settings, secrets, keys' names, stories, recordings. The account's movements stay under a pseudonym, so that the
 * books add up; the remaining credits leave the books. Fails with `work_under_way` while the account has unfinished work. A configuration that names
 * the deleted account does not bring it back.
 */
export async function deleteAccount(operator: Operator, id: string): Promise<OperationResult> {
  const { pepper, world } = operator;
  const pseudonym = `deleted-${randomUuid(world).slice(0, 13)}`;
  const { books, stories } = await change(operator, async (transaction, log) => {
    await transaction.lock("start");
    await lockOpenAccount(transaction, id);
    await refuseUnderWay(transaction, id);
    const at = operator.now();
    await returnReservations(transaction, id, at);
    await emptyBalance(transaction, id, at);
    const found = await transaction.all<{ id: string; recording: string | null }>(
      sql`SELECT id, recording FROM books WHERE account_id = ${id} AND status = 'ready'`,
    );
    await removeSecrets(transaction, id);
    const removed = await removeStories(transaction, id);
    const closed = accountSettingsSchema.parse({ deleted: true });
    await addAccount(transaction, { id: pseudonym, settings: closed, credits: 0, now: at });
    await rename(transaction, { id, pseudonym, at });
    await transaction.run(sql`DELETE FROM accounts WHERE id = ${id}`);
    await rememberDeleted(transaction, { id, pepper, at });
    await log("account deleted", pseudonym);
    return { books: found, stories: removed };
  });
  // A recording that is left by a crash here is an orphan, which the service removes after a day.
  const recordings = books.length === 0 ? null : await operator.recordings();
  let leftRecordings = 0;
  for (const book of books) {
    try {
      await recordings?.remove(nameOf(book));
    } catch (error) {
      if (!(error instanceof RecordingsAway)) throw error;
      leftRecordings += 1;
    }
  }
  const count = pluralize(books.length, "recording");
  const left = pluralize(leftRecordings, "recording");
  return {
    lines: [
      `Deleted ${showText(id)}: ${pluralize(stories, "story", "stories")}, ${count}. The account's movements stay in the books as ${pseudonym}.`,
    ],
    warnings:
      leftRecordings === 0
        ? []
        : [
            `${left} could not be deleted because the bucket does not answer. Nothing refers to them now; a running service deletes them once they are a day old.`,
          ],
    document: { account: id, pseudonym, stories, recordings: books.length, leftRecordings },
  };
}

async function refuseUnderWay(transaction: Transaction, id: string): Promise<void> {
  const row = await transaction.get<{ n: number }>(
    sql`SELECT COUNT(*) AS n FROM jobs WHERE account_id = ${id} AND dead_reason IS NULL`,
  );
  const jobs = row?.n ?? 0;
  if (jobs > 0) throw refusal({ code: "work_under_way", name: id, jobs });
}

/** Releases what finished stories hold for audiobooks that nobody began. */
async function returnReservations(transaction: Transaction, id: string, at: number): Promise<void> {
  const holding = await transaction.all<{ id: string }>(
    sql`SELECT id FROM stories WHERE account_id = ${id} AND status = 'ready' AND audiobook_credits > 0`,
  );
  for (const { id: storyId } of holding) {
    const story = await findStory(transaction, storyId);
    if (story === null) continue;
    await transaction.run(sql`UPDATE stories SET status = 'canceled' WHERE id = ${storyId}`);
    const { fund: to, audiobookCredits: credits } = story;
    await move(transaction, { at, accountId: id, from: "reserved", to, credits, reason: "release", story });
  }
}

async function emptyBalance(transaction: Transaction, id: string, at: number): Promise<void> {
  const { available } = await fundsOf(transaction, id);
  if (available === 0) return;
  await move(transaction, {
    at,
    accountId: id,
    from: "available",
    to: "outside",
    credits: available,
    reason: "correction",
    story: null,
  });
}

async function removeSecrets(transaction: Transaction, id: string): Promise<void> {
  const own = sql`SELECT id FROM credentials WHERE account_id = ${id}`;
  for (const table of ["bearers", "refresh_tokens"])
    await transaction.run(sql`DELETE FROM ${raw(table)} WHERE credential_id IN (${own})`);
  for (const table of ["oauth_codes", "sign_ins", "sessions", "paid_starts", "sentinel_refusals"])
    await transaction.run(sql`DELETE FROM ${raw(table)} WHERE account_id = ${id}`);
}

/** Removes stories, books and work; movements stay without them. */
async function removeStories(transaction: Transaction, id: string): Promise<number> {
  await transaction.run(sql`UPDATE movements SET story_id = NULL, note = NULL WHERE account_id = ${id}`);
  await transaction.run(sql`DELETE FROM jobs WHERE account_id = ${id}`);
  await transaction.run(sql`DELETE FROM books WHERE account_id = ${id}`);
  return transaction.run(sql`DELETE FROM stories WHERE account_id = ${id}`);
}

async function rename(
  transaction: Transaction,
  { id, pseudonym, at }: { readonly id: string; readonly pseudonym: string; readonly at: number },
): Promise<void> {
  for (const table of ["credentials", "movements", "funds"])
    await transaction.run(sql`UPDATE ${raw(table)} SET account_id = ${pseudonym} WHERE account_id = ${id}`);
  await transaction.run(
    sql`UPDATE credentials SET name = '', client_id = NULL, revoked_at = COALESCE(revoked_at, ${at})
      WHERE account_id = ${pseudonym}`,
  );
  await transaction.run(
    sql`UPDATE audit_log SET account_id = ${pseudonym}, details = '{}' WHERE account_id = ${id}`,
  );
}
