import { appendFile, chown, cp, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeBackup, restoreBackup } from "../../../src/story-service/backup.ts";
import { revokeAll } from "../../../src/story-service/operator/keys.ts";
import { openOperator } from "../../../src/story-service/operator/operator.ts";
import { databaseOf } from "../engine.ts";
import { handWorld, keyOfAnn, keyOfBen, plainStory, query, spokenStory, tempFolder } from "../fixtures.ts";
import { type OAuthFixture, startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { operatorOf } from "./operator-fixtures.ts";

interface Copied {
  readonly fixture: OAuthFixture;
  readonly backup: string;
  /** The finished audiobook's. */
  readonly bookId: string;
}

/** A running service with an audiobook and a connection, and a backup of it. */
async function copied(): Promise<Copied> {
  const fixture = await startOAuthFixture();
  const operator = await operatorOf(fixture);
  await fixture.connect();
  const { bookId } = await fixture.makeBook();
  const backup = join(await tempFolder(), "copies", "monday");
  expect((await makeBackup(operator, "", { output: backup })).document).toMatchObject({ recordings: 1 });
  return { fixture, backup, bookId };
}

async function emptyPlace() {
  const dataFolder = join(await tempFolder(), "restored");
  return { dataFolder, database: await databaseOf(dataFolder), s3: null, variables: {} };
}

const tables = "accounts credentials bearers stories books movements funds refresh_tokens".split(" ");

describe("a backup of a running service", () => {
  it("restored elsewhere is that service: keys, connections, sign-ins, recordings and money, and it goes on from there", async () => {
    const { fixture, backup, bookId } = await copied();
    const rowsOf = (folder: string) =>
      Promise.all(tables.map((table) => query(folder, `SELECT * FROM ${table} ORDER BY 1, 2`)));
    const before = await rowsOf(fixture.dataFolder);
    // What comes after the backup is not in it.
    await fixture.post("/stories", plainStory, keyOfBen);
    const place = await emptyPlace();
    const restored = await restoreBackup(backup, place, handWorld());
    expect(restored.document).toMatchObject({ recordings: 1, accounts: 2, imbalances: [] });
    expect(await rowsOf(place.dataFolder)).toEqual(before);
    const world = handWorld(fixture.world.now());
    const again = await startOAuthFixture({ dataFolder: place.dataFolder, world });
    expect((await again.get("/balance", keyOfAnn)).json.credits).toBe(975);
    expect((await again.get("/balance", keyOfBen)).json.credits).toBe(1000);
    await again.browser.signIn("ann", "ann-signs-in");
    expect((await again.browser.get(`/books/${bookId}/audio`)).status).toBe(200);
    const id = await again.order(spokenStory);
    await again.write();
    expect((await again.story(id)).status).toBe("making_audiobook");
    await again.narrate();
    expect((await again.balance()).credits).toBe(950);
  });

  it("is for its owner's eyes only, names the hash of every file, and replaces nothing", async () => {
    const { fixture, backup } = await copied();
    const { files } = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
    expect(Object.keys(files)).toHaveLength(3);
    for (const name of [...Object.keys(files), "manifest.json"])
      expect([name, (await stat(join(backup, name))).mode & 0o777]).toEqual([name, 0o600]);
    for (const folder of [backup, join(backup, "audio")])
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(join(backup, ".."))).toEqual(["monday"]);
    await expect(makeBackup(await operatorOf(fixture), "", { output: backup })).rejects.toMatchObject({
      problem: { code: "output_unusable", why: "EEXIST" },
    });
    const operator = await operatorOf(fixture);
    await expect(
      makeBackup(operator, "", { output: join(backup, "manifest.json", "x") }),
    ).rejects.toMatchObject({
      problem: { code: "output_unusable", why: "ENOTDIR" },
    });
  });

  it.runIf(process.getuid?.() === 0)(
    "restored as root belongs to the owner of its folder, also after revoke-all, and nobody else can look into it",
    async () => {
      const { backup } = await copied();
      const place = await emptyPlace();
      await mkdir(place.dataFolder, { mode: 0o700 });
      await chown(place.dataFolder, 65534, 65534);
      await restoreBackup(backup, place, handWorld());
      const operator = await openOperator(place, handWorld(), { userName: "root", variables: {} });
      await revokeAll(operator).finally(() => operator.close());
      const names = await readdir(place.dataFolder, { recursive: true });
      expect(names).toContain("pepper");
      for (const name of names) {
        const { uid, mode } = await stat(join(place.dataFolder, name));
        expect([name, uid, mode & 0o77]).toEqual([name, 65534, 0]);
      }
    },
  );

  it("that is interrupted while it is restored leaves no service: no start takes it for one, and no restore goes over it", async () => {
    const { backup } = await copied();
    const place = await emptyPlace();
    // The database comes last.
    for (const name of ["audio", "pepper"])
      await cp(join(backup, name), join(place.dataFolder, name), { recursive: true });
    await expect(startOAuthFixture({ dataFolder: place.dataFolder })).rejects.toMatchObject({
      problem: { code: "data_folder_of_others" },
    });
    const olga = { userName: "olga", variables: {} };
    await expect(openOperator(place, handWorld(), olga)).rejects.toMatchObject({
      problem: { code: "data_folder_missing" },
    });
    await expect(restoreBackup(backup, place, handWorld())).rejects.toMatchObject({
      problem: { code: "place_not_empty", isFile: true },
    });
    for (const name of ["audio", "pepper"]) await rm(join(place.dataFolder, name), { recursive: true });
    expect((await restoreBackup(backup, place, handWorld())).document).toMatchObject({ recordings: 1 });
    expect((await readdir(place.dataFolder)).filter((name) => name.startsWith("restoring"))).toEqual([]);
  });

  it("is not opened as a service, which would change it, and can be restored afterwards", async () => {
    const { backup } = await copied();
    const place = { ...(await emptyPlace()), dataFolder: backup };
    const olga = { userName: "olga", variables: {} };
    await expect(openOperator(place, handWorld(), olga)).rejects.toMatchObject({
      problem: { code: place.database === null ? "data_folder_is_backup" : "data_folder_missing" },
    });
    expect((await restoreBackup(backup, await emptyPlace(), handWorld())).document).toMatchObject({
      recordings: 1,
    });
  });

  it("is not restored over anything, nor if a file of it is damaged or missing", async () => {
    const { fixture, backup } = await copied();
    const restore = async () => restoreBackup(backup, await emptyPlace(), handWorld());
    const { dataFolder } = fixture;
    const taken = { ...(await emptyPlace()), dataFolder, database: await databaseOf(dataFolder) };
    await expect(restoreBackup(backup, taken, handWorld())).rejects.toMatchObject({
      problem: { code: "place_not_empty" },
    });
    const notes = await emptyPlace();
    await mkdir(join(notes.dataFolder, "notes"), { recursive: true });
    await expect(restoreBackup(backup, notes, handWorld())).rejects.toMatchObject({
      problem: { code: "place_not_empty", place: join(notes.dataFolder, "notes") },
    });
    const [recording = ""] = await readdir(join(backup, "audio"));
    await appendFile(join(backup, "audio", recording), "x");
    await expect(restore()).rejects.toMatchObject({
      problem: { code: "backup_unusable", file: `audio/${recording}`, why: "damaged" },
    });
    await rm(join(backup, "pepper"));
    await expect(restore()).rejects.toMatchObject({ problem: { file: "pepper", why: "missing" } });
    await rm(join(backup, "manifest.json"));
    await expect(restore()).rejects.toMatchObject({ problem: { file: "manifest.json", why: "missing" } });
    // What can't be read isn't missing.
    await mkdir(join(backup, "manifest.json"));
    await expect(restore()).rejects.toMatchObject({ problem: { file: "manifest.json", why: "EISDIR" } });
  });
});
