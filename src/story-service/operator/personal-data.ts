import { buffer } from "node:stream/consumers";
import type { ZipFile } from "../../shared/files/zip.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { randomUuid } from "../../shared/world.ts";
import { addAccount, rememberDeleted } from "../accounts/accounts.ts";
import { readLog } from "../accounts/audit-log.ts";
import { textFile, zipStream } from "../books/books.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import { fundsOf, move } from "../money/movements.ts";
import { nameOf, type RecordingFile, RecordingsAway } from "../recordings/recordings.ts";
import { raw, sql, type Transaction } from "../store/store.ts";
import { findStory } from "../stories/states.ts";
import {
  accountNamed,
  change,
  lockOpenAccount,
  type OperationResult,
  type Operator,
  refusal,
} from "./operator.ts";
import { writeOutput, writeStream } from "./output-path.ts";

/**
 * Writes everything that the service knows about an account, without its secrets, to a new zip that only its owner can read. Fails as `writeOutput`
 * does.
 */
export function exportAccount(operator: Operator, id: string, output: string): Promise<OperationResult> {
  return writeOutput(output, operator, async () => {
    const { entries, ...counted } = await collect(operator, id);
    await writeStream(output, zipStream(entries, 0o600));
    await change(operator, (_, log) => log("data exported", id));
    const { stories, recordings, movements } = counted;
    return {
      lines: [
        `${showText(output)}: the settings of ${showText(id)}, ${pluralize(stories, "story", "stories")}, ${pluralize(recordings, "recording")}, ${pluralize(movements, "movement")}, its keys without their secrets, and its log`,
      ],
      document: { account: id, output, ...counted },
    };
  });
}

async function collect({ store, recordings: openRecordings }: Operator, id: string) {
  const { settings } = await accountNamed(store, id);
  const stories = await store.all<{ request: string }>(
    sql`SELECT id, request, status, title, text, error, charged, created_at AS "createdAt" FROM stories
     WHERE account_id = ${id} ORDER BY created_at, id`,
  );
  const movements = await store.all(sql`SELECT * FROM movements WHERE account_id = ${id} ORDER BY seq`);
  const keys = await store.all<{ scopes: string }>(
    sql`SELECT id, kind, name, scopes, cap, created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
     FROM credentials WHERE account_id = ${id} ORDER BY created_at, id`,
  );
  const books = await store.all<{ id: string; recording: string | null }>(
    sql`SELECT id, story_id AS "storyId", status, recording, duration_ms AS "durationMs", created_at AS "createdAt" FROM books
     WHERE account_id = ${id} ORDER BY created_at`,
  );
  const recordings: ZipFile[] = [];
  const stored = books.length === 0 ? null : await openRecordings();
  for (const book of books) {
    const audio = await stored?.find(book);
    if (audio) recordings.push(soundFile(`recordings/${book.id}.mp3`, audio));
  }
  const parts = {
    account: { id, settings, credits: await fundsOf(store, id) },
    stories: stories.map((story) => ({ ...story, request: JSON.parse(story.request) as unknown })),
    books,
    keys: keys.map((key) => ({ ...key, scopes: JSON.parse(key.scopes) as unknown })),
    movements,
    log: await readLog(store, { accountId: id, limit: Number.MAX_SAFE_INTEGER }),
  };
  const texts = Object.entries(parts).map(([name, value]) =>
    textFile(`${name}.json`, `${JSON.stringify(value, null, 2)}\n`),
  );
  return {
    entries: [...texts, ...recordings],
    stories: stories.length,
    recordings: recordings.length,
    movements: movements.length,
  };
}

/** A recording as a file of a zip, which is opened when its turn comes. */
function soundFile(path: string, audio: RecordingFile): ZipFile {
  const pieces = async function* (): AsyncIterable<Buffer> {
    const content = await audio.open();
    if (content === null) throw new Error(`the recording for ${path} is missing`);
    yield* content;
  };
  return { path, read: () => buffer(pieces()), pieces };
}

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
    const working = await transaction.get<{ n: number }>(
      sql`SELECT COUNT(*) AS n FROM jobs WHERE account_id = ${id} AND dead_reason IS NULL`,
    );
    const jobs = working?.n ?? 0;
    if (jobs > 0) throw refusal({ code: "work_under_way", name: id, jobs });
    const at = operator.now();
    await emptyFunds(transaction, id, at);
    const found = await transaction.all<{ id: string; recording: string | null }>(
      sql`SELECT id, recording FROM books WHERE account_id = ${id} AND status = 'ready'`,
    );
    const removed = await removeRows(transaction, id);
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
  return {
    lines: [
      `Deleted ${showText(id)}: ${pluralize(stories, "story", "stories")}, ${pluralize(books.length, "recording")}. The account's movements stay in the books as ${pseudonym}.`,
    ],
    warnings:
      leftRecordings === 0
        ? []
        : [
            `${pluralize(leftRecordings, "recording")} could not be deleted because the bucket does not answer. Nothing refers to them now; a running service deletes them once they are a day old.`,
          ],
    document: { account: id, pseudonym, stories, recordings: books.length, leftRecordings },
  };
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

/** Removes secrets, stories, books and work; movements stay without them. Returns the number of stories. */
async function removeRows(transaction: Transaction, id: string): Promise<number> {
  const own = sql`SELECT id FROM credentials WHERE account_id = ${id}`;
  for (const table of ["bearers", "refresh_tokens"])
    await transaction.run(sql`DELETE FROM ${raw(table)} WHERE credential_id IN (${own})`);
  await transaction.run(sql`UPDATE movements SET story_id = NULL, note = NULL WHERE account_id = ${id}`);
  const secrets = ["oauth_codes", "sign_ins", "sessions", "paid_starts", "sentinel_refusals"];
  for (const table of [...secrets, "jobs", "books"])
    await transaction.run(sql`DELETE FROM ${raw(table)} WHERE account_id = ${id}`);
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
