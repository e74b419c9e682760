import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginHere, coursebinderHere } from "../e2e/fixtures/in-this-process.ts";
import { smallCourse } from "../e2e/fixtures/served.ts";
import { fileFolder, withoutAligning } from "../fixtures.ts";

const cwd = fileFolder();
const ledger = join("out", "course", "ledger.jsonl");
const listening: Server[] = [];

beforeAll(() => writeFileSync(join(cwd, "course.yaml"), smallCourse(["A walk"])));
afterAll(() => {
  for (const server of listening) server.close();
});

/** What can stand where a file is expected. */
const oddThings = {
  "a folder": (path: string) => void mkdirSync(path),
  "a pipe": (path: string) => void execFileSync("mkfifo", [path]),
  "a socket": (path: string) =>
    new Promise<void>((resolve) => void listening.push(createServer().listen(path, resolve))),
  "a link to where nothing is": (path: string) => symlinkSync(join(cwd, "unmounted", "a.jsonl"), path),
  "a link in a circle": (path: string) => symlinkSync(path, path),
} as const;
type Odd = keyof typeof oddThings;
const odds = Object.keys(oddThings) as Odd[];

async function put(odd: Odd, name: string): Promise<void> {
  const path = join(cwd, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(join(path, ".."), { recursive: true });
  await oddThings[odd](path);
}

/** At a service that nobody answers for. */
const env = {
  STORY_API_URL: "http://127.0.0.1:9/api/v1",
  STORY_API_KEY: "storyteller-nobody",
  ...withoutAligning,
};

function command(...args: readonly string[]) {
  return coursebinderHere(args, { cwd, env });
}

const remedyFor = (odd: Odd): string =>
  odd === "a link to where nothing is"
    ? "If it is a link, connect the disk that it points to, or correct the link"
    : "Move whatever is there out of the way; if lessons were bought, put their ledger back";

test.each(odds)("%s in the place of the ledger: every command says so, with one remedy", async (odd) => {
  await put(odd, ledger);
  const verbs = ["status", "run", "plan", "package", "resolve", "cost", "check-lessons", "doctor"];
  const ofLedgers = ["verify", "show", "create", "restore"];
  const lines = [
    ...verbs.map((verb) => [verb, "course.yaml"]),
    ...ofLedgers.map((verb) => ["ledger", verb, "course.yaml"]),
    ["ledger", "copy", "course.yaml", "copy.jsonl"],
    ["cost"],
  ];
  for (const line of lines) {
    const { code, stdout, stderr } = await command(...line);
    const said = `${stdout}\n${stderr}`;
    expect(said, line.join(" ")).toContain(`The ledger ${ledger} can't be opened (`);
    expect(said, line.join(" ")).toContain(remedyFor(odd));
    expect(code, line.join(" ")).toBe(8);
  }
  expect(existsSync(join(cwd, "copy.jsonl"))).toBe(false);
});

test.each(odds)("%s in the place of the ledger's lock is named, and nothing is bought", async (odd) => {
  rmSync(join(cwd, ledger), { recursive: true, force: true });
  await put(odd, `${ledger}.lock`);
  const { code, stderr } = await command("ledger", "create", "course.yaml");
  expect(stderr).toContain(`The ledger ${ledger} can't be opened (${ledger}.lock: `);
  expect(code).toBe(8);
  rmSync(join(cwd, `${ledger}.lock`), { recursive: true, force: true });
});

test("a folder in the place of the ledger's lock is what doctor finds, and it exits as a run does", async () => {
  rmSync(join(cwd, "out"), { recursive: true, force: true });
  await put("a folder", `${ledger}.lock`);
  const { code, stdout } = await command("doctor", "course.yaml");
  expect(stdout).toContain(`The ledger ${ledger} can't be opened (${ledger}.lock: there is a folder where`);
  expect(code).toBe(8);
  rmSync(join(cwd, "out"), { recursive: true, force: true });
});

test("a pipe in the place of the package, or of a saved story, is named, and the package not written", async () => {
  const local = ["run", "course.yaml", "--local", "--yes", "--poll", "100ms"];
  const zip = join("out", "local", "course", "course-1.zip");
  await put("a pipe", zip);
  const first = await command(...local);
  expect(first.stderr).toContain(`${zip} isn't a package of this course and would be overwritten`);
  expect(first.code).toBe(7);
  rmSync(join(cwd, zip));
  const stories = join("out", "local", "course", "stories");
  const [story = ""] = readdirSync(join(cwd, stories));
  await put("a pipe", join(stories, story));
  const { code, stderr } = await command("package", "course.yaml", "--local");
  expect(stderr).toContain(
    `${join(stories, story)} could not be read or written (there is a pipe, a socket or a device where the file should be, ENXIO). ` +
      "The package was not written. Everything that was paid for is in the ledger. Move whatever is there out of the way, and repeat the command.",
  );
  expect(code).toBe(7);
});

test("a course's folder that is a link to where nothing is holds a ledger that can't be opened", async () => {
  rmSync(join(cwd, "out"), { recursive: true, force: true });
  await put("a link to where nothing is", join("out", "course"));
  const { code, stderr } = await command("status", "course.yaml");
  expect(stderr).toContain(`The ledger ${ledger} can't be opened (`);
  expect(stderr).toContain(`${join("out", "course")}: ENOENT).`);
  expect(code).toBe(8);
  rmSync(join(cwd, "out"), { recursive: true, force: true });
});

test("a file in the place of the out folder is named once, with what to do", async () => {
  const { code, stderr } = await command("status", "course.yaml", "--out", "course.yaml");
  expect(stderr).toContain(
    `The ledger ${join("course.yaml", "course", "ledger.jsonl")} can't be opened (there is a file where the folder should be, ENOTDIR). ` +
      "Nothing was bought or changed. Move whatever is in the folder's place out of the way, or name another folder with --out;",
  );
  expect(code).toBe(8);
});

test.each(odds)("%s in the place of a plan or a saved bill is refused at once, in words", async (odd) => {
  await put(odd, "odd.yaml");
  await put(odd, "bill.json");
  for (const line of [
    ["check", "odd.yaml"],
    ["run", "course.yaml", "--approved", "bill.json"],
  ]) {
    const { code, stderr } = await command(...line);
    expect(code, stderr).toBe(2);
    expect(stderr, stderr).toMatch(/folder|pipe|loop|there is no such file/);
  }
});

test("a plan can come through a pipe, also one that is written to slowly", async () => {
  await put("a pipe", "piped.yaml");
  const slowly = "exec > piped.yaml; head -c 40 course.yaml; sleep 0.2; tail -c +41 course.yaml";
  const slow = spawn("sh", ["-c", slowly], { cwd });
  // The writer waits for a reader; until it does, there is none to wait for.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { code, stderr } = await command("check", "piped.yaml");
  slow.kill();
  expect(code, stderr).toBe(0);
});

test.each(["a pipe", "a socket", "a link to where nothing is"] as const)(
  "%s in the place of the log is told once, and stops nothing",
  async (odd) => {
    await put(odd, "odd.log");
    const args = ["account", "balance", "--log-level", "debug", "--log-file", "odd.log"];
    const { finished, interrupt, lineMatching } = beginHere(args, { cwd, env });
    await lineMatching(
      /^A line of the log "odd\.log" could not be written \(.*\)\. Everything else continues\.$/,
    );
    interrupt();
    const { code, stderr } = await finished;
    expect(stderr.match(/could not be written/g)).toHaveLength(1);
    expect(code).toBe(7);
  },
);
