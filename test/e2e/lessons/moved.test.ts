import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { undo } from "../../undo.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { checksOf } from "../fixtures/findings.ts";
import { Served, type ServedOptions, smallCourse } from "../fixtures/served.ts";

let served: Served;
const courses = new BoughtOnce();

/** A course of which nothing is bought. */
async function start(options: ServedOptions = {}): Promise<void> {
  served = await Served.start(options);
  undo.push(() => served.dispose());
}

const course = (id: string, moved = "", topic = "The lost key"): string =>
  `${smallCourse([]).replace("topics:", `topics:\n  - { id: ${id}, topic: "${topic}" }`)}${moved}\n`;
const moved = "moved: [{ from: lost-key, to: found-key }]";

describe("a topic whose id was changed", () => {
  it("keeps its story even if the plan does not say so, as long as its text is the same", async () => {
    served = await courses.course(course("lost-key"));
    served.plan(course("found-key"));
    expect(documentOf(await served.begin("plan", "--json").finished)).toMatchObject({
      exitCode: 0,
      lessons: { new: [], moved: [{ job: "found-key.es.2", was: "lost-key.es.2" }] },
    });
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    expect(served.proxy.creations).toBe(1);
  });

  it("keeps its story if the plan says so: nothing is bought, and the package has the new name", async () => {
    served = await courses.course(course("lost-key"));
    served.plan(course("found-key", moved));
    const plan = documentOf(await served.here("plan", "--json"));
    expect(plan).toMatchObject({ exitCode: 0, jobs: { done: 1, pending: 0 } });
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { total: 1, done: 1 } });
    expect(served.proxy.creations).toBe(1);

    const shown = await served.commandHere(["status", "course.yaml", "found-key.es.2"], {});
    expect(shown.stdout).toContain("found-key.es.2: done");
    expect(shown.stdout).toContain("before   lost-key.es.2: its name in the ledger");
    expect((await served.commandHere(["status", "course.yaml", "lost-key.es.2"], {})).stdout).toBe(
      shown.stdout,
    );
    expect((await served.command(["package", "course.yaml"], {})).code).toBe(0);
    const box = readFileSync(join(served.folder, "out", "course", "course-1.zip")).toString("latin1");
    expect(box).toContain("found-key");
  });

  it("is followed to its end if its run was killed before, under the name that people know", async () => {
    await start({ writingTime: "2s" });
    served.plan(course("lost-key"));
    const first = served.begin("run");
    await first.lineMatching(/created {4}lost-key/);
    first.process.kill("SIGKILL");
    await first.finished;
    served.plan(course("found-key", moved));
    const again = await served.here("run");
    expect(again.code).toBe(0);
    expect(again.stderr).toContain("written    found-key.es.2");
    expect(again.stderr.split("\n").filter((line) => line.includes("lost-key"))).toEqual([
      expect.stringContaining("found-key.es.2 (as lost-key.es.2)"),
    ]);
    expect(served.stories()).toHaveLength(1);
  });

  it("is held while the creation under its earlier id is uncertain, and settled by either name", async () => {
    await start();
    served.plan(course("lost-key", "", "The lost key [[lose-reply]]"));
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 5 });
    served.plan(course("found-key", moved));
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 5, jobs: { uncertain: 1 } });
    expect(served.proxy.creations).toBe(1);
    const foreseen = await served.here("plan");
    expect(foreseen).toMatchObject({ code: 5, stderr: expect.stringContaining("found-key.es.2") });
    expect(foreseen.stdout).toMatch(/0 to create, 1 uncertain$/m);
    expect(foreseen.stdout).toMatch(/^next +coursebinder resolve/m);
    expect(documentOf(await served.here("resolve", "--json"))).toMatchObject({
      uncertain: [{ job: "found-key.es.2" }],
    });
    const examined = await served.commandHere(["doctor", "course.yaml", "--json"]);
    expect(checksOf(examined).creations?.found).toContain("/found-key.es.2");
    const [story] = served.stories();
    const settled = await served.commandHere([
      "resolve",
      "course.yaml",
      "found-key.es.2",
      "--story",
      story?.id ?? "",
    ]);
    expect(settled.code).toBe(0);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    expect(served.stories()).toHaveLength(1);
  });

  it("gets another story only if a person requests it, and all its purchases are listed under one name", async () => {
    served = await courses.course(course("lost-key"));
    served.plan(course("found-key", moved));
    const replaced = documentOf(
      await served.run("--replace", served.has("lost-key.es.2").replace("lost", "found")),
    );
    expect(replaced).toMatchObject({ exitCode: 0, credits: { committed: 26, spent: 26 } });
    const intended = served.events().filter(({ type }) => type === "creation.intended");
    expect(intended.map(({ job, replaces }) => [job, replaces])).toEqual([
      ["lost-key.es.2", false],
      ["lost-key.es.2", true],
    ]);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("is bought as reviewed: a bill saved before the move is still valid", async () => {
    served = await courses.course(course("lost-key"));
    const two = (id: string, more = ""): string =>
      course(id, more).replace("topics:", "topics:\n  - { id: owls, topic: Six owls }");
    served.plan(two("found-key", moved));
    expect((await served.here("plan", "--save", "bill.json")).code).toBe(0);
    const bought = documentOf(await served.runHere("--approved", "bill.json"));
    expect(bought).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 } });
    expect(served.proxy.creations).toBe(2);
    writeFileSync(join(served.folder, "course.yaml"), two("found-key", moved));
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0 });
    expect(served.proxy.creations).toBe(2);
  });
});
