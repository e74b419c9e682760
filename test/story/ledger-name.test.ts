import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { documentOf } from "../rig.ts";
import { Served, smallCourse } from "./served.ts";

let served: Served;

beforeEach(async () => {
  served = await Served.start({ writingTime: "50ms" });
  served.plan(smallCourse(["First lesson", "Second lesson", "Third lesson", "Fourth lesson"]));
});

afterEach(() => served.dispose());

/** What people and their tools do to a course's folder while a run goes on. `older`: the ledger as it was after the first lesson. */
interface Mishap {
  readonly name: string;
  readonly strike: (course: string, older: Buffer) => void;
  /** What a person does before the rescue file can be put back. */
  readonly clear?: (course: string) => void;
}

const ledgerIn = (course: string): string => join(course, "ledger.jsonl");

const mishaps: readonly Mishap[] = [
  { name: "its folder is deleted", strike: (course) => rmSync(course, { recursive: true }) },
  {
    name: "the whole out folder is deleted",
    strike: (course) => rmSync(join(course, ".."), { recursive: true }),
  },
  { name: "its folder is renamed", strike: (course) => renameSync(course, `${course}-away`) },
  {
    name: "its folder is renamed, and a new one has its name",
    strike: (course) => {
      renameSync(course, `${course}-away`);
      mkdirSync(course);
    },
  },
  {
    name: "its folder is put back from a backup",
    strike: (course, older) => {
      cpSync(course, `${course}-backup`, { recursive: true });
      writeFileSync(ledgerIn(`${course}-backup`), older);
      rmSync(course, { recursive: true });
      renameSync(`${course}-backup`, course);
    },
  },
  {
    name: "an older ledger is renamed into its place",
    strike: (course, older) => {
      writeFileSync(join(course, "older"), older);
      renameSync(join(course, "older"), ledgerIn(course));
    },
  },
  {
    name: "an older ledger is written over it",
    strike: (course, older) => writeFileSync(ledgerIn(course), older),
  },
  {
    name: "something of the same size is written over it",
    strike: (course) =>
      writeFileSync(ledgerIn(course), Buffer.alloc(readFileSync(ledgerIn(course)).length, "x")),
    clear: (course) => unlinkSync(ledgerIn(course)),
  },
  { name: "only the ledger is removed", strike: (course) => unlinkSync(ledgerIn(course)) },
  { name: "only its lock is removed", strike: (course) => unlinkSync(`${ledgerIn(course)}.lock`) },
  {
    name: "git checks out an older commit",
    strike: (course) => void git(join(course, "..", ".."), "checkout", "--force", "HEAD", "--", "out"),
  },
];

function git(folder: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
}

/** A course whose first lesson is bought, kept in git as it is then. */
async function begun(): Promise<{ course: string; older: Buffer }> {
  const finished = await served.run("--first", "1");
  expect(finished.code, finished.stderr).toBe(0);
  git(served.folder, "init", "--quiet");
  git(served.folder, "add", "--force", "out");
  git(served.folder, "commit", "--quiet", "-m", "the first lesson");
  const course = join(served.folder, "out", "course");
  return { course, older: readFileSync(ledgerIn(course)) };
}

/** The one rescue file of this test. */
function rescueFile(): string {
  const state = join(served.folder, ".state");
  const names = readdirSync(state).filter((name) => name.includes(".rescued-"));
  expect(names).toHaveLength(1);
  return join(state, names[0] ?? "");
}

function rejoin(...rescue: readonly string[]) {
  return served.command(["ledger", "rejoin", "course.yaml", ...rescue, "--json"]);
}

