import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCheckpoint } from "../../src/ledger/checkpoint.ts";
import { checkpointPath, findCheckpoint, keepCheckpoint } from "../../src/ledger/checkpoint-file.ts";
import { realFiles } from "../../src/shared/real-files.ts";
import { desk, isMarked, keptOf, look, mark, plain, seenBy, truth } from "./checkpoint-rig.ts";
import { FaultyFiles } from "./faulty-files.ts";
import { everyEvent, opened } from "./histories.ts";
import { linesOf } from "./rig.ts";
import { whole } from "./some-ledger.ts";

const lines = linesOf(everyEvent);

test("a checkpoint is for this account alone, in the state folder, and nothing else is left beside it", async () => {
  const place = await desk();
  await keptOf(place, whole);
  expect(await readdir(place.folder)).toEqual([`${opened.ledger}.fold`, `${opened.ledger}.fold.lock`]);
  expect((await stat(place.checkpoint)).mode & 0o777).toBe(0o600);
});

test("a short ledger is not kept, and a kept one is kept anew only when a tenth was added", async () => {
  const place = await desk();
  await writeFile(place.path, whole);
  await (await look(place, everyEvent.length + 1))?.keep();
  expect(await realFiles.list(place.folder)).toEqual([]);
  const keptEvents = async () => readCheckpoint(await readFile(place.checkpoint))?.head.seq;
  const long = linesOf([...everyEvent, ...everyEvent.slice(1), ...everyEvent.slice(1)]);
  for (const [events, kept] of [
    [20, 20],
    [21, 20],
    [22, 22],
    [24, 22],
    [25, 25],
  ] as const) {
    await seenBy(place, Buffer.concat(long.slice(0, events)));
    expect(await keptEvents()).toBe(kept);
  }
});

test("nothing is kept of a ledger that is damaged or whose last line is cut off, and what was kept stays", async () => {
  const place = await desk();
  const ends = [Buffer.from("{"), lines[6]?.subarray(0, -1), lines[7], Buffer.from("no line\n{}\n")];
  for (const end of ends) {
    await seenBy(place, Buffer.concat([...lines.slice(0, 6), end ?? ""].map(Buffer.from)));
    expect(await realFiles.list(place.folder)).toEqual([]);
  }
  await keptOf(place, Buffer.concat(lines.slice(0, 6)));
  const kept = await readFile(place.checkpoint);
  for (const end of ends) {
    await seenBy(place, Buffer.concat([...lines.slice(0, 6), end ?? ""].map(Buffer.from)));
    expect(plain(await look(place))).toEqual(await truth(place));
    expect(await readFile(place.checkpoint)).toEqual(kept);
  }
});

test("a state folder that can't be used changes no answer", async () => {
  const place = await desk();
  await writeFile(place.path, whole);
  const answersAt = async (folder: string) => {
    const folding = await look({ ...place, folder });
    expect(plain(folding)).toEqual(await truth(place));
    await folding?.keep();
  };
  await answersAt(`${place.path}/state`);
  // A folder where the checkpoint should be.
  await realFiles.makeFolder(join(place.checkpoint, "folder"));
  await answersAt(place.folder);
  await answersAt(place.folder);
});

test("a disk that is full or fails when a checkpoint is kept leaves the one that was there, or a new one, and no other file", async () => {
  const place = await desk();
  await keptOf(place, Buffer.concat(lines.slice(0, 6)));
  const [older] = [await readFile(place.checkpoint)];
  await keptOf(place, whole);
  const newer = await readFile(place.checkpoint);
  const checkpoint = readCheckpoint(newer);
  if (checkpoint === null) throw new Error("no checkpoint");
  let strikes = 0;
  for (const trouble of ["ENOSPC", "EIO", "short-write"] as const) {
    for (let at = 1; ; at++) {
      await writeFile(place.checkpoint, older);
      const files = new FaultyFiles(realFiles, { trouble, at, forGood: false });
      await keepCheckpoint(checkpoint, { folder: place.folder, files });
      if (trouble === "short-write" ? at > files.operations.length : !files.struck) break;
      strikes += files.struck ? 1 : 0;
      expect(files.open.size).toBe(0);
      const names = await readdir(place.folder);
      // What could not be renamed any more is in the next one's way, which removes it.
      const isWritten = files.operations.includes("datasync");
      expect(names).toHaveLength(
        names.includes(`${opened.ledger}.fold.coursebinder.part`) && isWritten ? 3 : 2,
      );
      const kept = await readFile(place.checkpoint);
      expect(kept.equals(older) || kept.equals(newer)).toBe(true);
    }
  }
  expect(strikes).toBeGreaterThan(15);
  await keepCheckpoint(checkpoint, { folder: place.folder, files: realFiles });
  expect(await readdir(place.folder)).toHaveLength(2);
  const files = new FaultyFiles(realFiles, { trouble: "EIO", at: 1, forGood: true });
  expect(await findCheckpoint(opened.ledger, { folder: place.folder, files })).toBeNull();
});

test("two readers at once both answer, and leave one whole checkpoint", async () => {
  const place = await desk();
  await writeFile(place.path, whole);
  const both = await Promise.all([look(place), look(place)]);
  await Promise.all(both.map((folding) => folding?.keep()));
  for (const folding of both) expect(plain(folding)).toEqual(await truth(place));
  await mark(place.checkpoint);
  expect(isMarked((await look(place))?.state.opened?.service)).toBe(true);
});

test("while one reader keeps a checkpoint another leaves it alone", async () => {
  const place = await desk();
  await writeFile(place.path, whole);
  await realFiles.makeFolder(place.folder);
  const lock = await realFiles.openAppend(`${checkpointPath(place.folder, opened.ledger)}.lock`);
  expect(lock.tryLock()).toBe(true);
  await (await look(place))?.keep();
  expect(await readdir(place.folder)).toHaveLength(1);
  await lock.close();
  await (await look(place))?.keep();
  expect(await readdir(place.folder)).toHaveLength(2);
});
