import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { documentOf, type Finished, start } from "../../fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { checksOf } from "../fixtures/findings.ts";
import { type Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

const boughtOnce = new BoughtOnce({ writingTime: "20ms" });

beforeEach(async () => {
  served = await boughtOnce.course(smallCourse(["First", "Second"]));
  expect(served.proxy.creations).toBe(2);
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

/** A script for Node by which the account has its home there. Its real one is shared with whatever else runs on the machine. */
function accountIn(home: string): string {
  const script = join(served.folder, "account.mjs");
  writeFileSync(
    script,
    `import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
const known = os.userInfo;
os.userInfo = (...rest) => ({ ...known(...rest), homedir: ${JSON.stringify(home)} });
syncBuiltinESMExports();
`,
  );
  return script;
}

function nextIn({ stdout }: Finished): string | undefined {
  return /^next {5}(.*)$/m.exec(stdout)?.[1];
}

describe("a run without a terminal, if lessons were bought with another ledger", () => {
  it("is refused if the out folder is lost, each time with what is known and both remedies", async () => {
    rmSync(out(), { recursive: true });
    const restore = /^coursebinder ledger restore course\.yaml/;
    const ahead = documentOf(await served.here("plan", "--json"));
    expect(ahead).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_begun_anew" }] });
    expect(ahead.problems[0]?.next).toMatch(restore);
    for (const _ of ["once", "and again"]) {
      const { said, next } = await refused();
      expect(existsSync(join(out(), "course", "ledger.jsonl"))).toBe(false);
      expect(said).toContain("this machine has bought 2 lessons of the course course with");
      expect(said).toContain(join(out(), "course", "ledger.jsonl"));
      expect(said).toMatch(/--out or --ledger[^.]*coursebinder ledger restore[^.]*buys nothing/);
      expect(said).toContain("--new-ledger");
      expect(next).toMatch(restore);
    }
    const planned = await served.commandHere(["plan", "course.yaml"]);
    expect([planned.code, nextIn(planned)]).toEqual([8, expect.stringMatching(restore)]);
    // Offline, and without a service's address.
    const status = await served.commandHere(["status", "course.yaml"], {});
    expect([status.code, nextIn(status)]).toEqual([0, expect.stringMatching(restore)]);
    expect(status.stdout).toContain("this machine has bought 2 lessons of the course course with");
    const cost = await served.commandHere(["cost", "course.yaml", "--csv"]);
    expect([cost.code, cost.stderr]).toEqual([
      0,
      expect.stringContaining("this machine has bought 2 lessons"),
    ]);
    const known = documentOf(await served.commandHere(["status", "course.yaml", "--json"], {}));
    expect(known).toMatchObject({ exitCode: 0, problems: [{ code: "ledger_begun_anew" }] });
    const examined = await served.commandHere(["doctor", "course.yaml", "--json"]);
    expect(examined.code).toBe(8);
    const doctor = checksOf(examined);
    expect(doctor.ledger).toMatchObject({ state: "problem" });
    expect(doctor.ledger?.remedy).toContain("ledger restore");
    // No flag that is about questions or messages is a consent.
    expect((await served.begin("run", "--yes", "--quiet").finished).code).toBe(8);
    expect(served.proxy.creations).toBe(2);
  });

  it("is refused if the out folder was moved, and continues if it is named", async () => {
    renameSync(out(), join(served.folder, "elsewhere"));
    expect((await refused()).said).toContain("in whose place this one was begun");
    const there = documentOf(await served.runHere("--out", "elsewhere"));
    expect(there).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("is refused if another folder is named, with the command that continues with the existing ledger", async () => {
    const { said, next } = await refused("--out", "other");
    expect(said).toContain("which is still there");
    const on = `coursebinder run course.yaml --poll 100ms --out ${out()}`;
    expect(next.split(" ").sort()).toEqual(on.split(" ").sort());
    const finished = await served.commandHere([...next.split(" ").slice(1), "--json"]);
    expect(documentOf(finished)).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("is refused if the course was renamed, even from another folder", async () => {
    served.plan(smallCourse(["First", "Second"]).replace("course: course", "course: renamed"));
    expect((await refused()).said).toContain("2 lessons of the course course");
    expect((await refused("--out", "other")).said).toContain("2 lessons of the course course");
  });

  it("is refused if another course would buy one of the lessons, however the service's address is spelled", async () => {
    served.plan(smallCourse(["Second", "Third"]).replace("course: course", "course: other"));
    expect((await refused()).said).toContain("this machine has bought 1 lesson of the course course");
    const { port } = new URL(served.url);
    await refused("--service", `HTTP://0x7f.1:${port}/api/v1//`);
  });

  it("continues with another course of other lessons, and with an established one that now shares one", async () => {
    const other = (...topics: string[]): string =>
      smallCourse(topics).replace("course: course", "course: other");
    served.plan(other("Third"));
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0 });
    served.plan(other("Third", "Second"));
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0 });
    expect(served.proxy.creations).toBe(4);
  });

  it("is refused by the saved stories alone, if this machine remembers nothing", async () => {
    rmSync(join(out(), "course", "ledger.jsonl"));
    rmSync(join(served.folder, ".state"), { recursive: true });
    expect((await refused()).said).toContain("2 saved stories lie beside it of which it knows nothing");
  });

  it("is refused by what an earlier version remembers: only that something was bought, and where", async () => {
    const state = join(served.folder, ".state");
    const path = join(out(), "course", "ledger.jsonl");
    const [opened = ""] = readFileSync(path, "utf8").split("\n");
    const { ledger, hash, course, service } = JSON.parse(opened);
    rmSync(state, { recursive: true });
    mkdirSync(state);
    const head = { ledger, seq: 1, hash, bought: { course, service, path } };
    writeFileSync(join(state, `${ledger}.head`), JSON.stringify(head));
    rmSync(out(), { recursive: true });
    expect((await refused()).said).toContain("this machine has bought lessons of the course course");
  });
});

describe("the consent to a new ledger", () => {
  it("is stored in that ledger with what was known, for what it was given for, and in no other new one", async () => {
    const poor = documentOf(await served.runHere("--out", "two", "--new-ledger", "--max-credits", "13"));
    expect(poor).toMatchObject({ exitCode: 3, jobs: { done: 0 } });
    expect(served.proxy.creations).toBe(2);
    const [consented] = readFileSync(join(served.folder, "two", "course", "ledger.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line.includes('"ledger.consented"'))
      .map((line) => JSON.parse(line));
    const path = join(out(), "course", "ledger.jsonl");
    expect(consented.known.ledgers).toEqual([{ path, course: "course", lessons: 2 }]);
    expect(consented.who).not.toBe("");
    // It applies while nothing was bought yet, and to the rest.
    expect((await served.runHere("--out", "two", "--first", "1")).code).toBe(0);
    expect(documentOf(await served.runHere("--out", "two"))).toMatchObject({
      exitCode: 0,
      jobs: { done: 2 },
    });
    expect(served.proxy.creations).toBe(4);
    const { said } = await refused("--out", "three");
    expect(said).toContain(join(served.folder, "two", "course", "ledger.jsonl"));
  });

  it("is not given by looking at a plan", async () => {
    const ahead = await served.here("plan", "--json", "--out", "two", "--new-ledger");
    expect(documentOf(ahead)).toMatchObject({ exitCode: 0 });
    await refused("--out", "two");
  });
});

describe("a ledger that is older than what was bought with it", () => {
  it("is refused without HOME, by the mirror in the account's own home", async () => {
    const home = join(served.folder, "home");
    const unset = ["HOME", "COURSEBINDER_STATE", "XDG_STATE_HOME"].flatMap((name) => ["-u", name]);
    const run = (...flags: string[]): Promise<Finished> =>
      start({
        args: ["run", "course.yaml", "--json", "--poll", "100ms", "--out", "homeless", ...flags],
        cwd: served.folder,
        env: { ...served.environment, NODE_OPTIONS: `--import=${accountIn(home)}` },
        under: ["env", ...unset],
      }).finished;
    served.plan(smallCourse(["First", "Second"]).replace("course: course", "course: homeless"));
    expect(documentOf(await run("--first", "1"))).toMatchObject({ exitCode: 0 });
    const folder = join(served.folder, "homeless", "homeless");
    const older = readFileSync(join(folder, "ledger.jsonl"));
    expect(documentOf(await run())).toMatchObject({ exitCode: 0 });
    expect(served.proxy.creations).toBe(4);
    expect(existsSync(join(home, ".local", "state", "coursebinder"))).toBe(true);
    rmSync(folder, { recursive: true });
    expect(documentOf(await run())).toMatchObject({ problems: [{ code: "ledger_begun_anew" }] });
    writeFileSync(join(folder, "ledger.jsonl"), older);
    expect(documentOf(await run())).toMatchObject({ problems: [{ code: "ledger_older_copy" }] });
    expect(served.proxy.creations).toBe(4);
  });
});

describe("a machine without a place for its mirrors", () => {
  it("buys nothing unless a person vouches for the ledger, with each run", async () => {
    writeFileSync(join(served.folder, "no-folder"), "");
    served.plan(smallCourse(["Third", "Fourth"]).replace("course: course", "course: other"));
    const environment = { ...served.environment, COURSEBINDER_STATE: join(served.folder, "no-folder") };
    const run = (...flags: string[]): Promise<Finished> =>
      served.commandHere(["run", "course.yaml", "--json", "--poll", "100ms", ...flags], environment);
    const refusal = await run();
    expect(documentOf(refusal)).toMatchObject({ exitCode: 8, problems: [{ code: "nothing_remembered" }] });
    expect(refusal.stderr).toMatch(/COURSEBINDER_STATE[^\n]*ledger create[^\n]*--ledger-must-exist/);
    expect(existsSync(join(out(), "other", "ledger.jsonl"))).toBe(false);
    const doctor = await served.commandHere(["doctor", "course.yaml", "--json"], environment);
    expect([doctor.code, checksOf(doctor)["state-folder"]?.state]).toEqual([8, "problem"]);
    const missing = documentOf(await run("--ledger-must-exist"));
    expect(missing).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_missing" }] });
    expect((await served.commandHere(["ledger", "create", "course.yaml"], environment)).code).toBe(0);
    const { code, stderr } = await run("--first", "1", "--ledger-must-exist");
    expect([code, served.proxy.creations]).toEqual([0, 3]);
    expect(stderr).toMatch(/can't notice a lost ledger[^\n]*may buy its lessons again/);
    expect([(await run()).code, served.proxy.creations]).toEqual([8, 3]);
    expect([(await run("--ledger-must-exist")).code, served.proxy.creations]).toEqual([0, 4]);
    expect([(await run("--out", "new", "--new-ledger")).code, served.proxy.creations]).toEqual([0, 6]);
  });

  it("refuses both plan and run if there is no ledger", async () => {
    for (const verb of ["plan", "run"]) {
      const finished = await served.here(verb, "--json", "--out", "new", "--ledger-must-exist");
      expect(documentOf(finished)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_missing" }] });
    }
    expect(existsSync(join(served.folder, "new"))).toBe(false);
  });
});

describe("a rehearsal", () => {
  it("remembers too, and forgets with its whole folder", async () => {
    const local = (...flags: string[]): Promise<Finished> =>
      served.here("run", "--json", "--local", "--first", "1", ...flags);
    expect(documentOf(await local())).toMatchObject({ exitCode: 0 });
    rmSync(join(out(), "local", "course"), { recursive: true });
    expect(documentOf(await local())).toMatchObject({ exitCode: 8 });
    rmSync(join(out(), "local"), { recursive: true });
    expect(documentOf(await local())).toMatchObject({ exitCode: 0 });
  });
});

describe("a mirror that can't be read or written", () => {
  it("stops a run before anything is sent, whatever a person consents to", async () => {
    served.plan(smallCourse(["First", "Second", "Third"]));
    const state = join(served.folder, ".state");
    const [mirror = ""] = readdirSync(state).filter((name) => name.endsWith(".jsonl"));
    const bytes = readFileSync(join(state, mirror));
    rmSync(join(state, mirror));
    mkdirSync(join(state, mirror));
    const unusable = { exitCode: 8, problems: [{ code: "mirror_unusable" }] };
    const elsewhere = ["--out", "new", "--new-ledger"];
    for (const flags of [[], ["--new-ledger"], ["--ledger-must-exist"], elsewhere])
      expect(documentOf(await served.runHere(...flags))).toMatchObject(unusable);
    expect(documentOf(await served.here("plan", "--json", ...elsewhere))).toMatchObject(unusable);
    expect(served.proxy.creations).toBe(2);
    // A line in its middle that another program has changed: what it said is not known.
    rmSync(join(state, mirror), { recursive: true });
    writeFileSync(
      join(state, mirror),
      bytes.toString().replace('"creation.accepted"', '"creation.accepteD"'),
    );
    expect(documentOf(await served.runHere())).toMatchObject({ problems: [{ code: "mirror_unusable" }] });
    rmSync(join(state, mirror));
    expect((await served.runHere()).code).toBe(0);
    expect(served.proxy.creations).toBe(3);
    expect(readFileSync(join(state, mirror))).toEqual(readFileSync(join(out(), "course", "ledger.jsonl")));
  });
});
