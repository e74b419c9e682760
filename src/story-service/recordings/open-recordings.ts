import * as z from "zod";
import { randomUuid, type World } from "../../shared/world.ts";
import { StartFailure } from "../start-problem.ts";
import { type Database, type Sql, type Store, sql } from "../store/store.ts";
import { folderRecordings, makeRecordingsFolder } from "./folder-recordings.ts";
import { type Recordings, recordingName } from "./recordings.ts";
import type { S3Recordings } from "./s3-recordings.ts";
import { type S3Settings, s3SettingsSchema, shownPlace, type Variables } from "./s3-settings.ts";

/** Where a service keeps its recordings, as its database says. */
export interface RecordingsPlace {
  /** What a bucket calls the service whose recordings it has. Always there, also where they are in the folder. */
  readonly mark: string;
  /** Null: the data folder. */
  readonly s3: S3Settings | null;
}

const placeSchema = z.strictObject({ mark: z.uuid(), s3: s3SettingsSchema.nullable() });

export interface RecordingsNeeds {
  readonly dataFolder: string;
  readonly variables: Variables;
  readonly world: Pick<World, "random">;
}

/**
 * The recordings of a service that starts with these settings. The service's database says where the recordings are. Processes with different settings,
 * or with settings that were changed without moving the recordings, are therefore refused. Two services in one bucket are refused, too, because each
 * would remove the other's recordings as orphans. Fails with `recordings_key_missing`, `recordings_unusable`, `recordings_elsewhere`,
 * `recordings_of_others` or the system's error.
 */
export async function settleRecordings(
  store: Store,
  s3: S3Settings | null,
  needs: RecordingsNeeds,
): Promise<Recordings> {
  const bucket = s3 === null ? null : await openBucket(s3, needs);
  try {
    if (bucket === null) await makeRecordingsFolder(needs.dataFolder);
    // Read first: a process of this service that marks the bucket meanwhile has noted the mark in the database before.
    const found = (await bucket?.readMark()) ?? null;
    const mark = await store.write(async (transaction) => {
      await transaction.lock("start");
      const hasFinished = await hasBooks(transaction);
      const first = { mark: randomUuid(needs.world), s3: hasFinished ? null : s3 };
      const known = (await placeOf(transaction)) ?? first;
      const [configured, recorded] = [shownPlace(s3), shownPlace(known.s3)];
      if ((store.isShared || hasFinished) && configured !== recorded)
        throw new StartFailure({ code: "recordings_elsewhere", configured, recorded });
      if (found !== null && found !== known.mark)
        throw new StartFailure({ code: "recordings_of_others", store: configured });
      await transaction.run(noteSql({ ...known, s3 }));
      return known.mark;
    });
    if (found === null) await bucket?.writeMark(mark);
    return bucket ?? folderRecordings(needs.dataFolder);
  } catch (error) {
    await bucket?.close().catch(() => undefined);
    throw error;
  }
}

/** The recordings of a service, for a command that runs beside it: at the place that the last start recorded. Fails with `recordings_key_missing`. */
export async function findRecordings(store: Database, needs: RecordingsNeeds): Promise<Recordings> {
  const s3 = (await placeOf(store))?.s3 ?? null;
  return s3 === null ? folderRecordings(needs.dataFolder) : clientOf(s3, needs);
}

/** Where a service's recordings are, as its database says; null before its first start with this version. */
async function placeOf(store: Database): Promise<RecordingsPlace | null> {
  const row = await store.get<{ value: string }>("SELECT value FROM noted WHERE name = 'recordings'");
  return row === undefined ? null : placeSchema.parse(JSON.parse(row.value));
}

/** The statement that notes in a database where a service's recordings are. */
export function noteSql(place: RecordingsPlace): Sql {
  return sql`INSERT INTO noted VALUES ('recordings', ${JSON.stringify(place)})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE noted.value <> excluded.value`;
}

async function hasBooks(store: Database): Promise<boolean> {
  return (await store.get("SELECT 1 AS one FROM books WHERE status = 'ready' LIMIT 1")) !== undefined;
}

async function clientOf(
  s3: S3Settings,
  { variables }: Pick<RecordingsNeeds, "variables">,
): Promise<S3Recordings> {
  // Loaded only by a service that uses it.
  const { s3Recordings } = await import("./s3-recordings.ts");
  return s3Recordings(s3, variables);
}

/**
 * Opens a bucket, and checks that objects can be stored, read, listed and deleted in it. What a crash leaves of this check is named like a recording,
 * and is removed as an orphan.
 */
export async function openBucket(s3: S3Settings, needs: RecordingsNeeds): Promise<S3Recordings> {
  const bucket = await clientOf(s3, needs);
  try {
    const name = recordingName(randomUuid(needs.world), 0);
    await bucket.save(name, Buffer.from("written to see whether this bucket can be used"));
    await bucket.find(name);
    for await (const _ of bucket.list()) break;
    await bucket.remove(name);
    return bucket;
  } catch (error) {
    await bucket.close().catch(() => undefined);
    throw error;
  }
}
