import { describe, expect, it } from "vitest";
import { compoundEdits, printed } from "./compound-edits.ts";
import { course, topic, WholeCourse } from "./whole-course.ts";

describe("bought lessons of a plan whose ids changed", () => {
  it("keep their stories if ids were swapped, and if an old id now belongs to another topic", async () => {
    const bought = await WholeCourse.bought(topic("t1", "One"), topic("t2", "Two"));
    expect(await bought.run(course([topic("t1", "Two"), topic("t2", "One")]))).toMatchObject({
      exitCode: 0,
      jobs: { done: 2 },
      creations: 2,
    });
    expect(bought.lessons).toEqual(["t1: Two", "t2: One"]);
    const next = [topic("first", "One"), topic("t1", "Three"), topic("second", "Two")];
    expect(await bought.run(course(next))).toMatchObject({ exitCode: 0, jobs: { done: 3 }, creations: 3 });
    expect(bought.lessons).toEqual(["first: One", "t1: Three", "second: Two"]);
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
    const bought = await WholeCourse.bought(before, '"The lost key"');
    const held = await bought.run(course([after, '"The lost key"']));
    expect(held).toMatchObject({ exitCode: 2, problems: [{ code: "lessons_left" }], creations: 2 });
    expect(held.edits.left).toHaveLength(1);
    expect(await bought.run(course([after, '"The lost key"'], ...printed(held.said, "moved")))).toMatchObject(
      {
        exitCode: 0,
        jobs: { total: 2, done: 2 },
        creations: 2,
      },
    );
  });
});

describe("a lesson that was removed and restored", () => {
  it("makes the line of removed that removed it an error with its place, so that no later edit buys the lesson again", async () => {
    const bought = await WholeCourse.bought(
      topic("l1", "the market"),
      topic("l2", "the night train"),
      topic("l3", "a piano"),
    );
    const without = [topic("l1", "the market"), topic("l3", "a piano"), topic("l4", "Bees in winter")];
    const removed = ["removed:", '  - { text: "the night train" }'];
    expect(await bought.run(course(without, ...removed))).toMatchObject({
      exitCode: 0,
      jobs: { done: 3 },
      creations: 4,
    });
    const again = [...without, topic("l5", "the night train")];
    const refused = await bought.run(course(again, ...removed));
    expect(refused).toMatchObject({ exitCode: 2, problems: [{ code: "removal_contradicted" }] });
    expect(refused.said).toMatch(/plan\.yaml:\d+:\d+: error: "removed" says that .*l5\.es\.2/);
    expect(await bought.run(course(again))).toMatchObject({ exitCode: 0, jobs: { done: 4 } });
    const reworded = [...without, topic("l5", "The night train that never came")];
    expect(await bought.run(course(reworded))).toMatchObject({
      exitCode: 0,
      jobs: { done: 4 },
      creations: 4,
    });
  });
});

