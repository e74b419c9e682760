import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { measureFile } from "../../shared/files/file-pieces.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { appendLog } from "../accounts/audit-log.ts";
import { pepperName, readPepperFile, writePepperFile } from "../accounts/pepper-file.ts";
import type { Pepper } from "../accounts/peppers.ts";
import type { Operator } from "../operator/operator.ts";
import { writeStream } from "../operator/output-file.ts";
import { writeOutput } from "../operator/output-path.ts";
import { audioFolder } from "../recordings/folder-recordings.ts";
import { nameOf } from "../recordings/recordings.ts";
import { migrations } from "../store/migrations.ts";
import { databaseName } from "../store/store-place.ts";
import { type Manifest, manifestName, tablesName } from "./manifest.ts";
import { inPartFolder } from "./part-folder.ts";

export interface BackupResult {
  readonly recordings: number;
  readonly bytes: number;
  /** Ids of finished books whose recording was not there to be copied. */
  readonly missingRecordings: readonly string[];
}

/**
 * Writes a service's database as of one instant, its recordings and its pepper into a new folder for its owner's eyes only, while the service runs. The
 * folder is complete or not there; what is left of an interrupted backup of this name is removed. Fails as `writeOutput` does and with `backup_under_way`.
 */
export function makeBackup(operator: Operator, output: string): Promise<BackupResult> {
  return writeOutput(output, operator, () =>
    inPartFolder(output, (part) => fill(operator, { part, output })),
  );
}

async function fill(
  operator: Operator,
  { part, output }: { readonly part: string; readonly output: string },
): Promise<BackupResult> {
  const { store, place, actor } = operator;
  const at = new Date(operator.now()).toISOString();
  const files: Manifest["files"] = {};
  const before = await peppersIn(operator);
  const name = await writeDatabase(operator, part);
  files[name] = await factsOf(join(part, name));
  // What the copy of the database was hashed with may have been made after the first look, or retired before the second.
  const made = (await peppersIn(operator)).filter(({ id }) => before.every((known) => known.id !== id));
  await writePepperFile(realFiles, part, [...before, ...made]);
  files[pepperName] = await factsOf(join(part, pepperName));
  const { copied, missing } = await copyRecordings(operator, part);
  Object.assign(files, copied);
  const engine = place.database === null ? "sqlite" : "postgres";
  const manifest: Manifest = {
    format: "coursebinder service backup 1",
    at,
    engine,
    version: migrations.length,
    files,
  };
  await replaceFile(realFiles, join(part, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  await realFiles.rename(part, output);
  await realFiles.syncFolder(dirname(output));
  await store.write((transaction) =>
    appendLog(transaction, { at: operator.now(), actor, what: "backup made", accountId: null }),
  );
  await store.settled();
  const bytes = Object.values(files).reduce((sum, facts) => sum + facts.bytes, 0);
  return { recordings: Object.keys(copied).length, bytes, missingRecordings: missing };
}

/** After the database: a recording is in its place before its book says so. */
async function copyRecordings(
  operator: Operator,
  part: string,
): Promise<{ readonly copied: Manifest["files"]; readonly missing: readonly string[] }> {
  const recordings = await operator.recordings();
  const copied: Manifest["files"] = {};
  const notThere: Book[] = [];
  for (const book of await finishedBooks(operator)) {
    const content = await (await recordings.find(book))?.open();
    const file = `${audioFolder}/${nameOf(book)}`;
    if (content === undefined || content === null) notThere.push(book);
    else {
      await writeStream(join(part, file), content);
      copied[file] = await factsOf(join(part, file));
    }
  }
  if (notThere.length === 0) return { copied, missing: [] };
  // Nothing is missing where an account was deleted meanwhile.
  const names = new Set((await finishedBooks(operator)).map(nameOf));
  return { copied, missing: notThere.filter((book) => names.has(nameOf(book))).map(({ id }) => id) };
}

async function factsOf(path: string): Promise<Manifest["files"][string]> {
  const facts = await measureFile(path, realFiles);
  if (facts === null) throw new Error(`${path} was removed while the backup was made`);
  return facts;
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

interface Book {
  readonly id: string;
  readonly recording: string | null;
}

function finishedBooks({ store }: Operator): Promise<Book[]> {
  return store.all("SELECT id, recording FROM books WHERE status = 'ready' ORDER BY id");
}
