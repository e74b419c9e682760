import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readFileLedger } from "../../../src/ledger/file/read-file.ts";
import { readLog } from "../../../src/ledger/file/read-log.ts";
import { type EventBody, eventBodySchema } from "../../../src/ledger/format/event.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { bodyOf, linesOf, open, testPath, writeLedger } from "../fixtures.ts";
import { everyEvent, id, intended, opened, twelveEvents } from "./histories.ts";

const run = promisify(execFile);

/** The command that FORMAT.md gives its readers, as it stands there. */
async function publishedCheck(): Promise<string> {
  const format = await readFile(new URL("../../../src/ledger/format/FORMAT.md", import.meta.url), "utf8");
  const snippet = /```sh\n(.*?)```/s.exec(format)?.[1];
  if (snippet === undefined) throw new Error("FORMAT.md has no command to verify a ledger");
  return snippet;
}

test("FORMAT.md names every type of event", async () => {
  const format = await readFile(new URL("../../../src/ledger/format/FORMAT.md", import.meta.url), "utf8");
  const types = eventBodySchema.options.map(({ shape }) => shape.type.value);
  expect(types.filter((type) => !format.includes(`\`${type}\``))).toEqual([]);
});

test("the command in FORMAT.md verifies a written ledger and prints its head", async () => {
  const path = await testPath();
  const events = await writeLedger(path, everyEvent.slice(1));
  const { stdout } = await run("sh", ["-c", await publishedCheck()], { cwd: dirname(path) });
  expect(stdout).toBe(`whole; head ${events.at(-1)?.hash}\n`);
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

test("every type of event reads back as it was appended", async () => {
  const path = await testPath();
  const written = await writeLedger(path, everyEvent.slice(1));
  const { events, tail, damage } = await readFileLedger(path, realFiles);
  expect(damage).toBeNull();
  expect(tail).toEqual({ kind: "clean" });
  expect(events).toEqual(written);
  expect(events.slice(1).map(bodyOf)).toEqual(everyEvent.slice(1));
  expect(events.map((event) => event.seq)).toEqual(everyEvent.map((_, index) => index + 1));
});

test("a member unknown to this version is kept", async () => {
  const path = await testPath();
  const body: EventBody = Object.assign(intended(), { later: { deep: [1, null] } });
  await writeLedger(path, [body]);
  const { events } = await readFileLedger(path, realFiles);
  expect(events.map(bodyOf)[1]).toEqual(body);
});

test("a closed ledger continues where it ended", async () => {
  const path = await testPath();
  await writeLedger(path, twelveEvents.slice(1, 4));
  const events = await writeLedger(path, twelveEvents.slice(4));
  expect(events.map(bodyOf).slice(1)).toEqual(twelveEvents.slice(1));
  expect((await readFileLedger(path, realFiles)).events).toEqual(events);
});

test("appends that are not awaited are written in the order of their calls", async () => {
  const path = await testPath();
  const ledger = await open(path);
  const calls = Array.from({ length: 20 }, (_, index) =>
    ledger.append(intended({ attempt: id(index), job: `lesson-${index}.es.2` })),
  );
  const appended = await Promise.all(calls);
  await ledger.close();
  expect(appended.map((event) => event.seq)).toEqual(calls.map((_, index) => index + 2));
  expect((await readFileLedger(path, realFiles)).events.slice(1)).toEqual(appended);
});

test("any id that the service may give can be read back from the ledger", async () => {
  const path = await testPath();
  // Version and variant are not what RFC 9562 says; the service's ids need not be.
  const odd = "11111111-1111-0111-1111-ABCDEFABCDEF";
  const accepted = everyEvent.find((event) => event.type === "creation.accepted");
  await writeLedger(path, [intended(), { ...accepted, id: odd } as EventBody]);
  const result = await readFileLedger(path, realFiles);
  expect(result.damage).toBeNull();
  expect(result.events).toHaveLength(3);
});

test("an event that could not be read back is refused before a byte is written, and the ledger continues", async () => {
  const path = await testPath();
  const ledger = await open(path);
  const before = await readFile(path);
  expect(await ledger.append(intended({ balanceBefore: Number.NaN }))).toMatchObject({ balanceBefore: null });
  await expect(ledger.append(intended({ attempt: "no uuid" }))).rejects.toThrow("creation.intended");
  const price = { credits: -1, writing: -1, audiobook: 0 };
  await expect(ledger.append(intended({ price }))).rejects.toThrow("creation.intended");
  expect(ledger.events).toHaveLength(2);
  await ledger.append(intended({ attempt: id(7), job: "market.es.2" }));
  await ledger.close();
  const result = await readFileLedger(path, realFiles);
  expect(result.damage).toBeNull();
  expect(result.events).toHaveLength(3);
  expect((await readFile(path)).subarray(0, before.length)).toEqual(before);
});

test("a ledger that does not begin with ledger.opened is damaged", () => {
  expect(readLog(Buffer.concat(linesOf([intended()]))).damage).toEqual({
    line: 1,
    offset: 0,
    fault: "shape",
  });
});

test("a ledger of another version is left untouched, whatever its events look like", () => {
  const [first, second] = linesOf([{ ...opened, format: 2, course: undefined } as never, intended()]);
  const result = readLog(Buffer.concat([first ?? Buffer.alloc(0), second ?? Buffer.alloc(0)]));
  expect(result.damage).toEqual({ line: 1, offset: 0, fault: "version" });
});

function replaced(bytes: Buffer, from: number[], to: number[]): Buffer {
  const at = bytes.indexOf(Buffer.from(from));
  const changed = Buffer.from(bytes);
  changed.set(to, at);
  return changed;
}
