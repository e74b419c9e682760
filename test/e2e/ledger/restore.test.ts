import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { documentOf, type Finished } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { checksOf } from "../fixtures/findings.ts";
import { nextIn, type Served, smallCourse } from "../fixtures/served.ts";
import { typedCommand } from "../fixtures/typed-command.ts";
import { terminalPath, unwrapped } from "../fixtures/typed-shell.ts";

let served: Served;

const boughtOnce = new BoughtOnce({ writingTime: "20ms", narrationTime: "20ms" });

const folder = (): string => join(served.folder, "out", "course");
const ledger = (): string => join(folder(), "ledger.jsonl");
const state = (): string => join(served.folder, ".state");
const zip = (): Buffer => readFileSync(join(folder(), "course-1.zip"));

const two = smallCourse(["First", "Second"]);
const twoWithSound = two.replace("audiobook: false", "audiobook: true");

/** A course that is bought and packaged. */
async function bought(plan = two): Promise<{ bytes: Buffer; package: Buffer }> {
  served = await boughtOnce.course(plan);
  return { bytes: readFileSync(ledger()), package: zip() };
}

function restore(...flags: readonly string[]): Promise<Finished> {
  return served.commandHere(["ledger", "restore", "course.yaml", "--json", "--poll", "100ms", ...flags]);
}

function forget(): void {
  rmSync(state(), { recursive: true });
}

/** A run buys nothing, and its package has the same bytes. */
async function isAsBefore(package_: Buffer): Promise<void> {
  const { creations } = served.proxy;
  rmSync(join(folder(), "course-1.zip"), { force: true });
  const run = await served.runHere();
  expect(documentOf(run), run.stderr).toMatchObject({ exitCode: 0 });
  expect(served.proxy.creations).toBe(creations);
  expect(zip().equals(package_)).toBe(true);
}

async function isWhole(): Promise<void> {
  const verified = await served.commandHere(["ledger", "verify", "course.yaml"], {});
  expect(verified.stdout).toContain("intact");
}

