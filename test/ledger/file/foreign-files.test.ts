import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openFileLines } from "../../../src/ledger/file/file-ledger.ts";
import { fileHolder } from "../../../src/ledger/file/lock.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { at, identity, open, problemOf, testFolder, testPath, writeLedger } from "../fixtures.ts";
import { intended, twelveEvents } from "../format/histories.ts";

test.for([
  ["a key", "sk_live_something", "not_a_ledger"],
  ["data", '{ "a": 1 }', "not_a_ledger"],
  ["a plan of one line", "course: course", "not_a_ledger"],
  ["a record of something else", '{"seq":1,"level":30}', "ledger_damaged"],
])("%s without a line feed is not a truncated ledger: it stays unchanged", async ([, text = "", code]) => {
  const path = join(await testFolder(), "file");
  await writeFile(path, text);
  await expect(open(path)).rejects.toMatchObject({ problem: { code } });
  expect(await readFile(path, "utf8")).toBe(text);
});

test.for(['{"seq":1,', '{"seq":1,"at":"2026-', "{", "\u0000".repeat(512)])(
  "a truncated first record, %j, is set aside",
  async (text) => {
    const path = join(await testFolder(), "ledger.jsonl");
    await writeFile(path, text);
    const ledger = await open(path);
    expect(ledger.notices).toMatchObject([{ code: "ledger_tail_set_aside" }]);
    await ledger.close();
  },
);

test("another program's lock file keeps its text, and is still locked", async () => {
  const path = join(await testFolder(), "package");
  const text = "# Do not edit.\nname = 1\n";
  await writeFile(`${path}.lock`, text);
  const ledger = await open(path);
  expect(await fileHolder(path, realFiles)).toBe("another process");
  await expect(open(path)).rejects.toMatchObject({ problem: { code: "ledger_held", holder: null } });
  await ledger.close();
  expect(await readFile(`${path}.lock`, "utf8")).toBe(text);
});

test("another program's file gets no ledger lines, and no lock beside it", async () => {
  const folder = await testFolder();
  const path = join(folder, "notes.txt");
  await writeFile(path, "course: course\n");
  await expect(openFileLines({ path, holder: "a run", files: realFiles })).rejects.toMatchObject({
    problem: { code: "not_a_ledger" },
  });
  expect(await readdir(folder)).toEqual(["notes.txt"]);
});

test("a lock file left behind by an ended run blocks no later run", async () => {
  const path = await testPath();
  await writeFile(`${path}.lock`, "pid 4711 on a machine that is gone\n");
  const ledger = await open(path, { holder: "the living" });
  expect(await readFile(`${path}.lock`, "utf8")).toBe("the living\n");
  await ledger.close();
});

test("after another program wrote to the file, nothing more is appended", async () => {
  const path = await testPath();
  const ledger = await open(path);
  await writeFile(path, "what another program wrote\n", { flag: "a" });
  const before = await readFile(path);
  const grown = { code: "ledger_grown_by_other", path };
  expect(await problemOf(ledger.append(intended()))).toEqual(grown);
  expect(await problemOf(ledger.append(intended()))).toEqual(grown);
  expect(await readFile(path)).toEqual(before);
  await ledger.close();
});

test("a new ledger begins with its version, its course and its service, and only its owner can read it", async () => {
  const path = join(dirname(await testPath()), "out", "weekly-spanish", "ledger.jsonl");
  const [opened] = await writeLedger(path, twelveEvents.slice(1, 2));
  expect(opened).toMatchObject({ type: "ledger.opened", seq: 1, at, format: 1, ...identity });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.each(["course", "service"] as const)(
  "the ledger of another %s is refused and stays unchanged",
  async (what) => {
    const path = await testPath();
    await writeLedger(path, twelveEvents.slice(1));
    // A torn end as well: it is for its own course to mend.
    const bytes = Buffer.concat([await readFile(path), Buffer.from('{"seq":13,')]);
    await writeFile(path, bytes);
    const refusal = { code: `ledger_of_other_${what}`, path, found: identity[what], expected: "another" };
    expect(await problemOf(open(path, { identity: { ...identity, [what]: "another" } }))).toEqual(refusal);
    expect(await readFile(path)).toEqual(bytes);
    const ledger = await open(path);
    await ledger.close();
    expect(ledger.events).toHaveLength(13);
  },
);

test.for([
  ["no file", null],
  ["an empty file", ""],
  ["a file that holds nothing but a torn first line", '{"seq":1,"at":"2026-11'],
] as const)("if a ledger must exist, %s does not count as one, and stays unchanged", async ([, text]) => {
  const path = join(dirname(await testPath()), text === null ? "out" : "", "ledger.jsonl");
  if (text !== null) await writeFile(path, text);
  expect(await problemOf(open(path, { mustExist: true }))).toEqual({ code: "ledger_missing", path });
  expect(existsSync(path) ? await readFile(path, "utf8") : null).toBe(text);
  expect(existsSync(dirname(path))).toBe(text !== null);
});
