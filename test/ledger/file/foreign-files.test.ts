import { existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, stat, truncate, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openFileLines } from "../../../src/ledger/file/file-ledger.ts";
import { fileHolder } from "../../../src/ledger/file/lock.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { at, identity, linesOf, open, problemOf, testFolder, testPath, writeLedger } from "../fixtures.ts";
import { intended, like, twelveEvents } from "../format/histories.ts";

test.for([
  ["a key", "sk_live_something", "foreign"],
  ["data", '{ "a": 1 }', "foreign"],
  ["a plan of one line", "course: course", "foreign"],
  ["a record of something else", '{"seq":1,"level":30}', "not-json"],
])("%s without a line feed is not a truncated ledger: it stays unchanged", async ([, text = "", fault]) => {
  const path = join(await testFolder(), "file");
  await writeFile(path, text);
  expect(await problemOf(open(path))).toMatchObject({ code: "ledger_damaged", damage: { fault } });
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
  const foreign = { code: "ledger_damaged", damage: { fault: "foreign" } };
  const openLines = (files = realFiles) => openFileLines({ path, holder: "a run", files });
  expect(await problemOf(openLines())).toMatchObject(foreign);
  expect(await readdir(folder)).toEqual(["notes.txt"]);
  // Nor does it keep the lock if the file is put there at that moment.
  let looks = 0;
  const read = async (name: string) => (name === path && ++looks === 1 ? null : realFiles.read(name));
  expect(await problemOf(openLines({ ...realFiles, read }))).toMatchObject(foreign);
  expect(await fileHolder(path, realFiles)).toBeNull();
});

test("an earlier run's last line is synced when the next one opens the ledger", async () => {
  const path = await testPath();
  const events = await writeLedger(path, twelveEvents.slice(1, 4));
  const synced: string[] = [];
  const rewrite = async (_path: string, _offset: number, bytes: Uint8Array) =>
    void synced.push(String(bytes));
  await (await open(path, { files: { ...realFiles, rewrite } })).close();
  expect(synced.map((line) => JSON.parse(line))).toEqual(events.slice(-1));
});

test("a lock file left behind by an ended run blocks no later run", async () => {
  const path = await testPath();
  await writeFile(`${path}.lock`, "pid 4711 on a machine that is gone\n");
  const ledger = await open(path, { holder: "the living" });
  expect(await readFile(`${path}.lock`, "utf8")).toBe("the living\n");
  await ledger.close();
});

const moved = { code: "ledger_moved", accepted: [] };

test.for<[string, (path: string) => Promise<void>, object]>([
  ["wrote to the file", (path) => appendFile(path, "of another\n"), { code: "ledger_grown_by_other" }],
  ["cut off its end", (path) => truncate(path, 9), moved],
  ["removed its lock file", (path) => unlink(`${path}.lock`), moved],
])("after another program %s, nothing more is appended", async ([, interfere, problem]) => {
  const path = await testPath();
  const ledger = await open(path);
  await ledger.append(twelveEvents[1] as EventBody);
  await interfere(path);
  const before = await readFile(path);
  for (const event of [intended(), like("creation.accepted")])
    expect(await problemOf(ledger.append(event))).toEqual({ path, ...problem });
  expect(await ledger.stillHolds()).toEqual({ path, ...problem });
  expect(await readFile(path)).toEqual(before);
  await ledger.close();
});

test("a run that records nothing leaves what another program put in its ledger's place", async () => {
  const path = await testPath();
  const ledger = await open(path);
  await unlink(path);
  await writeFile(path, "of another");
  expect(await ledger.stillHolds()).toEqual({ path, ...moved });
  await ledger.close();
  expect(await readFile(path, "utf8")).toBe("of another");
});

test.for(["", ".lock"])("a folder in the place of a ledger's file %j is named", async (ending) => {
  const path = await testPath();
  await mkdir(`${path}${ending}`);
  const at = ending === "" ? null : `${path}${ending}`;
  expect(await problemOf(open(path))).toEqual({ code: "ledger_unreadable", path, at, cause: "EISDIR" });
});

test("a ledger that can't be opened names the cause", async () => {
  const path = await testPath();
  const openAppend = () => Promise.reject(Object.assign(new Error(), { code: "EIO" }));
  const problem = { code: "ledger_unreadable", path, at: null, cause: "EIO" };
  expect(await problemOf(open(path, { files: { ...realFiles, openAppend } }))).toEqual(problem);
});

test("whole lines become a new ledger in a new folder, and none that has grown since it was read", async () => {
  const path = join(await testFolder(), "new", "ledger.jsonl");
  const place = { path, holder: "a copy", files: realFiles };
  await (await openFileLines(place)).close();
  expect(existsSync(dirname(path))).toBe(false);
  const copy = await openFileLines({ ...place, expected: "nothing" });
  const [first, ...rest] = linesOf(twelveEvents) as [Buffer, ...Buffer[]];
  await copy.complete(first);
  expect(await problemOf(openFileLines(place))).toEqual({ code: "ledger_held", path, holder: "a copy" });
  await copy.close();
  const again = await openFileLines({ ...place, expected: "ledger" });
  await appendFile(path, rest[0] ?? "");
  const problem = await problemOf(again.complete(Buffer.concat([first, ...rest])));
  expect(problem).toEqual({ code: "ledger_grown_by_other", path });
  await again.close();
  expect(await problemOf(openFileLines({ ...place, expected: "nothing" }))).toMatchObject({ why: "exists" });
  expect(await readFile(path)).toEqual(Buffer.concat([first, rest[0] as Buffer]));
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
