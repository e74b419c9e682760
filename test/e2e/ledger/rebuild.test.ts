import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { documentOf, type Finished } from "../../fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { Served, type ServedOptions, smallCourse } from "../fixtures/served.ts";

let served: Served;

const times = { writingTime: "20ms", narrationTime: "20ms" };
const boughtOnce = new BoughtOnce(times);
const alignedOnce = new BoughtOnce({ ...times, aligns: true });

const folder = (): string => join(served.folder, "out", "course");
const ledger = (): string => join(folder(), "ledger.jsonl");
const zip = (): Buffer => readFileSync(join(folder(), "course-1.zip"));

const two = smallCourse(["First", "Second"]);
/** The recordings of aligned courses take most of the processor time. */
const oneWithSound = two.replace('"First"', "{ topic: First, audiobook: true }");
const twoWithSound = two.replace("audiobook: false", "audiobook: true");

/** A course that is bought and packaged. Gives its package. */
async function bought(plan = two, once = boughtOnce): Promise<Buffer> {
  served = await once.course(plan);
  return zip();
}

/** A service that has sold nothing yet. */
async function begin(options: ServedOptions = {}): Promise<void> {
  served = await Served.start({ ...times, ...options });
  onTestFinished(() => served.dispose());
}

const lineOfRebuild = ["ledger", "rebuild", "course.yaml", "--json", "--poll", "100ms"] as const;

/** Rebuilds in this process, as the started command does in the first test. */
function rebuild(...flags: readonly string[]): Promise<Finished> {
  return served.commandHere([...lineOfRebuild, ...flags]);
}

interface Lesson {
  readonly job: string;
  readonly edition: string;
  readonly story: string | null;
  readonly by: string;
  readonly isWhole: boolean;
}

function lessonsOf(finished: Finished): readonly Lesson[] {
  return (documentOf(finished) as unknown as { lessons: Lesson[] }).lessons;
}

function forget(): void {
  rmSync(join(served.folder, ".state"), { recursive: true });
}

async function committed(): Promise<number> {
  return documentOf(await served.commandHere(["status", "course.yaml", "--json"])).credits.committed;
}

/** The package again, offline: it has the same bytes. */
async function isPackagedAsBefore(package_: Buffer): Promise<void> {
  rmSync(join(folder(), "course-1.zip"), { force: true });
  const bound = await served.commandHere(["package", "course.yaml"], {});
  expect(bound.code, bound.stderr).toBe(0);
  expect(zip().equals(package_)).toBe(true);
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
  expect(verified.stdout).toContain("whole");
}