describe("two kinds of edit at once", () => {
  it("are distinguished if texts differ only in case and punctuation: each lesson keeps its story", async () => {
    const bought = await WholeCourse.bought(topic("l1", "the market"), topic("l2", "the train"));
    const after = [topic("l1", "Rain"), topic("l2", "The Market"), topic("train", "The train.")];
    for (let time = 0; time < 2; time++)
      expect(await bought.run(course(after))).toMatchObject({ exitCode: 0, jobs: { done: 3 }, creations: 3 });
    expect(bought.lessons).toEqual(["l1: Rain", "l2: the market", "train: the train"]);
  });

  it("lose no paid lesson: the first removed, the rest renumbered, a typo corrected", async () => {
    const bought = await WholeCourse.bought(topic("l1", "the market"), topic("l2", "the trian"));
    const after = [topic("l1", "the train")];
    const held = await bought.run(course(after));
    expect(held).toMatchObject({
      exitCode: 2,
      problems: [{ code: "lessons_left" }],
      package: null,
    });
    const lines = ["moved", "removed"].map((key) =>
      printed(held.said, key).filter(
        (line) => line.includes(key === "moved" ? "trian" : "market") || line.endsWith(":"),
      ),
    );
    expect(await bought.run(course(after, ...lines.flat()))).toMatchObject({
      exitCode: 0,
      jobs: { total: 1, done: 1 },
      creations: 2,
    });
    expect(bought.lessons).toEqual(["l1: the trian"]);
  });

  it.each(compoundEdits)("stop the run, and the printed lines settle it: $edit", async (compound) => {
    const [before, after] = [compound.before, compound.after].map((topics) =>
      topics.map(([id, text]) => topic(id, text)),
    ) as [string[], string[]];
    const bought = await WholeCourse.bought(...before);
    const held = await bought.run(course(after));
    expect(held).toMatchObject({
      exitCode: 2,
      problems: [{ code: "lessons_left" }],
      creations: before.length,
    });
    expect(await bought.run(course(after, ...printed(held.said, "moved")))).toMatchObject({
      exitCode: 0,
      jobs: { done: after.length },
    });
    const wanted = compound.after.map(([id], at) => `${id}: ${compound.stories[at]}`);
    expect(bought.lessons).toEqual(wanted);
    const made = new Set([...compound.before.map(([, text]) => text), ...compound.stories]).size;
    // What was settled is settled: without the lines too, and when one more topic comes in front.
    expect(await bought.run(course([topic("l0", "Snow at last"), ...after]))).toMatchObject({
      exitCode: 0,
      creations: made + 1,
    });
    expect(bought.lessons).toEqual(["l0: Snow at last", ...wanted]);
  });

  it("stop nothing if a topic was only reworded or translated, even if ids are renumbered after that", async () => {
    const bought = await WholeCourse.bought(topic("l1", "the market"), topic("l2", "the train"));
    for (const topics of [
      [topic("l1", "Der Markt"), topic("l2", "the train")],
      [topic("l1", "Rain"), topic("l2", "Der Markt"), topic("l3", "the train")],
      [topic("l1", "Rain"), topic("l2", "Am Markt ist viel los"), topic("l3", "the train")],
    ]) {
      const run = await bought.run(course(topics));
      expect(run).toMatchObject({ exitCode: 0, jobs: { done: topics.length }, creations: topics.length });
    }
    expect(bought.lessons).toEqual(["l1: Rain", "l2: the market", "l3: the train"]);
  });

  it("buy nothing by lines pasted unread if the texts prove nothing: it asks once more", async () => {
    const bought = await WholeCourse.bought(topic("l1", "the market"), topic("l2", "the train"));
    const after = [
      topic("l1", "How volcanoes make islands"),
      topic("l2", "Der Markt"),
      topic("l3", "Ein Zug"),
    ];
    const held = await bought.run(course(after));
    expect(held).toMatchObject({ exitCode: 2, problems: [{ code: "lessons_left" }] });
    const unread = /^moved:\n((?: {2}.*\n)+)/m.exec(held.said)?.[1] ?? "";
    expect(unread).toMatch(/^ {2}# - /);
    const pasted = course(after, ...(/^ {2}-/m.test(unread) ? ["moved:", unread.trimEnd()] : []));
    expect(await bought.run(pasted)).toMatchObject({ exitCode: 2, creations: 2 });
  });

  it("are an error if moved contradicts a topic's text: with line and column, and nothing is bought", async () => {
    const bought = await WholeCourse.bought(topic("a", "One"));
    const after = [topic("a", "One"), topic("b", "Two")];
    const held = await bought.run(course(after, "moved:", "  - { from: a, to: b }"));
    expect(held).toMatchObject({ exitCode: 2, problems: [{ code: "move_contradicted" }], creations: 1 });
    expect(held.said).toMatch(/plan\.yaml:\d+:\d+: error: .*a\.es\.2/);
  });
});

describe("a bought lesson that an exclude rule removes", () => {
  it("is accounted for, even under the current id of its topic", async () => {
    const bought = await WholeCourse.bought(topic("t1", "One"), topic("t2", "Two"));
    const rule = "exclude: [{ topic: second, lang: es }]";
    const topics = [topic("t1", "One"), topic("second", "Two"), topic("t3", "Three")];
    expect(await bought.run(course(topics, rule))).toMatchObject({
      exitCode: 0,
      jobs: { total: 2, done: 2 },
      creations: 3,
      edits: { excluded: ["t2.es.2"], left: [] },
    });
  });
});

describe("a run of an edited plan", () => {
  it("buys nothing new and binds nothing while it is unclear which job a lesson belongs to", async () => {
    const bought = await WholeCourse.bought(topic("a", "The market is open"));
    const doubted = await bought.run(course([topic("a", "Der Markt"), topic("b", "Whales")]));
    expect(doubted).toMatchObject({ exitCode: 2, package: null, creations: 1 });
    expect(doubted.problems.map(({ code }) => code)).toContain("lessons_left");
  });

  it("does not bind lessons in each other's places whose texts were swapped without their ids", async () => {
    const bought = await WholeCourse.bought(topic("a", "The market is open"), topic("b", "A train at night"));
    const swapped = [topic("a", "The trains at night"), topic("b", "The markets are open")];
    expect(await bought.run(course(swapped))).toMatchObject({
      exitCode: 2,
      package: null,
      withheld: false,
      creations: 2,
    });
  });

  it("compares the edit with the one before it, not with what was bought long ago", async () => {
    const bought = await WholeCourse.bought(topic("a", "The market is open"));
    for (const id of ["a", "b"])
      expect(await bought.run(course([topic(id, "Der Markt hat offen")]))).toMatchObject({
        exitCode: 0,
        creations: 1,
      });
  });
});
