import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readLog } from "../../../src/ledger/file/read-log.ts";
import { bodySchema, type LedgerEvent } from "../../../src/ledger/format/event.ts";
import type { LineFault } from "../../../src/ledger/format/line.ts";
import { linesOf, open, problemOf, testPath, writeLedger } from "../fixtures.ts";
import { bookId, everyEvent, id, intended, like, opened, storyId, twelveEvents } from "./histories.ts";

const run = promisify(execFile);

/** The command that FORMAT.md gives its readers, as it stands there. */
async function publishedCheck(): Promise<string> {
  const format = await readFile(new URL("../../../src/ledger/format/FORMAT.md", import.meta.url), "utf8");
  const snippet = /```sh\n(.*?)```/s.exec(format)?.[1];
  if (snippet === undefined) throw new Error("FORMAT.md has no command to verify a ledger");
  return snippet;
}

test("FORMAT.md has a row for every type of event", async () => {
  const format = await readFile(new URL("../../../src/ledger/format/FORMAT.md", import.meta.url), "utf8");
  const types = bodySchema.options.map(({ shape }) => shape.type.value);
  const rows = format.split("\n").flatMap((line) => /^\| (`[^|]*) \|/.exec(line)?.[1] ?? []);
  const named = rows.join().match(/(?<=`)\w+\.\w+(?=`)/g) ?? [];
  expect(types.filter((type) => !named.some((name) => name === type))).toEqual([]);
});

test("the command in FORMAT.md verifies a written ledger and prints its head", async () => {
  const path = await testPath();
  const events = await writeLedger(path, everyEvent.slice(1));
  const { stdout } = await run("sh", ["-c", await publishedCheck()], { cwd: dirname(path) });
  expect(stdout).toBe(`intact; head ${events.at(-1)?.hash}\n`);
});

test.for([
  [
    "a changed price",
    (bytes: Buffer) => Buffer.from(bytes.toString("latin1").replace(":13,", ":12,"), "latin1"),
  ],
  ["bytes that are no text", (bytes: Buffer) => replaced(bytes, [0xef, 0xbf, 0xbd], [0xf1, 0xbf, 0xbd])],
  ["a missing line", (bytes: Buffer) => bytes.subarray(bytes.indexOf(0x0a) + 1)],
] as const)("the command in FORMAT.md stops at %s", async ([, spoil]) => {
  const path = await testPath();
  await writeLedger(path, [intended()]);
  await writeFile(path, spoil(await readFile(path)));
  const check = run("sh", ["-c", await publishedCheck()], { cwd: dirname(path) });
  await expect(check).rejects.toThrow("broken at: ");
});

// An older version stored some in capitals. Version and variant are not what RFC 9562 says in the second one; the service's ids need not be.
test.for([storyId, "11111111-1111-0111-1111-abcdefabcdef"])(
  "the id %s can be read, in capitals too",
  (id) => {
    const lines = linesOf([opened, intended(), like("creation.accepted", { id: id.toUpperCase() })]);
    const { state, damage } = readLog(Buffer.concat(lines));
    expect(damage).toBeNull();
    const [record] = state.jobs.values();
    expect([...(record?.stories.keys() ?? [])]).toEqual([id]);
  },
);

test("the ids of books can be read in capitals, too", () => {
  const book = bookId.toUpperCase();
  const events: LedgerEvent[] = [];
  const observed = like("story.observed", { book: { id: book, status: "ready" } });
  readLog(Buffer.concat(linesOf([opened, intended(), observed, like("book.exported", { book })])), events);
  expect(events.slice(2)).toMatchObject([{ book: { id: bookId } }, { book: bookId }]);
});

function replaced(bytes: Buffer, from: number[], to: number[]): Buffer {
  const at = bytes.indexOf(Buffer.from(from));
  const changed = Buffer.from(bytes);
  changed.set(to, at);
  return changed;
}

const lines = linesOf(twelveEvents);
// Two runs that each went on from the same four events: what a restored backup or a merge makes of a ledger.
const wentOn = (...attempts: readonly number[]): Buffer[] =>
  linesOf([...twelveEvents.slice(0, 4), ...attempts.map((attempt) => intended({ attempt: id(attempt) }))]);
const mine = wentOn(1, 2);
const theirs = wentOn(3, 4);

const without = (...gone: number[]): Buffer[] => lines.filter((_, index) => !gone.includes(index));
const withCr = (line: Buffer): Buffer => Buffer.concat([line.subarray(0, -1), Buffer.from("\r\n")]);

function swapped(first: number, second: number): Buffer[] {
  const order = [...lines.keys()];
  order[first] = second;
  order[second] = first;
  return order.map((index) => lines[index] ?? Buffer.alloc(0));
}

const cases: readonly [name: string, parts: readonly Buffer[], line: number, fault: LineFault][] = [
  [
    "two copies merged line by line",
    [...mine.slice(0, 5), ...theirs.slice(4, 5), ...mine.slice(5), ...theirs.slice(5)],
    6,
    "hash",
  ],
  ["the last line twice", [...lines, ...lines.slice(-1)], 13, "hash"],
  ["no first line", without(0), 1, "hash"],
  ["another first event", linesOf([intended()]), 1, "shape"],
  ["a line missing", without(5), 6, "hash"],
  ["the line before the last missing", without(10), 11, "hash"],
  ["two lines in the other order", swapped(3, 4), 4, "hash"],
  ["the last two lines in the other order", swapped(10, 11), 11, "hash"],
  ["Windows line ends", lines.map(withCr), 1, "crlf"],
  [
    "a Windows line end at its last line",
    [...lines.slice(0, -1), ...lines.slice(-1).map(withCr)],
    12,
    "crlf",
  ],
  ["a byte order mark", [Buffer.from([0xef, 0xbb, 0xbf]), ...lines], 1, "not-json"],
  ["an empty line", [...lines.slice(0, 2), Buffer.from("\n"), ...lines.slice(2)], 3, "not-json"],
  ["an empty line at the end", [...lines, Buffer.from("\n")], 13, "not-json"],
  ["a line without a hash", [...lines, Buffer.from('{"seq":13,"type":"run.ended"}\n')], 13, "not-json"],
  ["rot followed by a torn line", [...without(4), Buffer.from('{"seq":12,"at":"2026')], 5, "hash"],
  ["the next version of the format", linesOf([{ ...opened, format: 2 }, intended()]), 1, "version"],
  ["an unknown type of event", linesOf([opened, { ...intended(), type: "dream" } as never]), 2, "shape"],
  ["a number left out", linesOf([opened, { ...intended(), seq: 5 } as never]), 2, "sequence"],
];

test.for(cases)("a ledger with %s is damaged, and stays unchanged", async ([, parts, line, fault]) => {
  const path = await testPath();
  const bytes = Buffer.concat(parts);
  await writeFile(path, bytes);
  const problem = await problemOf(open(path));
  const offset = Buffer.concat(firstLines(bytes, line - 1)).length;
  expect(problem).toEqual({ code: "ledger_damaged", path, damage: { line, offset, fault } });
  expect(await readFile(path)).toEqual(bytes);
  expect(await readdir(dirname(path))).toEqual(["ledger.jsonl", "ledger.jsonl.lock"]);
});

test("a run that refused a damaged ledger does not keep it locked", async () => {
  const path = await testPath();
  await writeFile(path, Buffer.concat(without(5)));
  await problemOf(open(path));
  await writeFile(path, Buffer.concat(lines));
  const ledger = await open(path);
  await ledger.close();
  expect(ledger.events).toHaveLength(12);
});

function firstLines(bytes: Buffer, count: number): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; found.length < count; ) {
    const end = bytes.indexOf("\n", at) + 1;
    found.push(bytes.subarray(at, end));
    at = end;
  }
  return found;
}
