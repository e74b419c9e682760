import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import yauzl from "yauzl";
import { sumsOf, sumsWith } from "../../../src/shared/crc32.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { writeZip, zipBytes } from "../../../src/shared/files/zip.ts";
import { sha256 } from "../../../src/shared/hash.ts";

import { newFolder } from "../../fixtures.ts";
import { unzip } from "../fixtures.ts";

const file = (path: string, text: string) => ({ path, read: async () => Buffer.from(text) });

test("an archive inside the package keeps its order, stores its files with their sizes in the local headers, and has the same bytes each time", async () => {
  const files = [file("mimetype", "application/epub+zip"), file("b/x.txt", "x"), file("a.txt", "")];
  const bytes = await zipBytes(files);
  expect([...(await unzip(bytes))].map(([path, content]) => [path, content.toString()])).toEqual([
    ["mimetype", "application/epub+zip"],
    ["b/x.txt", "x"],
    ["a.txt", ""],
  ]);
  // The local header: no flag except UTF-8 names, method 0, both sizes, no extra field; then the name and the content.
  expect(bytes.readUInt16LE(6) & ~0x800).toBe(0);
  expect(bytes.readUInt16LE(8)).toBe(0);
  expect([bytes.readUInt32LE(18), bytes.readUInt32LE(22)]).toEqual([20, 20]);
  expect(bytes.readUInt16LE(28)).toBe(0);
  expect(bytes.toString("latin1", 30, 58)).toBe("mimetypeapplication/epub+zip");
  expect(await zipBytes(files)).toEqual(bytes);
});

test("the checksum of every file is right, whether it came whole or in pieces", async () => {
  const content = randomBytes(300_001);
  const cut = async function* () {
    for (const [from, to] of [
      [0, 1],
      [1, 1],
      [1, 200_000],
      [200_000, 300_001],
    ])
      yield content.subarray(from, to);
  };
  const bytes = await zipBytes([
    { path: "empty", read: async () => Buffer.alloc(0) },
    { path: "known", read: async () => content, pieces: cut, sums: sumsOf(content) },
    { path: "pieces", read: async () => content, pieces: cut },
    { path: "whole", read: async () => content },
  ]);
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const sums: Record<string, number> = {};
  const stored: string[] = [];
  for await (const { fileName, crc32, compressionMethod, generalPurposeBitFlag } of zip.eachEntry()) {
    sums[fileName] = crc32;
    if (compressionMethod === 0 && (generalPurposeBitFlag & 8) === 0) stored.push(fileName);
  }
  const sum = sumBitByBit(content);
  expect(sums).toEqual({ empty: 0, known: sum, pieces: sum, whole: sum });
  expect(stored).toEqual(["empty", "known", "whole"]);
  expect((await unzip(bytes)).get("known")).toEqual(content);
});

test("the checksum of a file whose beginning is replaced follows from those of its parts", () => {
  for (const [own, others, rest] of [
    [0, 70, 1_000],
    [33, 0, 70_001],
    [500, 1, 0],
    [10, 4_096, 3],
  ] as const) {
    const [from, to, behind] = [randomBytes(own), randomBytes(others), randomBytes(rest)];
    const whole = Buffer.concat([from, behind]);
    const replaced = Buffer.concat([to, behind]);
    const parts = { from: sumsOf(from), to: sumsOf(to) };
    expect(sumsWith(sumsOf(whole), parts)).toEqual({
      bytes: replaced.length,
      crc32: sumBitByBit(replaced),
    });
  }
});

/** CRC-32 by its definition, one bit at a time. */
function sumBitByBit(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** Zips recordings from the disk; returns the content of the zip. */
async function zipFromDisk(recordings: readonly Buffer[]) {
  const folder = newFolder();
  await Promise.all(recordings.map((bytes, at) => writeFile(join(folder, `${at}.mp3`), bytes)));
  const files = recordings.map((_, at) => ({
    path: `${at}.mp3`,
    read: async () => (await realFiles.read(join(folder, `${at}.mp3`))) ?? Buffer.alloc(0),
  }));
  const out = await realFiles.openAppend(join(folder, "zip"));
  const written = await writeZip(files, out);
  await out.close();
  const zip = await readFile(join(folder, "zip"));
  expect(written).toEqual({ bytes: zip.length, sha256: sha256(zip) });
  return unzip(zip);
}

test("recordings of every length are unchanged in a zip", async () => {
  const lengths = [
    0, 1, 65_535, 65_536, 3_000_001, 2_000_000, 70_000, 70_000, 5_000_000, 4, 2_000_000, 2_000_000,
  ];
  const recordings = lengths.flatMap((length) => Array.from({ length: 3 }, () => randomBytes(length)));
  const found = await zipFromDisk(recordings);
  expect([...found].map(([path, bytes]) => [path, sha256(bytes)])).toEqual(
    recordings.map((bytes, at) => [`${at}.mp3`, sha256(bytes)]),
  );
});

test("a full disk ends the writing of a zip with the disk's own error, and nothing is written behind what could not be", async () => {
  const folder = newFolder();
  const out = await realFiles.openAppend(join(folder, "zip"));
  const written: number[] = [];
  const full = {
    ...out,
    write: async (bytes: Uint8Array) => {
      written.push(bytes.length);
      return written.length === 3 ? 0 : await out.write(bytes);
    },
  };
  const files = Array.from({ length: 20 }, (_, at) => file(`${at}.txt`, "x".repeat(1_000_000)));
  await expect(writeZip(files, full)).rejects.toMatchObject({ code: "ENOSPC" });
  await out.close();
  expect(written).toHaveLength(3);
  expect((await readFile(join(folder, "zip"))).length).toBe((written[0] ?? 0) + (written[1] ?? 0));
});
