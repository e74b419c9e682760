import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openSqlite } from "../../src/shared/sqlite.ts";
import { coursebinder, documentOf, temporaryFolder } from "../fixtures.ts";
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
    expect([copy.code, copy.stderr]).toEqual([8, expect.stringContaining("is no ledger")]);
    const run = await served.run("--ledger", file);
    expect(documentOf(run)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_of_nobody" }] });
    expect(readFileSync(at(file))).toEqual(before);
    expect(existsSync(at(`${file}.lock`))).toBe(false);
  }
  copyFileSync(at(ledger), at("another.jsonl"));
  const taken = await served.command(["ledger", "copy", "course.yaml", "another.jsonl"]);
  expect([taken.code, existsSync(at("another.jsonl.lock"))]).toEqual([8, false]);
  expect(served.proxy.creations).toBe(1);
});

it("starting a new ledger says how many lessons will be paid for again, and for how much", async () => {
  await bought("First", "Second");
  rmSync(at("out"), { recursive: true });
  const args = ["ledger", "create", "course.yaml", "--new-ledger"];
  const created = await served.command([...args, "--json"]);
  expect(created.code).toBe(0);
  expect(created.stderr).toMatch(/2 lessons .*\d+ credits/);
  expect(JSON.parse(created.stdout)).toMatchObject({
    paidAgain: [{ job: "first.es.2", credits: expect.any(Number) }, { job: "second.es.2" }],
  });
});

it("a move to a topic that has left the plan is answered with the advice to remove it or to correct its target", async () => {
  served = await Served.start();
  served.plan(smallCourse(["First"], "moved: [{ from: old, to: gone }]"));
  const checked = await served.command(["check", "course.yaml"]);
  expect(checked.code).toBe(2);
  expect(checked.stderr + checked.stdout).toMatch(
    /no topic has the id "gone".*point "to" at .*drop this entry/,
  );
});

it("a plan is not saved into the folder in which the machine stores its purchases", async () => {
  await bought("The market");
  const state = at(".state");
  const before = readdirSync(state);
  const finished = await served.command(["plan", "course.yaml", "--save", join(".state", "bill.json")]);
  expect([finished.code, finished.stderr]).toEqual([2, expect.stringContaining("--save names")]);
  expect(readdirSync(state)).toEqual(before);
});

it("an exported book replaces no other file, and may be exported twice", async () => {
  served = await Served.start({ writingTime: "20ms", narrationTime: "20ms" });
  served.plan(smallCourse(["The market"]).replace("audiobook: false", "audiobook: true"));
  expect(documentOf(await served.run())).toMatchObject({ exitCode: 0 });
  const { book } = served.events().find(({ type }) => type === "book.exported") as unknown as {
    book: string;
  };
  const exported = () => served.command(["account", "export", book]);
  mkdirSync(at("out", "exports"), { recursive: true });
  const path = at("out", "exports", book);
  writeFileSync(path, "notes of mine");
  const kept = await exported();
  expect([kept.code, readFileSync(path, "utf8")]).toEqual([2, "notes of mine"]);
  expect(readdirSync(at("out", "exports"))).toEqual([book]);
  rmSync(path);
  expect((await exported()).code).toBe(0);
  expect((await exported()).code).toBe(0);
});

it("another program's database in the place of the service's is refused, and stays unchanged", async () => {
  const folder = temporaryFolder();
  try {
    const path = join(folder.path, "service.db");
    const database = openSqlite(path);
    database.exec("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')");
    database.close();
    const before = readFileSync(path);
    const finished = await coursebinder(["serve", "--port", "0", "--data", folder.path]);
    expect([finished.code, finished.stderr]).toEqual([
      7,
      expect.stringContaining("another program's database"),
    ]);
    expect(readFileSync(path)).toEqual(before);
  } finally {
    await folder.dispose();
  }
});
