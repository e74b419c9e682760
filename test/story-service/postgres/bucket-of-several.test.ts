import { cp, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { databaseOf, putDatabase, usePostgres } from "../engine.ts";
import { type Fixture, silentMp3, spokenStory, tempFolder, withStore } from "../fixtures.ts";
import type { OAuthFixture } from "../oauth/oauth-fixtures.ts";
import { makeAudiobook, recordingsIn, serviceWith } from "../recordings/s3-fixtures.ts";
import { hasS3, type S3Server, startS3 } from "../recordings/s3-server.ts";
import { unzip } from "../unzip.ts";

usePostgres();

const sound = Buffer.from(silentMp3(40));

/** Another process of the same service, with a folder of its own, which has the first one's pepper and nothing else. */
async function beside(first: Fixture, server: S3Server): Promise<OAuthFixture> {
  const dataFolder = await tempFolder();
  await cp(join(first.dataFolder, "pepper"), join(dataFolder, "pepper"));
  await shareDatabase(first, dataFolder);
  return serviceWith(server, { dataFolder, world: first.world });
}

async function shareDatabase({ dataFolder }: Fixture, other: string): Promise<void> {
  const database = await databaseOf(dataFolder);
  if (database === null) throw new Error("these tests need PostgreSQL");
  putDatabase(other, database);
}

async function heard({ browser }: OAuthFixture, bookId: string): Promise<string> {
  await browser.signIn("ann", "ann-signs-in");
  const { status } = await browser.get(`/books/${bookId}/audio`);
  return String(status);
}

describe.runIf(hasS3)("processes that share a database and a bucket, and no folder", () => {
  it("serve each other's recordings, with the same keys and sign-ins, and lose none and no credit", async () => {
    const server = await startS3();
    const one = await serviceWith(server);
    const other = await beside(one, server);
    const { bookId } = await makeAudiobook(one);
    for (const fixture of [one, other]) {
      const zip = await unzip((await fixture.get(`/books/${bookId}/export`)).bytes);
      expect(zip.get("audio.mp3")).toEqual(sound);
      expect(await heard(fixture, bookId)).toBe("200");
      expect(await readdir(fixture.dataFolder)).toEqual(["pepper"]);
    }
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const topic = `a walk ${n}`;
      ids.push((await (n % 2 === 0 ? one : other).post("/stories", { ...spokenStory, topic })).json.id);
    }
    const states = async (): Promise<string[]> =>
      Promise.all(ids.map(async (id) => (await other.get(`/stories/${id}`)).json.status));
    // Reading starts the audiobooks; whichever process comes first writes and narrates.
    while ((await states()).some((status) => status !== "done")) {
      one.world.pass(2_000);
      await setTimeout(50);
    }
    expect(await recordingsIn(server)).toHaveLength(7);
    expect((await one.get("/balance")).json.credits).toBe(1000 - 7 * 25);
    expect(await withStore(one.dataFolder, findImbalances)).toEqual([]);
  });

  it("are refused without the pepper, and with recordings in another place", async () => {
    const server = await startS3();
    const one = await serviceWith(server);
    const bare = await tempFolder();
    await mkdir(bare, { recursive: true });
    await shareDatabase(one, bare);
    await expect(serviceWith(server, { dataFolder: bare })).rejects.toMatchObject({
      problem: { code: "pepper_missing" },
    });
    const inFolder = { ...server, config: "" };
    await expect(beside(one, inFolder)).rejects.toMatchObject({ problem: { code: "recordings_elsewhere" } });
    const { config } = server;
    const otherPrefix = { ...server, config: config.replace("of/tests/", "of/others/") };
    await expect(beside(one, otherPrefix)).rejects.toMatchObject({
      problem: { code: "recordings_elsewhere" },
    });
  });
});
