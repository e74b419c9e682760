import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { databaseOf, putDatabase, usePostgres } from "../engine.ts";
import { type Fixture, silentMp3, spokenStory, tempFolder } from "../fixtures.ts";
import type { OAuthFixture } from "../oauth/oauth-fixtures.ts";
import { hasS3, recordingsIn, type S3Server, serviceWith, startS3 } from "../recordings/s3-server.ts";
import { unzip } from "../unzip.ts";

usePostgres();

const sound = Buffer.from(silentMp3(40));

/** Another process of the same service, with a folder of its own, which has the first one's pepper and nothing else. */
async function beside(first: Fixture, server: S3Server): Promise<OAuthFixture> {
  const dataFolder = await tempFolder();
  await cp(join(first.dataFolder, "pepper"), join(dataFolder, "pepper"));
  putDatabase(dataFolder, await databaseOf(first.dataFolder));
  return serviceWith(server, { dataFolder, world: first.world });
}

describe.runIf(hasS3)("processes that share a database and a bucket, and no folder", () => {
  it("serve each other's recordings, with the same keys and sign-ins, and lose none and no credit", async () => {
    const server = await startS3();
    const one = await serviceWith(server);
    const other = await beside(one, server);
    const { bookId } = await one.makeBook();
    for (const fixture of [one, other]) {
      const zip = await unzip((await fixture.get(`/books/${bookId}/export`)).bytes);
      expect(zip.get("audio.mp3")).toEqual(sound);
      await fixture.browser.signIn("ann", "ann-signs-in");
      expect((await fixture.browser.get(`/books/${bookId}/audio`)).status).toBe(200);
      expect(await readdir(fixture.dataFolder)).toEqual(["pepper"]);
    }
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      ids.push(await (n % 2 === 0 ? one : other).order({ ...spokenStory, topic: `a walk ${n}` }));
    }
    const states = async (): Promise<string[]> =>
      Promise.all(ids.map(async (id) => (await other.story(id)).status));
    // Reading starts the audiobooks; whichever process comes first writes and narrates.
    while ((await states()).some((status) => status !== "done")) {
      one.world.pass(2_000);
      await setTimeout(50);
    }
    expect(await recordingsIn(server)).toHaveLength(7);
    expect((await one.balance()).credits).toBe(1000 - 7 * 25);
    expect(await one.imbalances()).toEqual([]);
  });
});
