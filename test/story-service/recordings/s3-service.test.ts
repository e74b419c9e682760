import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeBackup, restoreBackup } from "../../../src/story-service/backup.ts";
import { deleteAccount } from "../../../src/story-service/operator/delete-account.ts";
import { healthOf } from "../../../src/story-service/operator/health.ts";
import type { S3Settings } from "../../../src/story-service/recordings/s3-settings.ts";
import { coursebinder } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { saying } from "../../saying.ts";
import { call, until } from "../call.ts";
import { databaseOf } from "../engine.ts";
import { type Fixture, handWorld, keyOfAnn, silentMp3, spokenStory, tempFolder } from "../fixtures.ts";
import { type OAuthFixture, startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { operatorOf, passUntilLogged } from "../operator/operator-fixtures.ts";
import { serveProcess } from "../serve-process.ts";
import { age, hasS3, objectsIn, recordingsIn, type S3Server, serviceWith, startS3 } from "./s3-server.ts";

const dayMs = 86_400_000;
const sound = Buffer.from(silentMp3(40));

/** A book's recording, as its reader's player asks for it. */
async function listen({ browser, service }: OAuthFixture, bookId: string, range?: string) {
  const cookie = browser.cookie;
  const headers = { cookie, ...(range === undefined ? {} : { range }) };
  return call(`${service.appUrl}/books/${bookId}/audio`, { method: "GET", headers });
}

describe.runIf(hasS3)("a service with its recordings in a bucket", () => {
  it("makes an audiobook that is heard and exported, with 503 and Retry-After only while the store is away, and keeps no recording on its own disk", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { bookId, storyId } = await fixture.makeBook();
    expect(await recordingsIn(server)).toEqual([`${bookId}.1.mp3`]);
    expect(await readdir(fixture.dataFolder)).not.toContain("audio");
    await fixture.browser.signIn("ann", "ann-signs-in");
    const whole = await listen(fixture, bookId);
    expect([whole.status, whole.bytes]).toEqual([200, sound]);
    const part = await listen(fixture, bookId, "bytes=417-1000");
    expect(part).toMatchObject({ status: 206, bytes: sound.subarray(417, 1001) });
    expect(part.headers["content-range"]).toBe(`bytes 417-1000/${sound.length}`);
    expect((await listen(fixture, bookId, "bytes=99999999-")).status).toBe(416);
    expect(await soundOf(fixture, bookId)).toEqual(sound);
    await server.stop();
    const heard = await listen(fixture, bookId);
    const exported = await fixture.get(`/books/${bookId}/export`);
    for (const { status, headers, text } of [heard, exported]) {
      expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "10", "no-store"]);
      expect(text).toContain("at the moment.");
    }
    expect(exported.json).toMatchObject({ code: "unavailable", retryAfterSeconds: 10 });
    expect((await fixture.story(storyId)).status).toBe("done");
    expect((await call(`${fixture.service.appUrl}/readyz`, { method: "GET" })).status).toBe(200);
    await server.start();
    expect((await listen(fixture, bookId)).bytes.equals(sound)).toBe(true);
    // One that is gone is answered for as a missing file.
    await rm(server.fileOf(`${bookId}.1.mp3`));
    expect((await listen(fixture, bookId)).status).toBe(404);
    expect((await fixture.get(`/books/${bookId}/export`)).status).toBe(500);
    const operator = await operatorOf(fixture);
    expect((await healthOf(operator)).document.missingRecordings).toEqual([bookId]);
    await server.stop();
    expect((await healthOf(operator)).document.missingRecordings).toBeNull();
  });

  it("tries to store a recording again while the store is away, and charges once", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { storyId, bookId } = await fixture.beginBook();
    await server.stop();
    fixture.world.pass(3_600);
    await fixture.world.logged("work on a story failed and will be retried");
    expect((await fixture.story(storyId)).status).toBe("making_audiobook");
    await server.start();
    fixture.world.pass(5_000);
    await fixture.world.logged("audiobook ready");
    expect(await recordingsIn(server)).toEqual([`${bookId}.2.mp3`]);
    expect((await fixture.balance()).credits).toBe(975);
    expect(await fixture.imbalances()).toEqual([]);
  });

  it("deletes a person's recordings, those that were left by a store that was away a day later, and no other object", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    await fixture.makeBook();
    await writeFile(server.fileOf("notes.txt"), "of the operator");
    const operator = await operatorOf(fixture);
    await server.stop();
    const { document } = await deleteAccount(operator, "ann");
    expect(document).toMatchObject({ recordings: 1, leftRecordings: 1 });
    await server.start();
    expect(await recordingsIn(server)).toHaveLength(1);
    await age(server, fixture.world, 0);
    fixture.world.pass(3_600_000);
    await passUntilLogged(fixture, "expired data was removed");
    expect(await recordingsIn(server)).toHaveLength(1);
    await age(server, fixture.world, 2 * dayMs);
    fixture.world.pass(3_600_000);
    await passUntilLogged(fixture, "expired data was removed", 2);
    expect(await recordingsIn(server)).toEqual([]);
    expect((await objectsIn(server)).sort()).toEqual(["coursebinder-service", "notes.txt"]);
  });
});

