import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, expect, it } from "vitest";
import { parse } from "yaml";
import { coursebinder, documentOf, temporaryFolder } from "../fixtures.ts";
import { Served, smallCourse } from "./fixtures/served.ts";

let folder = temporaryFolder();

afterEach(async () => {
  await folder.dispose();
  folder = temporaryFolder();
});

it("init writes a valid course, and tells git how to handle a ledger", async () => {
  const made = await coursebinder(["init", "school", "--json"], { cwd: folder.path });
  expect(documentOf(made)).toMatchObject({ ok: true, kept: [] });
  const checked = await coursebinder(["check", "school/course.yaml"], { cwd: folder.path });
  expect(checked).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(join(folder.path, "school", ".gitattributes"), "utf8")).toContain(
    "*.jsonl -text merge=binary",
  );
  expect(existsSync(join(folder.path, "school", ".github", "workflows", "course.yml"))).toBe(true);
});

it("init overwrites nothing", async () => {
  writeFileSync(join(folder.path, "course.yaml"), "mine");
  const made = await coursebinder(["init", "--json"], { cwd: folder.path });
  expect(documentOf(made)).toMatchObject({ ok: true, kept: ["course.yaml"] });
  expect(readFileSync(join(folder.path, "course.yaml"), "utf8")).toBe("mine");
});

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

const asTeacher = ["git", "-c", "user.name=A teacher", "-c", "user.email=teacher@school.example"] as const;

/** Runs a program in a folder and gives what it printed. */
function inFolder(cwd: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

const keeping = ["bash", ".github/keep-ledger.sh"] as const;

/** A folder that `init` has made, with a bare repository as its remote. */
async function makeSchool(): Promise<string> {
  await coursebinder(["init", "school"], { cwd: folder.path });
  const school = join(folder.path, "school");
  inFolder(folder.path, "git", "init", "--quiet", "--bare", "--initial-branch=main", "shared.git");
  inFolder(school, "git", "init", "--quiet", "--initial-branch=main");
  inFolder(school, "git", "remote", "add", "origin", join(folder.path, "shared.git"));
  return school;
}

const stepsIn = (school: string): readonly Step[] =>
  parse(readFileSync(join(school, ".github", "workflows", "course.yml"), "utf8")).jobs.course.steps;

const pushed = (path: string) => inFolder(join(folder.path, "shared.git"), "git", "show", `main:${path}`);

it("the workflow that init writes is pinned, has the key in one step, and runs no package by its name", async () => {
  const school = await makeSchool();
  const text = readFileSync(join(school, ".github", "workflows", "course.yml"), "utf8");
  const workflow = parse(text);
  const steps = stepsIn(school);
  for (const { uses } of steps)
    if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  expect(steps.filter((step) => JSON.stringify(step).includes("secrets.")).map(({ name }) => name)).toEqual([
    "Make the course",
  ]);
  expect(workflow).toMatchObject({
    permissions: {},
    concurrency: { "cancel-in-progress": false },
    jobs: { course: { permissions: { contents: "write" } } },
  });
  const runs = steps.flatMap(({ run }) => run ?? []).join("\n");
  expect(runs).not.toContain("npx");
  for (const install of runs.match(/npm (ci|install).*/g) ?? ["none"])
    expect(install).toContain("--ignore-scripts");
  expect(runs).toMatch(/npm install .* \.\/tools\/coursebinder-\d+\.\d+\.\d+\.tgz/);
  expect(steps.find(({ name }) => name === "Make the course")?.run).toContain("--ledger-must-exist");
});

it("the workflow that init writes saves the ledger whatever else a run has left, and fails if it can't", async () => {
  const school = await makeSchool();
  expect(stepsIn(school).find(({ name }) => name === "Keep what was paid for")?.run).toBe(
    `${keeping.join(" ")} all`,
  );

  // A run that was stopped after its first creation: no story is saved yet, and no book exported.
  const course = join(school, "out", "first-steps");
  mkdirSync(course, { recursive: true });
  for (const name of ["ledger.jsonl", "ledger.jsonl.lock", "ledger.jsonl.rescue-1.json", "first-steps.zip"]) {
    writeFileSync(join(course, name), name);
  }
  inFolder(school, ...keeping);
  const kept = inFolder(join(folder.path, "shared.git"), "git", "ls-tree", "-r", "--name-only", "main");
  expect(kept.split("\n").filter((path) => path !== "")).toEqual([
    "out/first-steps/ledger.jsonl",
    "out/first-steps/ledger.jsonl.rescue-1.json",
  ]);

  // Somebody pushes while the next run is under way.
  const other = join(folder.path, "other");
  inFolder(folder.path, "git", "clone", "--quiet", "shared.git", "other");
  writeFileSync(join(other, "notes.md"), "What the class liked");
  inFolder(other, "git", "add", "notes.md");
  inFolder(other, ...asTeacher, "commit", "--quiet", "-m", "Note what the class liked");
  inFolder(other, "git", "push", "--quiet");
  writeFileSync(join(course, "ledger.jsonl"), "ledger.jsonl and one event more");
  inFolder(school, ...keeping);
  expect(pushed("out/first-steps/ledger.jsonl")).toBe("ledger.jsonl and one event more");
  expect(pushed("notes.md")).toBe("What the class liked");

  // Another run has gone on from an older copy: neither ledger may take the other's place.
  writeFileSync(join(course, "ledger.jsonl"), "ledger.jsonl went on apart");
  expect(() => inFolder(school, ...keeping)).toThrow("has gone on without this run");
  expect(pushed("out/first-steps/ledger.jsonl")).toBe("ledger.jsonl and one event more");

  inFolder(school, "git", "remote", "set-url", "origin", join(folder.path, "gone.git"));
  expect(() => inFolder(school, ...keeping)).toThrow("gone.git");
});

/** One step of the workflow on a runner, which is a clone of its own with a memory of its own. */
function onRunner(clone: string, name: string, env: Readonly<Record<string, string>>) {
  const step = stepsIn(clone).find((one) => one.name === name);
  const own = step?.env?.COURSEBINDER_AFTER_CREATION;
  const child = spawn("bash", ["-e", "-c", step?.run ?? "exit 1"], {
    cwd: clone,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...{
        COURSEBINDER_STATE: join(clone, ".git", "state"),
        COURSEBINDER_POLL: "100ms",
        GITHUB_REF_NAME: "main",
      },
      ...(own === undefined ? {} : { COURSEBINDER_AFTER_CREATION: own }),
      ...env,
    },
  });
  let said = "";
  let hear: () => void = () => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      hear();
    });
  }
  const finished = once(child, "close").then(([code]) => ({ code: code as number | null, said }));
  const saying = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      hear = () => (pattern.test(said) ? resolve() : undefined);
      void finished.then(() => reject(new Error(said)));
    });
  return { child, finished, saying };
}

