import { copyFile, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileLedger } from "../../../src/course/ledger/ledger-place.ts";
import { foldLedger, olderCopy } from "../../../src/course/ledger/read-ledger-state.ts";
import { lastSeenPath } from "../../../src/ledger/memory/last-seen-head.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { open, problemOf, testFolder } from "../fixtures.ts";
import { everyEvent, intended } from "../format/histories.ts";

interface Desk {
  readonly path: string;
  readonly copy: string;
  readonly stateFolder: string;
}

async function desk(): Promise<Desk> {
  const folder = await testFolder();
  return {
    path: join(folder, "ledger.jsonl"),
    copy: join(folder, "copy.jsonl"),
    stateFolder: join(folder, "state"),
  };
}

function anchorOf({ events }: LedgerStore, stateFolder: string): string {
  const [opened] = events;
  if (opened?.type !== "ledger.opened") throw new Error("a ledger without a beginning");
  return lastSeenPath(stateFolder, opened.ledger);
}

/** A ledger with one intention, a copy of it made then, and one event more in the original. */
async function withOlderCopy({ path, copy, stateFolder }: Desk): Promise<{ lastSeen: string }> {
  const ledger = await open(path, { stateFolder });
  await ledger.append(intended());
  await copyFile(path, copy);
  for (const event of everyEvent.filter(({ type }) => type === "creation.accepted"))
    await ledger.append(event);
  await ledger.close();
  return { lastSeen: anchorOf(ledger, stateFolder) };
}

test("a restored older copy is refused and stays unchanged, until the person removes the anchor", async () => {
  const { path, copy, stateFolder } = await desk();
  const { lastSeen } = await withOlderCopy({ path, copy, stateFolder });
  await copyFile(copy, path);
  const before = await readFile(path);
  expect(await problemOf(open(path, { stateFolder }))).toEqual({
    code: "ledger_older_copy",
    path,
    lastSeen,
    seq: 2,
    seenSeq: 3,
    newest: null,
  });
  expect(await readFile(path)).toEqual(before);
  await rm(lastSeen);
  const opened = await open(path, { stateFolder });
  expect(opened.events).toHaveLength(2);
  await opened.close();
});

test("a copy that diverged is refused once the original has continued as well", async () => {
  const { path, copy, stateFolder } = await desk();
  const { lastSeen } = await withOlderCopy({ path, copy, stateFolder });
  const elsewhere = await open(copy);
  for (const event of everyEvent.slice(-3)) await elsewhere.append(event);
  await elsewhere.close();
  expect(await problemOf(open(copy, { stateFolder }))).toEqual({
    code: "ledger_forked",
    path: copy,
    lastSeen,
    seq: 3,
    newest: path,
  });
});

test("a ledger that continued on another machine and came back is accepted", async () => {
  const { path, copy, stateFolder } = await desk();
  await withOlderCopy({ path, copy, stateFolder });
  const elsewhere = await open(path);
  await elsewhere.append(intended({ job: "market.es.2" }));
  await elsewhere.close();
  const back = await open(path, { stateFolder });
  expect(back.events).toHaveLength(4);
  await back.close();
});

test("a lost acknowledged end is not a torn record: nothing is cut off", async () => {
  const { path, copy, stateFolder } = await desk();
  await withOlderCopy({ path, copy, stateFolder });
  const whole = await readFile(path);
  await truncate(path, whole.length - 20);
  expect(await problemOf(open(path, { stateFolder }))).toMatchObject({ code: "ledger_older_copy", seq: 2 });
  expect(await readFile(path)).toEqual(whole.subarray(0, -20));
});

test("two copies of a ledger can't be held on one machine at the same time", async () => {
  const { path, copy, stateFolder } = await desk();
  await (await open(path, { stateFolder })).close();
  await copyFile(path, copy);
  const first = await open(path, { stateFolder, holder: "the first run" });
  expect(await problemOf(open(copy, { stateFolder }))).toEqual({
    code: "ledger_held",
    path: copy,
    holder: `the first run, with ${path}`,
  });
  await first.close();
  await (await open(copy, { stateFolder })).close();
});

test("the anchor records each event about a creation as soon as it is acknowledged, and the last event on closing", async () => {
  const { path, stateFolder } = await desk();
  const ledger = await open(path, { stateFolder });
  const remembered = async (): Promise<unknown> =>
    JSON.parse(await readFile(anchorOf(ledger, stateFolder), "utf8"));
  for (const body of everyEvent.slice(1)) {
    const { seq, hash, type } = await ledger.append(body);
    if (type.startsWith("creation.")) expect(await remembered()).toMatchObject({ seq, hash });
  }
  await ledger.close();
  expect(await remembered()).toMatchObject({ seq: everyEvent.length });
});

test("an unusable state folder is reported and blocks nothing", async () => {
  const { path, stateFolder } = await desk();
  await writeFile(stateFolder, "no folder");
  const ledger = await open(path, { stateFolder });
  expect(ledger.notices).toEqual([{ code: "anchor_unusable", folder: stateFolder, cause: "EEXIST" }]);
  await ledger.append(intended());
  await ledger.close();
});

test("an anchor that becomes unwritable is reported once and blocks no append", async () => {
  const { path, stateFolder } = await desk();
  let broken = false;
  const files = {
    ...realFiles,
    rename: async (from: string, to: string) => {
      if (broken) throw Object.assign(new Error("the disk of the state folder"), { code: "EIO" });
      await realFiles.rename(from, to);
    },
  };
  const ledger = await open(path, { stateFolder, files });
  broken = true;
  await ledger.append(intended());
  await ledger.append(intended({ job: "market.es.2" }));
  expect(ledger.notices).toMatchObject([{ code: "anchor_unusable", cause: "EIO" }]);
  await ledger.close();
});

test.for(["", "{", '{"ledger":"no id","seq":1,"hash":""}'])(
  "an anchor that says %j proves nothing",
  async (text) => {
    const { path, copy, stateFolder } = await desk();
    const { lastSeen } = await withOlderCopy({ path, copy, stateFolder });
    await writeFile(lastSeen, text);
    const ledger = await open(copy, { stateFolder });
    expect(ledger.events).toHaveLength(2);
    await ledger.close();
  },
);

test("a ledger that a run adds to while it is read is no older copy, and one that stays as it is remains one", async () => {
  const { path, copy, stateFolder } = await desk();
  await withOlderCopy({ path, copy, stateFolder });
  const read = await foldLedger(fileLedger(copy));
  if (read?.state.opened == null) throw new Error("a ledger without a beginning");
  const { head, hashOf, state } = read;
  const ledger = { path, ledger: read.state.opened.ledger, head, hashOf, joined: state.joined };
  expect(await olderCopy(ledger, { folder: stateFolder, place: fileLedger(path) })).toBeNull();
  const stays = await olderCopy(ledger, { folder: stateFolder, place: fileLedger(copy) });
  expect(stays).toMatchObject({ code: "ledger_older_copy", seq: 2, seenSeq: 3 });
});
