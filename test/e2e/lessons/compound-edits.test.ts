import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { bought, course, packaged, served, topic, useCourse } from "./edit-fixtures.ts";

useCourse();

interface Compound {
  readonly edit: string;
  readonly before: readonly [id: string, text: string][];
  readonly after: readonly [id: string, text: string][];
  /** The story that each topic must have in the end, by the text that was requested. */
  readonly stories: readonly string[];
}

const compounds: readonly Compound[] = [
  {
    edit: "a topic in front, and one translated",
    before: [
      ["l1", "the market"],
      ["l2", "the train"],
    ],
    after: [
      ["l1", "Rain"],
      ["l2", "Le marché"],
      ["l3", "the train"],
    ],
    stories: ["Rain", "the market", "the train"],
  },
  {
    edit: "all numbered anew with a topic in front, and typos corrected",
    before: [
      ["l1", "the markt"],
      ["l2", "the trian"],
    ],
    after: [
      ["l1", "Rain"],
      ["l2", "the market"],
      ["l3", "the train"],
    ],
    stories: ["Rain", "the markt", "the trian"],
  },
  {
    edit: "an id for a new topic, and its own text corrected under a new id",
    before: [["a", "the markt is open"]],
    after: [
      ["a", "whales"],
      ["b", "the market is open"],
    ],
    stories: ["whales", "the markt is open"],
  },
  {
    edit: "two ids swapped, and typos corrected",
    before: [
      ["a", "the markt"],
      ["b", "the trian"],
    ],
    after: [
      ["a", "the train"],
      ["b", "the market"],
    ],
    stories: ["the trian", "the markt"],
  },
];

const topicsOf = (plan: Compound["before"]): string[] => plan.map(([id, text]) => topic(id, text));

/** The lines of a key that a message prints, its comments too; where the texts tell nothing, the first is the one that is chosen. */
function printed(text: string, key: string): string[] {
  const block = new RegExp(`^${key}:.*\\n((?: {2}.*\\n)+)`, "m").exec(text)?.[1] ?? "";
  const chosen = block.replace(/^ {2}# -/gm, "  -");
  return [`${key}:`, ...chosen.trimEnd().split("\n")];
}

describe("two kinds of edit at once", () => {
  it("are distinguished if texts differ only in case and punctuation: each lesson keeps its story", async () => {
    await bought(topic("l1", "the market"), topic("l2", "the train"));
    served.plan(course([topic("l1", "Rain"), topic("l2", "The Market"), topic("train", "The train.")]));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
    expect(await packaged()).toEqual(["l1: Rain", "l2: the market", "train: the train"]);
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0 });
    expect(served.proxy.creations).toBe(3);
  });

  it.each(compounds)("stop the run, and the printed lines settle it: $edit", async (compound) => {
    const { before, after, stories } = compound;
    await bought(...topicsOf(before));
    served.plan(course(topicsOf(after)));
    const held = await served.run();
    expect(documentOf(held)).toMatchObject({ exitCode: 2, problems: [{ code: "lessons_doubtful" }] });
    const doubtful = (document: object): unknown =>
      (document as { lessons: { doubtful: unknown } }).lessons.doubtful;
    const ahead = documentOf(await served.begin("plan", "--json").finished);
    expect(ahead).toMatchObject({ exitCode: 2 });
    const status = documentOf(await served.command(["status", "course.yaml", "--json"]));
    expect(doubtful(status)).toEqual(doubtful(ahead));
    expect(served.proxy.creations).toBe(before.length);
    served.plan(course(topicsOf(after), ...printed(held.stderr, "moved")));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: after.length } });
    const wanted = after.map(([id], at) => `${id}: ${stories[at]}`);
    expect(await packaged()).toEqual(wanted);
    expect(
      served
        .stories()
        .map((story) => story.topic)
        .toSorted(),
    ).toEqual([...new Set([...before.map(([, text]) => text), ...stories])].toSorted());
    const made = served.proxy.creations;
    // What was settled is settled: without the lines too, and when one more topic comes in front.
    served.plan(course([topic("l0", "Snow at last"), ...topicsOf(after)]));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0 });
    expect(await packaged()).toEqual(["l0: Snow at last", ...wanted]);
    expect(served.proxy.creations).toBe(made + 1);
  });

  it("lose no paid lesson: the first removed, the rest renumbered, a typo corrected", async () => {
    await bought(topic("l1", "the market"), topic("l2", "the trian"));
    const after = [topic("l1", "the train")];
    served.plan(course(after));
    const held = await served.run();
    expect(documentOf(held)).toMatchObject({ exitCode: 2, problems: [{ code: "lessons_doubtful" }] });
    const refused = await served.command(["package", "course.yaml", "--json"]);
    expect(documentOf(refused)).toMatchObject({ exitCode: 2 });
    const [, ...moved] = printed(held.stderr, "moved");
    const train = moved.filter((line) => line.includes("trian"));
    served.plan(course(after, "moved:", ...train, "removed:", '  - { text: "the market" }'));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { total: 1, done: 1 } });
    expect(await packaged()).toEqual(["l1: the trian"]);
    expect(served.proxy.creations).toBe(2);
  });

  it("stop nothing if a topic was only reworded or translated, even if ids are renumbered after that", async () => {
    await bought(topic("l1", "the market"), topic("l2", "the train"));
    served.plan(course([topic("l1", "Der Markt"), topic("l2", "the train")]));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    served.plan(course([topic("l1", "Rain"), topic("l2", "Der Markt"), topic("l3", "the train")]));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
    served.plan(
      course([topic("l1", "Rain"), topic("l2", "Am Markt ist viel los"), topic("l3", "the train")]),
    );
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
    expect(await packaged()).toEqual(["l1: Rain", "l2: the market", "l3: the train"]);
    expect(served.proxy.creations).toBe(3);
  });

  it("buy nothing by lines pasted unread if the texts prove nothing: it asks once more", async () => {
    await bought(topic("l1", "the market"), topic("l2", "the train"));
    const after = [
      topic("l1", "How volcanoes make islands"),
      topic("l2", "Der Markt"),
      topic("l3", "Ein Zug"),
    ];
    served.plan(course(after));
    const held = await served.run();
    expect(documentOf(held)).toMatchObject({ exitCode: 2, problems: [{ code: "lessons_doubtful" }] });
    const unread = /^moved:\n((?: {2}.*\n)+)/m.exec(held.stderr)?.[1] ?? "";
    expect(unread).toMatch(/^ {2}# - /);
    served.plan(course(after, ...(/^ {2}-/m.test(unread) ? ["moved:", unread.trimEnd()] : [])));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 2 });
    expect(served.proxy.creations).toBe(2);
  });

  it("are an error if moved contradicts a topic's text: with line and column, and nothing is bought", async () => {
    await bought(topic("a", "One"));
    const after = [topic("a", "One"), topic("b", "Two")];
    served.plan(course(after, "moved:", "  - { from: a, to: b }"));
    const held = await served.run();
    expect(documentOf(held)).toMatchObject({ exitCode: 2, problems: [{ code: "move_contradicted" }] });
    expect(held.stderr).toMatch(/course\.yaml:\d+:\d+: error: .*a\.es\.2/);
    expect(served.proxy.creations).toBe(1);
  });
});
