import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { bought, course, lessonsOf, packaged, served, topic, useCourse } from "./edit-fixtures.ts";

useCourse();

describe("bought lessons of a plan whose ids changed", () => {
  it("are not bought again after a topic was inserted at the top and all were renumbered", async () => {
    await bought(topic("t1", "One"), topic("t2", "Two"));
    served.plan(course([topic("t1", "Zero"), topic("t2", "One"), topic("t3", "Two")]));
    const ahead = documentOf(await served.begin("plan", "--json").finished);
    expect(lessonsOf(ahead)).toMatchObject({
      ...{ new: ["t1.es.2"], left: [] },
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
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0 });
    expect(served.proxy.creations).toBe(3);
  });

  it("keep their stories if ids were swapped, and if an old id now belongs to another topic", async () => {
    await bought(topic("t1", "One"), topic("t2", "Two"));
    served.plan(course([topic("t1", "Two"), topic("t2", "One")]));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(await packaged()).toEqual(["t1: Two", "t2: One"]);
    served.plan(course([topic("first", "One"), topic("t1", "Three"), topic("second", "Two")]));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
    expect(await packaged()).toEqual(["first: One", "t1: Three", "second: Two"]);
    expect(served.proxy.creations).toBe(3);
  });
});

describe("a bought lesson that can't be recognized", () => {
  it.each([
    [
      "an id and a word were added",
      '"A morning at the market"',
      topic("market", "A morning at the old market"),
    ],
    ["it was translated", '"A morning at the market"', '"Una mañana en el mercado"'],
    [
      "id and text have a typo less",
      topic("teh-market", "At teh market"),
      topic("the-market", "At the market"),
    ],
  ])("because %s is not bought again: exit 2, with the lines that keep it", async (_, before, after) => {
    await bought(before, '"The lost key"');
    served.plan(course([after, '"The lost key"']));
    const held = await served.run();
    expect(documentOf(held)).toMatchObject({ exitCode: 2, problems: [{ code: "lessons_left" }] });
    expect(documentOf(await served.begin("plan", "--json").finished)).toMatchObject({ exitCode: 2 });
    expect(lessonsOf(documentOf(held)).left).toHaveLength(1);
    const [line = ""] = /^moved:\n( {2}- .*)$/m.exec(held.stderr)?.slice(1) ?? [];
    served.plan(course([after, '"The lost key"'], "moved:", line));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("is removed by the printed line, its story stays saved, and the new one is bought", async () => {
    await bought(topic("t1", "One"), topic("t2", "Two"));
    served.plan(course([topic("t1", "One"), topic("t3", "Three")]));
    const held = await served.run("--only", "t3.*");
    expect(documentOf(held)).toMatchObject({ exitCode: 2, problems: [{ code: "lessons_left" }] });
    const status = await served.command(["status", "course.yaml"]);
    expect(status.stdout).toMatch(/^left {5}1: t2\.es\.2$/m);
    const line = /^removed:\n( {2}- .*)$/m.exec(held.stderr)?.[1] ?? "";
    expect(line).toBe("  - t2");
    served.plan(course([topic("t1", "One"), topic("t3", "Three")], "removed:", line));
    const run = documentOf(await served.run());
    expect(run).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 }, credits: { committed: 39 } });
    expect(lessonsOf(run)).toMatchObject({ removed: ["t2.es.2"], left: [], new: ["t3.es.2"] });
    expect(served.stories().map((story) => story.topic)).toEqual(["One", "Two", "Three"]);
  });

  it("is only reported if nothing new is to be bought: exit 0", async () => {
    await bought(topic("t1", "One"), topic("t2", "Two"));
    served.plan(course([topic("t1", "One")]));
    const run = documentOf(await served.run());
    expect(run).toMatchObject({ exitCode: 0, notices: [{ code: "lessons_left_over" }] });
    served.plan(course([topic("t1", "One"), topic("t2", "Two")]));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("is named by its story if its id belongs to another lesson, and can be removed that way", async () => {
    await bought(topic("t1", "One"), topic("t2", "Two"));
    served.plan(course([topic("t1", "Two"), topic("t2", "Three")]));
    const held = await served.run();
    expect(documentOf(held)).toMatchObject({ exitCode: 2, problems: [{ code: "lessons_left" }] });
    const line = /^removed:\n( {2}- .*)$/m.exec(held.stderr)?.[1] ?? "";
    expect(line).toMatch(/^ {2}- \{ story: "[0-9a-f]{8}" \} {2}# t1\.es\.2, "One"$/);
    served.plan(course([topic("t1", "Two"), topic("t2", "Three")], "removed:", line));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(await packaged()).toEqual(["t1: Two", "t2: Three"]);
    expect(served.proxy.creations).toBe(3);
  });
});

describe("a lesson that was removed and restored", () => {
  it("makes the line of removed that removed it an error with its place, so that no later edit buys the lesson again", async () => {
    await bought(topic("l1", "the market"), topic("l2", "the night train"), topic("l3", "a piano"));
    const without = [topic("l1", "the market"), topic("l3", "a piano"), topic("l4", "Bees in winter")];
    const removed = ["removed:", '  - { text: "the night train" }'];
    served.plan(course(without, ...removed));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
    const again = [...without, topic("l5", "the night train")];
    served.plan(course(again, ...removed));
    const refused = await served.run();
    expect(documentOf(refused)).toMatchObject({ exitCode: 2, problems: [{ code: "removal_contradicted" }] });
    expect(refused.stderr).toMatch(/course\.yaml:\d+:\d+: error: "removed" says that .*l5\.es\.2/);
    served.plan(course(again));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
    served.plan(course([...without, topic("l5", "The night train that never came")]));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
    expect(served.proxy.creations).toBe(4);
  });
});

describe("a bought lesson that an exclude rule removes", () => {
  it("is accounted for, even under the current id of its topic", async () => {
    await bought(topic("t1", "One"), topic("t2", "Two"));
    const rule = "exclude: [{ topic: second, lang: es }]";
    served.plan(course([topic("t1", "One"), topic("second", "Two"), topic("t3", "Three")], rule));
    const run = documentOf(await served.run());
    expect(run).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 } });
    expect(lessonsOf(run)).toMatchObject({ excluded: ["t2.es.2"], left: [] });
    expect(served.proxy.creations).toBe(3);
  });
});

describe("a new edition", () => {
  it("starts clean, whatever earlier ones have left", async () => {
    await bought(topic("t1", "One"));
    served.plan(course([topic("t2", "Two")]));
    expect(documentOf(await served.run("--edition", "2"))).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
  });
});

describe("a request that was bought and replaced", () => {
  it("is not bought again for another topic: exit 2, with the line that leaves it out", async () => {
    await bought(topic("t1", "Teh key"));
    served.plan(course([topic("t1", "The key")]));
    expect((await served.run("--replace", served.has("t1.es.2"))).code).toBe(0);
    const twice = [topic("t1", "The key"), topic("t2", "Teh key"), topic("t3", "Three")];
    served.plan(course(twice));
    const held = await served.run();
    expect(documentOf(held)).toMatchObject({
      ...{ exitCode: 2, jobs: { done: 2, pending: 1 } },
      problems: [{ code: "request_bought", job: "t2.es.2" }],
    });
    const line = /exclude: \[.*\]/.exec(held.stderr)?.[0] ?? "";
    served.plan(course(twice, line));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { total: 2, done: 2 } });
    expect(served.proxy.creations).toBe(3);
  });
});