describe("ledger restore", () => {
  it("brings a removed ledger back byte for byte, offline and without a service", async () => {
    const before = await bought();
    rmSync(ledger());
    const asked = served.proxy.requests.length;
    const restored = await served.commandHere(["ledger", "restore", "course.yaml", "--json"], {
      COURSEBINDER_STATE: state(),
    });
    expect(restored.code, restored.stderr).toBe(0);
    expect(documentOf(restored)).toMatchObject({ events: before.bytes.toString().split("\n").length - 1 });
    expect(readFileSync(ledger())).toEqual(before.bytes);
    expect(served.proxy.requests).toHaveLength(asked);
    await isAsBefore(before.package);
    const again = await restore();
    expect(documentOf(again)).toMatchObject({ from: null, events: 0, lessons: [] });
  });

  it.each(["rebuild", "rejoin"])("is what ledger %s does, a name that scripts may call", async (name) => {
    const before = await bought();
    rmSync(folder(), { recursive: true });
    expect((await served.runHere()).code).toBe(8);
    const restored = await served.commandHere(["ledger", name, "course.yaml"]);
    expect(restored.code, restored.stderr).toBe(0);
    await isAsBefore(before.package);
    const help = await served.commandHere(["ledger", "--help"]);
    expect(help.stdout).not.toContain(name);
    expect(help.stdout).toContain("restore");
  });

  it("without a mirror takes the saved stories, asks for their prices, and leaves the rest to a run", async () => {
    const before = await bought(twoWithSound);
    rmSync(ledger());
    forget();
    const restored = await restore();
    expect(restored.code, restored.stderr).toBe(0);
    const lesson = { price: { writing: 13 } };
    const lessons = ["first.es.2", "second.es.2"].map((job) => ({ job, ...lesson }));
    expect(documentOf(restored)).toMatchObject({ lessons, from: null, unpriced: 0 });
    await isAsBefore(before.package);
    await isWhole();
  });

  it("without prices buys nothing until a run has asked for them, and the ceiling counts what was restored", async () => {
    await bought();
    const paid = two.replace(/budget:.*/, "budget: { credits: 30 }");
    served.plan(paid);
    rmSync(ledger());
    forget();
    const restored = await restore("--offline");
    expect(documentOf(restored)).toMatchObject({ exitCode: 0, unpriced: 2 });
    served.plan(paid.replace("topics:", "topics:\n  - Third"));
    for (const verb of ["plan", "run"]) {
      const refused = documentOf(await served.here(verb, "--json"));
      expect(refused).toMatchObject({ exitCode: 3, problems: [{ code: "over_budget" }] });
      expect(refused.problems[0]?.message).toContain("26");
    }
    expect(served.proxy.creations).toBe(2);
    served.plan(paid.replace("credits: 30", "credits: 39").replace("topics:", "topics:\n  - Third"));
    await served.expectRun({ exitCode: 0, jobs: { done: 3 }, creations: 3 });
  });

  it("brings back from the files of an older version what it remembers: purchases, their stories, and unknown outcomes", async () => {
    const before = await bought();
    const [opened, ...events] = before.bytes
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { course, service, ledger: id } = opened;
    const memory = { memory: 1, course, service, ledger: id, path: ledger() };
    const lost = events.filter(({ type, job }) => !(type === "creation.accepted" && job === "second.es.2"));
    const remembered = lost
      .filter(({ type }) => /^(creation|story)\./.test(type))
      .map(({ seq: _, hash: __, at, ...event }) => ({ ...memory, at, event }));
    forget();
    mkdirSync(state());
    writeFileSync(
      join(state(), `purchases-${"0".repeat(32)}.jsonl`),
      `${remembered.map((line) => `\n${JSON.stringify(line)}\n`).join("")}torn`,
    );
    const [first, second] = served.stories();
    rmSync(join(folder(), "stories", `${second?.id}.json`));
    rmSync(ledger());
    await served.expectRun({ exitCode: 8 });
    const restored = await restore();
    const lessons = [
      { job: "first.es.2", story: first?.id },
      { job: "second.es.2", story: null },
    ];
    const problems = [{ code: "creation_uncertain", job: "second.es.2" }];
    expect(documentOf(restored)).toMatchObject({ exitCode: 0, problems, lessons });
    const settling = ["resolve", "course.yaml", "second.es.2", "--story", second?.id ?? ""];
    const settled = await served.commandHere(settling);
    expect(settled.code, settled.stderr).toBe(0);
    await isAsBefore(before.package);
    expect(readdirSync(state()).some((name) => name.startsWith("purchases-"))).toBe(true);
  });

  it("brings a lost ledger back though a newer one of the course is still there elsewhere", async () => {
    await bought();
    const there = ["--out", "two"];
    expect((await served.runHere(...there, "--new-ledger")).code).toBe(0);
    const second = join(served.folder, "two", "course", "ledger.jsonl");
    const lost = readFileSync(second);
    // The first one goes on, and so is the newer of the two.
    served.plan(smallCourse(["First", "Second", "Third"]));
    expect((await served.runHere()).code).toBe(0);
    const { creations } = served.proxy;
    rmSync(second);
    expect((await restore(...there)).code).toBe(0);
    expect(readFileSync(second).equals(lost)).toBe(true);
    expect(served.proxy.creations).toBe(creations);
  });

  it("refuses if nothing is known, or if the ledger is still there elsewhere, and makes nothing", async () => {
    await bought();
    const problems = [{ code: "ledger_not_rebuildable" }];
    const elsewhere = await restore("--out", "new");
    expect(documentOf(elsewhere)).toMatchObject({ problems });
    expect(elsewhere.stderr).toContain(ledger());
    renameSync(join(served.folder, "out"), join(served.folder, "old"));
    forget();
    const nothing = await restore();
    expect(documentOf(nothing)).toMatchObject({ exitCode: 8, problems });
    expect(nothing.stderr).toContain(`at the service ${served.url}`);
    for (const name of ["new", "out"]) expect(existsSync(join(served.folder, name))).toBe(false);
  });
});

describe("a lost ledger", () => {
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
        expect(said).toContain("this machine has bought lessons for the course course with");
        expect(said).toContain(served.file("ledger.jsonl"));
        expect(said).toMatch(/--out or --ledger[^.]*coursebinder ledger restore[^.]*buys nothing/);
        expect(said).toContain("--new-ledger");
        // What this ledger lacks can't be counted.
        expect(said).not.toMatch(/not started|credits {2}/);
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
        await served.expectRun({ exitCode: 8, problems });
      }
      expect(served.proxy.creations).toBe(2);
    });

    it("is refused if the out folder was moved, and continues if it is named", async () => {
      renameSync(out(), join(served.folder, "elsewhere"));
      expect((await refused()).said).not.toContain("which is still there");
      await served.expectRun({ exitCode: 0, jobs: { done: 2 }, creations: 2 }, "--out", "elsewhere");
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
      expect((await refused()).said).toContain("lessons for the course course");
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
        /this machine has bought lessons.*pay for those lessons again\? \[y\/N\]/,
      );
      expect(no.code).toBe(8);
      expect((await typedCommand(served, `${line} --yes`, ["y", "y"])).code).toBe(8);
      expect(served.proxy.creations).toBe(2);
      // The second question is the bill's.
      expect((await typedCommand(served, line, ["y", "y"])).code).toBe(0);
      expect(served.proxy.creations).toBe(4);
      expect(served.events().some(({ type }) => type === "ledger.consented")).toBe(true);
      await served.expectRun({ exitCode: 0, creations: 4 });
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
});
