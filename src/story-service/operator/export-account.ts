import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { readLog } from "../accounts/audit-log.ts";
import { type ZipEntry, zipOf } from "../books/books.ts";
import { fundsOf } from "../money/movements.ts";
import { sql } from "../store/store.ts";
import { accountNamed, change, type OperationResult, type Operator } from "./operator.ts";
import { writeOutput, writeStream } from "./output-path.ts";

/**
 * Writes everything that the service knows about an account, without its secrets, to a new zip that only its owner can read. Fails as `writeOutput`
 * does.
 */
export function exportAccount(operator: Operator, id: string, output: string): Promise<OperationResult> {
  return writeOutput(output, operator, async () => {
    const { entries, ...counted } = await collect(operator, id);
    await writeStream(output, await zipOf(entries, 0o600));
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
  const recordings: ZipEntry[] = [];
  const stored = books.length === 0 ? null : await openRecordings();
  for (const book of books) {
    const audio = await stored?.find(book);
    if (audio) recordings.push({ name: `recordings/${book.id}.mp3`, content: () => audio.open() });
  }
  const log = await readLog(store, { accountId: id, limit: Number.MAX_SAFE_INTEGER });
  const parts = {
    account: { id, settings, credits: await fundsOf(store, id) },
    stories: stories.map((story) => ({ ...story, request: JSON.parse(story.request) as unknown })),
    books,
    keys: keys.map((key) => ({ ...key, scopes: JSON.parse(key.scopes) as unknown })),
    movements,
    log,
  };
  const texts = Object.entries(parts).map(([name, value]) => ({
    name: `${name}.json`,
    content: `${JSON.stringify(value, null, 2)}\n`,
  }));
  return {
    entries: [...texts, ...recordings],
    stories: stories.length,
    recordings: recordings.length,
    movements: movements.length,
  };
}
