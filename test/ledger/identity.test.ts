import { existsSync, readdirSync } from "node:fs";
import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/event.ts";
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

const elsewhere = { ...identity, service: "https://other.example/api/v1" };
const setAside = (path: string) => readdirSync(dirname(path)).filter((name) => name.includes(".unused-"));

test("a ledger in which nothing was intended, begun for a mistyped address, is kept under another name and binds nobody", async () => {
  const path = await testPath();
  await writeLedger(path, twelveEvents.slice(1, 2));
  const bytes = await readFile(path);
  const ledger = await open(path, { identity: elsewhere });
  await ledger.close();
  expect(ledger.events).toMatchObject([{ type: "ledger.opened", ...elsewhere }]);
  const [kept] = setAside(path);
  expect(setAside(path)).toHaveLength(1);
  expect(await readFile(join(dirname(path), kept ?? ""))).toEqual(bytes);
});

test.for([
  ["holds an intention", (bytes: Buffer) => bytes, elsewhere, "ledger_of_other_service"],
  ["is damaged", (bytes: Buffer) => Buffer.concat([bytes, Buffer.from("{}\n")]), elsewhere, "ledger_damaged"],
  ["is another course's", (bytes: Buffer) => bytes, { ...elsewhere, course: "x" }, "ledger_of_other_course"],
] as const)("a ledger that %s is not set aside", async ([what, change, other, code]) => {
  const path = await testPath();
  await writeLedger(path, what === "holds an intention" ? twelveEvents.slice(1) : []);
  const bytes = change(await readFile(path));
  await writeFile(path, bytes);
  expect(await problemOf(open(path, { identity: other }))).toMatchObject({ code });
  expect(setAside(path)).toEqual([]);
  expect(await readFile(path)).toEqual(bytes);
});

test("a ledger of the same service is never set aside, used or not", async () => {
  const path = await testPath();
  await writeLedger(path, []);
  const ledger = await open(path);
  await ledger.close();
  expect(setAside(path)).toEqual([]);
  expect(ledger.events).toHaveLength(1);
});

test("a ledger that somebody else has written to meanwhile takes nothing more", async () => {
  const path = await testPath();
  const ledger = await open(path);
  await appendFile(path, "another hand\n");
  const bytes = await readFile(path);
  const [, body] = twelveEvents as [EventBody, EventBody];
  const grown = { code: "ledger_grown_by_other", path };
  expect(await problemOf(ledger.append(body))).toEqual(grown);
  expect(await problemOf(ledger.append(body))).toEqual(grown);
  await ledger.close();
  expect(await readFile(path)).toEqual(bytes);
});
