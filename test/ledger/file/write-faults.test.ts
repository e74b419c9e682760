import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readFileLedger } from "../../../src/ledger/file/read-file.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { emptyHead, type Head, writeLine } from "../../../src/ledger/format/line.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { open, quickFolder, at as testTime } from "../fixtures.ts";
import { intended, twelveEvents } from "../format/histories.ts";
import { expectKept, type Known, live } from "../format/lives.ts";
import { type Fault, type FaultKind, FaultyFiles } from "./faulty-files.ts";
import { LossyDisk } from "./lossy-disk.ts";

interface Start {
  readonly name: string;
  /** Leaves on a healthy disk what a process finds when it starts. */
  prepare(disk: LossyDisk, path: string): Promise<Known>;
}

async function writtenBefore(disk: LossyDisk, path: string): Promise<Known> {
  const ledger = await open(path, { files: disk });
  for (const body of twelveEvents.slice(1, 5)) await ledger.append(body);
  await ledger.close();
  return { acknowledged: ledger.events, failed: null };
}

/** As an earlier process left it that ended in the middle of a line. */
async function endingIn(disk: LossyDisk, path: string, endAfter: (head: Head) => string): Promise<Known> {
  const known = await writtenBefore(disk, path);
  const end = endAfter(known.acknowledged.at(-1) ?? emptyHead);
  const file = await disk.openAppend(path);
  await file.write(Buffer.from(end));
  await file.datasync();
  await file.close();
  return known;
}

const fragment = '{"seq":6,"at":"2026';
const next = twelveEvents[5] as EventBody;
const unended = (head: Head): string => writeLine(head, testTime, next).line.slice(0, -1);

const torn: Start = {
  name: "a ledger with a torn end",
  prepare: (disk, path) => endingIn(disk, path, () => fragment),
};

const starts: readonly Start[] = [
  { name: "a new ledger", prepare: async () => ({ acknowledged: [], failed: null }) },
  { name: "a ledger with events", prepare: writtenBefore },
  torn,
  {
    name: "a ledger whose last line lacks its end",
    prepare: async (disk, path) => ({ ...(await endingIn(disk, path, unended)), failed: next }),
  },
];

/** The operations at which a fault can begin and be felt: short writes for good are felt by whatever is written next. */
function exposed(operations: readonly string[], kind: FaultKind, forGood: boolean): readonly string[] {
  if (kind !== "short-write") return operations;
  if (forGood) return operations.slice(0, operations.lastIndexOf("write") + 1);
  return operations.filter((operation) => operation === "write");
}

interface Scene {
  readonly path: string;
  readonly files: FaultyFiles;
  readonly disk: LossyDisk;
  readonly life: Known;
}

/** One life on a disk where one thing goes wrong; afterwards its process is gone and has left nothing open by mistake. */
async function play(start: Start, fault: Fault | null, path: string): Promise<Scene> {
  const healthy = new LossyDisk(realFiles);
  const before = await start.prepare(healthy, path);
  const files = new FaultyFiles(realFiles, fault);
  const disk = healthy.through(files);
  const life = await live(disk, path, before);
  expect(files.open.size).toBe(0);
  return { path, files, disk, life };
}

/** Plays a life for each operation that goes wrong, until one ends before the fault could strike. */
async function* lives(start: Start, kind: FaultKind, forGood: boolean): AsyncGenerator<Scene> {
  const folder = await quickFolder();
  const { files } = await play(start, null, join(folder, "healthy", "ledger.jsonl"));
  const struck: string[] = [];
  for (const [index, operation] of files.operations.entries()) {
    const at = index + 1;
    const scene = await play(start, { kind, at, forGood }, join(folder, String(at), "ledger.jsonl"));
    if (scene.files.struck) struck.push(operation);
    yield scene;
  }
  expect(struck).toEqual(exposed(files.operations, kind, forGood));
}

const faultKinds: readonly FaultKind[] = ["EIO", "ENOSPC", "short-write"];
const sweeps = starts.flatMap((start) =>
  faultKinds.flatMap((kind) =>
    [false, true].map(
      (forGood) => [kind, forGood ? "for good" : "once", start.name, { start, forGood }] as const,
    ),
  ),
);

test.for(sweeps)(
  "%s at any operation, %s: what %s acknowledged is there for the next run, and survives a power cut in it",
  async ([kind, , , { start, forGood }]) => {
    for await (const { path, disk, life } of lives(start, kind, forGood)) {
      const healthy = disk.through(realFiles);
      const next = await open(path, { files: healthy });
      expectKept(next.events, life);
      await next.append(intended({ rebuilt: true }));
      await next.close();
      await healthy.powerCut(() => false);
      const after = await readFileLedger(path, realFiles);
      expect(after).toMatchObject({ damage: null, tail: { kind: "clean" } });
      expect(after.events).toEqual(next.events);
    }
  },
);

test.for(starts.map((start) => [start.name, start] as const))(
  "a power cut at any operation on %s loses nothing that was acknowledged, whichever sectors survive",
  async ([, start]) => {
    let draw = 1;
    const luck = (): boolean => {
      draw = (draw * 48_271) % 0x7fffffff;
      return draw % 2 === 0;
    };
    const folder = await quickFolder();
    for (const seed of ["a", "b", "c", "d"]) {
      const { files } = await play(start, null, join(folder, seed, "ledger.jsonl"));
      for (let at = 1; at <= files.operations.length; at++) {
        const path = join(folder, `${seed}${at}`, "ledger.jsonl");
        const { disk, life } = await play(start, { kind: "gone", at, forGood: true }, path);
        await disk.powerCut(luck);
        const ledger = await open(path);
        await ledger.close();
        expectKept(ledger.events, life);
        if (start === torn) expect(setAside(path)).toContain(fragment);
      }
    }
  },
);

function setAside(path: string): string[] {
  const folder = dirname(path);
  const names = readdirSync(folder).filter((name) => name.includes(".torn-"));
  return names.map((name) => readFileSync(join(folder, name), "utf8"));
}
