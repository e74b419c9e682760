import { join } from "node:path";
import { expect, test } from "vitest";
import { readFileLedger } from "../../../src/ledger/file/file-ledger.ts";
import { readLog } from "../../../src/ledger/file/read-log.ts";
import { memoryFiles } from "../../memory-files.ts";
import { eventsRead, linesOf, open, problemOf } from "../fixtures.ts";
import { attemptId, bookId, id, intended, runId, storyId, twelveEvents } from "../format/histories.ts";

const lines = linesOf(twelveEvents);
const whole = Buffer.concat(lines);
const starts = lines.map((_, index) => Buffer.concat(lines.slice(0, index)).length);
const newline = 0x0a;

const folder = "/course";
const path = join(folder, "ledger.jsonl");

/** Files with a ledger of these bytes. */
async function filesWith(bytes: Buffer) {
  const files = memoryFiles();
  await (await files.openAppend(path)).write(bytes);
  return files;
}

/** The ids that stand whole in the first bytes of a line. */
function idsIn(fragment: Buffer): string[] {
  const known = [id(0xaf), runId, attemptId, storyId, bookId];
  return known.filter((known) => fragment.includes(known)).sort();
}

test("a ledger truncated anywhere opens with every complete line and sets the rest aside", async () => {
  for (const cut of whole.keys()) {
    const files = await filesWith(whole.subarray(0, cut));
    const ledger = await open(path, { files });
    await ledger.close();

    const line = starts.findLastIndex((start) => start <= cut);
    const fragment = whole.subarray(starts[line], cut);
    const lacksOnlyNewline = whole[cut] === newline;
    const kept = twelveEvents.slice(0, line + (lacksOnlyNewline ? 1 : 0)).map(({ type }) => type);
    const torn = fragment.length > 0 && !lacksOnlyNewline;
    const begun = kept.length === 0 && torn ? ["ledger.opened"] : [];
    const repaired = torn ? ["ledger.repaired"] : [];
    expect(ledger.events.map(({ type }) => type)).toEqual([...kept, ...begun, ...repaired]);

    const aside = (await files.list(folder)).filter((name) => name.includes(".torn-"));
    expect(aside).toHaveLength(torn ? 1 : 0);
    if (torn) {
      const file = join(folder, aside[0] ?? "");
      const [notice] = ledger.notices;
      expect(notice).toMatchObject({ code: "ledger_tail_set_aside", path, file, bytes: fragment.length });
      if (notice?.code !== "ledger_tail_set_aside") throw new Error("nobody was told of the torn end");
      expect([...notice.salvaged].sort()).toEqual(idsIn(fragment));
      expect((await files.read(file))?.equals(fragment)).toBe(true);
    }
    if (ledger.events.length === 0) {
      expect(await files.read(path)).toBeNull();
      continue;
    }
    const again = await readFileLedger(path, files);
    expect(again).toMatchObject({
      damage: null,
      torn: null,
      head: { hash: ledger.events.at(-1)?.hash },
    });
    expect(eventsRead(again)).toEqual(ledger.events);
  }
});

// One bit low and high, one that leaves some characters of three bytes unreadable in the same way, and rot to zero.
const flips: readonly ((byte: number) => number)[] = [
  (byte) => byte ^ 0x01,
  (byte) => byte ^ 0x80,
  (byte) => byte ^ 0x1f,
  () => 0,
];

/** Where the reading must stop: null where the change only unends the last line, which is then torn. */
function damageAt(position: number, byte: number): { line: number; offset: number } | null {
  if (position === whole.length - 1) return null;
  const line = starts.findLastIndex((start) => start <= position);
  expect(byte).not.toBe(whole[position]);
  return { line: line + 1, offset: starts[line] ?? 0 };
}

test.for(flips.map((flip, index) => [`pattern ${index + 1}`, flip] as const))(
  "a changed byte anywhere is damage, reported by its line and offset (%s)",
  ([, flip]) => {
    const bytes = Buffer.from(whole);
    for (const [position, byte] of whole.entries()) {
      bytes[position] = flip(byte);
      const { damage, torn, head } = readLog(bytes);
      const expected = damageAt(position, flip(byte));
      expect(torn === null).toBe(expected !== null);
      if (expected === null) expect(damage).toBeNull();
      else expect(damage).toMatchObject(expected);
      expect(head.seq).toBe((expected?.line ?? lines.length) - 1);
      bytes[position] = byte;
    }
  },
);

