import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readFileLedger } from "../../src/ledger/file-store.ts";
import { realFiles } from "../../src/shared/real-files.ts";
import { twelveEvents } from "./histories.ts";
import { at, identity, linesOf, open, problemOf, testPath, writeLedger } from "./rig.ts";

test("a new ledger begins with its version, its course and its service, for its owner's eyes alone", async () => {
  const path = join(dirname(await testPath()), "out", "weekly-spanish", "ledger.jsonl");
  const [opened] = await writeLedger(path, []);
  expect(opened).toMatchObject({ type: "ledger.opened", seq: 1, at, format: 1, ...identity });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.for([
  [
    "course",
    { ...identity, course: "weekly-french" },
    "ledger_of_other_course",
    identity.course,
    "weekly-french",
  ],
  ["service", { ...identity, service: "local" }, "ledger_of_other_service", identity.service, "local"],
] as const)(
  "the ledger of another %s is refused and left as it is",
  async ([, other, code, found, expected]) => {
    const path = await testPath();
    await writeLedger(path, twelveEvents.slice(1));
    // A torn end as well: it is for its own course to mend.
    const bytes = Buffer.concat([await readFile(path), Buffer.from('{"seq":13,')]);
    await writeFile(path, bytes);
    expect(await problemOf(open(path, { identity: other }))).toEqual({ code, path, found, expected });
    expect(await readFile(path)).toEqual(bytes);
    const ledger = await open(path);
    await ledger.close();
    expect(ledger.events).toHaveLength(13);
  },
);

test("where a ledger must exist, none is begun, and no folder is made for one", async () => {
  const path = join(dirname(await testPath()), "out", "ledger.jsonl");
  expect(await problemOf(open(path, { mustExist: true }))).toEqual({ code: "ledger_missing", path });
  expect(await problemOf(readFileLedger(path, realFiles))).toEqual({ code: "ledger_missing", path });
  expect(existsSync(dirname(path))).toBe(false);
});

test.for([
  ["an empty file", ""],
  ["a file that holds nothing but a torn first line", '{"seq":1,"at":"2026-11'],
] as const)("where a ledger must exist, %s is none, and is left as it is", async ([, text]) => {
  const path = await testPath();
  await writeFile(path, text);
  expect(await problemOf(open(path, { mustExist: true }))).toEqual({ code: "ledger_missing", path });
  expect(await readFile(path, "utf8")).toBe(text);
});

test("where a ledger must exist and does, it is opened", async () => {
  const path = await testPath();
  await writeFile(path, Buffer.concat(linesOf(twelveEvents)));
  const ledger = await open(path, { mustExist: true });
  await ledger.close();
  expect(ledger.events).toHaveLength(12);
});