describe("ledger rebuild", () => {
  it("after rm ledger.jsonl restores every bought lesson, and the package has the same bytes", async () => {
    const before = await bought(oneWithSound, alignedOnce);
    const paid = await committed();
    expect(paid).toBeGreaterThan(2 * 13);
    rmSync(ledger());
    const rebuilt = await served.command(lineOfRebuild);
    expect(rebuilt.code, rebuilt.stderr).toBe(0);
    expect(lessonsOf(rebuilt)).toMatchObject([
      { job: "first.es.2", by: "memory", isWhole: true },
      { job: "second.es.2", by: "memory", isWhole: true },
    ]);
    await isPackagedAsBefore(before);
    await isAsBefore(before);
    await isWhole();
    const events = served.events().filter(({ type }) => type !== "ledger.opened");
    expect(events[0]).toMatchObject({ type: "ledger.rebuilt", stage: "begun" });
    const putBack = events.filter(({ type }) => /^(creation|story|book)\./.test(type));
    expect(putBack.every(({ rebuilt: mark }) => mark === true)).toBe(true);
    expect(await committed()).toBe(paid);
  });

  it("does the same after an unwitting run has created a new ledger in its place", async () => {
    const before = await bought();
    rmSync(ledger());
    expect((await served.runHere()).code).toBe(8);
    expect((await rebuild()).code).toBe(0);
    await isAsBefore(before);
  });

  it("after rm -rf of the course's folder restores it from this machine's memory and the service", async () => {
    const before = await bought(oneWithSound, alignedOnce);
    rmSync(folder(), { recursive: true });
    const rebuilt = await rebuild();
    expect(rebuilt.code, rebuilt.stderr).toBe(0);
    expect(readdirSync(join(folder(), "books"))).toHaveLength(1);
    // The files with the times are lost too; they are computed again from the same sound and text.
    expect((await served.commandHere(["align", "course.yaml"], {})).code).toBe(0);
    await isAsBefore(before);
  });

  it("without the memory restores it from the saved stories, books and the service", async () => {
    const before = await bought(twoWithSound);
    rmSync(ledger());
    forget();
    const books = served.proxy.requests.filter((line) => line.includes("/export")).length;
    const rebuilt = await rebuild();
    expect(rebuilt.code, rebuilt.stderr).toBe(0);
    expect(lessonsOf(rebuilt).map(({ by, isWhole }) => [by, isWhole])).toEqual([
      ["text", true],
      ["text", true],
    ]);
    expect(served.proxy.requests.filter((line) => line.includes("/export"))).toHaveLength(books);
    await isAsBefore(before);
    const [, , intended] = served.events();
    expect(intended).toMatchObject({ type: "creation.intended", price: { writing: 13 } });
  });

  it("offline restores it from the disk and the memory alone", async () => {
    const before = await bought(twoWithSound);
    rmSync(ledger());
    const asked = served.proxy.requests.length;
    const rebuilt = await rebuild("--offline");
    expect(rebuilt.code, rebuilt.stderr).toBe(0);
    expect(served.proxy.requests).toHaveLength(asked);
    await isPackagedAsBefore(before);
    await isAsBefore(before);
  });

  it("offline and without the memory says what is missing and that prices are unknown; a run fetches it, and buys nothing", async () => {
    const before = await bought();
    rmSync(ledger());
    forget();
    const rebuilt = await rebuild("--offline");
    expect(documentOf(rebuilt)).toMatchObject({ exitCode: 0, unpriced: 2 });
    expect(lessonsOf(rebuilt).map(({ isWhole }) => isWhole)).toEqual([false, false]);
    const run = documentOf(await served.runHere());
    expect(run).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
    expect(zip().equals(before)).toBe(true);
  });

  it("does what is possible if the service can't be reached, and exits with 7", async () => {
    await bought();
    rmSync(folder(), { recursive: true });
    await served.stopService();
    const rebuilt = await rebuild();
    expect(documentOf(rebuilt)).toMatchObject({ exitCode: 7, isOnline: false });
    expect(lessonsOf(rebuilt)).toMatchObject([
      { job: "first.es.2", isWhole: false },
      { job: "second.es.2", isWhole: false },
    ]);
    await served.restartService();
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("restores uncertain creations as uncertain, failed ones as failed, and unfinished stories for a run to follow", async () => {
    await begin({ writingTime: "1500ms" });
    served.plan(smallCourse(["First", "Second [[fail-writing]]", "Third"]));
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 4, jobs: { done: 2, failed: 1 } });
    served.plan(smallCourse(["First", "Second [[fail-writing]]", "Third", "Fourth", "Fifth [[lose-reply]]"]));
    const running = served.begin("run");
    await running.lineMatching(/uncertain/i);
    running.process.kill("SIGKILL");
    await running.finished;
    expect(served.proxy.creations).toBe(5);
    rmSync(ledger());
    const rebuilt = await rebuild();
    expect(documentOf(rebuilt)).toMatchObject({
      exitCode: 5,
      problems: [{ code: "creation_uncertain", job: "fifth-lose-reply.es.2" }],
    });
    const again = documentOf(await served.runHere());
    expect(again).toMatchObject({ exitCode: 5, jobs: { done: 3, failed: 1, uncertain: 1, pending: 0 } });
    expect(served.proxy.creations).toBe(5);
    const lost = served.stories().find(({ topic }) => topic.startsWith("Fifth"))?.id ?? "";
    const settle = await served.commandHere([
      "resolve",
      "course.yaml",
      "fifth-lose-reply.es.2",
      "--story",
      lost,
    ]);
    expect(settle.code, settle.stderr).toBe(0);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 4, jobs: { done: 4, failed: 1 } });
    expect(served.proxy.creations).toBe(5);
  });

  it("lists a story that fits no lesson of the plan as such", async () => {
    await bought();
    rmSync(ledger());
    forget();
    served.plan(smallCourse(["First"]));
    const rebuilt = await rebuild();
    expect(lessonsOf(rebuilt).map(({ job, by }) => [job, by])).toEqual([
      ["first.es.2", "text"],
      ["second.es.2", "nothing"],
    ]);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("takes over the lessons of a renamed course", async () => {
    await bought();
    served.plan(two.replace("course: course", "course: renamed"));
    const rebuilt = await rebuild();
    expect(rebuilt.code, rebuilt.stderr).toBe(0);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("resumes where it was interrupted, and no run uses a half-rebuilt ledger", async () => {
    const before = await bought();
    rmSync(ledger());
    expect((await rebuild()).code).toBe(0);
    const lines = readFileSync(ledger(), "utf8").split("\n");
    const cut = lines.findIndex((line) => line.includes('"creation.resolved"')) + 1;
    for (const name of readdirSync(join(served.folder, ".state"))) {
      if (name.includes(".head")) rmSync(join(served.folder, ".state", name));
    }
    writeFileSync(ledger(), `${lines.slice(0, cut).join("\n")}\n`);
    for (const verb of ["plan", "run"]) {
      const held = documentOf(await served.here(verb, "--json", "--new-ledger"));
      expect(held).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_half_rebuilt" }] });
    }
    const rebuilt = await rebuild();
    expect(rebuilt.code, rebuilt.stderr).toBe(0);
    expect(served.events().filter(({ type }) => type === "creation.intended")).toHaveLength(2);
    await isWhole();
    await isAsBefore(before);
  });

  it("refuses if there is a ledger, or if nothing is known, and changes nothing", async () => {
    await bought();
    const bytes = readFileSync(ledger());
    const there = await rebuild();
    expect(documentOf(there)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_there" }] });
    expect(readFileSync(ledger()).equals(bytes)).toBe(true);
    const elsewhere = await rebuild("--out", "new");
    expect(documentOf(elsewhere)).toMatchObject({
      exitCode: 8,
      problems: [{ code: "ledger_not_rebuildable" }],
    });
    expect(elsewhere.stderr).toContain(ledger());
    renameSync(join(served.folder, "out"), join(served.folder, "old"));
    forget();
    const nothing = await rebuild();
    expect(documentOf(nothing)).toMatchObject({
      exitCode: 8,
      problems: [{ code: "ledger_not_rebuildable" }],
    });
    expect(nothing.stderr).toContain(`at the service ${served.url}`);
    expect(existsSync(join(served.folder, "new"))).toBe(false);
    expect(existsSync(join(served.folder, "out"))).toBe(false);
  });

  it("works for rehearsals too", async () => {
    await begin();
    served.plan(smallCourse(["First"]));
    expect(documentOf(await served.runHere("--local"))).toMatchObject({ exitCode: 0 });
    const local = join(served.folder, "out", "local", "course");
    const before = readFileSync(join(local, "course-1.zip"));
    rmSync(local, { recursive: true });
    const rebuilt = await rebuild("--local");
    expect(rebuilt.code, rebuilt.stderr).toBe(0);
    expect((await served.commandHere(["package", "course.yaml", "--local"], {})).code).toBe(0);
    expect(readFileSync(join(local, "course-1.zip")).equals(before)).toBe(true);
  });
});
