import { existsSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { type Served, smallCourse } from "../fixtures/served.ts";

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

describe("while a run holds a ledger and a creation is in flight", () => {
  it.for(mishaps)("$name: nothing more is sent, no id is lost", async ({ strike, clear }) => {
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
    expect(await served.report()).toMatchObject({ exitCode: 8 });
    expect(served.proxy.creations).toBe(2);
    clear?.(course);
    const restored = await restore(served);
    expect(restored.code, restored.stderr).toBe(0);
    expect(await served.report()).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
    expect(served.proxy.creations).toBe(4);
    const state = join(served.folder, ".state");
    const [mirror = ""] = readdirSync(state).filter((name) => name.endsWith(".jsonl"));
    expect(readFileSync(join(state, mirror))).toEqual(readFileSync(ledgerIn(course)));
  });
});

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
  expect(await served.report()).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
  expect(served.proxy.creations).toBe(4);
});
