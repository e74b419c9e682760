import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Failure } from "../../shared/failure.ts";
import { makeFolder } from "../../shared/files/make-folder.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { pepperName } from "../accounts/pepper-file.ts";
import { type Audit, auditBooks } from "../audit-books.ts";
import { onDataFolder } from "../data-folder.ts";
import { markNote } from "../folder-mark.ts";
import { writeStream } from "../operator/output-file.ts";
import type { OperatorProblem } from "../operator/problem.ts";
import { audioFolder, folderRecordings } from "../recordings/folder-recordings.ts";
import {
  claimBucket,
  note,
  type RecordingsNeeds,
  type RecordingsPlace,
} from "../recordings/open-recordings.ts";
import { nameOf, type Recordings } from "../recordings/recordings.ts";
import { type S3Settings, shownPlace, type Variables } from "../recordings/s3-settings.ts";
import { migrations } from "../store/migrations.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { databaseName, type StorePlace } from "../store/store-place.ts";
import { type Manifest, readBackup, tablesName } from "./manifest.ts";

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
 * Restores a backup into an empty place of the same engine, after comparing all its files with their hashes, and adds up the books. What makes the place
 * a service's is written last. Fails with `backup_unusable`, `backup_too_new`, `backup_of_other_engine`, `place_not_empty` and a `StartProblem`.
 */
export async function restoreBackup(backup: string, place: RestorePlace, world: World): Promise<Restored> {
  const manifest = await readBackup(backup);
  check(manifest, place);
  const names = Object.keys(manifest.files).filter((name) => name.startsWith(`${audioFolder}/`));
  const missingRecordings = await onDataFolder(place, async () => {
    const { dataFolder, database, variables } = place;
    const found = (await realFiles.list(dataFolder)).find((name) => ours.has(name));
    if (found !== undefined) throw failure({ code: "place_not_empty", place: join(dataFolder, found) });
    await makeFolder(dataFolder, 0o700);
    const copy = (name: string): Promise<void> =>
      writeStream(join(dataFolder, name), createReadStream(join(backup, name)));
    // A service of its own: the one that was copied may still run, with its recordings in its bucket.
    const kept: RecordingsPlace = { mark: randomUuid(world), s3: place.s3 };
    const recordings = await emptyRecordings(kept, { dataFolder, variables, world });
    try {
      for (const name of names) await recordings.save(basename(name), await readFile(join(backup, name)));
    } finally {
      await recordings.close();
    }
    if (database === null) await copy(databaseName);
    else {
      const { loadTables } = await import("../store/postgres/load-tables.ts");
      await loadTables(database, { path: join(backup, tablesName), version: manifest.version });
    }
    const store = await openStore(place, world);
    try {
      await note(store, kept);
      // It is another service from now on: neither may start on the other's folder.
      await store.run("DELETE FROM noted WHERE name = ?", markNote);
      await store.settled();
      const missing = await booksWithout(store, names);
      await copy(pepperName);
      return missing;
    } finally {
      await store.close();
    }
  });
  return {
    at: manifest.at,
    recordings: names.length,
    missingRecordings,
    audit: await auditBooks(place, world),
  };
}

/** The finished books whose recording is none of these files. */
async function booksWithout(store: Store, files: readonly string[]): Promise<string[]> {
  const there = new Set(files.map((file) => basename(file)));
  const books = await store.all<{ id: string; recording: string | null }>(
    "SELECT id, recording FROM books WHERE status = 'ready' ORDER BY id",
  );
  return books.filter((book) => !there.has(nameOf(book))).map(({ id }) => id);
}

/** Where nothing is, in the folder or a bucket. Fails with `place_not_empty`. */
async function emptyRecordings({ mark, s3 }: RecordingsPlace, needs: RecordingsNeeds): Promise<Recordings> {
  if (s3 === null) return folderRecordings(needs.dataFolder);
  const bucket = await claimBucket({ mark, s3 }, needs);
  if (bucket === null) throw failure({ code: "place_not_empty", place: shownPlace(s3) });
  return bucket;
}

const ours: ReadonlySet<string> = new Set([databaseName, `${databaseName}-wal`, pepperName, audioFolder]);

function check({ engine, version }: Manifest, { database }: StorePlace): void {
  if ((engine === "sqlite") !== (database === null))
    throw failure({ code: "backup_of_other_engine", engine });
  if (version > migrations.length)
    throw failure({ code: "backup_too_new", version, known: migrations.length });
}

function failure(problem: OperatorProblem): Failure<OperatorProblem> {
  return new Failure(problem);
}
