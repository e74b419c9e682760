import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { parse } from "yaml";
import { coursebinder, documentOf, temporaryFolder } from "../rig.ts";

let folder = temporaryFolder();

afterEach(async () => {
  await folder.dispose();
  folder = temporaryFolder();
});

it("init writes a course that is valid as it is, and what git must know of a ledger", async () => {
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
  readonly run?: string;
}

const asTeacher = ["git", "-c", "user.name=A teacher", "-c", "user.email=teacher@school.example"] as const;

/** Runs a program in a folder and gives what it printed. */
function inFolder(cwd: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return stdout;
}

it("the workflow that init writes keeps the ledger whatever else a run has left, and fails where it can't", async () => {
  await coursebinder(["init", "school"], { cwd: folder.path });
  const school = join(folder.path, "school");
  const workflow = parse(readFileSync(join(school, ".github", "workflows", "course.yml"), "utf8"));
  const steps: readonly Step[] = workflow.jobs.course.steps;
  const keeping = steps.find(({ name }) => name === "Keep what was paid for")?.run ?? "exit 1";
  inFolder(folder.path, "git", "init", "--quiet", "--bare", "shared.git");
  inFolder(school, "git", "init", "--quiet");
  inFolder(school, "git", "remote", "add", "origin", join(folder.path, "shared.git"));
  inFolder(school, "git", "config", "push.autoSetupRemote", "true");

  // A run that was stopped after its first creation: no story is saved yet, and no book exported.
  const course = join(school, "out", "first-steps");
  mkdirSync(course, { recursive: true });
  for (const name of ["ledger.jsonl", "ledger.jsonl.lock", "ledger.jsonl.rescue-1.json", "first-steps.zip"]) {
    writeFileSync(join(course, name), name);
  }
  inFolder(school, "bash", "-e", "-c", keeping);
  const kept = inFolder(school, "git", "ls-tree", "-r", "--name-only", "@{upstream}");
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
  writeFileSync(join(course, "ledger.jsonl"), "and one event more");
  inFolder(school, "bash", "-e", "-c", keeping);
  inFolder(other, "git", "pull", "--quiet");
  expect(readFileSync(join(other, "out", "first-steps", "ledger.jsonl"), "utf8")).toBe("and one event more");

  inFolder(school, "git", "remote", "set-url", "origin", join(folder.path, "gone.git"));
  expect(() => inFolder(school, "bash", "-e", "-c", keeping)).toThrow("gone.git");
});
