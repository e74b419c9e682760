import { execFileSync } from "node:child_process";
import {
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
import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { shareOf } from "../../share.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { type Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

const boughtOnce = new BoughtOnce({ writingTime: "50ms" });

/** What people and their tools do to a course's folder while a run goes on. `older`: the ledger as it was after the first lesson. */
interface Mishap {
  readonly name: string;
  /** What the run finds under the ledger's name. */
  readonly finds: "no folder" | "no ledger" | "another ledger" | "other bytes" | "no lock";
  readonly strike: (course: string, older: Buffer) => void;
  /** What a person does before the ledger can be restored. */
  readonly clear?: (course: string) => void;
}

const ledgerIn = (course: string): string => join(course, "ledger.jsonl");

const mishaps: readonly Mishap[] = [
  {
    name: "the whole out folder is deleted",
    finds: "no folder",
    strike: (course) => rmSync(join(course, ".."), { recursive: true }),
  },
  {
    name: "its folder is deleted",
    finds: "no folder",
    strike: (course) => rmSync(course, { recursive: true }),
  },
  {
    name: "its folder is renamed",
    finds: "no folder",
    strike: (course) => renameSync(course, `${course}-away`),
  },
  {
    name: "its folder is renamed, and a new one has its name",
    finds: "no ledger",
    strike: (course) => {
      renameSync(course, `${course}-away`);
      mkdirSync(course);
    },
  },
  {
    name: "its folder is put back from a backup",
    finds: "another ledger",
    strike: (course, older) => {
      cpSync(course, `${course}-backup`, { recursive: true });
      writeFileSync(ledgerIn(`${course}-backup`), older);
      rmSync(course, { recursive: true });
      renameSync(`${course}-backup`, course);
    },
  },
  {
    name: "an older ledger is renamed into its place",
    finds: "another ledger",
    strike: (course, older) => {
      writeFileSync(join(course, "older"), older);
      renameSync(join(course, "older"), ledgerIn(course));
    },
  },
  {
    name: "an older ledger is written over it",
    finds: "other bytes",
    strike: (course, older) => writeFileSync(ledgerIn(course), older),
  },
  {
    name: "something of the same size is written over it",
    finds: "other bytes",
    strike: (course) =>
      writeFileSync(ledgerIn(course), Buffer.alloc(readFileSync(ledgerIn(course)).length, "x")),
    clear: (course) => unlinkSync(ledgerIn(course)),
  },
  {
    name: "only the ledger is removed",
    finds: "no ledger",
    strike: (course) => unlinkSync(ledgerIn(course)),
  },
  {
    name: "only its lock is removed",
    finds: "no lock",
    strike: (course) => unlinkSync(`${ledgerIn(course)}.lock`),
  },
  {
    name: "git checks out an older commit",
    finds: "another ledger",
    strike: (course) => void git(join(course, "..", ".."), "checkout", "--force", "HEAD", "--", "out"),
  },
];

// Whatever is found alike is met by one guard and one way back.
const oneOfEach = mishaps.filter(
  ({ finds }, index) => shareOf(2) === 1 || index === mishaps.findIndex((other) => other.finds === finds),
);

function git(folder: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  execFileSync("git", [...identity, ...args], { cwd: folder, stdio: "ignore" });
}

/** A course whose first lesson is bought, kept in git as it is then. */
async function begun(): Promise<{ course: string; older: Buffer }> {
  const topics = ["First lesson", "Second lesson", "Third lesson", "Fourth lesson"];
  served = await boughtOnce.course(smallCourse(topics), "--first", "1");
  git(served.folder, "init", "--quiet");
  git(served.folder, "add", "--force", "out");
  git(served.folder, "commit", "--quiet", "-m", "the first lesson");
  const course = join(served.folder, "out", "course");
  return { course, older: readFileSync(ledgerIn(course)) };
}

/** This machine's one mirror. */
function mirror(): string {
  const state = join(served.folder, ".state");
  const names = readdirSync(state).filter((name) => name.endsWith(".jsonl"));
  expect(names).toHaveLength(1);
  return join(state, names[0] ?? "");
}

function restore() {
  return served.commandHere(["ledger", "restore", "course.yaml", "--json"]);
}

async function healAndFinish({ clear }: Mishap, course: string): Promise<void> {
  const kept = readFileSync(mirror(), "utf8");
  for (const { id } of served.stories()) expect(kept).toContain(id);
  const bought = served.proxy.creations;
  // A rerun that nobody has prepared sends nothing, whatever stands there now.
  const refused = documentOf(await served.runHere());
  expect(refused).toMatchObject({ exitCode: 8 });
  expect(served.proxy.creations).toBe(bought);
  clear?.(course);
  const restored = await restore();
  expect(restored.code, restored.stderr).toBe(0);
  const done = documentOf(await served.runHere());
  expect(done, JSON.stringify(done.problems)).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  expect(done.package).not.toBeNull();
  expect(served.proxy.creations).toBe(4);
  expect(readFileSync(mirror())).toEqual(readFileSync(ledgerIn(course)));
}

describe("while a run holds a ledger", () => {
  it.for(oneOfEach)(
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
      expect(moved?.next).toBe("coursebinder ledger restore course.yaml");
      await healAndFinish(mishap, course);
    },
  );

  // What is done then takes no other way than with a creation in flight.
  it.for(oneOfEach.filter(({ finds }) => shareOf(2) === 1 || /^no folder|^other/.test(finds)))(
    "and between two creations, $name: nothing more is sent, no id is lost",
    async (mishap) => {
      const { course, older } = await begun();
      // So long after a start that the blow falls before the next one. The run doesn't wait for that: it saves the second lesson before.
      const running = served.begin("run", "--json", "--limit-starts", "1/30s");
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

it("a mirror that diverged from its ledger is joined, not restored: what both bought is named, followed and counted", async () => {
  const { course, older } = await begun();
  served.proxy.holdsAnswers = true;
  const answered = served.proxy.heldAnswer();
  const running = served.begin("run", "--json");
  await answered;
  renameSync(course, `${course}-away`);
  mkdirSync(course);
  served.proxy.passHeld();
  await running.finished;
  // On another machine, which knows of neither, the older ledger goes on and buys what the mirror has, and one more.
  writeFileSync(ledgerIn(course), older);
  const elsewhere = { ...served.environment, COURSEBINDER_STATE: join(served.folder, "elsewhere") };
  const flags = ["--first", "3", "--poll", "100ms", "--json"];
  await served.commandHere(["run", "course.yaml", ...flags], elsewhere);
  expect(served.proxy.creations).toBe(4);
  const before = readFileSync(ledgerIn(course));
  const refused = await restore();
  expect(refused.code).toBe(8);
  expect(refused.stderr).toContain("ledger join");
  expect(readFileSync(ledgerIn(course))).toEqual(before);
  const joined = await served.commandHere(["ledger", "join", "course.yaml", mirror(), "--json"]);
  expect(joined.code, joined.stderr).toBe(0);
  const bothBought = served.stories().filter(({ topic }) => topic === "Second lesson");
  expect(JSON.parse(joined.stdout)).toMatchObject({
    conflicts: [{ code: "bought_by_both", job: "second-lesson.es.2" }],
  });
  for (const { id } of bothBought) expect(joined.stderr).toContain(id);
  const done = documentOf(await served.runHere());
  expect(done, JSON.stringify(done.problems)).toMatchObject({
    exitCode: 0,
    jobs: { done: 4 },
    credits: { committed: 5 * 13, spent: 5 * 13 },
  });
  // Three of the four were bought before; one of them twice, which nobody could prevent.
  expect(served.proxy.creations).toBe(5);
  const saved = new Set(readdirSync(join(course, "stories")));
  for (const { id } of served.stories()) expect(saved).toContain(`${id}.json`);
});

it("ledger restore records an outcome from a rescue file", async () => {
  const { course } = await begun();
  served.proxy.holdsAnswers = true;
  const answered = served.proxy.heldAnswer();
  const running = served.begin("run", "--json");
  await answered;
  running.process.kill("SIGKILL");
  await running.finished;
  served.proxy.dropHeld();
  const intended = served.events().findLast(({ type }) => type === "creation.intended");
  const [, story] = served.stories();
  const { edition, job, attempt } = intended ?? { type: "none" };
  const outcome = {
    type: "creation.accepted",
    edition,
    job,
    attempt,
    id: story?.id,
    status: 202,
    warnings: [],
  };
  const at = new Date().toISOString();
  writeFileSync(`${ledgerIn(course)}.rescue-${attempt}.json`, `${JSON.stringify({ at, ...outcome })}\n`);
  const restored = await restore();
  expect(JSON.parse(restored.stdout)).toMatchObject({ recorded: [{ job, id: story?.id }] });
  expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  expect(served.proxy.creations).toBe(4);
  expect(JSON.parse((await restore()).stdout)).toMatchObject({ events: 0, recorded: [] });
});
