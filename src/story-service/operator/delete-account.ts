import { randomUuid } from "../../shared/world.ts";
import { addAccount } from "../accounts/accounts.ts";
import { appendLog } from "../accounts/audit-log.ts";
import { rememberDeleted } from "../accounts/deleted-accounts.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import { fundsOf, move } from "../money/movements.ts";
import { nameOf, RecordingsAway } from "../recordings/recordings.ts";
import type { Transaction } from "../store/store.ts";
import { findStory } from "../stories/states.ts";
import { accountNamed, type Operator, refusal } from "./operator.ts";

export interface Deleted {
  /** Under which its movements stay. */
  readonly pseudonym: string;
  readonly stories: number;
  readonly recordings: number;
  /** Of them those that are still in a bucket that does not answer: nothing names them any more, and the service removes them once they are a day old. */
  readonly leftRecordings: number;
}

/**
 * Deletes an account's personal data: settings, secrets, keys' names, stories, recordings. Its movements stay, so that the books add up, under a new
 * name that says nothing; what it still had leaves them. Fails with `work_under_way` while work is not done, and a configuration that names the account
 * does not bring it back.
 */
export async function deleteAccount(operator: Operator, id: string): Promise<Deleted> {
  const { store, pepper, world, actor } = operator;
  const pseudonym = `deleted-${randomUuid(world).slice(0, 13)}`;
  const { books, stories } = await store.write(async (transaction) => {
    await transaction.lock("start");
    await transaction.lock({ account: id });
    const { settings } = await accountNamed(transaction, id);
    if (settings.deleted) throw refusal({ code: "account_deleted", name: id });
    await refuseUnderWay(transaction, id);
    const at = operator.now();
    await returnReservations(transaction, id, at);
    await emptyBalance(transaction, id, at);
    const found = await transaction.all<{ id: string; recording: string | null }>(
      "SELECT id, recording FROM books WHERE account_id = ? AND status = 'ready'",
      id,
    );
    await removeSecrets(transaction, id);
    const removed = await removeStories(transaction, id);
    const closed = accountSettingsSchema.parse({ deleted: true });
    await addAccount(transaction, { id: pseudonym, settings: closed, credits: 0, now: at });
    await rename(transaction, { id, pseudonym, at });
    await transaction.run("DELETE FROM accounts WHERE id = ?", id);
    await rememberDeleted(transaction, { id, pepper, at });
    await appendLog(transaction, { at, actor, what: "account deleted", accountId: pseudonym });
    return { books: found, stories: removed };
  });
  await store.settled();
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
  return { pseudonym, stories, recordings: books.length, leftRecordings };
}

async function refuseUnderWay(transaction: Transaction, id: string): Promise<void> {
  const sql = "SELECT COUNT(*) AS n FROM jobs WHERE account_id = ? AND dead_reason IS NULL";
  const jobs = (await transaction.get<{ n: number }>(sql, id))?.n ?? 0;
  if (jobs > 0) throw refusal({ code: "work_under_way", name: id, jobs });
}

/** Releases what finished stories hold for audiobooks that nobody began. */
async function returnReservations(transaction: Transaction, id: string, at: number): Promise<void> {
  const holding = await transaction.all<{ id: string }>(
    "SELECT id FROM stories WHERE account_id = ? AND status = 'ready' AND audiobook_credits > 0",
    id,
  );
  for (const { id: storyId } of holding) {
    const story = await findStory(transaction, storyId);
    if (story === null) continue;
    await transaction.run("UPDATE stories SET status = 'canceled' WHERE id = ?", storyId);
    const { credentialId, capMonth, fund, audiobookCredits: credits } = story;
    await move(transaction, {
      at,
      accountId: id,
      from: "reserved",
      to: fund,
      credits,
      reason: "release",
      story: { id: storyId, credentialId, capMonth },
    });
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
  const own = "(SELECT id FROM credentials WHERE account_id = ?)";
  for (const sql of [
    "DELETE FROM oauth_codes WHERE account_id = ?",
    `DELETE FROM bearers WHERE credential_id IN ${own}`,
    `DELETE FROM refresh_tokens WHERE credential_id IN ${own}`,
    "DELETE FROM sign_ins WHERE account_id = ?",
    "DELETE FROM sessions WHERE account_id = ?",
    "DELETE FROM paid_starts WHERE account_id = ?",
    "DELETE FROM sentinel_refusals WHERE account_id = ?",
  ])
    await transaction.run(sql, id);
}

/** Removes stories, books and work; movements stay without them. */
async function removeStories(transaction: Transaction, id: string): Promise<number> {
  await transaction.run("UPDATE movements SET story_id = NULL, note = NULL WHERE account_id = ?", id);
  await transaction.run("DELETE FROM jobs WHERE account_id = ?", id);
  await transaction.run("DELETE FROM books WHERE account_id = ?", id);
  return transaction.run("DELETE FROM stories WHERE account_id = ?", id);
}

async function rename(
  transaction: Transaction,
  { id, pseudonym, at }: { readonly id: string; readonly pseudonym: string; readonly at: number },
): Promise<void> {
  for (const table of ["credentials", "movements", "funds"])
    await transaction.run(`UPDATE ${table} SET account_id = ? WHERE account_id = ?`, pseudonym, id);
  await transaction.run(
    "UPDATE credentials SET name = '', client_id = NULL, revoked_at = COALESCE(revoked_at, ?) WHERE account_id = ?",
    at,
    pseudonym,
  );
  const sql = "UPDATE audit_log SET account_id = ?, details = '{}' WHERE account_id = ?";
  await transaction.run(sql, pseudonym, id);
}
