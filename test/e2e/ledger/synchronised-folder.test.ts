import { copyFileSync, cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { nextIn, rig, type Served, smallCourse } from "../fixtures/served.ts";

/** A machine with a state folder and a copy of the course's folder of its own, which a synchroniser keeps like the other's. */
function machine(served: Served, name: string) {
  const env = { ...served.environment, COURSEBINDER_STATE: join(served.folder, `state-of-${name}`) };
  const folder = join(served.folder, name, "course");
  const ledger = join(folder, "ledger.jsonl");
  const typed = (...args: readonly string[]) => served.commandHere([...args, "--out", name], env);
  const run = async (...flags: readonly string[]) =>
    documentOf(await typed("run", "course.yaml", "--json", "--poll", "100ms", ...flags));
  /** The synchroniser brings everything that the other machine has. */
  const receive = (from: string) =>
    cpSync(join(served.folder, from), join(served.folder, name), { recursive: true });
  return { name, ledger, typed, run, receive };
}

const topics = ["First", "Second", "Third", "Fourth"];
const writingTime = "20ms";

it("two machines that share a folder take turns: each goes on with what the other has bought", async () => {
  await using served = await rig({ plan: smallCourse(topics), writingTime });
  const [office, home] = [machine(served, "office"), machine(served, "home")];
  expect(await office.run("--first", "2")).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  home.receive("office");
  expect(await home.run("--first", "3")).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
  office.receive("home");
  expect(await office.run()).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  expect(served.proxy.creations).toBe(4);
});

it("a synchroniser that is late is refused on the machine that bought meanwhile, and both ledgers are joined", async () => {
  await using served = await rig({ plan: smallCourse(topics), writingTime });
  const [office, home] = [machine(served, "office"), machine(served, "home")];
  expect((await office.run("--only", "first.*")).exitCode).toBe(0);
  home.receive("office");
  expect((await office.run("--only", "second.*")).exitCode).toBe(0);
  expect((await home.run("--only", "third.*")).exitCode).toBe(0);
  // Now it comes: the newer file wins, and the other is kept beside it under another name, as synchronisers do.
  const conflict = join(served.folder, "office", "course", "ledger (conflicted copy of office).jsonl");
  copyFileSync(office.ledger, conflict);
  office.receive("home");
  const refused = await office.typed("run", "course.yaml", "--poll", "100ms");
  expect([refused.code, refused.stderr]).toEqual([8, expect.stringContaining("were continued separately")]);
  expect(served.proxy.creations).toBe(3);
  const joining = nextIn(refused);
  expect(joining).toMatch(/^coursebinder ledger join course\.yaml /);
  const joined = await office.typed("ledger", "join", "course.yaml", conflict);
  expect(joined.code, joined.stderr).toBe(0);
  expect(await office.run()).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  home.receive("office");
  expect(await home.run()).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  expect(served.proxy.creations).toBe(4);
  expect(new Set(served.stories().map(({ topic }) => topic)).size).toBe(4);
  expect(existsSync(conflict)).toBe(true);
});

it("a folder that comes back as it was before a purchase is refused, and restored from what the machine has seen", async () => {
  await using served = await rig({ plan: smallCourse(topics), writingTime });
  const [office, home] = [machine(served, "office"), machine(served, "home")];
  expect((await office.run("--first", "2")).exitCode).toBe(0);
  home.receive("office");
  expect((await office.run("--first", "3")).exitCode).toBe(0);
  office.receive("home");
  const refused = await office.typed("run", "course.yaml", "--poll", "100ms");
  expect(refused.code).toBe(8);
  expect(nextIn(refused)).toMatch(/^coursebinder ledger restore course\.yaml/);
  expect((await office.typed("ledger", "restore", "course.yaml")).code).toBe(0);
  expect(await office.run()).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  expect(served.proxy.creations).toBe(4);
});
