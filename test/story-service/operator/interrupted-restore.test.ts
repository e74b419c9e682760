import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { readPostgresAddress } from "../../../src/shared/postgres/address.ts";
import { beginRestore } from "../../../src/story-service/backup/begin-restore.ts";
import { makeBackup } from "../../../src/story-service/backup/make-backup.ts";
import { readBackup } from "../../../src/story-service/backup/manifest.ts";
import { restoreBackup } from "../../../src/story-service/backup/restore-backup.ts";
import { openKeyRing } from "../../../src/story-service/manage-keys.ts";
import { databaseOf } from "../engine.ts";
import { handWorld, tempFolder } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { makeAudiobook } from "../recordings/s3-fixtures.ts";
import { operatorOf } from "./operator-fixtures.ts";

/** A backup of a service with an audiobook, and that service's data folder. */
async function backupOfOne() {
  const fixture = await startOAuthFixture();
  await makeAudiobook(fixture);
  const backup = join(await tempFolder(), "monday");
  await makeBackup(await operatorOf(fixture), backup);
  return { backup, dataFolder: fixture.dataFolder };
}

async function emptyPlace() {
  const dataFolder = join(await tempFolder(), "restored");
  return { dataFolder, database: await databaseOf(dataFolder), s3: null, variables: {} };
}

it("a restore that its database refuses leaves nothing behind, and the right one then goes through", async ({
  skip,
}) => {
  const { backup, dataFolder: other } = await backupOfOne();
  const place = await emptyPlace();
  if (place.database === null)
    return skip("a service without a server has no database of its own to be refused");
  const taken = { ...place, database: await databaseOf(other) };
  await expect(restoreBackup(backup, taken, handWorld())).rejects.toMatchObject({
    problem: { code: "place_not_empty" },
  });
  const client = new pg.Client({ connectionString: place.database.reveal() });
  await client.connect();
  await client.query("CREATE ROLE reader LOGIN PASSWORD 'reader'");
  await client.end();
  const url = new URL(place.database.reveal());
  url.username = "reader";
  url.password = "reader";
  const forbidden = { ...place, database: readPostgresAddress(url.href) };
  await expect(restoreBackup(backup, forbidden, handWorld())).rejects.toMatchObject({
    problem: { code: "database_unreachable", cause: "42501" },
  });
  expect(await readdir(join(place.dataFolder, ".."))).toEqual([]);
  expect(await restoreBackup(backup, place, handWorld())).toMatchObject({ recordings: 1 });
});

it("what an interrupted restore leaves is no service to anybody, and the next restore clears it", async () => {
  const { backup } = await backupOfOne();
  const place = await emptyPlace();
  const { dataFolder, database } = place;
  const begun = await beginRestore(dataFolder, handWorld(), async () => undefined);
  await mkdir(join(dataFolder, "audio"));
  await writeFile(join(dataFolder, "audio", "half.mp3"), "half");
  if (database !== null) {
    const { loadTables } = await import("../../../src/story-service/store/postgres/load-tables.ts");
    const { version } = await readBackup(backup);
    await loadTables(database, { path: join(backup, "tables.jsonl"), version, mark: begun.mark });
  }
  const refusal = { problem: { code: "restore_unfinished" } };
  // While it is under way, another one keeps off.
  await expect(restoreBackup(backup, place, handWorld())).rejects.toMatchObject(refusal);
  await begun.leave();
  await expect(startOAuthFixture({ dataFolder })).rejects.toMatchObject(refusal);
  await expect(openKeyRing(place, handWorld(), "olga")).rejects.toMatchObject(refusal);
  expect(await restoreBackup(backup, place, handWorld())).toMatchObject({ recordings: 1 });
  expect(await readdir(join(dataFolder, "audio"))).not.toContain("half.mp3");
  expect(await readdir(dataFolder)).not.toContain("restore-unfinished");
  const fixture = await startOAuthFixture({ dataFolder });
  expect((await fixture.get("/balance")).json.credits).toBe(975);
});
