import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import yauzl from "yauzl";
import { sumsOf, sumsWith } from "../../../src/shared/crc32.ts";
import { zipBytes } from "../../../src/shared/files/zip.ts";
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
  const found = await unzip(bytes);
  for (const name of ["known", "pieces", "whole"]) expect(found.get(name)?.equals(content)).toBe(true);
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
