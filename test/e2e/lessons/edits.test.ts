import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { printed } from "../../run/compound-edits.ts";
import { bought, command, course, lessonsOf, packaged, served, topic, useCourses } from "./edit-fixtures.ts";

// What becomes of lessons after many more edits is tested beside what matches them, in one process: test/run/edits.test.ts.
useCourses();

describe("bought lessons of a plan whose ids changed", () => {
  it("are not bought again after a topic was inserted at the top and all were renumbered", async () => {
    await bought(topic("t1", "One"), topic("t2", "Two"));
    served.plan(course([topic("t1", "Zero"), topic("t2", "One"), topic("t3", "Two")]));
    const ahead = documentOf(await command("plan"));
    expect(lessonsOf(ahead)).toMatchObject({
      new: ["t1.es.2"],
      left: [],
      moved: [
        { job: "t2.es.2", was: "t1.es.2" },
        { job: "t3.es.2", was: "t2.es.2" },
      ],
    });
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { total: 3, done: 3 } });
    expect(served.stories().map((story) => story.topic)).toEqual(["One", "Two", "Zero"]);
    expect(await packaged()).toEqual(["t1: Zero", "t2: One", "t3: Two"]);
    const last = served
      .events()
      .filter(({ type }) => type === "creation.intended")
      .at(-1);
    expect(last?.job).toBe("t1.es.2~2");
    expect(documentOf(await command("run"))).toMatchObject({ exitCode: 0 });
    expect(served.proxy.creations).toBe(3);
  });
});

describe("a bought lesson that can't be recognized", () => {
  it("is removed by the printed line, its story stays saved, and the new one is bought", async () => {
    await bought(topic("t1", "One"), topic("t2", "Two"));
    served.plan(course([topic("t1", "One"), topic("t3", "Three")]));
    const held = await served.run("--only", "t3.*");
    expect(documentOf(held)).toMatchObject({ exitCode: 2, problems: [{ code: "lessons_left" }] });
    expect(documentOf(await command("plan"))).toMatchObject({ exitCode: 2 });
    const status = await served.commandHere(["status", "course.yaml"]);
    expect(status.stdout).toMatch(/^left {5}1: t2\.es\.2$/m);
    const lines = printed(held.stderr, "removed");
    expect(lines).toEqual(["removed:", '  - { text: "Two" }  # t2.es.2']);
    served.plan(course([topic("t1", "One"), topic("t3", "Three")], ...lines));
    const run = documentOf(await command("run"));
    expect(run).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 }, credits: { committed: 39 } });
    expect(lessonsOf(run)).toMatchObject({ removed: ["t2.es.2"], left: [], new: ["t3.es.2"] });
    expect(served.stories().map((story) => story.topic)).toEqual(["One", "Two", "Three"]);
  });

  it("is only reported if nothing new is to be bought: exit 0", async () => {
    await bought(topic("t1", "One"), topic("t2", "Two"));
    served.plan(course([topic("t1", "One")]));
    const run = documentOf(await command("run"));
    expect(run).toMatchObject({ exitCode: 0, notices: [{ code: "lessons_left_over" }] });
    served.plan(course([topic("t1", "One"), topic("t2", "Two")]));
    expect(documentOf(await command("run"))).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });
});

describe("a request that was bought and replaced", () => {
  it("is not bought again for another topic: exit 2, with the line that leaves it out", async () => {
    await bought(topic("t1", "One"), topic("t2", "Two"));
    served.plan(course([topic("t1", "The first one"), topic("t2", "Two")]));
    expect((await command("run", "--replace", served.has("t1.es.2"))).code).toBe(0);
    const twice = [
      topic("t1", "The first one"),
      topic("t2", "Two"),
      topic("t3", "One"),
      topic("t4", "Three"),
    ];
    served.plan(course(twice));
    const held = await command("run");
    expect(documentOf(held)).toMatchObject({
      exitCode: 2,
      jobs: { done: 3, pending: 1 },
      problems: [{ code: "request_bought", job: "t3.es.2" }],
    });
    const line = /exclude: \[.*\]/.exec(held.stderr)?.[0] ?? "";
    served.plan(course(twice, line));
    expect(documentOf(await command("run"))).toMatchObject({ exitCode: 0, jobs: { total: 3, done: 3 } });
    expect(served.proxy.creations).toBe(4);
  });
});
