import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { nextIn, rig, type Served, smallCourse } from "../fixtures/served.ts";

const writingTime = "20ms";

it("ledger create creates a ledger once, so that every run may require one", async () => {
  const served = await rig({ writingTime: "50ms" });
  onTestFinished(() => served.dispose());
  served.plan(smallCourse(["First lesson"]));
  const create = (...flags: string[]) =>
    served.commandHere(["ledger", "create", "course.yaml", "--json", ...flags]);
  const begun = await served.commandHere(["ledger", "create", "course.yaml", "--json"]);
  expect(begun.code, begun.stderr).toBe(0);
  const ledger = join(served.folder, "out", "course", "ledger.jsonl");
  const bytes = readFileSync(ledger);
  const again = await served.commandHere(["ledger", "create", "course.yaml"]);
  expect(again.code, again.stderr).toBe(0);
  expect(again.stdout).toContain("ledger.jsonl already exists, and was left as it was.");
  const others = await create("--service", "https://stories.example/api/v1");
  expect(documentOf(others)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_of_other_service" }] });
  expect(readFileSync(ledger)).toEqual(bytes);
  await served.expectRun({ exitCode: 0, creations: 1 }, "--ledger-must-exist");
  // Where this machine knows another ledger of the course that has bought lessons, a new one is begun by consent only.
  const elsewhere = await create("--out", "elsewhere");
  expect(elsewhere.code).toBe(8);
  expect(existsSync(join(served.folder, "elsewhere"))).toBe(false);
  expect((await create("--out", "elsewhere", "--new-ledger")).code).toBe(0);
});

/** Runs a line that was printed, in this process. */
const typed = (served: Served, line: string) => served.commandHere(line.split(" ").slice(1));

it("an older copy is refused with the command that completes it, in the ledger's place or elsewhere", async () => {
  await using served = await rig({ plan: smallCourse(["First", "Second"]), writingTime });
  expect((await served.runHere("--first", "1")).code).toBe(0);
  cpSync(join(served.folder, "out"), join(served.folder, "copy"), { recursive: true });
  const path = served.file("ledger.jsonl");
  const older = readFileSync(path);
  expect((await served.runHere()).code).toBe(0);
  const newer = readFileSync(path);
  writeFileSync(path, older);
  for (const flags of [[], ["--out", "copy"]]) {
    const refused = await served.here("run", "--max-credits", "60", ...flags);
    expect(refused.code).toBe(8);
    const next = ["coursebinder ledger restore course.yaml", ...flags].join(" ");
    expect(nextIn(refused)).toBe(next);
    for (const [verb, code] of [
      ["plan", 8],
      ["package", 8],
      ["status", 0],
    ] as const) {
      const told = documentOf(await served.commandHere([verb, "course.yaml", "--json", ...flags]));
      expect(told).toMatchObject({ exitCode: code, problems: [{ code: "ledger_older_copy", next }] });
    }
    expect((await typed(served, next)).code).toBe(0);
    expect((await served.runHere(...flags)).code).toBe(0);
    writeFileSync(path, newer);
  }
  expect(served.proxy.creations).toBe(2);
});

it("for two courses that share topics, the choice to pay again or to leave them out is offered, and why", async () => {
  await using served = await rig({ plan: smallCourse(["First", "Second"]), writingTime });
  expect((await served.runHere()).code).toBe(0);
  const shared = smallCourse(["First", "Second", "Third"]).replace("course: course", "course: other");
  served.plan(shared);
  const refused = await served.here("run");
  expect(refused.code).toBe(8);
  expect(refused.stderr).toContain("If both courses are meant to have these lessons");
  const rules = /exclude: (\[.*?\])\)/.exec(refused.stderr)?.[1] ?? "";
  const again = nextIn(refused);
  expect(again).toMatch(
    /^to pay again for 2 lessons \(26 credits at the original prices\): coursebinder run course\.yaml --new-ledger /,
  );
  expect(served.proxy.creations).toBe(2);
  // Either way it goes on, and pays for exactly what it said.
  served.plan(shared.replace("topics:", `exclude: ${rules}\ntopics:`));
  await served.expectRun({ exitCode: 0, jobs: { done: 1 }, creations: 3 });
  served.plan(shared);
  expect((await typed(served, again.slice(again.indexOf("coursebinder ")))).code).toBe(0);
  expect(served.proxy.creations).toBe(5);
});

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

