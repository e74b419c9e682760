import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { nextIn, rig, type Served, smallCourse } from "../fixtures/served.ts";

const writingTime = "20ms";

/** Runs a line that was printed, in this process. */
const typed = (served: Served, line: string) => served.commandHere(line.split(" ").slice(1));

it("an older copy is refused with the command that completes it, in the ledger's place or elsewhere", async () => {
  await using served = await rig({ plan: smallCourse(["First", "Second"]), writingTime });
  expect((await served.runHere("--first", "1")).code).toBe(0);
  cpSync(join(served.folder, "out"), join(served.folder, "copy"), { recursive: true });
  const path = served.file("ledger.jsonl");
  const older = readFileSync(path);
  expect((await served.runHere()).code).toBe(0);
  const newer = readFileSync(path);
  writeFileSync(path, older);
  for (const flags of [[], ["--out", "copy"]]) {
    const refused = await served.begin("run", "--max-credits", "60", ...flags).finished;
    expect(refused.code).toBe(8);
    const next = ["coursebinder ledger restore course.yaml", ...flags].join(" ");
    expect(nextIn(refused)).toBe(next);
    const status = await served.commandHere(["status", "course.yaml", ...flags]);
    expect(status).toMatchObject({ code: 0, stderr: expect.stringMatching(/is an older copy/) });
    // Whoever checks a backup by the exit code is told the same.
    const verified = await served.commandHere(["ledger", "verify", "course.yaml", "--json", ...flags]);
    expect(documentOf(verified)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_older_copy" }] });
    expect((await typed(served, next)).code).toBe(0);
    expect((await served.runHere(...flags)).code).toBe(0);
    writeFileSync(path, newer);
  }
  expect(served.proxy.creations).toBe(2);
});

it("two diverged copies are refused with the command that joins both", async () => {
  await using served = await rig({ plan: smallCourse(["First", "Second", "Third"]), writingTime });
  expect((await served.runHere("--first", "1")).code).toBe(0);
  cpSync(join(served.folder, "out"), join(served.folder, "copy"), { recursive: true });
  expect((await served.runHere("--first", "2")).code).toBe(0);
  // Another machine, which has seen neither, goes on with the copy.
  const elsewhere = { ...served.environment, COURSEBINDER_STATE: join(served.folder, "elsewhere") };
  const copied = ["run", "course.yaml", "--only", "third.*", "--out", "copy"];
  const there = await served.commandHere(copied, elsewhere);
  expect(there.code, there.stderr).toBe(0);
  const refused = await served.here("run", "--out", "copy");
  expect([refused.code, refused.stderr]).toEqual([8, expect.stringContaining("were continued separately")]);
  const [mirror] = readdirSync(join(served.folder, ".state")).filter((name) => name.endsWith(".jsonl"));
  const seen = join(served.folder, ".state", mirror ?? "");
  expect(nextIn(refused)).toBe(`coursebinder ledger join course.yaml ${seen} --out copy`);
  const restored = await served.commandHere(["ledger", "restore", "course.yaml", "--out", "copy", "--json"]);
  expect(documentOf(restored)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_forked" }] });
  const joined = await typed(served, nextIn(refused));
  expect(joined.code, joined.stderr).toBe(0);
  expect(await served.report("--out", "copy")).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
  expect(served.proxy.creations).toBe(3);
});

it("for two courses that share topics, the choice to pay again or to leave them out is offered, and why", async () => {
  await using served = await rig({ plan: smallCourse(["First", "Second"]), writingTime });
  expect((await served.runHere()).code).toBe(0);
  const shared = smallCourse(["First", "Second", "Third"]).replace("course: course", "course: other");
  served.plan(shared);
  const refused = await served.here("run");
  expect(refused.code).toBe(8);
  expect(refused.stderr).toContain("If both courses are meant to have these lessons");
  const rules = /exclude: (\[.*?\])\)/.exec(refused.stderr)?.[1] ?? "";
  const again = nextIn(refused);
  expect(again).toMatch(
    /^to pay again for 2 lessons \(26 credits at the original prices\): coursebinder run course\.yaml --new-ledger /,
  );
  expect(served.proxy.creations).toBe(2);
  // Either way it goes on, and pays for exactly what it said.
  served.plan(shared.replace("topics:", `exclude: ${rules}\ntopics:`));
  expect(await served.report()).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
  expect(served.proxy.creations).toBe(3);
  served.plan(shared);
  expect((await typed(served, again.slice(again.indexOf("coursebinder ")))).code).toBe(0);
  expect(served.proxy.creations).toBe(5);
});