/** The same server, and another place in it. */
const elsewhereIn = (server: S3Server, changed: Partial<S3Settings>): S3Server => {
  const settings = { ...server.settings, ...changed };
  const { endpoint, bucket, prefix } = settings;
  return {
    ...server,
    settings,
    config: `recordings: { s3: { endpoint: "${endpoint}", bucket: ${bucket}, prefix: ${prefix} } }`,
    fileOf: (name) => join(dirname(server.fileOf("x")), "..", "..", prefix, `${name}._S3rver_object`),
  };
};

/** Starts the service of a folder again with another configuration, once it has ended. */
async function again(fixture: Fixture, server: S3Server | null) {
  await fixture.service.close();
  const options = { dataFolder: fixture.dataFolder, world: handWorld(fixture.world.now()) };
  return server === null ? startOAuthFixture(options) : serviceWith(server, options);
}

async function soundOf(fixture: Fixture, bookId: string): Promise<Buffer | undefined> {
  return (await unzip((await fixture.get(`/books/${bookId}/export`)).bytes)).get("audio.mp3");
}

describe.runIf(hasS3)("a service does not start", () => {
  it("with a bucket that can't be used, and the next start may name another place or none", async () => {
    const server = await startS3();
    const dataFolder = await tempFolder();
    const wrong = elsewhereIn(server, { bucket: "nowhere" });
    await expect(serviceWith(wrong, { dataFolder })).rejects.toMatchObject({
      problem: { code: "recordings_unusable", step: "write", cause: "NoSuchBucket" },
    });
    const fixture = await serviceWith(server, { dataFolder });
    expect((await fixture.makeBook()).bookId).toMatch(/./);
    const another = await tempFolder();
    await expect(serviceWith(wrong, { dataFolder: another })).rejects.toMatchObject({
      problem: { code: "recordings_unusable" },
    });
    await (await startOAuthFixture({ dataFolder: another })).makeBook();
    expect(await readdir(join(another, "audio"))).toHaveLength(1);
  });

  it("where another service keeps its recordings, or with another place than the one that has its own", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { bookId } = await fixture.makeBook();
    await expect(serviceWith(server)).rejects.toMatchObject({ problem: { code: "recordings_of_others" } });
    const refusal = { problem: { code: "recordings_elsewhere" } };
    for (const other of [elsewhereIn(server, { prefix: "other/" }), null])
      await expect(again(fixture, other)).rejects.toMatchObject(refusal);
    const same = await again(fixture, server);
    expect(await soundOf(same, bookId)).toEqual(sound);
    // One without recordings may move between its folder and a bucket; one with them in its folder leads there by a backup alone.
    const inFolder = await again(
      await again(await startOAuthFixture(), elsewhereIn(server, { prefix: "new/" })),
      null,
    );
    await inFolder.makeBook();
    await expect(again(inFolder, elsewhereIn(server, { prefix: "new/" }))).rejects.toMatchObject(refusal);
  });
});

describe.runIf(hasS3)("a backup", () => {
  /** Restores a backup and starts what came of it. */
  async function restored(backup: string, server: S3Server | null) {
    const dataFolder = join(await tempFolder(), "restored");
    const bucket = { s3: server?.settings ?? null, variables: server?.variables ?? {} };
    const place = { dataFolder, database: await databaseOf(dataFolder), ...bucket };
    const { document } = await restoreBackup(backup, place, handWorld());
    expect(document).toMatchObject({ recordings: 1, imbalances: [] });
    return server === null ? startOAuthFixture({ dataFolder }) : serviceWith(server, { dataFolder });
  }

  it("has the recordings of a bucket, and brings them into a folder, from there into a bucket, into another bucket, and never over others", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { bookId } = await fixture.makeBook();
    const backup = join(await tempFolder(), "monday");
    const made = await makeBackup(await operatorOf(fixture), "", { output: backup });
    expect(made.document).toMatchObject({ recordings: 1 });
    const other = elsewhereIn(server, { prefix: "restored/" });
    const inBucket = await restored(backup, other);
    expect(await soundOf(inBucket, bookId)).toEqual(sound);
    expect(await recordingsIn(other)).toEqual(await recordingsIn(server));
    const inFolder = await restored(backup, null);
    expect(await soundOf(inFolder, bookId)).toEqual(sound);
    const tuesday = join(await tempFolder(), "tuesday");
    await makeBackup(await operatorOf(inFolder), "", { output: tuesday });
    const moved = await restored(tuesday, elsewhereIn(server, { prefix: "moved/" }));
    expect(await soundOf(moved, bookId)).toEqual(sound);
    expect(await readdir(moved.dataFolder)).not.toContain("audio");
    // The service that was copied goes on, and none of the others touches what is its own.
    expect(await soundOf(fixture, bookId)).toEqual(sound);
    const before = await objectsIn(server);
    await expect(restored(backup, server)).rejects.toMatchObject({ problem: { code: "place_not_empty" } });
    expect(await objectsIn(server)).toEqual(before);
  });
});

