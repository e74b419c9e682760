import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFileForLines } from "../../../src/ledger/file/line-target-file.ts";
import { putBack } from "../../../src/ledger/rescue/rejoin.ts";
import { type RescuedFile, readRescued } from "../../../src/ledger/rescue/rescued-files.ts";
import { quickFiles } from "../file/quick-files.ts";
import { linesOf, problemOf, quickFolder } from "../fixtures.ts";
import { everyEvent, intended } from "../format/histories.ts";

const lines = linesOf(everyEvent);
const whole = Buffer.concat(lines);

async function begin(): Promise<{ path: string; rescued: RescuedFile }> {
  const folder = await quickFolder();
  const rescue = join(folder, "rescued.jsonl");
  await writeFile(rescue, whole);
  const result = await readRescued(rescue, quickFiles);
  if (!result.ok) throw new Error("the test's own rescue file can't be read");
  return { path: join(folder, "ledger.jsonl"), rescued: result.file };
}

/** Puts the rescued ledger back where these bytes stand; null: where nothing stands. */
async function rejoinAt(path: string, found: Buffer | null, rescued: RescuedFile): Promise<number> {
  if (found !== null) await writeFile(path, found);
  const target = await openFileForLines({ path, holder: "a test", files: quickFiles });
  try {
    return await putBack(rescued, target);
  } finally {
    await target.close();
  }
}

describe("a rescued ledger", () => {
  it("is restored byte for byte, wherever the ledger in its place ends", async () => {
    const { path, rescued } = await begin();
    let sizeBytes = 0;
    for (let known = 0; known <= lines.length; known++) {
      const cuts = [sizeBytes, ...(known < lines.length ? [sizeBytes + 1, sizeBytes + 40] : [])];
      for (const cut of cuts) {
        const added = await rejoinAt(path, whole.subarray(0, cut), rescued);
        expect(added, `cut at ${cut}`).toBe(lines.length - known);
        expect(await readFile(path)).toEqual(whole);
      }
      sizeBytes += lines[known]?.length ?? 0;
    }
  });

  it("is restored if there is no ledger any more", async () => {
    const { path, rescued } = await begin();
    expect(existsSync(path)).toBe(false);
    expect(await rejoinAt(path, null, rescued)).toBe(lines.length);
    expect(await readFile(path)).toEqual(whole);
  });

  it("is left alone if the ledger contains all of it and has continued", async () => {
    const { path, rescued } = await begin();
    const longer = Buffer.concat(linesOf([...everyEvent, intended()]));
    expect(await rejoinAt(path, longer, rescued)).toBe(0);
    expect(await readFile(path)).toEqual(longer);
  });

  it("is refused, and nothing is changed, if the ledger diverged at any event", async () => {
    const { path, rescued } = await begin();
    for (let known = 1; known < lines.length; known++) {
      const otherwise = Buffer.concat(
        linesOf([...everyEvent.slice(0, known), intended({ job: "another.es.2" })]),
      );
      expect(await problemOf(rejoinAt(path, otherwise, rescued))).toMatchObject({
        code: "ledger_went_on",
        path,
        line: known + 1,
      });
      expect(await readFile(path)).toEqual(otherwise);
    }
  });
});