test("a ledger with a changed byte is not opened, and stays unchanged", async () => {
  for (const position of whole.subarray(0, -1).keys()) {
    const bytes = Buffer.from(whole);
    const byte = whole[position] ?? 0;
    bytes[position] = flips[position % flips.length]?.(byte) ?? 0;
    const damage = damageAt(position, bytes[position] ?? 0);
    const files = await filesWith(bytes);
    const problem = await problemOf(open(path, { files }));
    expect(problem).toMatchObject({ code: "ledger_damaged", path, damage });
    expect((await files.read(path))?.equals(bytes)).toBe(true);
    expect(await files.list(folder)).toEqual(["ledger.jsonl", "ledger.jsonl.lock"]);
  }
});

test("invalid UTF-8 is damage even where it decodes to the expected character", () => {
  const bytes = Buffer.from(whole);
  const position = bytes.indexOf("\ufffd");
  bytes[position] = 0xf1;
  expect(bytes.toString()).toBe(whole.toString());
  expect(readLog(bytes).damage).toMatchObject({ ...damageAt(position, 0xf1), fault: "not-json" });
});

/** A ledger whose last line begins inside one sector and reaches over the next two. */
function longEnd(): { bytes: Buffer; lastStart: number; firstSector: number } {
  const request = { topic: "x".repeat(1_200), lang: "es", difficulty: 3, length: "short", audiobook: true };
  const written = linesOf([...twelveEvents.slice(0, 3), intended({ request })]);
  const bytes = Buffer.concat(written);
  const lastStart = bytes.length - (written.at(-1)?.length ?? 0);
  return { bytes, lastStart, firstSector: Math.ceil(lastStart / 512) * 512 };
}

test.for([
  ["its first sectors", (end: ReturnType<typeof longEnd>) => [end.lastStart, end.firstSector + 512]],
  ["a sector in its middle", (end: ReturnType<typeof longEnd>) => [end.firstSector, end.firstSector + 512]],
  ["its last sectors", (end: ReturnType<typeof longEnd>) => [end.firstSector + 512, end.bytes.length]],
  ["all of it", (end: ReturnType<typeof longEnd>) => [end.lastStart, end.bytes.length]],
] as const)("a last line that lost %s is torn: it was never acknowledged", async ([, lost]) => {
  const end = longEnd();
  const [from, to] = lost(end);
  end.bytes.fill(0, from, to);
  const files = await filesWith(end.bytes);
  const ledger = await open(path, { files });
  await ledger.close();
  expect(ledger.events.map(({ type }) => type)).toEqual([
    "ledger.opened",
    "run.started",
    "quote.received",
    "ledger.repaired",
  ]);
  expect(ledger.notices).toHaveLength(1);
  const [notice] = ledger.notices;
  if (notice?.code !== "ledger_tail_set_aside") throw new Error("nobody was told of the torn end");
  expect(await files.read(notice.file)).toEqual(end.bytes.subarray(end.lastStart));
  expect((await readFileLedger(path, files))?.damage).toBeNull();
});

test("zeros that no lost sector explains are damage, in the last line too", () => {
  const { bytes, lastStart, firstSector } = longEnd();
  for (const [from, to] of [
    [lastStart - 1, lastStart],
    [lastStart + 1, firstSector],
    [firstSector, firstSector + 511],
    [firstSector + 1, firstSector + 512],
  ]) {
    const spoiled = Buffer.from(bytes).fill(0, from, to);
    const line = from === lastStart - 1 ? 3 : 4;
    expect(readLog(spoiled).damage).toMatchObject({ line, fault: "not-json" });
  }
});

test("a sector of zeros before the last line is damage", () => {
  for (let from = 0; from + 512 < (starts.at(-1) ?? 0); from += 512) {
    const { damage, head } = readLog(Buffer.from(whole).fill(0, from, from + 512));
    const line = starts.findLastIndex((start) => start <= from) + 1;
    expect(damage).toEqual({ line, offset: starts[line - 1], fault: "not-json" });
    expect(head.seq).toBe(line - 1);
  }
});
