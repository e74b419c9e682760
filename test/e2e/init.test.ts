import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, expect, it } from "vitest";
import { parse } from "yaml";
import { coursebinder, documentOf, temporaryFolder } from "../fixtures.ts";
import { coursebinderHere } from "./fixtures/in-this-process.ts";
import { rig, smallCourse } from "./fixtures/served.ts";

let folder = temporaryFolder();

afterEach(async () => {
  await folder.dispose();
  folder = temporaryFolder();
});

it("init writes a valid course, and tells git how to handle a ledger", async () => {
  const made = await coursebinder(["init", "school", "--json"], { cwd: folder.path });
  expect(documentOf(made)).toMatchObject({ ok: true, kept: [] });
  const checked = await coursebinderHere(["check", "school/course.yaml"], { cwd: folder.path });
  expect(checked).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(join(folder.path, "school", ".gitattributes"), "utf8")).toContain(
    "*.jsonl -text merge=binary",
  );
  expect(existsSync(join(folder.path, "school", ".github"))).toBe(false);
  const withCi = await coursebinderHere(["init", "school", "--ci"], { cwd: folder.path });
  expect(withCi.code).toBe(0);
  expect(existsSync(join(folder.path, "school", ".github", "workflows", "course.yml"))).toBe(true);
});

it("init overwrites nothing", async () => {
  writeFileSync(join(folder.path, "course.yaml"), "mine");
  const made = await coursebinderHere(["init", "--json"], { cwd: folder.path });
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
  await coursebinderHere(["init", "school", "--ci"], { cwd: folder.path });
  const school = join(folder.path, "school");
  inFolder(folder.path, "git", "init", "--quiet", "--bare", "--initial-branch=main", "shared.git");
  inFolder(school, "git", "init", "--quiet", "--initial-branch=main");
  inFolder(school, "git", "remote", "add", "origin", join(folder.path, "shared.git"));
  return school;
}

const stepsIn = (school: string, job = "course"): readonly Step[] =>
  parse(readFileSync(join(school, ".github", "workflows", `${job}.yml`), "utf8")).jobs[job].steps;

const pushed = (path: string) => inFolder(join(folder.path, "shared.git"), "git", "show", `main:${path}`);

it("the workflow that init writes is pinned, has the key in one step, and runs no package by its name", async () => {
  const school = await makeSchool();
  const text = readFileSync(join(school, ".github", "workflows", "course.yml"), "utf8");
  const workflow = parse(text);
  const steps = stepsIn(school);
  for (const { uses } of steps)
    if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
  expect(steps.filter((step) => JSON.stringify(step).includes("secrets.")).map(({ name }) => name)).toEqual([
    "Run the course",
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
  expect(steps.find(({ name }) => name === "Run the course")?.run).toContain("--ledger-must-exist");
});

it("the workflow that init writes saves the ledger whatever else a run has left, and fails if it can't", async () => {
  const school = await makeSchool();
  expect(stepsIn(school).find(({ name }) => name === "Push what was paid for")?.run).toBe(
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
  expect(() => inFolder(school, ...keeping)).toThrow("has events that this run's ledger lacks");
  expect(pushed("out/first-steps/ledger.jsonl")).toBe("ledger.jsonl and one event more");

  inFolder(school, "git", "remote", "set-url", "origin", join(folder.path, "gone.git"));
  // It tries five times, and waits longer and longer.
  const atOnce = `sleep() { :; }; export -f sleep; ${keeping.join(" ")}`;
  expect(() => inFolder(school, "bash", "-c", atOnce)).toThrow("gone.git");
});

/** What GitHub gives a step, and what the step left there. */
interface StepFiles {
  readonly summary: string;
  readonly outputs: string;
}

let steps = 0;

/** One step of a workflow on a runner, which is a clone of its own with a memory of its own. `deadline`: instead of the workflow's. */
function onRunner(
  clone: string,
  name: string,
  {
    env,
    job = "course",
    deadline = "5h",
  }: { env: Readonly<Record<string, string>>; job?: string; deadline?: string },
) {
  const step = stepsIn(clone, job).find((one) => one.name === name);
  const own = step?.env?.COURSEBINDER_AFTER_CREATION;
  const files = {
    summary: join(folder.path, `summary${++steps}`),
    outputs: join(folder.path, `outputs${steps}`),
  };
  for (const path of Object.values(files)) writeFileSync(path, "");
  const child = spawn(
    "bash",
    ["-e", "-c", step?.run?.replace("--deadline 5h", `--deadline ${deadline}`) ?? "exit 1"],
    {
      cwd: clone,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        COURSEBINDER_STATE: join(clone, ".git", "state"),
        COURSEBINDER_POLL: "100ms",
        GITHUB_REF_NAME: "main",
        GITHUB_ACTIONS: "true",
        GITHUB_WORKSPACE: clone,
        GITHUB_STEP_SUMMARY: files.summary,
        GITHUB_OUTPUT: files.outputs,
        ...(own === undefined ? {} : { COURSEBINDER_AFTER_CREATION: own }),
        ...env,
      },
    },
  );
  let said = "";
  let hear: () => void = () => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      hear();
    });
  }
  const left = (): StepFiles => ({
    summary: readFileSync(files.summary, "utf8"),
    outputs: readFileSync(files.outputs, "utf8"),
  });
  const finished = once(child, "close").then(([code]) => ({ code: code as number | null, said, ...left() }));
  const saying = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      hear = () => (pattern.test(said) ? resolve() : undefined);
      void finished.then(() => reject(new Error(said)));
    });
  return { child, finished, saying };
}

