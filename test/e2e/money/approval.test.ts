import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

describe("a bill that was reviewed", () => {
  const save = async (...flags: readonly string[]) => {
    const saved = await served.begin("plan", "--json", "--save", "bill.json", ...flags).finished;
    expect(documentOf(saved)).toMatchObject({ exitCode: 0 });
  };

  it("buys exactly what was reviewed", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One", "Two"]));
    await save();
    expect(documentOf(await served.run("--approved", "bill.json"))).toMatchObject({
      exitCode: 0,
      jobs: { done: 2 },
    });
  });

  it.each([
    ["the plan", (yaml: string) => yaml.replace('"Two"', '"Other"'), "the plan has changed"],
    ["the budget", (yaml: string) => yaml.replace("credits: 500", "credits: 400"), "the plan has changed"],
  ])("buys nothing when %s has changed since: exit 3", async (_, change, words) => {
    served = await Served.start();
    const course = smallCourse(["One", "Two"]);
    served.plan(course);
    await save();
    served.plan(change(course));
    const report = documentOf(await served.run("--approved", "bill.json"));
    expect(report).toMatchObject({ exitCode: 3, problems: [{ code: "approval_moved" }] });
    expect(report.problems[0]?.message).toContain(words);
    expect(served.proxy.creations).toBe(0);
  });

  it("buys nothing if the ledger has changed, the day is over, or a price has changed", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One", "Two"]));
    await save();
    const path = join(served.folder, "bill.json");
    const bill = JSON.parse(readFileSync(path, "utf8"));
    const changes = [
      [{ expiresAt: "2026-01-01T00:00:00.000Z" }, "expired"],
      [{ prices: [{ ...bill.prices[0], credits: 12 }] }, "a price has changed"],
    ] as const;
    for (const [change, words] of changes) {
      writeFileSync(path, JSON.stringify({ ...bill, ...change }));
      const report = documentOf(await served.run("--approved", "bill.json"));
      expect(report.problems[0]?.message).toContain(words);
    }
    expect(served.proxy.creations).toBe(0);
    writeFileSync(path, JSON.stringify(bill));
    await served.run("--first", "1");
    const report = documentOf(await served.run("--approved", "bill.json"));
    expect(report.problems[0]?.message).toContain("the ledger has gone on");
    expect(served.proxy.creations).toBe(1);
  });

  it("keeps its choice of jobs, edition and replacement, so that buying it needs no repeated flags", async () => {
    served = await Served.start({ writingTime: "10ms" });
    served.plan(smallCourse(["One", "Two", "Three"]));
    await save("--only", "t*", "--edition", "9");
    expect(documentOf(await served.run("--approved", "bill.json"))).toMatchObject({
      ...{ exitCode: 0, edition: "9", jobs: { total: 2, done: 2 } },
    });
    const had = served.has("two.es.2");
    const saved = await served.begin(
      "plan",
      "--edition",
      "9",
      "--only",
      "two*",
      "--replace",
      had,
      "--save",
      "bill.json",
    ).finished;
    expect(saved.stdout).toMatch(
      /next {5}coursebinder run course\.yaml --approved bill\.json --poll 100ms$/m,
    );
    await served.run("--approved", "bill.json");
    expect(served.proxy.creations).toBe(3);
    expect(served.has("two.es.2")).not.toBe(had);
  });

  it("is followed by a bill for the rest if its run was stopped, and not by a run without a bill", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One", "Two"]));
    await save();
    const stopped = await served.begin("run", "--approved", "bill.json", "--after-creation", "false")
      .finished;
    expect(stopped.code).not.toBe(0);
    expect(served.proxy.creations).toBe(1);
    const next = "coursebinder plan course.yaml --save bill.json --poll 100ms";
    expect(stopped.stdout).toContain(`next     ${next}\n`);
    expect((await served.command(next.split(" ").slice(1))).code).toBe(0);
    const rest = documentOf(await served.run("--approved", "bill.json"));
    expect(rest).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("names each job that would be bought otherwise", async () => {
    served = await Served.start({ writingTime: "10ms" });
    const course = smallCourse(["One", "Two", "Three"]);
    served.plan(course);
    await save();
    await served.run("--first", "1");
    served.plan(course.replace('"Three"', '"Four"').replace('"Two"', "{ topic: Two, length: long }"));
    const finished = await served.run("--approved", "bill.json");
    expect(documentOf(finished).problems[0]).toMatchObject({
      code: "approval_moved",
      differs: [
        { job: "one.es.2", how: ["bought"] },
        { job: "two.es.2", how: ["settings"] },
        { job: "three.es.2", how: ["left"] },
        { job: "four.es.2", how: ["added"] },
      ],
    });
    expect(finished.stderr).toContain("three.es.2 is no longer in the plan");
    expect(served.proxy.creations).toBe(1);
  });

  it("is told lesson by lesson, as a page and as Markdown that no title can break, and compared with a later one", async () => {
    served = await Served.start();
    const course = smallCourse(["One", "*Two* | <b>@all</b> #1"]);
    served.plan(course);
    await save();
    served.plan(course.replace('"One"', '"Other"'));
    const { stdout: markdown } = await served.begin("plan", "--format", "markdown", "--against", "bill.json")
      .finished;
    expect(markdown).toContain("| other.es.2 | Other | new in the bill |");
    expect(markdown).toContain("| one.es.2 | One | no longer in the bill |");
    expect(markdown).toContain("| 2 | &#42;Two&#42; &#124; &#60;b&#62;&#64;&#8203;all");
    const { stdout: page } = await served.begin("plan", "--format", "html").finished;
    expect(page).toContain("<bdi>*Two* | &lt;b&gt;@all&lt;/b&gt; #1</bdi>");
    const document = documentOf(
      await served.begin("plan", "--format", "json", "--against", "bill.json").finished,
    );
    expect(document).toMatchObject({
      volumes: [{ lang: "es", lessons: [{ number: 1, topic: "Other", fate: "buy", credits: 13 }, {}] }],
      against: { added: ["other.es.2"], gone: ["one.es.2"], changed: [] },
      after: { budget: 474, month: null, balance: 974 },
    });
  });

  it("buys nothing if other jobs are selected, and does not blame the price", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One", "Two"]));
    await save();
    const report = documentOf(await served.run("--approved", "bill.json", "--first", "1"));
    expect(report.problems[0]?.message).toContain("other jobs would be created. No story");
    expect(served.proxy.creations).toBe(0);
  });

  it("is refused with exit 2 if it is not a bill", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One"]));
    writeFileSync(join(served.folder, "bill.json"), "{}");
    expect(documentOf(await served.run("--approved", "bill.json"))).toMatchObject({
      exitCode: 2,
      problems: [{ code: "approval_unreadable" }],
    });
  });
});
