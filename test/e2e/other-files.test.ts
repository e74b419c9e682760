import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { documentOf } from "../fixtures.ts";
import { Served, smallCourse } from "./fixtures/served.ts";

let served: Served;

afterEach(() => served?.dispose());

const at = (...parts: readonly string[]): string => join(served.folder, ...parts);

async function bought(...topics: readonly string[]): Promise<void> {
  served = await Served.start({ writingTime: "20ms", narrationTime: "20ms" });
  served.plan(smallCourse(topics));
  expect(documentOf(await served.run())).toMatchObject({ exitCode: 0 });
}

it("copying a ledger onto itself, a plan or a package says what is wrong, and leaves no lock beside them", async () => {
  await bought("The market");
  const ledger = join("out", "course", "ledger.jsonl");
  const zip = join("out", "course", "course-1.zip");
  const itself = await served.command(["ledger", "copy", "course.yaml", ledger]);
  expect([itself.code, itself.stderr]).toEqual([2, expect.stringContaining("is the ledger itself")]);
  for (const file of ["course.yaml", zip]) {
    const before = readFileSync(at(file));
    const copy = await served.command(["ledger", "copy", "course.yaml", file]);
    expect([copy.code, copy.stderr]).toEqual([8, expect.stringContaining("isn't a ledger")]);
    const run = await served.run("--ledger", file);
    expect(documentOf(run)).toMatchObject({ exitCode: 8, problems: [{ code: "not_a_ledger" }] });
    expect(readFileSync(at(file))).toEqual(before);
    expect(existsSync(at(`${file}.lock`))).toBe(false);
  }
  copyFileSync(at(ledger), at("another.jsonl"));
  const taken = await served.command(["ledger", "copy", "course.yaml", "another.jsonl"]);
  expect([taken.code, existsSync(at("another.jsonl.lock"))]).toEqual([8, false]);
  expect(served.proxy.creations).toBe(1);
});

it("a plan is not saved into the folder in which the machine stores its purchases", async () => {
  await bought("The market");
  const state = at(".state");
  const before = readdirSync(state);
  const finished = await served.command(["plan", "course.yaml", "--save", join(".state", "bill.json")]);
  expect([finished.code, finished.stderr]).toEqual([2, expect.stringContaining("--save names")]);
  expect(readdirSync(state)).toEqual(before);
});
