import { cp, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeBackup } from "../../../src/story-service/backup/make-backup.ts";
import { restoreBackup } from "../../../src/story-service/backup/restore-backup.ts";
import type { S3Settings } from "../../../src/story-service/recordings/s3-settings.ts";
import { databaseOf } from "../engine.ts";
import { type Fixture, handWorld, silentMp3, tempFolder } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { operatorOf } from "../operator/operator-fixtures.ts";
import { unzip } from "../unzip.ts";
import { makeAudiobook, objectsIn, recordingsIn, serviceWith } from "./s3-fixtures.ts";
import { hasS3, type S3Server, startS3 } from "./s3-server.ts";

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

const sound = Buffer.from(silentMp3(40));

describe.runIf(hasS3)("a service does not start", () => {
  it("without the key of its bucket, and names the variables", async () => {
    const server = await startS3();
    await expect(
      serviceWith({ ...server, variables: { AWS_ACCESS_KEY_ID: "S3RVER" } }),
    ).rejects.toMatchObject({
      problem: { code: "recordings_key_missing", variables: ["AWS_SECRET_ACCESS_KEY"] },
    });
  });

  it("with a bucket that is missing, a key that does not open it, or a store that is away", async () => {
    const server = await startS3();
    const failing = async (changed: S3Server): Promise<unknown> =>
      serviceWith(changed).then(
        () => "started",
        ({ problem }) => [problem.code, problem.step, problem.cause],
      );
    expect(await failing(elsewhereIn(server, { bucket: "nowhere" }))).toEqual([
      "recordings_unusable",
      "write",
      "NoSuchBucket",
    ]);
    const wrong = { ...server.variables, AWS_SECRET_ACCESS_KEY: "wrong" };
    expect(await failing({ ...server, variables: wrong })).toEqual([
      "recordings_unusable",
      "write",
      "SignatureDoesNotMatch",
    ]);
    await server.stop();
    expect(await failing(server)).toEqual(["recordings_unusable", "write", "ECONNREFUSED"]);
  });

  it("with a bucket that can't be used, and the next start may name another place or none", async () => {
    const server = await startS3();
    const dataFolder = await tempFolder();
    const wrong = elsewhereIn(server, { bucket: "nowhere" });
    await expect(serviceWith(wrong, { dataFolder })).rejects.toMatchObject({
      problem: { code: "recordings_unusable" },
    });
    const fixture = await serviceWith(server, { dataFolder });
    expect((await makeAudiobook(fixture)).bookId).toMatch(/./);
    const another = await tempFolder();
    await expect(serviceWith(wrong, { dataFolder: another })).rejects.toMatchObject({
      problem: { code: "recordings_unusable" },
    });
    await makeAudiobook(await startOAuthFixture({ dataFolder: another }));
    expect(await readdir(join(another, "audio"))).toHaveLength(1);
  });

  it("where another service keeps its recordings", async () => {
    const server = await startS3();
    await serviceWith(server);
    await expect(serviceWith(server)).rejects.toMatchObject({ problem: { code: "recordings_of_others" } });
    expect((await makeAudiobook(await serviceWith(elsewhereIn(server, { prefix: "b/" })))).bookId).toMatch(
      /./,
    );
  });

  it("with another place than the one that has its recordings, but does if they were copied there", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { bookId } = await makeAudiobook(fixture);
    const other = elsewhereIn(server, { prefix: "other/" });
    const refusal = { problem: { code: "recordings_elsewhere" } };
    await expect(again(fixture, other)).rejects.toMatchObject(refusal);
    await expect(again(fixture, null)).rejects.toMatchObject(refusal);
    const same = await again(fixture, server);
    expect(await soundOf(same, bookId)).toEqual(sound);
    await mkdir(dirname(other.fileOf("x")), { recursive: true });
    await cp(dirname(server.fileOf("x")), dirname(other.fileOf("x")), { recursive: true });
    const moved = await again(same, other);
    expect(await soundOf(moved, bookId)).toEqual(sound);
    expect(await soundOf(await again(moved, other), bookId)).toEqual(sound);
  });

  it("with a bucket after recordings in its folder, but does as long as it has none", async () => {
    const server = await startS3();
    const fixture = await again(await startOAuthFixture(), server);
    const back = await again(fixture, null);
    await makeAudiobook(back);
    expect(await readdir(join(back.dataFolder, "audio"))).toHaveLength(1);
    await expect(again(back, server)).rejects.toMatchObject({ problem: { code: "recordings_elsewhere" } });
  });
});

describe.runIf(hasS3)("a backup", () => {
  /** Restores a backup and starts what came of it. */
  async function restored(backup: string, server: S3Server | null) {
    const dataFolder = join(await tempFolder(), "restored");
    const bucket = { s3: server?.settings ?? null, variables: server?.variables ?? {} };
    const place = { dataFolder, database: await databaseOf(dataFolder), ...bucket };
    const result = await restoreBackup(backup, place, handWorld());
    expect(result).toMatchObject({ recordings: 1, audit: { imbalances: [] } });
    return server === null ? startOAuthFixture({ dataFolder }) : serviceWith(server, { dataFolder });
  }

  it("has the recordings of a bucket, and brings them into a folder, into another bucket, and never over others", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { bookId } = await makeAudiobook(fixture);
    const backup = join(await tempFolder(), "monday");
    expect(await makeBackup(await operatorOf(fixture), backup)).toMatchObject({ recordings: 1 });
    const other = elsewhereIn(server, { prefix: "restored/" });
    const inBucket = await restored(backup, other);
    expect(await soundOf(inBucket, bookId)).toEqual(sound);
    expect(await recordingsIn(other)).toEqual(await recordingsIn(server));
    expect(await soundOf(await restored(backup, null), bookId)).toEqual(sound);
    // The service that was copied goes on, and none of the others touches what is its own.
    expect(await soundOf(fixture, bookId)).toEqual(sound);
    const before = await objectsIn(server);
    await expect(restored(backup, server)).rejects.toMatchObject({ problem: { code: "place_not_empty" } });
    expect(await objectsIn(server)).toEqual(before);
  });

  it("of a folder moves the recordings into a bucket", async () => {
    const fixture = await startOAuthFixture();
    const { bookId } = await makeAudiobook(fixture);
    const backup = join(await tempFolder(), "monday");
    await makeBackup(await operatorOf(fixture), backup);
    const server = await startS3();
    const moved = await restored(backup, server);
    expect(await soundOf(moved, bookId)).toEqual(sound);
    expect(await readdir(moved.dataFolder)).not.toContain("audio");
    const { bookId: next } = await makeAudiobook(moved);
    expect(await recordingsIn(server)).toEqual([`${bookId}.1.mp3`, `${next}.1.mp3`].sort());
  });
});
