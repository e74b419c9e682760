import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/plan/plan.ts";
import { lessonList } from "../../src/run/words.ts";
import { planText, readText } from "../plan/fixtures.ts";
import { printed } from "./printed.ts";
import { course, topic, WholeCourse } from "./whole-course.ts";

describe("a lesson that was bought with the dictionary marks of its words", () => {
  // Catalan has no stemmer, which would be loaded while the clock of the simulated machine stands still.
  const text = planText(
    { languages: "languages: [ca]", topics: "topics: [{ id: market, topic: At the market, words: [w] }]" },
    "words: { w: { ca: [{ word: 'barat, -a', gloss: cheap }, pa] } }",
  );
  // As versions before this one sent it.
  const withMarks = (plan: Plan): Plan => ({
    ...plan,
    jobs: plan.jobs.map((job) => ({
      ...job,
      request: { ...job.request, words: [{ word: "barat, -a", gloss: "cheap" }, { word: "pa" }] },
    })),
  });

  it("keeps its story, is shown as changed, and nothing is bought again", async () => {
    const bought = new WholeCourse();
    expect(await bought.run(text, withMarks)).toMatchObject({ exitCode: 0, creations: 1 });
    const now = await bought.run(text);
    expect(now).toMatchObject({ exitCode: 0, jobs: { total: 1, done: 1 }, creations: 1 });
    expect(now.edits.changed).toHaveLength(1);
    expect(now.edits.left).toEqual([]);
  });

  it("shows its words without them, and finds the forms that they name", async () => {
    const { result } = await readText(text);
    if (!result.ok) throw new Error("a problem");
    const request = { lang: "ca", words: [{ word: "barat, -a", gloss: "cheap" }, { word: "pa" }] };
    const { words } = lessonList(request, result.plan);
    expect(words).toEqual([
      { word: "barat", entry: "barat, -a", gloss: "cheap", forms: [] },
      { word: "pa", gloss: null, forms: [] },
    ]);
    expect(lessonList(result.plan.jobs[0]?.request ?? request, result.plan).words).toEqual(words);
  });
});

describe("two kinds of edit at once", () => {
  // Histories of many more edits, each with the lines that its refusal prints: test/edits/edited-plans.test.ts.
  it("stop the run, and the printed lines settle it: a topic in front, and one translated", async () => {
    const bought = await WholeCourse.bought(topic("l1", "the market"), topic("l2", "the train"));
    const after = [topic("l1", "Rain"), topic("l2", "Le marché"), topic("l3", "the train")];
    const held = await bought.run(course(after));
    const unbound = { exitCode: 2, problems: [{ code: "lessons_left" }], package: null, creations: 2 };
    expect(held).toMatchObject(unbound);
    const lines = printed(held.said, "moved");
    expect(await bought.run(course(after, ...lines))).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
    const wanted = ["l1: Rain", "l2: the market", "l3: the train"];
    expect(bought.lessons).toEqual(wanted);
    // What was settled is settled: without the lines too, and when one more topic comes in front.
    const again = await bought.run(course([topic("l0", "Snow at last"), ...after]));
    expect(again).toMatchObject({ exitCode: 0, creations: 4 });
    expect(bought.lessons).toEqual(["l0: Snow at last", ...wanted]);
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
