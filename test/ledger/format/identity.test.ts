import { existsSync, readdirSync } from "node:fs";
import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readFileLedger } from "../../../src/ledger/file/read-file.ts";
import { readLog } from "../../../src/ledger/file/read-log.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import type { Files } from "../../../src/shared/files/files.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { quickFiles } from "../file/quick-files.ts";
import { at, identity, linesOf, open, problemOf, quickFolder, testPath, writeLedger } from "../fixtures.ts";
import { twelveEvents } from "./histories.ts";
import { someLedger, whole } from "./some-ledger.ts";

test("a new ledger begins with its version, its course and its service, and only its owner can read it", async () => {
  const path = join(dirname(await testPath()), "out", "weekly-spanish", "ledger.jsonl");
  const [opened] = await writeLedger(path, twelveEvents.slice(1, 2));
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
  "the ledger of another %s is refused and stays unchanged",
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

test("if a ledger must exist, none is created, nor a folder for one", async () => {
  const path = join(dirname(await testPath()), "out", "ledger.jsonl");
  expect(await problemOf(open(path, { mustExist: true }))).toEqual({ code: "ledger_missing", path });
  expect(await problemOf(readFileLedger(path, realFiles))).toEqual({ code: "ledger_missing", path });
  expect(existsSync(dirname(path))).toBe(false);
});

test.for([
  ["an empty file", ""],
  ["a file that holds nothing but a torn first line", '{"seq":1,"at":"2026-11'],
] as const)("if a ledger must exist, %s does not count as one, and stays unchanged", async ([, text]) => {
  const path = await testPath();
  await writeFile(path, text);
  expect(await problemOf(open(path, { mustExist: true }))).toEqual({ code: "ledger_missing", path });
  expect(await readFile(path, "utf8")).toBe(text);
});

test("if a ledger must exist and does, it is opened", async () => {
  const path = await testPath();
  await writeFile(path, Buffer.concat(linesOf(twelveEvents)));
  const ledger = await open(path, { mustExist: true });
  await ledger.close();
  expect(ledger.events).toHaveLength(12);
});

const elsewhere = { ...identity, service: "https://other.example/api/v1" };
const setAside = (path: string) => readdirSync(dirname(path)).filter((name) => name.includes(".unused-"));

test("a ledger without intentions, begun for a mistyped address, is renamed and does not block the course", async () => {
  const path = await testPath();
  await writeLedger(path, twelveEvents.slice(1, 2));
  const bytes = await readFile(path);
  const ledger = await open(path, { identity: elsewhere });
  const [, body] = twelveEvents as [EventBody, EventBody];
  await ledger.append(body);
  await ledger.close();
  expect(ledger.events).toMatchObject([{ type: "ledger.opened", ...elsewhere }, body]);
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
  await writeLedger(path, twelveEvents.slice(1, what === "holds an intention" ? undefined : 2));
  const bytes = change(await readFile(path));
  await writeFile(path, bytes);
  expect(await problemOf(open(path, { identity: other }))).toMatchObject({ code });
  expect(setAside(path)).toEqual([]);
  expect(await readFile(path)).toEqual(bytes);
});

test("a ledger of the same service is never set aside, used or not", async () => {
  const path = await testPath();
  await writeLedger(path, twelveEvents.slice(1, 2));
  const ledger = await open(path);
  await ledger.close();
  expect(setAside(path)).toEqual([]);
  expect(ledger.events).toHaveLength(2);
});

test.for([true, false])(
  "a ledger of any length is read once, and its beginning slightly more, if it must exist: %s",
  async (mustExist) => {
    const path = await testPath();
    await writeLedger(path, twelveEvents.slice(1));
    let results = 0;
    let bytes = 0;
    const files = {
      ...inPieces(realFiles, (piece) => {
        bytes += piece.length;
      }),
      async read(name: string) {
        if (name === path) results += 1;
        return realFiles.read(name);
      },
    };
    const ledger = await open(path, { files, mustExist });
    await ledger.close();
    expect(ledger.events).toHaveLength(12);
    expect(results).toBe(0);
    // Looks at the beginning: whether it is a ledger at all.
    expect(bytes).toBeLessThan(4_096 + pieceBytes);
  },
);

test("which ledgers are set aside depends on their whole contents, however little of each is read at first", async () => {
  const folder = await quickFolder();
  const line = whole.indexOf("\n") + 1;
  const beginnings = fc.nat(3 * line).map((length) => whole.subarray(0, length));
  const counts = { kept: 0, aside: 0 };
  let ledgers = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(beginnings, someLedger), fc.boolean(), async (bytes, isCut) => {
      const path = join(folder, `${++ledgers}`, "ledger.jsonl");
      await quickFiles.makeFolder(dirname(path));
      await writeFile(path, bytes);
      const files = isCut ? inPieces(quickFiles) : quickFiles;
      const opening = open(path, { identity: elsewhere, files }).then((ledger) => ledger.close());
      await opening.catch(() => undefined);
      const { events, damage } = readLog(bytes);
      const isUnused = events.length > 0 && !events.some(({ type }) => type.startsWith("creation."));
      const isAside = damage === null && isUnused;
      expect(setAside(path)).toHaveLength(isAside ? 1 : 0);
      counts[isAside ? "aside" : "kept"] += 1;
    }),
    { seed: 20_261_122, numRuns: 300 },
  );
  expect(Math.min(counts.kept, counts.aside)).toBeGreaterThan(50);
});

const pieceBytes = 64;

/** These files, read in small pieces; `see` is given each that was asked for. */
function inPieces(files: Files, see: (piece: Buffer) => void = () => {}): Files {
  const cut = async function* (bytes: Buffer): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const piece = bytes.subarray(start, start + pieceBytes);
      see(piece);
      yield piece;
    }
  };
  return {
    ...files,
    async pieces(path) {
      const bytes = await files.read(path);
      return bytes === null ? null : cut(bytes);
    },
  };
}

test("a ledger that another program has changed meanwhile accepts nothing more", async () => {
  const path = await testPath();
  const ledger = await open(path);
  const [, body] = twelveEvents as [EventBody, EventBody];
  await ledger.append(body);
  await appendFile(path, "another hand\n");
  const bytes = await readFile(path);
  const grown = { code: "ledger_grown_by_other", path };
  expect(await problemOf(ledger.append(body))).toEqual(grown);
  expect(await problemOf(ledger.append(body))).toEqual(grown);
  await ledger.close();
  expect(await readFile(path)).toEqual(bytes);
});