it("the workflow that init writes loses nothing when a runner is lost, week after week", async () => {
  const served = await Served.start();
  try {
    const school = await makeSchool();
    const course = (edition: string) =>
      smallCourse(["One", "Two", "Three", "Four", "Five"], `edition: ${edition}`);
    writeFileSync(join(school, "course.yaml"), course("W1"));
    inFolder(school, "git", "add", ".");
    inFolder(school, ...asTeacher, "commit", "--quiet", "-m", "Begin the course");
    inFolder(school, "git", "push", "--quiet", "origin", "main");
    let runners = 0;
    const runner = (): string => {
      const clone = `runner${++runners}`;
      inFolder(folder.path, "git", "clone", "--quiet", "shared.git", clone);
      const bin = join(folder.path, clone, "node_modules", ".bin");
      mkdirSync(bin, { recursive: true });
      const cli = join(import.meta.dirname, "..", "..", "dist", "cli.js");
      writeFileSync(join(bin, "coursebinder"), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`, {
        mode: 0o755,
      });
      return join(folder.path, clone);
    };
    const quick = {
      ...served.environment,
      COURSEBINDER_LIMIT_CALLS: "1000/1s",
      COURSEBINDER_LIMIT_STARTS: "1000/1s",
    };
    const make = (clone: string, env: Readonly<Record<string, string>> = quick) =>
      onRunner(clone, "Make the course", env);

    // A run without a ledger begins none; the manual start does.
    const first = runner();
    expect((await make(first).finished).code).toBe(8);
    expect((await onRunner(first, "Begin the ledger", quick).finished).code).toBe(0);
    expect((await onRunner(first, "Keep what was paid for", quick).finished).code).toBe(0);
    expect(served.proxy.creations).toBe(0);
    expect(pushed("out/course/ledger.jsonl")).toContain("ledger.opened");

    // The runner is lost after the third creation, which is told once its ledger is pushed; the fourth waits for a paid start.
    const lost = make(runner(), { ...quick, COURSEBINDER_LIMIT_STARTS: "3/10m" });
    await lost.saying(/created {4}three/);
    process.kill(-(lost.child.pid ?? 0), "SIGKILL");
    await lost.finished;
    expect(served.proxy.creations).toBe(3);
    const next = runner();
    const healed = await make(next).finished;
    expect(healed.code, healed.said).toBe(0);
    expect((await onRunner(next, "Keep what was paid for", quick).finished).code).toBe(0);
    expect(served.proxy.creations).toBe(5);

    // The next week, with a plan that has a mistake first.
    writeFileSync(join(school, "course.yaml"), `${course("W2")}exclude: [{ topic: sixth }]\n`);
    inFolder(school, "git", "pull", "--quiet", "--rebase", "--autostash", "origin", "main");
    inFolder(school, ...asTeacher, "commit", "--quiet", "-am", "Plan the second week");
    inFolder(school, "git", "push", "--quiet", "origin", "main");
    expect((await make(runner()).finished).code).toBe(2);
    expect(served.proxy.creations).toBe(5);
    writeFileSync(join(school, "course.yaml"), course("W2"));
    inFolder(school, ...asTeacher, "commit", "--quiet", "-am", "Correct the plan");
    inFolder(school, "git", "push", "--quiet", "origin", "main");
    const second = runner();
    expect((await make(second).finished).code).toBe(0);
    expect((await onRunner(second, "Keep what was paid for", quick).finished).code).toBe(0);
    expect((await make(runner()).finished).code).toBe(0);
    expect(served.proxy.creations).toBe(10);
  } finally {
    await served.dispose();
  }
}, 300_000);
