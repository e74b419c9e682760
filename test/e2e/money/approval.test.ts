import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";

/** The service and a course whose bill is saved for review. */
async function reviewed(plan: string, ...flags: readonly string[]): Promise<Served> {
  const served = await rig({ plan, writingTime: "10ms" });
  await save(served, ...flags);
  return served;
}

async function save(served: Served, ...flags: readonly string[]): Promise<void> {
  expect(await served.reportOf("plan", "--save", "bill.json", ...flags)).toMatchObject({ exitCode: 0 });
}

const two = smallCourse(["One", "Two"]);

interface Change {
  readonly what: string;
  readonly plan?: string;
  readonly bill?: (bill: { prices: object[] }) => object;
  readonly flags?: readonly string[];
  readonly said: string;
}

const changes: readonly Change[] = [
  { what: "a topic has changed", plan: two.replace('"Two"', '"Other"'), said: "the plan has changed" },
  { what: "the budget has changed", plan: two.replace("500", "400"), said: "the plan has changed" },
  { what: "the day is over", bill: () => ({ expiresAt: "2026-01-01T00:00:00.000Z" }), said: "expired" },
  {
    what: "a price has changed",
    bill: ({ prices }) => ({ prices: [{ ...prices[0], credits: 12 }] }),
    said: "a price has changed",
  },
  // It does not blame the price.
  {
    what: "other jobs are selected",
    flags: ["--first", "1"],
    said: "different jobs would be created. No story",
  },
];

it.each(changes)("a bill that was reviewed buys nothing if $what: exit 3", async (change) => {
  await using served = await reviewed(two);
  const path = join(served.folder, "bill.json");
  const bill = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...bill, ...change.bill?.(bill) }));
  if (change.plan !== undefined) served.plan(change.plan);
  const report = await served.report("--approved", "bill.json", ...(change.flags ?? []));
  const message = expect.stringContaining(change.said);
  expect(report).toMatchObject({ exitCode: 3, problems: [{ code: "approval_moved", message }] });
  expect(served.proxy.creations).toBe(0);
});

describe("a bill that was reviewed", () => {
  it("keeps its choice of jobs, edition and replacement, so that buying it needs no repeated flags", async () => {
    await using served = await reviewed(
      smallCourse(["One", "Two", "Three"]),
      "--only",
      "t*",
      "--edition",
      "9",
    );
    expect(await served.report("--approved", "bill.json")).toMatchObject({
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
    await using served = await reviewed(two);
    writeFileSync(join(served.folder, "none.json"), "{}");
    const unreadable = { exitCode: 2, problems: [{ code: "input_unreadable" }] };
    expect(await served.report("--approved", "none.json")).toMatchObject(unreadable);
    const stopped = await served.here("run", "--approved", "bill.json", "--after-creation", "false");
    expect(stopped.code).not.toBe(0);
    expect(served.proxy.creations).toBe(1);
    const next = "coursebinder plan course.yaml --save bill.json --poll 100ms";
    expect(stopped.stdout).toContain(`next     ${next}\n`);
    expect((await served.commandHere(next.split(" ").slice(1))).code).toBe(0);
    const rest = await served.report("--approved", "bill.json");
    expect(rest).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("buys nothing if the ledger has changed", async () => {
    await using served = await reviewed(smallCourse(["One", "Two", "Three"]));
    await served.runHere("--first", "1");
    const report = await served.report("--approved", "bill.json");
    expect(report.problems[0]?.message).toContain("the ledger has changed");
    expect(served.proxy.creations).toBe(1);
  });

  it("is told lesson by lesson, as a page and as Markdown that no title can break, and compared with a later one", async () => {
    const course = smallCourse(["One", "*Two* | <b>@all</b> #1"]);
    await using served = await reviewed(course);
    served.plan(course.replace('"One"', '"Other"'));
    const { stdout: markdown } = await served.here("plan", "--format", "markdown", "--against", "bill.json");
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
