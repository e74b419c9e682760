import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { closing } from "../shared/closing.ts";
import { errorCode, isSystemError } from "../shared/failure.ts";
import { replaceFile, replaceFileWith } from "../shared/files/atomic-file.ts";
import { measureFile } from "../shared/files/file-pieces.ts";
import { writeAll } from "../shared/files/files.ts";
import { makeFolder, removeAll } from "../shared/files/make-folder.ts";
import { createFile, openStream } from "../shared/files/open-file.ts";
import { giveToOwner, realFiles } from "../shared/files/real-files.ts";
import { parseJson } from "../shared/parse-json.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { pepperName, writePepperFile } from "./accounts/pepper.ts";
import { hasDatabase, lockName, manifestName, onDataFolder, openStore } from "./data-folder.ts";
import { auditBooks, missingRecording } from "./operator/health.ts";
import { change, type Operator, type Outcome, refusal } from "./operator/operator.ts";
import type { OperatorProblem } from "./operator/problem.ts";
import { audioFolder, folderRecordings } from "./recordings/folder-recordings.ts";
import {
  noteSql,
  openBucket,
  type RecordingsNeeds,
  type RecordingsPlace,
} from "./recordings/open-recordings.ts";
import type { Recordings } from "./recordings/recordings.ts";
import { type S3Settings, shownPlace, type Variables } from "./recordings/s3-settings.ts";
import { latestVersion } from "./store/migrations.ts";
import { changeSqliteFile } from "./store/sqlite/sqlite-store.ts";
import { databaseName, type StorePlace, sql } from "./store/store.ts";
import { finishedBooks } from "./stories/states.ts";

/**
 * Writes a service's database as of one instant, its recordings and its pepper into a new folder that only its owner can read, while the service runs. The
 * folder is either complete or absent; a killed backup leaves a folder with a different name. Fails with `output_unusable`.
 */
export async function makeBackup(
  operator: Operator,
  _: string,
  { output: path }: { readonly output: string },
): Promise<Outcome> {
  const part = `${path}.${randomUuid(operator.world).slice(0, 8)}.part`;
  try {
    if ((await realFiles.identify(path)) !== null)
      throw refusal({ code: "output_unusable", path, why: "EEXIST" });
    await makeFolder(part, 0o700);
    return await fill(operator, part, path);
  } catch (error) {
    await removeAll(part).catch(() => undefined);
    throw isSystemError(error) ? refusal({ code: "output_unusable", path, why: errorCode(error) }) : error;
  }
}

/** Writes a file that only its owner may read; the file never exists in part, and is durable once this resolves. */
async function writeStream(path: string, content: AsyncIterable<unknown>): Promise<void> {
  await realFiles.makeFolder(dirname(path), 0o700);
  await replaceFileWith(realFiles, path, async (file) => {
    for await (const chunk of content) await writeAll(file, Buffer.from(chunk as Buffer));
  });
}

