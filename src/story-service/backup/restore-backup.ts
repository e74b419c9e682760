import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { endingWith } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import { openStream } from "../../shared/files/open-file.ts";
import type { World } from "../../shared/world.ts";
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
import type { S3Recordings } from "../recordings/s3-recordings.ts";
import { type S3Settings, shownPlace, type Variables } from "../recordings/s3-settings.ts";
import { migrations } from "../store/migrations.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { databaseName, type StorePlace } from "../store/store-place.ts";
import { type BegunRestore, beginRestore } from "./begin-restore.ts";
import { type Manifest, readBackup, tablesName } from "./manifest.ts";
import { unfinished } from "./unfinished-restore.ts";

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
 * Restores a backup into an empty place of the same engine, after comparing all its files with their hashes, and adds up the books. If it fails, the place
 * is empty again; the rest of an interrupted one is removed first. Fails with `backup_unusable`, `backup_too_new`, `backup_of_other_engine`,
 * `place_not_empty` and a `StartProblem`, of which `restore_unfinished` says that something was left.
 */
export async function restoreBackup(backup: string, place: RestorePlace, world: World): Promise<Restored> {
  const manifest = await readBackup(backup);
  check(manifest, place);
  const { dataFolder, database } = place;
  const recordings = Object.keys(manifest.files).filter((name) => name.startsWith(`${audioFolder}/`));
  const missingRecordings = await onDataFolder(place, async () => {
    const begun = await beginRestore(dataFolder, world, async (mark) => {
      if (database !== null)
        await (await tableLoading()).proveLoadable(database, { version: manifest.version, mark });
    });
    const undo: Steps = [() => begun.undo()];
    const closing: Steps = [];
    return endingWith(
      () => runAll(closing),
      async () => {
        try {
          const source = { backup, recordings, version: manifest.version };
          return await fill(source, { place, world, begun, undo, closing });
        } catch (error) {
          await runAll(undo).catch(async () => {
            await begun.leave();
            throw new Failure(unfinished(dataFolder), { cause: error });
          });
          throw error;
        }
      },
    );
  });
  return {
    at: manifest.at,
    recordings: recordings.length,
    missingRecordings,
    audit: await auditBooks(place, world),
  };
}

type Steps = (() => Promise<unknown>)[];

interface Source {
  readonly backup: string;
  /** The files of the recordings. */
  readonly recordings: readonly string[];
  readonly version: number;
}

interface Target {
  readonly place: RestorePlace;
  readonly world: World;
  readonly begun: BegunRestore;
  /** What takes back what was written, if it fails. */
  readonly undo: Steps;
  /** What is closed afterwards. */
  readonly closing: Steps;
}

/** The ids of the books without a recording. */
async function fill({ backup, recordings, version }: Source, target: Target): Promise<readonly string[]> {
  const { place, world, begun, undo } = target;
  const { dataFolder, database } = place;
  const { mark } = begun;
  const copy = async (name: string): Promise<void> =>
    writeStream(join(dataFolder, name), await openStream(join(backup, name)));
  // A service of its own: the one that was copied may still run, with its recordings in its bucket.
  const kept: RecordingsPlace = { mark, s3: place.s3 };
  await copyRecordings({ backup, recordings, version }, kept, target);
  if (database === null) await copy(databaseName);
  else {
    const { loadTables, undoLoad } = await tableLoading();
    undo.push(() => undoLoad(database, mark));
    await loadTables(database, { path: join(backup, tablesName), version, mark });
  }
  const store = await openStore(place, world);
  const missing = await endingWith(
    () => store.close(),
    async () => {
      await note(store, kept);
      // It is another service from now on: neither may start on the other's folder.
      await store.run("DELETE FROM noted WHERE name = ?", markNote);
      await store.settled();
      return booksWithout(store, recordings);
    },
  );
  await copy(pepperName);
  if (database !== null) await (await tableLoading()).finishLoad(database);
  await begun.finish();
  return missing;
}

// Loaded only where it is used.
const tableLoading = () => import("../store/postgres/load-tables.ts");

async function copyRecordings(
  { backup, recordings }: Source,
  kept: RecordingsPlace,
  { place: { dataFolder, variables }, world, undo, closing }: Target,
): Promise<void> {
  const needs: RecordingsNeeds = { dataFolder, variables, world };
  const saveAll = async (target: Recordings): Promise<void> => {
    for (const name of recordings)
      await target.save(basename(name), await buffer(await openStream(join(backup, name))));
  };
  if (kept.s3 === null) return saveAll(folderRecordings(dataFolder));
  const bucket = await emptyBucket({ mark: kept.mark, s3: kept.s3 }, needs);
  closing.push(() => bucket.close());
  undo.push(async () => {
    for (const name of recordings) await bucket.remove(basename(name));
    await bucket.removeMark();
  });
  return saveAll(bucket);
}

/** The finished books whose recording is none of these files. */
async function booksWithout(store: Store, files: readonly string[]): Promise<string[]> {
  const there = new Set(files.map((file) => basename(file)));
  const books = await store.all<{ id: string; recording: string | null }>(
    "SELECT id, recording FROM books WHERE status = 'ready' ORDER BY id",
  );
  return books.filter((book) => !there.has(nameOf(book))).map(({ id }) => id);
}

/** A bucket that is nobody's. Fails with `place_not_empty`. */
async function emptyBucket(
  claim: { readonly mark: string; readonly s3: S3Settings },
  needs: RecordingsNeeds,
): Promise<S3Recordings> {
  const bucket = await claimBucket(claim, needs);
  if (bucket === null) throw failure({ code: "place_not_empty", place: shownPlace(claim.s3), isFile: false });
  return bucket;
}

async function runAll(steps: Steps): Promise<void> {
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) await step();
}

function check({ engine, version }: Manifest, { database }: StorePlace): void {
  if ((engine === "sqlite") !== (database === null))
    throw failure({ code: "backup_of_other_engine", engine });
  if (version > migrations.length)
    throw failure({ code: "backup_too_new", version, known: migrations.length });
}

function failure(problem: OperatorProblem): Failure<OperatorProblem> {
  return new Failure(problem);
}
