import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { partPath, replaceFile } from "../../shared/files/atomic-file.ts";
import { makeFolder } from "../../shared/files/make-folder.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { appendLog } from "../accounts/audit-log.ts";
import { pepperName, readPepperFile, writePepperFile } from "../accounts/pepper-file.ts";
import type { Pepper } from "../accounts/peppers.ts";
import { type Operator, refusal } from "../operator/operator.ts";
import { writeStream } from "../operator/output-file.ts";
import { audioFolder } from "../recordings/folder-recordings.ts";
import { nameOf } from "../recordings/recordings.ts";
import { migrations } from "../store/migrations.ts";
import { databaseName } from "../store/store-place.ts";
import { type FileFacts, factsOf, type Manifest, manifestName, tablesName } from "./manifest.ts";

export interface BackupResult {
  readonly recordings: number;
  readonly bytes: number;
}

/**
 * Writes a service's database as of one instant, its recordings and its pepper into a new folder for its owner's eyes only, while the service runs. The
 * folder is complete or not there. Fails with `output_exists`.
 */
export async function makeBackup(operator: Operator, output: string): Promise<BackupResult> {
  if ((await realFiles.identify(output)) !== null) throw refusal({ code: "output_exists", path: output });
  const part = partPath(output);
  if ((await realFiles.identify(part)) !== null) throw refusal({ code: "output_exists", path: part });
  await makeFolder(part, 0o700);
  try {
    return await fill(operator, { part, output });
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function fill(
  operator: Operator,
  { part, output }: { readonly part: string; readonly output: string },
): Promise<BackupResult> {
  const { store, place, actor } = operator;
  const at = new Date(operator.now()).toISOString();
  const files: Record<string, FileFacts> = {};
  const before = await peppersIn(operator);
  const name = await writeDatabase(operator, part);
  files[name] = await factsOf(join(part, name));
  // What the copy of the database was hashed with may have been made after the first look, or retired before the second.
  const made = (await peppersIn(operator)).filter(({ id }) => before.every((known) => known.id !== id));
  await writePepperFile(realFiles, part, [...before, ...made]);
  files[pepperName] = await factsOf(join(part, pepperName));
  // After the database: a recording is in its place before its book says so. Null if it is gone: its account was deleted meanwhile.
  const recordings = await operator.recordings();
  for (const book of await finishedBooks(operator)) {
    const content = await (await recordings.find(book))?.open();
    if (content === undefined || content === null) continue;
    const file = `${audioFolder}/${nameOf(book)}`;
    await writeStream(join(part, file), content);
    files[file] = await factsOf(join(part, file));
  }
  const engine = place.database === null ? "sqlite" : "postgres";
  const manifest: Manifest = {
    ...{ format: "coursebinder service backup 1", at, engine },
    ...{ version: migrations.length, files },
  };
  await replaceFile(realFiles, join(part, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(part, output);
  await realFiles.syncFolder(dirname(output));
  await store.write((transaction) =>
    appendLog(transaction, { at: operator.now(), actor, what: "backup made", accountId: null }),
  );
  await store.settled();
  const copied = Object.keys(files).filter((file) => file.startsWith(audioFolder)).length;
  return { recordings: copied, bytes: Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function peppersIn({ place, pepper }: Operator): Promise<readonly Pepper[]> {
  return (await readPepperFile(realFiles, place.dataFolder)) ?? pepper.all;
}

async function writeDatabase({ store, place }: Operator, folder: string): Promise<string> {
  if (place.database === null) {
    const path = join(folder, databaseName);
    // Empty, so that SQLite fills it, and with the mode that it would not give it.
    await (await realFiles.openNew(path)).close();
    await store.all("VACUUM INTO ?", path);
    const file = await realFiles.openAppend(path);
    await file.datasync();
    await file.close();
    return databaseName;
  }
  const { dumpTables } = await import("../store/postgres/dump-tables.ts");
  await writeStream(join(folder, tablesName), Readable.from(dumpTables(place.database)));
  return tablesName;
}

function finishedBooks({ store }: Operator): Promise<{ id: string; recording: string | null }[]> {
  return store.all("SELECT id, recording FROM books WHERE status = 'ready' ORDER BY id");
}