async function fill(operator: Operator, part: string, output: string): Promise<Outcome> {
  const { place, pepper, store } = operator;
  const at = new Date(operator.now()).toISOString();
  const names = [await writeDatabase(operator, part), pepperName];
  await writePepperFile(part, pepper);
  // After the database: a recording is in its place before its book says so.
  const recordings = await operator.recordings();
  const missingRecordings: string[] = [];
  for (const { id, recording } of await finishedBooks(store)) {
    const content = await (await recordings.find(recording))?.open();
    const name = `${audioFolder}/${recording}`;
    if (content === undefined || content === null) missingRecordings.push(id);
    else {
      await writeStream(join(part, name), content);
      names.push(name);
    }
  }
  const files: Manifest["files"] = {};
  for (const name of names) {
    const facts = await measureFile(join(part, name), realFiles);
    if (facts === null) throw new Error(`${name} was removed while the backup was being made`);
    files[name] = facts;
  }
  const engine = place.database === null ? "sqlite" : "postgres";
  const manifest: Manifest = { format, at, engine, version: latestVersion, files };
  await replaceFile(realFiles, join(part, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  await realFiles.rename(part, output);
  await realFiles.syncFolder(dirname(output));
  await change(operator, (_, log) => log("backup made", null));
  const bytes = Object.values(files).reduce((sum, facts) => sum + facts.bytes, 0);
  return {
    findings: missingRecordings.map(missingRecording),
    document: { output, recordings: names.length - 2, bytes, missingRecordings },
    facts: { kB: Math.ceil(bytes / 1000) },
  };
}

async function writeDatabase({ store, place }: Operator, folder: string): Promise<string> {
  if (place.database === null) {
    const path = join(folder, databaseName);
    // SQLite accepts an empty file here, and would make a new one with another mode.
    await createFile(path, "");
    await store.all(sql`VACUUM INTO ${path}`);
    const file = await realFiles.openAppend(path);
    await file.datasync();
    await file.close();
    return databaseName;
  }
  const { dumpTables } = await import("./store/postgres/tables.ts");
  await writeStream(join(folder, tablesName), dumpTables(place.database));
  return tablesName;
}

/** The tables of a PostgreSQL database in a backup, one row per line. */
const tablesName = "tables.jsonl";
const format = "coursebinder service backup 1";

/** The only names that files of a backup may have, so that none leads out of its folder. */
const fileName = new RegExp(
  `^(${databaseName}|${tablesName}|${pepperName}|${audioFolder}/[A-Za-z0-9-]+(\\.\\d+)?\\.mp3)$`,
);

/** Describes a backup. It is written last: a folder without a manifest is not a backup. */
const manifestSchema = z.strictObject({
  format: z.literal(format),
  at: z.iso.datetime(),
  engine: z.enum(["sqlite", "postgres"]),
  /** How many migrations its tables have. */
  version: z.int().min(1),
  files: z.record(
    z.string().regex(fileName),
    z.strictObject({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

type Manifest = z.infer<typeof manifestSchema>;

/** Reads a backup's manifest and compares every file with it. Fails with `backup_unusable`. */
async function readBackup(folder: string): Promise<Manifest> {
  const text = await realFiles.read(join(folder, manifestName)).catch(unreadable(folder, manifestName));
  if (text === null) throw unusable({ folder, file: manifestName, why: "missing" });
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (!manifest.success) throw unusable({ folder, file: manifestName, why: "damaged" });
  const { files, engine } = manifest.data;
  for (const needed of [pepperName, engine === "sqlite" ? databaseName : tablesName])
    if (files[needed] === undefined) throw unusable({ folder, file: needed, why: "missing" });
  for (const [file, facts] of Object.entries(files)) {
    const found = await measureFile(join(folder, file), realFiles).catch(unreadable(folder, file));
    if (found === null) throw unusable({ folder, file, why: "missing" });
    if (found.bytes !== facts.bytes || found.sha256 !== facts.sha256)
      throw unusable({ folder, file, why: "damaged" });
  }
  return manifest.data;
}

function unreadable(folder: string, file: string): (error: unknown) => never {
  return (error) => {
    throw unusable({ folder, file, why: errorCode(error) });
  };
}

function unusable(about: Omit<Extract<OperatorProblem, { code: "backup_unusable" }>, "code">): Error {
  return refusal({ code: "backup_unusable", ...about });
}

/** Where a backup is restored to. */
export interface RestorePlace extends StorePlace {
  /** The bucket for its recordings; null: the data folder. */
  readonly s3: S3Settings | null;
  /** The environment variables that the bucket's key is read from. */
  readonly variables: Variables;
}

/**
 * Compares all files of a backup with their hashes, restores the backup into an empty place with the same database engine, and adds up the books. The
 * database is restored last and as a whole, so that an interrupted restore leaves no service behind; after an interruption, empty the place and restore
 * again. Fails with `backup_unusable`, `backup_not_for_this`, `place_not_empty` or a `StartProblem`.
 */
export async function restoreBackup(backup: string, place: RestorePlace, world: World): Promise<Outcome> {
  const manifest = await readBackup(backup);
  check(manifest, place);
  const files = Object.keys(manifest.files).filter((name) => name.startsWith(`${audioFolder}/`));
  const made = await onDataFolder(place, async () => {
    await refuseTaken(place);
    const [newFolder = null] = await makeFolder(place.dataFolder, 0o700);
    // A service of its own: the one that was copied may still run, with its recordings in its bucket.
    const kept: RecordingsPlace = { mark: randomUuid(world), s3: place.s3 };
    const recordings = await emptyRecordings(kept, { ...place, world });
    await closing(recordings, async () => {
      for (const name of files)
        await recordings.save(basename(name), await buffer(await openStream(join(backup, name))));
    });
    await copy(backup, place.dataFolder, pepperName);
    await restoreDatabase(backup, { place, kept, version: manifest.version });
    await giveToOwner(place.dataFolder, [pepperName, databaseName, audioFolder, ...files]);
    return { newFolder };
  });
  const there = new Set(files.map((file) => basename(file)));
  const store = await openStore(place, world);
  return closing(store, async () => {
    const books = (await finishedBooks(store)).filter(({ recording }) => !there.has(recording));
    const missingRecordings = books.map(({ id }) => id);
    const { findings = [], document } = await auditBooks({ store });
    return {
      findings: [...findings, ...missingRecordings.map(missingRecording)],
      document: { at: manifest.at, recordings: files.length, missingRecordings, ...document },
      facts: made,
    };
  });
}

function check({ engine, version }: Manifest, { database }: StorePlace): void {
  if ((engine === "sqlite") !== (database === null))
    throw refusal({ code: "backup_not_for_this", found: engine, known: latestVersion });
  if (version > latestVersion)
    throw refusal({ code: "backup_not_for_this", found: version, known: latestVersion });
}

/** Which a new file system has. */
const diskFolder = "lost+found";

async function refuseTaken(place: StorePlace): Promise<void> {
  const { dataFolder, database } = place;
  const names = await realFiles.list(dataFolder);
  const found = names.find((name) => name !== diskFolder && name !== lockName);
  if (found !== undefined)
    throw refusal({ code: "place_not_empty", place: join(dataFolder, found), isFile: true });
  if (database !== null && (await hasDatabase(place)))
    throw refusal({ code: "place_not_empty", place: database.location, isFile: false });
}

/** The data folder, or a bucket that is nobody's. Fails with `place_not_empty`. */
async function emptyRecordings({ mark, s3 }: RecordingsPlace, needs: RecordingsNeeds): Promise<Recordings> {
  if (s3 === null) return folderRecordings(needs.dataFolder);
  const bucket = await openBucket(s3, needs);
  try {
    if ((await bucket.readMark()) !== null)
      throw refusal({ code: "place_not_empty", place: shownPlace(s3), isFile: false });
    await bucket.writeMark(mark);
    return bucket;
  } catch (error) {
    await bucket.close().catch(() => undefined);
    throw error;
  }
}

async function copy(from: string, to: string, name: string): Promise<void> {
  await writeStream(join(to, name), await openStream(join(from, name)));
}

async function restoreDatabase(
  backup: string,
  { place, kept, version }: { place: RestorePlace; kept: RecordingsPlace; version: number },
): Promise<void> {
  const { dataFolder, database } = place;
  if (database !== null) {
    const { loadTables } = await import("./store/postgres/tables.ts");
    await loadTables(database, {
      path: join(backup, tablesName),
      version,
      finish: noteSql(kept),
    });
    return;
  }
  const part = join(dataFolder, "restoring");
  await copy(backup, part, databaseName);
  changeSqliteFile(join(part, databaseName), noteSql(kept));
  await realFiles.rename(join(part, databaseName), join(dataFolder, databaseName));
  await realFiles.syncFolder(dataFolder);
  await removeAll(part);
}
