import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { partPath, replaceFile, replaceFileWith } from "../../../src/shared/files/atomic-file.ts";
import { writeAll } from "../../../src/shared/files/files.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { quickFolder, testFolder } from "../fixtures.ts";
import { type FaultKind, faultyFiles } from "./faulty-files.ts";

const old = "what was here before";
const fresh = "what is to be here now ".repeat(60);
const steps = "openAppend tryLock identify identity size write datasync rename close syncFolder".split(" ");

test("a file is replaced through a synced temporary file, and nothing is left beside it", async () => {
  const folder = await testFolder();
  const files = faultyFiles(realFiles, null);
  await replaceFile(files, join(folder, "story.json"), fresh);
  expect(files.operations).toEqual(steps);
  await replaceFile(realFiles, join(folder, "story.json"), Buffer.from(old));
  expect(await readdir(folder)).toEqual(["story.json"]);
  expect(await readFile(join(folder, "story.json"), "utf8")).toBe(old);
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

test("a partial temporary file that another user has left is removed", async () => {
  const folder = await testFolder();
  const path = join(folder, "a.json");
  await writeFile(partPath(path), "half of someth");
  const openAppend = async (name: string) => {
    const isLeft = name === partPath(path) && (await realFiles.identify(name)) !== null;
    if (isLeft) throw Object.assign(new Error("not yours"), { code: "EACCES" });
    return realFiles.openAppend(name);
  };
  await replaceFile({ ...realFiles, openAppend }, path, fresh);
  expect(await readdir(folder)).toEqual(["a.json"]);
});

test("while one process writes a file, another one replaces it as a whole, and the last one to finish wins", async () => {
  const folder = await testFolder();
  const path = join(folder, "a.json");
  await replaceFileWith(realFiles, path, async (file) => {
    await writeAll(file, Buffer.from("the slower one's first half, "));
    await replaceFile(realFiles, path, "of the second process");
    expect(await readFile(path, "utf8")).toBe("of the second process");
    await replaceFile(realFiles, path, "of the third process");
    expect(await readFile(path, "utf8")).toBe("of the third process");
    await writeAll(file, Buffer.from("and its second"));
  });
  expect(await readFile(path, "utf8")).toBe("the slower one's first half, and its second");
  expect(await readdir(folder)).toEqual(["a.json"]);
});

test("processes that replace one file again and again never fail, never show a part of it and leave nothing beside it", async () => {
  const folder = await testFolder();
  const path = join(folder, "a.json");
  const module = JSON.stringify(join(process.cwd(), "src/shared/files/atomic-file.ts"));
  const files = JSON.stringify(join(process.cwd(), "src/shared/files/real-files.ts"));
  const script = `import { replaceFile } from ${module}; import { realFiles } from ${files};
for (let n = 0; n < 100; n++) await replaceFile(realFiles, ${JSON.stringify(path)}, process.argv[1].repeat(50_000));`;
  const writers = ["a", "b", "c"].map((letter) =>
    promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script, letter]),
  );
  let isWriting = true;
  const ended = Promise.all(writers).finally(() => {
    isWriting = false;
  });
  const seen = new Set<string>();
  while (isWriting) {
    const text = (await realFiles.read(path))?.toString("utf8");
    if (text !== undefined) seen.add(`${text.length} of ${[...new Set(text)].join("")}`);
    await setImmediate();
  }
  await ended;
  expect([...seen].filter((text) => !/^50000 of [abc]$/.test(text))).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
  expect(await readdir(folder)).toEqual(["a.json"]);
});

test("a file system that never shows the file just created is an error, and not retried forever", async () => {
  const path = join(await testFolder(), "a.json");
  const astray = { ...realFiles, identify: async () => null };
  await expect(replaceFile(astray, path, fresh)).rejects.toThrow("could not hold on to a temporary file");
});

test("another program's temporary file is left alone", async () => {
  const folder = await testFolder();
  await writeFile(join(folder, "a.json.part"), "half of a download");
  await replaceFile(realFiles, join(folder, "a.json"), fresh);
  expect(await readFile(join(folder, "a.json.part"), "utf8")).toBe("half of a download");
});

const faultKinds: readonly FaultKind[] = ["EIO", "ENOSPC", "short-write"];

test.for(faultKinds.flatMap((kind) => [false, true].map((forGood) => [kind, forGood] as const)))(
  "%s at any step (for good: %s) is an error, and the file is the old one or, once renamed, the new one",
  async ([kind, forGood]) => {
    const folder = await quickFolder();
    let struck = 0;
    for (const [index, step] of steps.entries()) {
      const path = join(folder, `${index}.json`);
      await writeFile(path, old);
      const files = faultyFiles(realFiles, { kind, at: index + 1, forGood });
      const outcome = await replaceFile(files, path, fresh).catch((error: Error) => error);
      if (files.struck) struck++;
      expect(outcome instanceof Error).toBe(files.struck);
      expect(files.open.size).toBe(0);
      const renamed = ["close", "syncFolder"].includes(step) || !files.struck;
      expect(await readFile(path, "utf8")).toBe(renamed ? fresh : old);
      // The next try succeeds whatever the last one left.
      await replaceFile(realFiles, path, fresh);
      expect(await readFile(path, "utf8")).toBe(fresh);
    }
    expect(struck).toBe(kind === "short-write" ? (forGood ? 6 : 1) : steps.length);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  },
);

test("bytes are written over themselves in place, whatever stands around them", async () => {
  const path = join(await testFolder(), "ledger.jsonl");
  await writeFile(path, "one two three");
  await realFiles.rewrite(path, 4, Buffer.from("two"));
  expect(await readFile(path, "utf8")).toBe("one two three");
  await realFiles.rewrite(path, 4, Buffer.from("TWO"));
  expect(await readFile(path, "utf8")).toBe("one TWO three");
  await expect(realFiles.rewrite(`${path}.none`, 0, Buffer.from("x"))).rejects.toThrow("ENOENT");
});
