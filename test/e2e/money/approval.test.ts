import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { Served, type ServedOptions, smallCourse } from "../fixtures/served.ts";

let served: Served;

async function serve(yaml: string, options: ServedOptions = {}): Promise<void> {
  served = await Served.start(options);
  const own = served;
  onTestFinished(() => own.dispose());
  served.plan(yaml);
}

async function save(...flags: readonly string[]): Promise<void> {
  const saved = await served.here("plan", "--json", "--save", "bill.json", ...flags);
  expect(documentOf(saved)).toMatchObject({ exitCode: 0 });
}

const billPath = (): string => join(served.folder, "bill.json");

describe("a bill that was reviewed, before it buys anything", () => {
  const course = smallCourse(["One", "Two"]);
  let first: Served;
  let bill: string;

  beforeAll(async () => {
    first = await Served.start();
    served = first;
    served.plan(course);
    await save();
    bill = readFileSync(billPath(), "utf8");
  });

  afterAll(() => first.dispose());

  beforeEach(() => {
    served = first;
    served.plan(course);
    writeFileSync(billPath(), bill);
  });

  describe("is refused, and nothing is bought", () => {
    afterEach(() => expect(served.proxy.creations).toBe(0));

    it.each([
      ["topic", '"Two"', '"Other"'],
      ["budget", "credits: 500", "credits: 400"],
    ])("when the plan has changed since, such as its %s: exit 3", async (_, before, after) => {
      served.plan(course.replace(before, after));
      const report = documentOf(await served.run("--approved", "bill.json"));
      expect(report).toMatchObject({ exitCode: 3, problems: [{ code: "approval_moved" }] });
      expect(report.problems[0]?.message).toContain("the plan has changed");
    });

    it("if the day is over, or a price has changed", async () => {
      const { prices, ...others } = JSON.parse(bill);
      const changes = [
        [{ prices, expiresAt: "2026-01-01T00:00:00.000Z" }, "expired"],
        [{ prices: [{ ...prices[0], credits: 12 }] }, "a price has changed"],
      ] as const;
      for (const [change, words] of changes) {
        writeFileSync(billPath(), JSON.stringify({ ...others, ...change }));
        const report = documentOf(await served.runHere("--approved", "bill.json"));
        expect(report.problems[0]?.message).toContain(words);
      }
    });

    it("if other jobs are selected, and does not blame the price", async () => {
      const report = documentOf(await served.runHere("--approved", "bill.json", "--first", "1"));
      expect(report.problems[0]?.message).toContain("different jobs would be created. No story");
    });

    it("with exit 2 if it is not a bill", async () => {
      writeFileSync(billPath(), "{}");
      expect(documentOf(await served.runHere("--approved", "bill.json"))).toMatchObject({
        exitCode: 2,
        problems: [{ code: "input_unreadable" }],
      });
    });
  });

  it("buys exactly what was reviewed", async () => {
    expect(documentOf(await served.run("--approved", "bill.json"))).toMatchObject({
      exitCode: 0,
      jobs: { done: 2 },
    });
  });
});

describe("a bill that was reviewed", () => {
  it("keeps its choice of jobs, edition and replacement, so that buying it needs no repeated flags", async () => {
    await serve(smallCourse(["One", "Two", "Three"]), { writingTime: "10ms" });
    await save("--only", "t*", "--edition", "9");
    expect(documentOf(await served.run("--approved", "bill.json"))).toMatchObject({
      exitCode: 0,
      edition: "9",
      jobs: { total: 2, done: 2 },
    });
    const had = served.has("two.es.2");
    const chosen = ["--edition", "9", "--only", "two*", "--replace", had];
    const saved = await served.here("plan", ...chosen, "--save", "bill.json");
    expect(saved.stdout).toMatch(
      /next {5}coursebinder run course\.yaml --approved bill\.json --poll 100ms$/m,
    );
    await served.runHere("--approved", "bill.json");
    expect(served.proxy.creations).toBe(3);
    expect(served.has("two.es.2")).not.toBe(had);
  });

  it("is followed by a bill for the rest if its run was stopped, and not by a run without a bill", async () => {
    await serve(smallCourse(["One", "Two"]));
    await save();
    const stopped = await served.begin("run", "--approved", "bill.json", "--after-creation", "false")
      .finished;
    expect(stopped.code).not.toBe(0);
    expect(served.proxy.creations).toBe(1);
    const next = "coursebinder plan course.yaml --save bill.json --poll 100ms";
    expect(stopped.stdout).toContain(`next     ${next}\n`);
    expect((await served.commandHere(next.split(" ").slice(1))).code).toBe(0);
    const rest = documentOf(await served.runHere("--approved", "bill.json"));
    expect(rest).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("buys nothing if the ledger has changed", async () => {
    const course = smallCourse(["One", "Two", "Three"]);
    await serve(course, { writingTime: "10ms" });
    await save();
    await served.runHere("--first", "1");
    const report = documentOf(await served.runHere("--approved", "bill.json"));
    expect(report.problems[0]?.message).toContain("the ledger has changed");
    expect(served.proxy.creations).toBe(1);
  });

  it("is told lesson by lesson, as a page and as Markdown that no title can break, and compared with a later one", async () => {
    const course = smallCourse(["One", "*Two* | <b>@all</b> #1"]);
    await serve(course);
    await save();
    served.plan(course.replace('"One"', '"Other"'));
    const { stdout: markdown } = await served.begin("plan", "--format", "markdown", "--against", "bill.json")
      .finished;
    expect(markdown).toContain("| other.es.2 | Other | new in the bill |");
    expect(markdown).toContain("| one.es.2 | One | no longer in the bill |");
    expect(markdown).toContain("| 2 | &#42;Two&#42; &#124; &#60;b&#62;&#64;&#8203;all");
    const { stdout: page } = await served.here("plan", "--format", "html");
    expect(page).toContain("<bdi>*Two* | &lt;b&gt;@all&lt;/b&gt; #1</bdi>");
    const document = documentOf(await served.here("plan", "--format", "json", "--against", "bill.json"));
    expect(document).toMatchObject({
      volumes: [{ lang: "es", lessons: [{ number: 1, topic: "Other", fate: "buy", credits: 13 }, {}] }],
      against: { added: ["other.es.2"], gone: ["one.es.2"], changed: [] },
      after: { budget: 474, month: null, balance: 974 },
    });
  });
});
