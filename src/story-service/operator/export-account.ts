import { join } from "node:path";
import { Readable } from "node:stream";
import { makeFolder } from "../../shared/files/make-folder.ts";
import { appendLog, readLog } from "../accounts/audit-log.ts";
import { fundsOf } from "../money/movements.ts";
import type { RecordingFile } from "../recordings/recordings.ts";
import { accountNamed, type Operator } from "./operator.ts";
import { writeStream } from "./output-file.ts";
import { writeOutput } from "./output-path.ts";

export interface Exported {
  readonly stories: number;
  readonly recordings: number;
  readonly movements: number;
}

interface Entry {
  readonly name: string;
  readonly content: string | RecordingFile;
}

/**
 * Writes everything that the service knows of an account, without its secrets, into a new zip, or where the path does not end in `.zip` into a new
 * folder, for its owner's eyes only. Fails as `writeOutput` does.
 */
export function exportAccount(operator: Operator, id: string, path: string): Promise<Exported> {
  return writeOutput(path, operator, () => write(operator, id, path));
}

async function write(operator: Operator, id: string, path: string): Promise<Exported> {
  const { store } = operator;
  await accountNamed(store, id);
  const { entries, ...counted } = await collect(operator, id);
  if (path.toLowerCase().endsWith(".zip")) await writeStream(path, await zipOf(entries));
  else await writeFolder(path, entries);
  await store.write((transaction) =>
    appendLog(transaction, {
      at: operator.now(),
      actor: operator.actor,
      what: "data exported",
      accountId: id,
    }),
  );
  await store.settled();
  return counted;
}

async function collect(
  { store, recordings: openRecordings }: Operator,
  id: string,
): Promise<Exported & { readonly entries: readonly Entry[] }> {
  const { settings } = await accountNamed(store, id);
  const stories = await store.all<{ request: string }>(
    `SELECT id, request, status, title, text, error, charged, created_at AS "createdAt" FROM stories
     WHERE account_id = ? ORDER BY created_at, id`,
    id,
  );
  const movements = await store.all("SELECT * FROM movements WHERE account_id = ? ORDER BY seq", id);
  const keys = await store.all<{ scopes: string }>(
    `SELECT id, kind, name, scopes, cap, created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
     FROM credentials WHERE account_id = ? ORDER BY created_at, id`,
    id,
  );
  const books = await store.all<{ id: string; recording: string | null }>(
    `SELECT id, story_id AS "storyId", status, recording, duration_ms AS "durationMs", created_at AS "createdAt" FROM books
     WHERE account_id = ? ORDER BY created_at`,
    id,
  );
  const recordings: Entry[] = [];
  const stored = books.length === 0 ? null : await openRecordings();
  for (const book of books) {
    const audio = (await stored?.find(book)) ?? null;
    if (audio !== null) recordings.push({ name: `recordings/${book.id}.mp3`, content: audio });
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

async function writeFolder(path: string, entries: readonly Entry[]): Promise<void> {
  await makeFolder(join(path, "recordings"), 0o700);
  for (const { name, content } of entries)
    await writeStream(
      join(path, name),
      typeof content === "string" ? Readable.from([Buffer.from(content)]) : await opened(content),
    );
}

async function zipOf(entries: readonly Entry[]): Promise<Readable> {
  const { ZipArchive } = await import("archiver");
  const archive = new ZipArchive({ zlib: { level: 6 } });
  archive.on("warning", (error: Error) => archive.destroy(error));
  for (const { name, content } of entries) {
    if (typeof content === "string") archive.append(Buffer.from(content), { name, mode: 0o600 });
    else {
      const recording = await opened(content);
      recording.on("error", (error) => archive.destroy(error));
      archive.append(recording, { name, mode: 0o600, store: true });
    }
  }
  archive.finalize().catch((error: Error) => archive.destroy(error));
  return archive;
}

async function opened(file: RecordingFile): Promise<Readable> {
  const content = await file.open();
  if (content === null) throw new Error("a recording was removed while it was exported");
  return content;
}