const account = `limits: { calls: 10000/1m }
accounts: [{ id: ann, credits: 1000, keys: [{ name: main, secret: ${keyOfAnn} }] }]`;
const own = { STORIES_KEY: "S3RVER", STORIES_SECRET: "S3RVER" };

/** A folder with a configuration that takes the bucket's key from variables of its own names. */
async function configured() {
  const server = await startS3();
  const cwd = await tempFolder();
  const { endpoint, bucket } = server.settings;
  const text = (prefix: string): string =>
    `recordings:\n  s3: { endpoint: "${endpoint}", bucket: ${bucket}, prefix: ${prefix}, keyIdVariable: STORIES_KEY, secretVariable: STORIES_SECRET }\n${account}\n`;
  await writeFile(join(cwd, "service.yaml"), text("of/tests"));
  await writeFile(join(cwd, "restored.yaml"), text("restored"));
  return { server, cwd };
}

const serve = (cwd: string, config: string, data: string, env: Readonly<Record<string, string>> = own) =>
  serveProcess(["--data", data, "--config", config, "--writing-time", "10ms", "--narration-time", "10ms"], {
    cwd,
    env,
  });

describe.runIf(hasS3)("coursebinder serve with a bucket", () => {
  it("makes an audiobook, is looked at, copied and restored into another bucket, each with the key from the environment", async () => {
    const { server, cwd } = await configured();
    const { get, post, stop } = await serve(cwd, "service.yaml", "data");
    const { id } = (await post("/stories", spokenStory)).json;
    await until(async () => (await get(`/stories/${id}`)).json.status === "done");
    const { book } = (await get(`/stories/${id}`)).json;
    expect(await recordingsIn(server)).toHaveLength(1);
    const run = (args: readonly string[], env: Readonly<Record<string, string>> = own) =>
      coursebinder(["serve", ...args], { cwd, env });
    const bare = await run(["admin", "health", "--data", "data"], {});
    expect(bare).toMatchObject({ code: 7, stderr: saying("set STORIES_KEY and STORIES_SECRET") });
    expect((await run(["admin", "accounts", "list", "--data", "data"], {})).code).toBe(0);
    expect((await run(["admin", "health", "--data", "data"])).code).toBe(0);
    const made = await run(["backup", "--output", "monday", "--data", "data"]);
    expect(made).toMatchObject({ code: 0, stdout: saying("1 recording and") });
    await stop();
    const restored = await run(["restore", "monday", "--data", "new", "--config", "restored.yaml"]);
    expect(restored).toMatchObject({ code: 0, stdout: saying("with 1 recording") });
    const refused = await run(["serve", "--port", "0", "--data", "new", "--config", "service.yaml"].slice(1));
    expect(refused).toMatchObject({ code: 7, stderr: saying("its recordings are in the bucket") });
    const again = await serve(cwd, "restored.yaml", "new");
    const zip = await again.get(`/books/${book.id}/export`);
    expect((await unzip(zip.bytes)).get("audio.mp3")?.length).toBeGreaterThan(10_000);
  });

  it("ends with what happened, why and what to do where the bucket can't be used, and shows no secret", async () => {
    const { server, cwd } = await configured();
    const secret = "a-secret-that-nobody-reads";
    await mkdir(join(cwd, "data"));
    const run = (env: Readonly<Record<string, string>>) =>
      coursebinder(["serve", "--port", "0", "--data", "data", "--config", "service.yaml"], { cwd, env });
    const wrong = await run({ ...own, STORIES_SECRET: secret });
    expect([wrong.code, wrong.stdout]).toEqual([7, ""]);
    expect(wrong.stderr.replaceAll(/\s+/g, " ")).toContain(
      `the bucket stories at ${server.settings.endpoint}, under of/tests/, the configured place for its recordings, could not be written to: the secret doesn't belong to that key id (SignatureDoesNotMatch)`,
    );
    expect(wrong.stderr).not.toContain(secret);
    await server.stop();
    const away = await run(own);
    expect(away).toMatchObject({ code: 7, stderr: saying("ECONNREFUSED") });
    await writeFile(
      join(cwd, "service.yaml"),
      `recordings:\n  s3:\n    bucket: A\n    prefix: ../x\n${account}\n`,
    );
    const invalid = await run(own);
    expect(invalid.code).toBe(2);
    for (const place of ["recordings.s3.bucket (line 3)", "recordings.s3.prefix (line 4)"])
      expect(invalid.stderr).toContain(place);
  });
});
