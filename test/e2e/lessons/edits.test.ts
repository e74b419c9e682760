import { afterEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { Served, smallCourse } from "../served.ts";

let served: Served;

afterEach(() => served.dispose());

const course = (topics: readonly string[], ...more: readonly string[]): string =>
  `${smallCourse([]).replace("topics:\n", `topics:\n${topics.map((topic) => `  - ${topic}\n`).join("")}`)}${more.join("\n")}\n`;

const topic = (id: string, text: string): string => `{ id: ${id}, topic: "${text}" }`;

async function bought(...topics: readonly string[]): Promise<void> {
  served = await Served.start();
  served.plan(course(topics));
  expect((await served.run()).code).toBe(0);
}

interface Lessons {
  readonly new: string[];
  readonly moved: { job: string; was: string }[];
  readonly changed: { job: string }[];
  readonly left: string[];
  readonly removed: string[];
  readonly excluded: string[];
}

/** What a document says of a plan's edits. */
const lessonsOf = (document: object): Lessons => (document as { lessons: Lessons }).lessons;

/** The topics of the package's lessons with the topics that their stories were asked for. */
async function packaged(): Promise<string[]> {
  const status = documentOf(await served.command(["status", "course.yaml", "--json"]));
  const list = (status as unknown as { list: { job: string; story: string }[] }).list;
  const topics = new Map(served.stories().map(({ id, topic: text }) => [id, text]));
  return list.map(({ job, story }) => `${job.split(".")[0]}: ${topics.get(story)}`);
}

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

interface Compound {
  readonly edit: string;
  readonly before: readonly [id: string, text: string][];
  readonly after: readonly [id: string, text: string][];
  /** Which story each topic is to have in the end: the text that it was asked for. */
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
