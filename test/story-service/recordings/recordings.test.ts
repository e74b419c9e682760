import { randomBytes } from "node:crypto";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { audioFolder, folderRecordings } from "../../../src/story-service/recordings/folder-recordings.ts";
import { type Recordings, RecordingsAway } from "../../../src/story-service/recordings/recordings.ts";
import { s3Recordings } from "../../../src/story-service/recordings/s3-recordings.ts";
import { tempFolder, undo } from "../fixtures.ts";
import { hasS3, type S3Server, startS3 } from "./s3-server.ts";

const id = "5f0e0a62-1f3c-4b43-8f6d-0d6c1b2a3f40";
const name = `${id}.1.mp3`;
/** Above the buffers of all sockets between. */
const longBytes = 24_000_000;

interface Kept {
  readonly recordings: Recordings;
  /** The file in which a recording is in the end. */
  fileOf(name: string): string;
}

async function inFolder(): Promise<Kept> {
  const dataFolder = await tempFolder();
  return {
    recordings: folderRecordings(dataFolder),
    fileOf: (file) => join(dataFolder, audioFolder, file),
  };
}

async function inBucket(server?: S3Server): Promise<Kept & { server: S3Server }> {
  const started = server ?? (await startS3());
  const { settings, variables } = started;
  const recordings = s3Recordings(settings, variables);
  undo.push(() => recordings.close());
  return { recordings, fileOf: started.fileOf, server: started };
}

async function read(recordings: Recordings, range?: { from: number; to: number }): Promise<Buffer> {
  const content = await (await recordings.find(name))?.open(range);
  const chunks: Buffer[] = [];
  for await (const chunk of content ?? []) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function namesIn(recordings: Recordings): Promise<string[]> {
  const names: string[] = [];
  for await (const { name: found } of recordings.list()) names.push(found);
  return names.sort();
}

const places = [["a folder", inFolder] as const, ...(hasS3 ? [["a bucket", inBucket] as const] : [])];

describe.each(places)("recordings in %s", (_, open) => {
  it("are read as they were stored last, whole and in parts, until they are removed", async () => {
    const { recordings } = await open();
    const bytes = randomBytes(300_000);
    expect(await recordings.find(name)).toBeNull();
    await recordings.save(name, Buffer.from("the first"));
    await recordings.save(name, bytes);
    expect((await recordings.find(name))?.sizeBytes).toBe(bytes.length);
    expect((await read(recordings)).equals(bytes)).toBe(true);
    for (const [from, to] of [
      [0, 9],
      [0, 299_998],
      [1, 299_999],
      [150_000, 150_099],
      [0, 299_999],
    ] as const)
      expect((await read(recordings, { from, to })).equals(bytes.subarray(from, to + 1))).toBe(true);
    const found = await recordings.find(name);
    // Also one that is not there any more.
    for (const _ of ["once", "and again"]) await recordings.remove(name);
    expect([await found?.open(), await recordings.find(name)]).toEqual([null, null]);
  });

  it("are listed, more than a page of them, each with its time", async () => {
    const { recordings, fileOf } = await open();
    expect(await namesIn(recordings)).toEqual([]);
    await recordings.save(name, Buffer.from("x"));
    const at = Date.parse("2026-01-31T12:00:00Z");
    await utimes(fileOf(name), new Date(at), new Date(at));
    for await (const found of recordings.list()) expect(found).toEqual({ name, storedAt: at });
    const names = Array.from({ length: 1_100 }, (_, n) => `${id}.${n + 2}.mp3`);
    for (const other of names) await writeFile(fileOf(other), "x");
    expect(await namesIn(recordings)).toEqual([name, ...names].sort());
  });

  it("wait for a reader that waits, without being in memory", async () => {
    const { recordings, fileOf } = await open();
    const bytes = Buffer.alloc(longBytes, "sound");
    await recordings.save(name, bytes);
    expect((await readFile(fileOf(name))).length).toBe(longBytes);
    const found = await recordings.find(name);
    const before = process.memoryUsage().arrayBuffers;
    const readers = await Promise.all(Array.from({ length: 8 }, () => found?.open()));
    for (const reader of readers) reader?.pause().on("readable", () => undefined);
    // Long enough for all of them to be there, if anything took them.
    await setTimeout(1_500);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1_000_000);
    const [first, ...others] = readers;
    for (const other of others) other?.destroy();
    let read = 0;
    for await (const chunk of first ?? []) read += (chunk as Buffer).length;
    expect(read).toBe(longBytes);
  });
});

describe.runIf(hasS3)("a recording in a bucket", () => {
  it("breaks off when the store ends in the middle of it, and the rest is to be had once it is back", async () => {
    const { recordings, server } = await inBucket();
    const bytes = randomBytes(longBytes);
    await recordings.save(name, bytes);
    const content = await (await recordings.find(name))?.open();
    const received: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of content ?? []) {
        received.push(chunk as Buffer);
        if (received.length === 1) await server.stop();
      }
    })();
    await expect(reading).rejects.toBeInstanceOf(RecordingsAway);
    const begun = Buffer.concat(received);
    expect(begun.length).toBeLessThan(longBytes);
    await expect(recordings.find(name)).rejects.toMatchObject({
      problem: { step: "read", cause: "ECONNREFUSED" },
    });
    await expect(recordings.save(name, bytes)).rejects.toMatchObject({ problem: { step: "write" } });
    await server.start();
    const rest = await read(recordings, { from: begun.length, to: longBytes - 1 });
    expect(Buffer.concat([begun, rest]).equals(bytes)).toBe(true);
  });

  it("is not to be had while the store hangs, nor with a wrong secret or a wrong key; its neighbours are not listed", async () => {
    const { recordings, server, fileOf } = await inBucket();
    await recordings.save(name, Buffer.from("abc"));
    server.suspend();
    await expect(recordings.find(name)).rejects.toMatchObject({ problem: { step: "read" } });
    server.resume();
    for (const [changed, cause] of [
      [{ AWS_SECRET_ACCESS_KEY: "wrong" }, "SignatureDoesNotMatch"],
      [{ AWS_ACCESS_KEY_ID: "NOBODY" }, "InvalidAccessKeyId"],
    ] as const) {
      const variables = { ...server.variables, ...changed };
      const other = s3Recordings(server.settings, variables);
      undo.push(() => other.close());
      await expect(other.save(name, Buffer.from("abc"))).rejects.toMatchObject({
        problem: { step: "write", cause },
      });
      await expect(other.find(name)).rejects.toBeInstanceOf(RecordingsAway);
    }
    expect((await read(recordings)).toString()).toBe("abc");
    const above = s3Recordings({ ...server.settings, prefix: "of/" }, server.variables);
    undo.push(() => above.close());
    await above.save(name, Buffer.from("other"));
    expect(await namesIn(above)).toEqual([name]);
    expect(await namesIn(recordings)).toEqual([name]);
    expect(await readdir(join(fileOf(name), ".."))).toHaveLength(3);
  });
});
