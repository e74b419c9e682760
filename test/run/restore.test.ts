import { existsSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFileLines } from "../../src/ledger/file/file-ledger.ts";
import { mirrorPath } from "../../src/ledger/state-folder.ts";
import { type Restored, restoreLedger } from "../../src/run/restore.ts";
import type { Files } from "../../src/shared/files/files.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { faultyFiles } from "../ledger/file/faulty-files.ts";
import { at, identity, linesOf, open, problemOf, quickFolder } from "../ledger/fixtures.ts";
import { everyEvent, id, intended, opened } from "../ledger/format/histories.ts";
import { planOf } from "./histories.ts";

const lines = linesOf(everyEvent);
const whole = Buffer.concat(lines);

interface Course {
  readonly path: string;
  readonly mirror: string;
  readonly stateFolder: string;
}

/** A course whose ledger is gone, and its mirror. */
async function begin(): Promise<Course> {
  const folder = await quickFolder();
  const stateFolder = join(folder, "state");
  await realFiles.makeFolder(stateFolder);
  const mirror = mirrorPath(stateFolder, opened.ledger);
  await writeFile(mirror, whole);
  return { path: join(folder, "ledger.jsonl"), mirror, stateFolder };
}

function restoreAt({ path, stateFolder }: Course, files: Files = realFiles): Promise<Restored> {
  const folder = join(path, "..");
  const { course, service } = identity;
  return restoreLedger(
    { ...planOf([]), course },
    {
      service,
      location: path,
      rescuePath: path,
      folder,
      stateFolder,
      files,
      open: () => openFileLines({ path, holder: "a test", files }),
      quote: async () => null,
      serviceOfNew: () => service,
      who: "a test",
      world: { now: () => Date.parse(at), random: Math.random },
    },
  );
}

describe("a ledger with a mirror", () => {
  it("is restored byte for byte, wherever the one in its place ends", async () => {
    const course = await begin();
    let size = 0;
    for (let known = 0; known <= lines.length; known++) {
      const cuts = [size, ...(known < lines.length ? [size + 1, size + 40] : [])];
      for (const cut of cuts) {
        await writeFile(course.path, whole.subarray(0, cut));
        const { events } = await restoreAt(course);
        // An opening alone counts as missing.
        expect(events, `cut at ${cut}`).toBe(lines.length - (known === 1 ? 0 : known));
        expect(await readFile(course.path)).toEqual(whole);
      }
      size += lines[known]?.length ?? 0;
    }
  });

  it("is left alone if it has all of the mirror and has gone on, and refused if it went on otherwise at any event", async () => {
    const course = await begin();
    const longer = Buffer.concat(linesOf([...everyEvent, intended()]));
    await writeFile(course.path, longer);
    expect(await restoreAt(course)).toMatchObject({ from: null, events: 0 });
    expect(await readFile(course.path)).toEqual(longer);
    for (let known = 2; known < lines.length; known++) {
      const other = intended({ job: "another.es.2" });
      const otherwise = Buffer.concat(linesOf([...everyEvent.slice(0, known), other]));
      await writeFile(course.path, otherwise);
      const refusal = { code: "ledger_forked", path: course.path, seen: course.mirror, seq: known + 1 };
      expect(await problemOf(restoreAt(course))).toEqual(refusal);
      expect(await readFile(course.path)).toEqual(otherwise);
    }
  });

  it("is as it was, or whole, whatever call of its restoring fails or is the last", async () => {
    for (const kind of ["EIO", "ENOSPC", "short-write", "gone"] as const) {
      let isStruck = true;
      for (let number = 1; isStruck; number++) {
        const course = await begin();
        const before = whole.subarray(0, (lines[0]?.length ?? 0) + (lines[1]?.length ?? 0));
        await writeFile(course.path, before);
        const files = faultyFiles(realFiles, { kind, at: number, forGood: kind === "gone" });
        await restoreAt(course, files).catch(() => undefined);
        for (const file of files.open) await file.close().catch(() => undefined);
        isStruck = files.struck;
        const now = await readFile(course.path);
        expect(now.equals(before) || now.equals(whole), `${kind} at ${number}`).toBe(true);
        expect(await readFile(course.mirror)).toEqual(whole);
        await restoreAt(course);
        expect(await readFile(course.path)).toEqual(whole);
      }
    }
  });

  it("is taken from the longest that this machine or an older version has of it, and from none that is damaged", async () => {
    const course = await begin();
    const rescued = join(course.stateFolder, `${opened.ledger}.rescued-${id(7)}.jsonl`);
    const longer = Buffer.concat(linesOf([...everyEvent, intended()]));
    await writeFile(rescued, longer);
    expect(await restoreAt(course)).toMatchObject({ from: rescued, events: lines.length + 1 });
    expect(await readFile(course.path)).toEqual(longer);
    expect(existsSync(rescued)).toBe(true);
    await writeFile(course.path, "");
    await copyFile(course.mirror, rescued);
    const damaged = Buffer.from(whole);
    damaged[400] = 0x7a;
    await writeFile(course.mirror, damaged);
    expect(await problemOf(restoreAt(course))).toMatchObject({
      code: "mirror_unusable",
      path: course.mirror,
    });
  });

  it("is not restored while a run holds it, and a copy that was is refused while a run has the mirror", async () => {
    const course = await begin();
    await writeFile(course.path, whole);
    const { stateFolder } = course;
    const run = await open(course.path, { stateFolder, holder: "a run" });
    expect(await problemOf(restoreAt(course))).toMatchObject({ code: "ledger_held", holder: "a run" });
    const copy = { ...course, path: join(course.path, "..", "copy.jsonl") };
    await writeFile(copy.path, Buffer.concat(lines.slice(0, 3)));
    expect(await restoreAt(copy)).toMatchObject({ events: lines.length - 3 });
    const opening = open(copy.path, { stateFolder, holder: "another run" });
    expect(await problemOf(opening)).toMatchObject({ code: "ledger_held", path: copy.path });
    await run.close();
  });
});
