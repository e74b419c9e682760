import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { checksOf } from "../fixtures/findings.ts";
import { nextIn, type Served, smallCourse } from "../fixtures/served.ts";
import { typedCommand } from "../fixtures/typed-command.ts";
import { terminalPath, unwrapped } from "../fixtures/typed-shell.ts";

let served: Served;

const boughtOnce = new BoughtOnce({ writingTime: "20ms" });

beforeEach(async () => {
  served = await boughtOnce.course(smallCourse(["First", "Second"]));
});

const out = (): string => join(served.folder, "out");

/** Runs where nothing may be bought: exit 8, and why. */
async function refused(...flags: readonly string[]): Promise<{ said: string; next: string }> {
  const creations = served.proxy.creations;
  const run = await served.runHere(...flags);
  const document = documentOf(run);
  expect(document).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_begun_anew" }] });
  expect(served.proxy.creations).toBe(creations);
  return { said: run.stderr, next: document.problems[0]?.next ?? "" };
}

describe("a run without a terminal, if lessons were bought with another ledger", () => {
  it("is refused if the out folder is lost, each time with what is known and both remedies", async () => {
    rmSync(out(), { recursive: true });
    const restore = /^coursebinder ledger restore course\.yaml/;
    const begunAnew = { code: "ledger_begun_anew", next: expect.stringMatching(restore) };
    const ahead = documentOf(await served.here("plan", "--json"));
    expect(ahead).toMatchObject({ exitCode: 8, problems: [begunAnew] });
    for (const _ of ["once", "and again"]) {
      const { said, next } = await refused();
      expect(existsSync(served.file("ledger.jsonl"))).toBe(false);
      expect(said).toMatch(
        /this machine has bought 2 lessons for the course course \(the last on [^)]*\) with/,
      );
      expect(said).toContain(served.file("ledger.jsonl"));
      expect(said).toMatch(/--out or --ledger[^.]*coursebinder ledger restore[^.]*buys nothing/);
      expect(said).toContain("--new-ledger");
      expect(next).toMatch(restore);
    }
    // Offline, and without a service's address.
    const status = await served.commandHere(["status", "course.yaml"], {});
    expect([status.code, nextIn(status)]).toEqual([0, expect.stringMatching(restore)]);
    for (const verb of ["check-lessons", "align", "review"]) {
      const document = documentOf(await served.commandHere([verb, "course.yaml", "--json"], {}));
      expect(document).toMatchObject({ exitCode: 8, problems: [begunAnew] });
    }
    const examined = await served.commandHere(["doctor", "course.yaml", "--json"]);
    expect(examined.code).toBe(8);
    expect(checksOf(examined).ledger?.remedy).toContain("ledger restore");
    // No flag that is about questions or messages is a consent.
    expect((await served.here("run", "--yes", "--quiet")).code).toBe(8);
    expect(served.proxy.creations).toBe(2);
  });

  it("is refused, each time, if the ledger was emptied, zeroed, cut or removed", async () => {
    const ledger = served.file("ledger.jsonl");
    const whole = readFileSync(ledger);
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(700), whole.subarray(0, 120), null, null]) {
      if (bytes === null) rmSync(ledger, { force: true });
      else writeFileSync(ledger, bytes);
      const problems = [{ code: expect.stringMatching(/^ledger_/) }];
      expect(await served.report()).toMatchObject({ exitCode: 8, problems });
    }
    expect(served.proxy.creations).toBe(2);
  });

  it("is refused if the out folder was moved, and continues if it is named", async () => {
    renameSync(out(), join(served.folder, "elsewhere"));
    expect((await refused()).said).toContain("which this ledger has replaced");
    expect(await served.report("--out", "elsewhere")).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("is refused if another folder is named, with the command that continues with the existing ledger", async () => {
    const { said, next } = await refused("--out", "other");
    expect(said).toContain("which is still there");
    const on = `coursebinder run course.yaml --poll 100ms --out ${out()}`;
    expect(next.split(" ").sort()).toEqual(on.split(" ").sort());
    expect((await served.commandHere(next.split(" ").slice(1))).code).toBe(0);
    expect(served.proxy.creations).toBe(2);
  });

  it("is refused if the course was renamed, and however the service's address is spelled", async () => {
    served.plan(smallCourse(["First", "Second"]).replace("course: course", "course: renamed"));
    expect((await refused()).said).toContain("2 lessons for the course course");
    const { port } = new URL(served.url);
    await refused("--service", `HTTP://0x7f.1:${port}/api/v1//`);
  });

  it("is refused by the saved stories alone, if this machine remembers nothing", async () => {
    rmSync(served.file("ledger.jsonl"));
    rmSync(join(served.folder, ".state"), { recursive: true });
    expect((await refused()).said).toContain("it has no record of 2 stories saved beside it");
  });

  it("is refused by them also if an older copy of the ledger is there, on a machine that has not seen it before", async () => {
    const older = readFileSync(served.file("ledger.jsonl"));
    served.plan(smallCourse(["First", "Second", "Third"]));
    expect((await served.runHere()).code).toBe(0);
    writeFileSync(served.file("ledger.jsonl"), older);
    const elsewhere = { ...served.environment, COURSEBINDER_STATE: join(served.folder, "another-machine") };
    const again = await served.commandHere(["run", "course.yaml", "--json"], elsewhere);
    const next = expect.stringMatching(/^coursebinder ledger verify /);
    expect(documentOf(again)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_lost" }], next });
    expect(again.stderr).toContain("it has no record of 1 story saved beside it");
    expect(served.proxy.creations).toBe(3);
  });
});

describe.runIf(needTool("script", terminalPath))("in a terminal, if the ledger is lost, the user", () => {
  it("is asked whether to start a new one: no buys nothing and exits 8, yes is remembered for that ledger", async () => {
    rmSync(out(), { recursive: true });
    const line = "run course.yaml --poll 100ms";
    const no = await typedCommand(served, line, ["n"]);
    expect(unwrapped(no.text)).toMatch(
      /this machine has bought 2 lessons.*pay for those lessons again\? \[y\/N\]/,
    );
    expect(no.code).toBe(8);
    expect((await typedCommand(served, `${line} --yes`, ["y", "y"])).code).toBe(8);
    expect(served.proxy.creations).toBe(2);
    // The second question is the bill's.
    expect((await typedCommand(served, line, ["y", "y"])).code).toBe(0);
    expect(served.proxy.creations).toBe(4);
    expect(served.events().some(({ type }) => type === "ledger.consented")).toBe(true);
    expect((await served.runHere()).code).toBe(0);
    expect(served.proxy.creations).toBe(4);
  });
});

it("a rehearsal remembers too, and forgets with its whole folder", async () => {
  const local = () => served.report("--local", "--first", "1");
  expect(await local()).toMatchObject({ exitCode: 0 });
  rmSync(join(out(), "local", "course"), { recursive: true });
  expect(await local()).toMatchObject({ exitCode: 8 });
  rmSync(join(out(), "local"), { recursive: true });
  expect(await local()).toMatchObject({ exitCode: 0 });
});
