import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Failure } from "../shared/failure.ts";
import { replaceFile } from "../shared/files/atomic-file.ts";
import { realFiles } from "../shared/files/real-files.ts";
import { randomUuid, type World } from "../shared/world.ts";
import { audioFolder, recordingsFolderUnusable } from "./recordings/folder-recordings.ts";
import type { StartProblem } from "./start-problem.ts";
import type { Database, Store } from "./store/store.ts";
import { databaseName, type StorePlace } from "./store/store-place.ts";

/** The file of a data folder that says whose it is, with the mark that the service's database has. */
export const markName = "service.mark";

/** Where a service's mark is in its database. A restored copy gets one of its own. */
export const markNote = "service";

/**
 * Refuses a folder that has no database's file and is a service's: that one's database is on a server whose address was forgotten, or its file is gone. A new
 * service in its place would remove the recordings of the old one as nobody's. Makes nothing. Fails with `data_folder_of_others`.
 */
export async function checkFolder({ dataFolder, database }: StorePlace): Promise<void> {
  if (database !== null || (await realFiles.identify(join(dataFolder, databaseName))) !== null) return;
  if ((await readMark(dataFolder)) !== null || (await hasRecordings(dataFolder)))
    throw ofOthers(dataFolder, null);
}

/** Refuses a folder that has another mark than the database: a wrong address, or a wrong folder. Fails with `data_folder_of_others`. */
export async function refuseOthersFolder(
  store: Database,
  { dataFolder, database }: StorePlace,
): Promise<void> {
  const found = await readMark(dataFolder);
  if (found !== null && found !== (await markIn(store)))
    throw ofOthers(dataFolder, database?.location ?? null);
}

/**
 * Gives the database of a service that starts a mark, if it has none. Before that, refuses the folder as `refuseOthersFolder` does, and one with
 * recordings to a new database, which has none.
 */
export async function claimFolder(
  store: Store,
  place: StorePlace,
  world: Pick<World, "random">,
): Promise<void> {
  await refuseOthersFolder(store, place);
  if ((await markIn(store)) !== null) return;
  const isNew = (await store.get("SELECT 1 FROM accounts LIMIT 1")) === undefined;
  if (isNew && (await hasRecordings(place.dataFolder)))
    throw ofOthers(place.dataFolder, place.database?.location ?? null);
  await store.run("INSERT INTO noted VALUES (?, ?) ON CONFLICT DO NOTHING", markNote, randomUuid(world));
}

/** Says in the folder whose it is, once that is durable in the database. */
export async function markFolder(
  store: Store,
  { dataFolder }: Pick<StorePlace, "dataFolder">,
): Promise<void> {
  const mark = await markIn(store);
  if (mark === null || (await readMark(dataFolder)) === mark) return;
  await replaceFile(realFiles, join(dataFolder, markName), `${mark}\n`);
}

async function markIn(database: Database): Promise<string | null> {
  const row = await database.get<{ value: string }>("SELECT value FROM noted WHERE name = ?", markNote);
  return row?.value ?? null;
}

/** The mark in a folder; an empty text for something that is none, which is no service's. */
async function readMark(dataFolder: string): Promise<string | null> {
  const bytes = await realFiles.read(join(dataFolder, markName));
  if (bytes === null) return null;
  return z.uuid().safeParse(bytes.toString("utf8").trim()).data ?? "";
}

async function hasRecordings(dataFolder: string): Promise<boolean> {
  const folder = join(dataFolder, audioFolder);
  if ((await realFiles.identify(folder)) === null) return false;
  try {
    return (await readdir(folder)).length > 0;
  } catch (error) {
    throw recordingsFolderUnusable(folder, error);
  }
}

function ofOthers(path: string, location: string | null): Failure<StartProblem> {
  return new Failure<StartProblem>({ code: "data_folder_of_others", path, location });
}
