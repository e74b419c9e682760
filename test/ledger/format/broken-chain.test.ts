import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import type { LineFault } from "../../../src/ledger/format/line.ts";
import { linesOf, open, problemOf, testPath } from "../fixtures.ts";
import { id, intended, opened, twelveEvents } from "./histories.ts";

const lines = linesOf(twelveEvents);
// Two runs that each went on from the same four events: what a restored backup or a merge makes of a ledger.
const mine = linesOf([
  ...twelveEvents.slice(0, 4),
  intended({ attempt: id(1) }),
  intended({ attempt: id(2) }),
]);
const theirs = linesOf([
  ...twelveEvents.slice(0, 4),
  intended({ attempt: id(3) }),
  intended({ attempt: id(4) }),
]);
const otherLedger = linesOf([{ ...opened, ledger: id(9) }, intended()]);

const without = (...gone: number[]): Buffer[] => lines.filter((_, index) => !gone.includes(index));
const withCr = (line: Buffer): Buffer => Buffer.concat([line.subarray(0, -1), Buffer.from("\r\n")]);

function swapped(first: number, second: number): Buffer[] {
  const order = [...lines.keys()];
  order[first] = second;
  order[second] = first;
  return order.map((index) => lines[index] ?? Buffer.alloc(0));
}

interface Case {
  readonly name: string;
  readonly parts: readonly Buffer[];
  readonly line: number;
  readonly fault: LineFault;
}

const cases: readonly Case[] = [
  { name: "one copy after the other", parts: [...mine, ...theirs.slice(4)], line: 7, fault: "fork" },
  {
    name: "two copies merged line by line",
    parts: [...mine.slice(0, 5), ...theirs.slice(4, 5), ...mine.slice(5), ...theirs.slice(5)],
    line: 6,
    fault: "fork",
  },
  {
    name: "a ledger begun again in the same file",
    parts: [...lines, ...otherLedger],
    line: 13,
    fault: "fork",
  },
  { name: "a line twice", parts: [...lines.slice(0, 5), ...lines.slice(4)], line: 6, fault: "fork" },
  { name: "the last line twice", parts: [...lines, ...lines.slice(-1)], line: 13, fault: "fork" },
  { name: "no first line", parts: without(0), line: 1, fault: "hash" },
  { name: "a line missing", parts: without(5), line: 6, fault: "hash" },
  { name: "the line before the last missing", parts: without(10), line: 11, fault: "hash" },
  { name: "two lines in the other order", parts: swapped(3, 4), line: 4, fault: "hash" },
  { name: "the last two lines in the other order", parts: swapped(10, 11), line: 11, fault: "hash" },
  { name: "Windows line ends", parts: lines.map(withCr), line: 1, fault: "crlf" },
  {
    name: "a Windows line end at its last line",
    parts: [...lines.slice(0, -1), ...lines.slice(-1).map(withCr)],
    line: 12,
    fault: "crlf",
  },
  {
    name: "a byte order mark",
    parts: [Buffer.from([0xef, 0xbb, 0xbf]), ...lines],
    line: 1,
    fault: "not-json",
  },
  {
    name: "an empty line in the middle",
    parts: [...lines.slice(0, 2), Buffer.from("\n"), ...lines.slice(2)],
    line: 3,
    fault: "not-json",
  },
  { name: "an empty line at the end", parts: [...lines, Buffer.from("\n")], line: 13, fault: "not-json" },
  {
    name: "a line that nobody hashed",
    parts: [...lines, Buffer.from('{"seq":13,"type":"run.ended"}\n')],
    line: 13,
    fault: "not-json",
  },
  {
    name: "rot followed by a torn line",
    parts: [...without(4), Buffer.from('{"seq":12,"at":"2026')],
    line: 5,
    fault: "hash",
  },
  {
    name: "the next version of the format",
    parts: linesOf([{ ...opened, format: 2 }, intended()]),
    line: 1,
    fault: "version",
  },
  {
    name: "a type of event that nobody knows",
    parts: linesOf([opened, { ...intended(), type: "creation.dreamt" } as never, intended()]),
    line: 2,
    fault: "shape",
  },
  {
    name: "a number left out, with hashes to match",
    parts: linesOf([opened, { ...intended(), seq: 5 } as never]),
    line: 2,
    fault: "sequence",
  },
];

test.for(cases.map((each) => [each.name, each] as const))(
  "a ledger with %s is damaged, and stays unchanged",
  async ([, { parts, line, fault }]) => {
    const path = await testPath();
    const bytes = Buffer.concat(parts);
    await writeFile(path, bytes);
    const problem = await problemOf(open(path));
    const offset = Buffer.concat(firstLines(bytes, line - 1)).length;
    expect(problem).toEqual({ code: "ledger_damaged", path, damage: { line, offset, fault } });
    expect(await readFile(path)).toEqual(bytes);
    expect(await readdir(dirname(path))).toEqual(["ledger.jsonl", "ledger.jsonl.lock"]);
  },
);

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
