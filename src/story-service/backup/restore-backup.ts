import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { closing } from "../../shared/closing.ts";
import { makeFolder, removeAll } from "../../shared/files/make-folder.ts";
import { openStream } from "../../shared/files/open-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { pepperName } from "../accounts/pepper.ts";
import { onDataFolder, openStore } from "../data-folder.ts";
import { type Audit, auditBooks } from "../money/audit.ts";
import { refusal } from "../operator/operator.ts";
import { writeStream } from "../operator/output-path.ts";
import { audioFolder, folderRecordings } from "../recordings/folder-recordings.ts";
import {
  claimBucket,
  noteSql,
  type RecordingsNeeds,
  type RecordingsPlace,
} from "../recordings/open-recordings.ts";
import { nameOf, type Recordings } from "../recordings/recordings.ts";
import { type S3Settings, shownPlace, type Variables } from "../recordings/s3-settings.ts";
import { latestVersion } from "../store/migrations.ts";
import { changeSqliteFile } from "../store/sqlite/sqlite-store.ts";
import { databaseName, type StorePlace } from "../store/store.ts";
import { finishedBooks, type Manifest, readBackup, tablesName } from "./make-backup.ts";

export interface Restored {
  readonly at: string;
  readonly recordings: number;
  /** Ids of finished books whose recording the backup does not have. */
  readonly missingRecordings: readonly string[];
  readonly audit: Audit;
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
export async function restoreBackup(backup: string, place: RestorePlace, world: World): Promise<Restored> {
  const manifest = await readBackup(backup);
  check(manifest, place);
  const files = Object.keys(manifest.files).filter((name) => name.startsWith(`${audioFolder}/`));
  await onDataFolder(place, async () => {
    await refuseTaken(place);
    await makeFolder(place.dataFolder, 0o700);
    // A service of its own: the one that was copied may still run, with its recordings in its bucket.
    const kept: RecordingsPlace = { mark: randomUuid(world), s3: place.s3 };
    const recordings = await emptyRecordings(kept, { ...place, world });
    await closing(recordings, async () => {
      for (const name of files)
        await recordings.save(basename(name), await buffer(await openStream(join(backup, name))));
    });
    await copy(backup, place.dataFolder, pepperName);
    await restoreDatabase(backup, { place, kept, version: manifest.version });
  });
  const there = new Set(files.map((file) => basename(file)));
  const store = await openStore(place, world);
  return closing(store, async () => ({
    at: manifest.at,
    recordings: files.length,
    missingRecordings: (await finishedBooks(store))
      .filter((book) => !there.has(nameOf(book)))
      .map(({ id }) => id),
    audit: await auditBooks(store),
  }));
}

function check({ engine, version }: Manifest, { database }: StorePlace): void {
  if ((engine === "sqlite") !== (database === null))
    throw refusal({ code: "backup_not_for_this", found: engine, known: latestVersion });
  if (version > latestVersion)
    throw refusal({ code: "backup_not_for_this", found: version, known: latestVersion });
}

async function refuseTaken({ dataFolder, database }: StorePlace): Promise<void> {
  const names = await realFiles.list(dataFolder);
  const found = names.find((name) => [databaseName, pepperName, audioFolder].includes(name));
  if (found !== undefined)
    throw refusal({ code: "place_not_empty", place: join(dataFolder, found), isFile: true });
  if (database !== null) await (await import("../store/postgres/tables.ts")).refuseTaken(database);
}

/** The data folder, or a bucket that is nobody's. Fails with `place_not_empty`. */
async function emptyRecordings({ mark, s3 }: RecordingsPlace, needs: RecordingsNeeds): Promise<Recordings> {
  if (s3 === null) return folderRecordings(needs.dataFolder);
  const bucket = await claimBucket({ mark, s3 }, needs);
  if (bucket === null) throw refusal({ code: "place_not_empty", place: shownPlace(s3), isFile: false });
  return bucket;
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
    const { loadTables } = await import("../store/postgres/tables.ts");
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
