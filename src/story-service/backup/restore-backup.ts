import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../shared/failure.ts";
import { makeFolder } from "../../shared/files/make-folder.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { World } from "../../shared/world.ts";
import { pepperName } from "../accounts/secrets.ts";
import { type Audit, auditBooks } from "../audit-books.ts";
import { audioFolder } from "../books/audio-files.ts";
import { onDataFolder } from "../data-folder.ts";
import { writeStream } from "../operator/output-file.ts";
import type { OperatorProblem } from "../operator/problem.ts";
import { migrations } from "../store/migrations.ts";
import { databaseName, type StorePlace } from "../store/store-place.ts";
import { type Manifest, readBackup, tablesName } from "./manifest.ts";

export interface Restored {
  readonly at: string;
  readonly recordings: number;
  readonly audit: Audit;
}

/**
 * Restores a backup into an empty place of the same engine, after comparing all its files with their hashes, and adds up the books. What makes the place
 * a service's is written last. Fails with `backup_unusable`, `backup_too_new`, `backup_of_other_engine`, `place_not_empty` and a `StartProblem`.
 */
export async function restoreBackup(backup: string, place: StorePlace, world: World): Promise<Restored> {
  const manifest = await readBackup(backup);
  check(manifest, place);
  await onDataFolder(place, async () => {
    const { dataFolder, database } = place;
    const found = (await realFiles.list(dataFolder)).find((name) => ours.has(name));
    if (found !== undefined) throw failure({ code: "place_not_empty", place: join(dataFolder, found) });
    await makeFolder(dataFolder, 0o700);
    const copy = (name: string): Promise<void> =>
      writeStream(join(dataFolder, name), createReadStream(join(backup, name)));
    for (const name of Object.keys(manifest.files)) if (name.startsWith(`${audioFolder}/`)) await copy(name);
    if (database === null) {
      await copy(pepperName);
      await copy(databaseName);
      return;
    }
    const { loadTables } = await import("../store/postgres/load-tables.ts");
    await loadTables(database, { path: join(backup, tablesName), version: manifest.version });
    await copy(pepperName);
  });
  const recordings = Object.keys(manifest.files).filter((name) => name.startsWith(audioFolder)).length;
  return { at: manifest.at, recordings, audit: await auditBooks(place, world) };
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
