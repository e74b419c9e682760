import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BlockWriter } from "../../../src/package/zip/block-writer.ts";
import type { OpenFile } from "../../../src/shared/files/files.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { hashHere } from "../../../src/shared/hasher.ts";
import { testFolder } from "../fixtures.ts";

async function openFile() {
  const path = join(await testFolder(), "file");
  return { path, out: await realFiles.openNew(path) };
}

test("pieces of every length are in the file as they came, even if their memory is reused at once", async () => {
  const { path, out } = await openFile();
  const writer = new BlockWriter(out, hashHere());
  const pieces = [0, 1, 262_143, 262_144, 262_145, 3_000_000, 7].map((length) => randomBytes(length));
  const whole = Buffer.concat(pieces);
  for (const piece of pieces) {
    await writer.put(piece);
    piece.fill(0);
  }
  expect(await writer.end()).toEqual({ bytes: whole.length, sha256: sha256(whole) });
  await out.close();
  expect(sha256(await readFile(path))).toBe(sha256(whole));
});

test("an empty file has no bytes and their hash", async () => {
  const { out } = await openFile();
  expect(await new BlockWriter(out, hashHere()).end()).toEqual({ bytes: 0, sha256: sha256("") });
  await out.close();
});

test("nothing is written behind a part that could not be written, and the writer says why", async () => {
  const { path, out } = await openFile();
  const written: number[] = [];
  const failing: OpenFile = {
    ...out,
    write: async (bytes) => {
      written.push(bytes.length);
      if (written.length === 3) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      return await out.write(bytes);
    },
  };
  const writer = new BlockWriter(failing, hashHere());
  const fill = async (): Promise<void> => {
    for (let number = 0; number < 40; number += 1) await writer.put(randomBytes(300_000));
    await writer.end();
  };
  await expect(fill()).rejects.toMatchObject({ code: "ENOSPC" });
  await writer.settled();
  expect(written.length).toBe(3);
  await out.close();
  expect((await readFile(path)).length).toBe((written[0] ?? 0) + (written[1] ?? 0));
});