/** Packs the program into a repository as `init` has said, by the very command. */
function packAsTold(told: string): void {
  const [, pack = ""] = /this command puts it there.*\n +(npm pack .*)\n/.exec(told) ?? [];
  inFolder(folder.path, "bash", "-e", "-c", pack);
}

/**
 * Leaves out what the packed program depends on: installing that takes a quarter of the test's processor time, and is tested with the package
 * itself, in test/library/consumer.test.ts.
 */
function dropDependencies(school: string): void {
  const unpacked = join(folder.path, "unpacked");
  const packed = join(school, "tools", "coursebinder-0.1.0.tgz");
  mkdirSync(unpacked);
  inFolder(unpacked, "tar", "-xzf", packed);
  const manifest = join(unpacked, "package", "package.json");
  const { dependencies: _, optionalDependencies: __, ...others } = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify(others));
  inFolder(unpacked, "tar", "-czf", packed, "package");
}

/** A stand-in for GitHub's comments: `gh api` keeps one comment in a file and counts what is written. */
const gh = (path: string): string => `#!/bin/sh
case "$*" in
*"--method"*) for arg; do case "$arg" in body=@*) cp "\${arg#body=@}" "${path}";; esac; done; echo written >> "${path}.log";;
*) [ ! -f "${path}" ] || echo "7 $(head -n 1 "${path}")";;
esac
`;

