import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { partPath, replaceFile, replaceFileWith } from "../../../src/shared/files/atomic-file.ts";
import { writeAll } from "../../../src/shared/files/files.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { quickFolder, testFolder } from "../fixtures.ts";
import { type CallError, FaultyFiles } from "./faulty-files.ts";
import { LossyDisk } from "./lossy-disk.ts";

const old = "what was here before";
const fresh = "what is to be here now ".repeat(60);
const steps = ["remove", "openNew", "write", "datasync", "close", "rename", "syncFolder"];

test("a file is replaced through a synced temporary file, and nothing is left beside it", async () => {
  const folder = await testFolder();
  const files = new FaultyFiles(realFiles, null);
  await replaceFile(files, join(folder, "story.json"), fresh);
  expect(files.operations).toEqual(steps);
  await replaceFile(realFiles, join(folder, "story.json"), Buffer.from(old));
  expect(await readdir(folder)).toEqual(["story.json"]);
  expect(await readFile(join(folder, "story.json"), "utf8")).toBe(old);
});

test("content written in chunks replaces the file as a whole", async () => {
  const path = join(await testFolder(), "book.mp3");
  await replaceFileWith(realFiles, path, async (file) => {
    for (const piece of ["one ", "two ", "three"]) await writeAll(file, Buffer.from(piece));
  });
  expect(await readFile(path, "utf8")).toBe("one two three");
});

test("content that breaks off leaves the old file and nothing beside it", async () => {
  const folder = await testFolder();
  const path = join(folder, "book.mp3");
  await writeFile(path, old);
  const broken = replaceFileWith(realFiles, path, async (file) => {
    await writeAll(file, Buffer.from(fresh));
    throw new Error("the connection was reset");
  });
  await expect(broken).rejects.toThrow("the connection was reset");
  expect(await readFile(path, "utf8")).toBe(old);
  expect(await readdir(folder)).toEqual(["book.mp3"]);
});

test("a partial temporary file left by a crash is overwritten", async () => {
  const folder = await testFolder();
  await writeFile(partPath(join(folder, "a.json")), "half of someth");
  await replaceFile(realFiles, join(folder, "a.json"), fresh);
  expect(await readdir(folder)).toEqual(["a.json"]);
});

test("another program's temporary file is left alone", async () => {
  const folder = await testFolder();
  await writeFile(join(folder, "a.json.part"), "half of a download");
  await replaceFile(realFiles, join(folder, "a.json"), fresh);
  expect(await readFile(join(folder, "a.json.part"), "utf8")).toBe("half of a download");
});

const troubles: readonly CallError[] = ["EIO", "ENOSPC", "short-write"];

test.for(troubles.flatMap((callError) => [false, true].map((forGood) => [callError, forGood] as const)))(
  "%s at any step (for good: %s) is an error, and the file is the old one or, once renamed, the new one",
  async ([callError, forGood]) => {
    const folder = await quickFolder();
    let struck = 0;
    for (const [index, step] of steps.entries()) {
      const path = join(folder, `${index}.json`);
      await writeFile(path, old);
      const files = new FaultyFiles(realFiles, { callError, at: index + 1, forGood });
      const outcome = await replaceFile(files, path, fresh).catch((error: Error) => error);
      if (files.struck) struck++;
      expect(outcome instanceof Error).toBe(files.struck);
      expect(files.open.size).toBe(0);
      const renamed = step === "syncFolder" || !files.struck;
      expect(await readFile(path, "utf8")).toBe(renamed ? fresh : old);
      // The next try succeeds whatever the last one left.
      await replaceFile(realFiles, path, fresh);
      expect(await readFile(path, "utf8")).toBe(fresh);
    }
    expect(struck).toBe(callError === "short-write" ? (forGood ? 3 : 1) : steps.length);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  },
);

test("a power cut at any step leaves the old file or the new one, and after the last step the new one", async () => {
  const folder = await quickFolder();
  for (const lucky of [false, true]) {
    for (let at = 1; at <= steps.length + 1; at++) {
      const inside = join(folder, `${lucky}${at}`);
      await mkdir(inside);
      const path = join(inside, "story.json");
      const healthy = new LossyDisk(realFiles);
      await replaceFile(healthy, path, old);
      const disk = healthy.through(new FaultyFiles(realFiles, { callError: "gone", at, forGood: true }));
      const finished = await replaceFile(disk, path, fresh).then(
        () => true,
        () => false,
      );
      await disk.powerCut(() => lucky);
      expect(finished).toBe(at > steps.length);
      expect(await readFile(path, "utf8")).toBe(finished ? fresh : old);
    }
  }
});

test("bytes are written over themselves in place, whatever stands around them", async () => {
  const path = join(await testFolder(), "ledger.jsonl");
  await writeFile(path, "one two three");
  await realFiles.rewrite(path, 4, Buffer.from("two"));
  expect(await readFile(path, "utf8")).toBe("one two three");
  await realFiles.rewrite(path, 4, Buffer.from("TWO"));
  expect(await readFile(path, "utf8")).toBe("one TWO three");
  await expect(realFiles.rewrite(`${path}.none`, 0, Buffer.from("x"))).rejects.toThrow("ENOENT");
});