async function healAndFinish({ clear }: Mishap, course: string): Promise<void> {
  const kept = rescueFile();
  for (const { id } of served.stories()) expect(readFileSync(kept, "utf8")).toContain(id);
  const bought = served.proxy.creations;
  // A rerun that nobody has prepared sends nothing, whatever stands there now.
  const refused = documentOf(await served.run());
  expect(refused).toMatchObject({ exitCode: 8 });
  expect(served.proxy.creations).toBe(bought);
  clear?.(course);
  const rejoined = await rejoin();
  expect(rejoined.code, rejoined.stderr).toBe(0);
  expect(existsSync(kept)).toBe(false);
  expect(existsSync(`${kept}.done`)).toBe(true);
  const done = documentOf(await served.run());
  expect(done, JSON.stringify(done.problems)).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  expect(done.package).not.toBeNull();
  expect(served.proxy.creations).toBe(4);
  expect(served.events().map(({ type }) => type)).toContain("ledger.rejoined");
}

describe("while a run holds a ledger", () => {
  it.for(mishaps)(
    "and a creation is in flight, $name: nothing more is sent, no id is lost",
    async (mishap) => {
      const { course, older } = await begun();
      served.proxy.holdsAnswers = true;
      const answered = served.proxy.heldAnswer();
      const running = served.begin("run", "--json");
      await answered;
      mishap.strike(course, older);
      const hadFolder = existsSync(course);
      served.proxy.passHeld();
      const finished = await running.finished;
      const report = documentOf(finished);
      expect(report, finished.stderr).toMatchObject({ exitCode: 8, package: null });
      expect(report.problems.map(({ code }) => code)).toContain("ledger_moved");
      expect(served.proxy.creations).toBe(2);
      for (const { id } of served.stories()) expect(finished.stderr).toContain(id);
      expect(existsSync(course)).toBe(hadFolder);
      const moved = report.problems.find(({ code }) => code === "ledger_moved");
      expect(moved?.next).toBe(`coursebinder ledger rejoin course.yaml ${rescueFile()}`);
      await healAndFinish(mishap, course);
    },
  );

  // One of each kind: what is done then takes no other way than with a creation in flight.
  const kinds = ["its folder is deleted", "an older ledger is written over it", "only its lock is removed"];

  it.for(mishaps.filter(({ name }) => kinds.includes(name)))(
    "and between two creations, $name: nothing more is sent, no id is lost",
    async (mishap) => {
      const { course, older } = await begun();
      // So long after a start that the blow falls before the next one.
      const running = served.begin("run", "--json", "--limit-starts", "1/3s");
      await running.lineMatching(/created {4}second-lesson/);
      mishap.strike(course, older);
      const hadFolder = existsSync(course);
      const finished = await running.finished;
      const report = documentOf(finished);
      expect(report, finished.stderr).toMatchObject({ exitCode: 8, package: null });
      expect(report.problems.map(({ code }) => code)).toContain("ledger_moved");
      expect(served.proxy.creations).toBe(2);
      expect(existsSync(course)).toBe(hadFolder);
      await healAndFinish(mishap, course);
    },
  );
});

it("a rescue file whose ledger went on otherwise is not put back, and names the way to join the two", async () => {
  const { course, older } = await begun();
  served.proxy.holdsAnswers = true;
  const answered = served.proxy.heldAnswer();
  const running = served.begin("run", "--json");
  await answered;
  copyFileSync(ledgerIn(course), join(served.folder, "kept.jsonl"));
  renameSync(course, `${course}-away`);
  mkdirSync(course);
  served.proxy.passHeld();
  await running.finished;
  const kept = rescueFile();
  // On another machine, which knows of neither, the older ledger goes on.
  writeFileSync(ledgerIn(course), older);
  const elsewhere = { ...served.environment, COURSEBINDER_STATE: join(served.folder, "elsewhere") };
  const flags = ["--only", "third*", "--poll", "100ms", "--json"];
  await served.command(["run", "course.yaml", ...flags], elsewhere);
  expect(served.proxy.creations).toBe(3);
  const before = readFileSync(ledgerIn(course));
  const refused = await rejoin();
  expect(refused.code).toBe(8);
  expect(refused.stderr).toContain("ledger join");
  expect(readFileSync(ledgerIn(course))).toEqual(before);
  expect(existsSync(kept)).toBe(true);
});
