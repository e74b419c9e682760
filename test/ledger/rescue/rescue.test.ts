import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { readRescues } from "../../../src/ledger/rescue/rescue.ts";
import { openCreations } from "../../../src/run/settle/open-creations.ts";
import { partPath } from "../../../src/shared/files/atomic-file.ts";
import type { Files } from "../../../src/shared/files/files.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { open, testFolder } from "../fixtures.ts";
import { attemptId, edition, everyEvent, id, intended, job, storyId } from "../format/histories.ts";

const accepted = everyEvent.find(({ type }) => type === "creation.accepted") as EventBody;

async function paths(): Promise<{ path: string; stateFolder: string }> {
  const folder = await testFolder();
  return { path: join(folder, "ledger.jsonl"), stateFolder: join(folder, "state") };
}

/** Files on which nothing new fits beside the ledger. */
function fullBeside(path: string): Files {
  return {
    ...realFiles,
    async openNew(name) {
      if (name.startsWith(`${path}.rescue-`)) throw Object.assign(new Error("full"), { code: "ENOSPC" });
      return realFiles.openNew(name);
    },
  };
}

test("an outcome in a rescue file is reported at the next opening, with its job and its story, until it is settled", async () => {
  const { path } = await paths();
  const ledger = await open(path);
  await ledger.append(intended());
  const file = await ledger.rescue(accepted);
  await ledger.close();
  const next = await open(path);
  expect(next.notices).toEqual([{ code: "rescue_found", file, edition, job, id: storyId }]);
  await next.append({
    type: "creation.resolved",
    edition,
    job,
    attempt: attemptId,
    how: "story",
    id: storyId,
    who: "ann",
    why: "",
  });
  await next.close();
  const settled = await open(path);
  expect(settled.notices).toEqual([]);
  await settled.close();
});

test("a rescue file goes to the state folder if there is no room beside the ledger, and is found there", async () => {
  const { path, stateFolder } = await paths();
  const ledger = await open(path, { stateFolder, files: fullBeside(path) });
  await ledger.append(intended());
  const file = await ledger.rescue(accepted);
  expect(file?.startsWith(stateFolder)).toBe(true);
  await ledger.close();
  expect(JSON.parse(await readFile(file ?? "", "utf8"))).toMatchObject(accepted);
  const next = await open(path, { stateFolder });
  expect(next.notices).toEqual([{ code: "rescue_found", file, edition, job, id: storyId }]);
  await next.close();
});

test("a rescue that can be written nowhere gives null", async () => {
  const { path } = await paths();
  const ledger = await open(path, { files: fullBeside(path) });
  expect(await ledger.rescue(accepted)).toBeNull();
  await ledger.close();
});

test("rescue files of another ledger, without an outcome, or truncated are left out", async () => {
  const { path } = await paths();
  const ledger = await open(path);
  await ledger.append(intended());
  await writeFile(`${path}.rescue-${id(1)}.json`, JSON.stringify(accepted).slice(0, 40));
  await writeFile(`${path}.rescue-${id(2)}.json`, JSON.stringify({ type: "run.ended" }));
  await writeFile(`${path}.rescue-${id(3)}.json`, JSON.stringify({ ...accepted, attempt: id(4) }));
  await writeFile(`${path}2.rescue-${id(5)}.json`, JSON.stringify(accepted));
  await ledger.close();
  const next = await open(path);
  expect(next.notices).toEqual([]);
  await next.close();
});

test("an open creation lists its rescue file as evidence", async () => {
  const { path } = await paths();
  const ledger = await open(path);
  await ledger.append(intended());
  const file = await ledger.rescue(accepted);
  await ledger.close();
  const rescues = await readRescues({ path, stateFolder: null, ledger: null }, realFiles);
  const [creation] = openCreations(fold(ledger.events), rescues);
  expect(creation?.rescued).toEqual([{ file, outcome: "creation.accepted", id: storyId }]);
});

test("a person's answer that could not be recorded is found again with its story, and other outcomes without one", async () => {
  const { path, stateFolder } = await paths();
  const ledger = await open(path, { stateFolder });
  await ledger.append(intended());
  for (const type of ["creation.resolved", "creation.uncertain"] as const) {
    const body = everyEvent.find((event) => event.type === type) as EventBody;
    await ledger.rescue({ ...body, attempt: attemptId } as EventBody);
  }
  await ledger.close();
  const next = await open(path, { stateFolder });
  await next.close();
  expect(next.notices.map((notice) => (notice.code === "rescue_found" ? notice.id : notice))).toEqual(
    expect.arrayContaining([storyId, null]),
  );
  expect(next.notices).toHaveLength(2);
});

test("other files beside the ledger are left out, and so is a rescue file that disappears during the search", async () => {
  const { path } = await paths();
  const ledger = await open(path);
  await ledger.append(intended());
  const file = await ledger.rescue(accepted);
  await ledger.close();
  await writeFile(partPath(`${path}.rescue-${id(6)}.json`), JSON.stringify(accepted));
  await writeFile(`${path}.rescue-${id(7)}.json`, JSON.stringify(everyEvent[0]));
  await writeFile(`${path}.rescue-${id(8)}.json`, JSON.stringify({ ...accepted, attempt: 5 }));
  const places = { path, stateFolder: null, ledger: null };
  expect((await readRescues(places, realFiles)).map((rescued) => rescued.file)).toEqual([file]);
  const gone = { ...realFiles, read: async () => null };
  expect(await readRescues(places, gone)).toEqual([]);
});