const boughtOnce = new BoughtOnce({ writingTime: "50ms" });

/** What people and their tools do to a course's folder while a run goes on. `older`: the ledger as it was after the first lesson. */
interface Mishap {
  readonly name: string;
  readonly strike: (course: string, older: Buffer) => void;
  /** What a person does before the ledger can be restored. */
  readonly clear?: (course: string) => void;
}

const ledgerIn = (course: string): string => join(course, "ledger.jsonl");

const mishaps: readonly Mishap[] = [
  { name: "its folder is deleted", strike: (course) => rmSync(course, { recursive: true }) },
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
  { name: "only its lock is removed", strike: (course) => unlinkSync(`${ledgerIn(course)}.lock`) },
];

/** A course whose first lesson is bought, and a run whose creation of the second one has been answered, which it doesn't know yet. */
async function inFlight() {
  const topics = ["First lesson", "Second lesson", "Third lesson", "Fourth lesson"];
  const served = await boughtOnce.course(smallCourse(topics), "--first", "1");
  const older = readFileSync(served.file("ledger.jsonl"));
  served.proxy.holdsAnswers = true;
  const answered = served.proxy.heldAnswer();
  const running = served.begin("run", "--json");
  await answered;
  return { served, older, running };
}

const restore = (served: Served) => served.commandHere(["ledger", "restore", "course.yaml", "--json"]);

it.for(mishaps)(
  "while a run holds a ledger and a creation is in flight $name: nothing more is sent, no id is lost",
  async ({ strike, clear }) => {
    const { served, older, running } = await inFlight();
    const course = served.file();
    strike(course, older);
    const hadFolder = existsSync(course);
    served.proxy.passHeld();
    const finished = await running.finished;
    const report = documentOf(finished);
    expect(report, finished.stderr).toMatchObject({ exitCode: 8, package: null });
    const moved = report.problems.find(({ code }) => code === "ledger_moved");
    expect(moved?.next).toBe("coursebinder ledger restore course.yaml");
    expect(served.proxy.creations).toBe(2);
    for (const { id } of served.stories()) expect(finished.stderr).toContain(id);
    expect(existsSync(course)).toBe(hadFolder);
    // A rerun that nobody has prepared sends nothing, whatever stands there now.
    await served.expectRun({ exitCode: 8, creations: 2 });
    clear?.(course);
    const restored = await restore(served);
    expect(restored.code, restored.stderr).toBe(0);
    await served.expectRun({ exitCode: 0, jobs: { done: 4 }, creations: 4 });
    const state = join(served.folder, ".state");
    const [mirror = ""] = readdirSync(state).filter((name) => name.endsWith(".jsonl"));
    expect(readFileSync(join(state, mirror))).toEqual(readFileSync(ledgerIn(course)));
  },
);

it("ledger restore records an outcome from a rescue file of an older version", async () => {
  const { served, running } = await inFlight();
  running.process.kill("SIGKILL");
  await running.finished;
  served.proxy.dropHeld();
  const intended = served.events().findLast(({ type }) => type === "creation.intended");
  const { edition, job, attempt } = intended ?? { type: "none" };
  const id = served.stories()[1]?.id;
  const outcome = { type: "creation.accepted", edition, job, attempt, id, status: 202, warnings: [] };
  const rescued = { at: new Date().toISOString(), ...outcome };
  writeFileSync(served.file(`ledger.jsonl.rescue-${attempt}.json`), `${JSON.stringify(rescued)}\n`);
  expect(JSON.parse((await restore(served)).stdout)).toMatchObject({ recorded: [{ job, id }] });
  await served.expectRun({ exitCode: 0, jobs: { done: 4 }, creations: 4 });
});