it("the workflows that init writes lose nothing and report everything, week after week, with the packed program", async () => {
  const served = await rig();
  try {
    const school = await makeSchool();
    packAsTold((await coursebinderHere(["init", "school", "--ci"], { cwd: folder.path })).stdout);
    dropDependencies(school);
    const course = (edition: string, topics = ["One", "Two", "Three", "Four", "Five"]) =>
      smallCourse(topics, `edition: ${edition}`);
    const push = (text: string, message: string): void => {
      writeFileSync(join(school, "course.yaml"), text);
      inFolder(school, "git", "add", ".");
      inFolder(school, ...asTeacher, "commit", "--quiet", "-m", message);
      const isFirst = message === "Begin the course";
      if (!isFirst) inFolder(school, ...asTeacher, "pull", "--quiet", "--rebase", "origin", "main");
      inFolder(school, "git", "push", "--quiet", "origin", "main");
    };
    push(course("W1"), "Begin the course");
    const quick = {
      ...served.environment,
      COURSEBINDER_LIMIT_CALLS: "1000/1s",
      COURSEBINDER_LIMIT_STARTS: "1000/1s",
    };
    const clone = (name: string): string => {
      inFolder(folder.path, "git", "clone", "--quiet", "shared.git", name);
      return join(folder.path, name);
    };
    // The first runner installs what the repository holds; the others get the same without waiting for it.
    const first = clone("runner1");
    const installed = await onRunner(first, "Install the program", { env: {} }).finished;
    expect(installed.code, installed.said).toBe(0);
    // Above the runners it finds this repository's.
    symlinkSync(join(import.meta.dirname, "..", "..", "node_modules"), join(folder.path, "node_modules"));
    let runners = 1;
    const runner = (): string => {
      const made = clone(`runner${++runners}`);
      symlinkSync(join(first, "node_modules"), join(made, "node_modules"));
      return made;
    };
    const make = (where: string, env: Readonly<Record<string, string>> = quick, deadline = "5h") =>
      onRunner(where, "Run the course", { env, deadline });
    const keep = (where: string) => onRunner(where, "Push what was paid for", { env: quick }).finished;

    // A run without a ledger begins none; the manual start does.
    const refused = await make(first).finished;
    expect(refused).toMatchObject({ code: 8 });
    expect(refused.outputs).toContain("exit-code=8\n");
    expect((await onRunner(first, "Create the ledger", { env: quick }).finished).code).toBe(0);
    expect((await keep(first)).code).toBe(0);
    expect(served.proxy.creations).toBe(0);
    expect(pushed("out/course/ledger.jsonl")).toContain("ledger.opened");

    // The deadline is too near for any lesson: nothing is bought, and the next run goes on.
    const late = await make(runner(), quick, "1s").finished;
    expect(late.code, late.said).toBe(7);
    expect(late.summary).toContain("**Stopped early. The next run continues from here.**");
    const boughtLate = served.proxy.creations;

    // The runner is lost after the third creation, which is told once its ledger is pushed; the fourth waits for a paid start.
    const lost = make(runner(), { ...quick, COURSEBINDER_LIMIT_STARTS: "3/10m" });
    await lost.saying(/created {4}three/);
    process.kill(-(lost.child.pid ?? 0), "SIGKILL");
    await lost.finished;
    expect(served.proxy.creations).toBe(3);
    expect(boughtLate).toBe(0);
    const next = runner();
    const healed = await make(next).finished;
    expect(healed.code, healed.said).toBe(0);
    expect((await keep(next)).code).toBe(0);
    expect(served.proxy.creations).toBe(5);
    expect(healed.outputs).toBe(
      "package=out/course/course-W1.zip\nspent=65\nuncertain=0\nhas-changes=true\nexit-code=0\n",
    );
    expect(healed.summary).toContain("# A small course, edition W1");
    expect(healed.summary).toMatch(/## Bill\n\n```text\n[^`]*es 2 short/);
    expect(healed.summary).toContain("- Made: 5 done");
    expect(healed.said).not.toMatch(/^::(error|warning)/m);

    // A pull request with a mistake in the plan, and one that changes its price: one comment, changed only with the bill.
    const comment = join(folder.path, "comment.md");
    const tools = join(folder.path, "gh-tools");
    mkdirSync(tools);
    writeFileSync(join(tools, "gh"), gh(comment), { mode: 0o755 });
    const request = {
      ...quick,
      PATH: `${tools}:${process.env.PATH}`,
      GITHUB_REPOSITORY: "school/course",
      PULL_REQUEST: "3",
    };
    const proposal = runner();
    const bill = (name: string) => onRunner(proposal, name, { env: request, job: "bill" }).finished;
    writeFileSync(join(proposal, "course.yaml"), `${course("W2")}exclude: [{ topic: sixth }]\n`);
    const wrong = await bill("Check the plan");
    expect(wrong.code).toBe(2);
    const line = course("W2").split("\n").length;
    expect(wrong.said).toContain(`::error file=course.yaml,line=${line},col=`);
    writeFileSync(join(proposal, "course.yaml"), course("W2"));
    expect((await bill("Check the plan")).code).toBe(0);
    for (const topics of [
      ["One", "Two"],
      ["One", "Two"],
      ["One", "Two", "Three"],
    ]) {
      writeFileSync(join(proposal, "course.yaml"), course("W2", topics));
      const priced = await bill("Price the plan");
      expect(priced.code, priced.said).toBe(0);
      expect(priced.outputs).toContain("has-changes=true\n");
      const commented = await bill("Comment with the bill");
      expect(commented.code, commented.said).toBe(0);
    }
    expect(readFileSync(comment, "utf8")).toMatch(/es 2 short text \| 3 \| 13 \| 0 \| 13 \| 39/);
    expect(readFileSync(`${comment}.log`, "utf8")).toBe("written\nwritten\n");
    expect(served.proxy.creations).toBe(5);

    // The second week: the answer to its first creation is lost, and a person settles that it exists.
    push(course("W2", ["One", "Two"]), "Plan the second week");
    const second = runner();
    served.proxy.holdsAnswers = true;
    const uncertain = make(second);
    await served.proxy.heldAnswer();
    served.proxy.dropHeld();
    const unsure = await uncertain.finished;
    expect(unsure.code, unsure.said).toBe(5);
    expect(unsure.outputs).toContain("uncertain=1\n");
    expect(unsure.said).toMatch(/^::error title=coursebinder::We can't tell whether one.es.2 was created/m);
    expect(unsure.summary).toContain("coursebinder resolve course.yaml");
    const story = served.stories().at(5)?.id ?? "";
    const bin = join(second, "node_modules", ".bin", "coursebinder");
    const settled = spawn(bin, ["resolve", "course.yaml", "one.es.2", "--story", story], {
      cwd: second,
      env: { ...process.env, ...quick, COURSEBINDER_STATE: join(second, ".git", "state") },
      stdio: "inherit",
    });
    expect((await once(settled, "close"))[0]).toBe(0);
    expect((await make(second).finished).code).toBe(0);
    expect((await keep(second)).code).toBe(0);
    const again = await make(runner()).finished;
    expect(again).toMatchObject({ code: 0 });
    expect(again.outputs).toContain("has-changes=false\n");
    expect(served.proxy.creations).toBe(7);
  } finally {
    await served.dispose();
  }
}, 900_000);
