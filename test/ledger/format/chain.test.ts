import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readLog } from "../../../src/ledger/file/read-log.ts";
import { bodySchema, type LedgerEvent } from "../../../src/ledger/format/event.ts";
import { linesOf, testPath, writeLedger } from "../fixtures.ts";
import { bookId, everyEvent, intended, like, opened, storyId } from "./histories.ts";

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
