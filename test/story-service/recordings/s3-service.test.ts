import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findImbalances } from "../../../src/story-service/money/audit.ts";
import { deleteAccount } from "../../../src/story-service/operator/delete-account.ts";
import { exportAccount } from "../../../src/story-service/operator/export-account.ts";
import { healthOf } from "../../../src/story-service/operator/health.ts";
import { call } from "../call.ts";
import { type Fixture, query, silentMp3, tempFolder, withStore } from "../fixtures.ts";
import type { OAuthFixture } from "../oauth/oauth-fixtures.ts";
import { operatorOf, passUntilLogged } from "../operator/operator-fixtures.ts";
import { unzip } from "../unzip.ts";
import { age, beginAudiobook, makeAudiobook, objectsIn, recordingsIn, serviceWith } from "./s3-fixtures.ts";
import { hasS3, startS3 } from "./s3-server.ts";

const dayMs = 86_400_000;
const sound = Buffer.from(silentMp3(40));

/** A book's recording, as its reader's player asks for it. */
async function listen({ browser, service }: OAuthFixture, bookId: string, range?: string) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, ...(range === undefined ? {} : { range }) };
  return call(`${service.appUrl}/books/${bookId}/audio`, { method: "GET", headers });
}

const balances = ({ dataFolder }: Fixture) => withStore(dataFolder, findImbalances);
const jobs = ({ dataFolder }: Fixture) => query(dataFolder, "SELECT kind, dead_reason FROM jobs");

describe.runIf(hasS3)("a service with its recordings in a bucket", () => {
  it("makes an audiobook that is heard whole and in parts, and exported, and keeps no recording on its own disk", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { bookId } = await makeAudiobook(fixture);
    expect(await recordingsIn(server)).toEqual([`${bookId}.1.mp3`]);
    expect(await readdir(fixture.dataFolder)).not.toContain("audio");
    await fixture.browser.signIn("ann", "ann-signs-in");
    const whole = await listen(fixture, bookId);
    expect([whole.status, whole.headers["content-length"], whole.bytes.equals(sound)]).toEqual([
      200,
      String(sound.length),
      true,
    ]);
    const part = await listen(fixture, bookId, "bytes=417-1000");
    expect([
      part.status,
      part.headers["content-range"],
      part.bytes.equals(sound.subarray(417, 1001)),
    ]).toEqual([206, `bytes 417-1000/${sound.length}`, true]);
    expect((await listen(fixture, bookId, "bytes=99999999-")).status).toBe(416);
    const zip = await fixture.get(`/books/${bookId}/export`);
    expect(zip.status).toBe(200);
    expect((await unzip(zip.bytes)).get("audio.mp3")?.equals(sound)).toBe(true);
  });

  it("answers 503 with Retry-After for recordings while the store is away, all else as ever, and goes on once it is back", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { bookId, storyId } = await makeAudiobook(fixture);
    await fixture.browser.signIn("ann", "ann-signs-in");
    await server.stop();
    const heard = await listen(fixture, bookId);
    const exported = await fixture.get(`/books/${bookId}/export`);
    for (const { status, headers, text } of [heard, exported]) {
      expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "10", "no-store"]);
      expect(text).toContain("at the moment.");
    }
    expect(exported.json).toMatchObject({ code: "unavailable", retryAfterSeconds: 10 });
    expect((await fixture.get(`/stories/${storyId}`)).json.status).toBe("done");
    expect((await call(`${fixture.service.appUrl}/readyz`, { method: "GET" })).status).toBe(200);
    await server.start();
    expect((await listen(fixture, bookId)).bytes.equals(sound)).toBe(true);
  });

  it("answers for a recording that is gone, or that somebody replaced, as for a missing file, and sends no recording with other bytes", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { bookId } = await makeAudiobook(fixture);
    await fixture.browser.signIn("ann", "ann-signs-in");
    const file = server.fileOf(`${bookId}.1.mp3`);
    const changed = Buffer.from(sound);
    changed[5_000] = 1;
    await writeFile(file, changed);
    const damaged = await listen(fixture, bookId);
    expect([damaged.status, damaged.headers["cache-control"]]).toEqual([500, "no-store"]);
    await expect(fixture.get(`/books/${bookId}/export`)).rejects.toThrow();
    await rm(file.replace(/object$/, "metadata.json"));
    expect((await listen(fixture, bookId)).status).toBe(404);
    await rm(file);
    expect((await listen(fixture, bookId)).status).toBe(404);
    expect((await fixture.get(`/books/${bookId}/export`)).status).toBe(500);
    const operator = await operatorOf(fixture);
    expect((await healthOf(operator)).missingRecordings).toEqual([bookId]);
    await server.stop();
    expect((await healthOf(operator)).missingRecordings).toBeNull();
  });

  it("tries to store a recording again while the store is away, and charges once", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { storyId, bookId } = await beginAudiobook(fixture);
    await server.stop();
    fixture.world.pass(3_600);
    await fixture.world.logged("work on a story failed and is tried again");
    expect((await fixture.get(`/stories/${storyId}`)).json.status).toBe("making_audiobook");
    await server.start();
    fixture.world.pass(5_000);
    await fixture.world.logged("audiobook ready");
    expect(await recordingsIn(server)).toEqual([`${bookId}.2.mp3`]);
    expect((await fixture.get("/balance")).json.credits).toBe(975);
    expect([await balances(fixture), await jobs(fixture)]).toEqual([[], []]);
  });

  it("gives up after five tries, with the audiobook's credits returned and the reason kept for the operator", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    const { storyId } = await beginAudiobook(fixture);
    await server.stop();
    fixture.world.pass(3_600);
    for (let retry = 1; retry < 5; retry += 1) {
      await fixture.world.logged("work on a story failed and is tried again", retry);
      fixture.world.pass(5_000);
    }
    await fixture.world.logged("narration failed");
    const reason = "The audiobook could not be made: the store of the recordings does not answer.";
    expect((await fixture.get(`/stories/${storyId}`)).json).toMatchObject({
      status: "failed",
      error: reason,
    });
    expect((await fixture.get("/balance")).json.credits).toBe(987);
    expect(await jobs(fixture)).toEqual([{ kind: "narration", dead_reason: reason }]);
    expect(await balances(fixture)).toEqual([]);
  });

  it("deletes a person's recordings, those that were left by a store that was away a day later, and no other object", async () => {
    const server = await startS3();
    const fixture = await serviceWith(server);
    await makeAudiobook(fixture);
    await writeFile(server.fileOf("notes.txt"), "of the operator");
    const operator = await operatorOf(fixture);
    const folder = join(await tempFolder(), "ann");
    expect(await exportAccount(operator, "ann", folder)).toMatchObject({ recordings: 1 });
    const [copy = ""] = await readdir(join(folder, "recordings"));
    expect((await readFile(join(folder, "recordings", copy))).equals(sound)).toBe(true);
    await server.stop();
    expect(await deleteAccount(operator, "ann")).toMatchObject({ recordings: 1, leftRecordings: 1 });
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
