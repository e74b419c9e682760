import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Document, documentOf } from "../../fixtures.ts";
import { key, rig, type Served, smallCourse } from "../fixtures/served.ts";

/** Somebody else's story on the same account: it takes 13 credits once it is written. */
async function buyElsewhere(served: Served, topic: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${served.proxy.target}/api/v1/stories`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ topic, lang: "es", difficulty: 2, audiobook: false }),
  });
  expect(answer.status).toBe(202);
  while (served.stories().some((story) => story.topic === topic && story.status === "writing"))
    await wait(50);
}

const codesOf = ({ notices }: Document): string[] => notices.map(({ code }) => code);

it("reports once what the account's balance lost without the ledger, and since when", async () => {
  await using served = await rig({ plan: smallCourse(["One"]) });
  expect(codesOf(await served.report())).toEqual([]);
  await buyElsewhere(served, "A story of the app's");
  served.plan(smallCourse(["One", "Two"]));
  const planned = documentOf(await served.here("plan", "--json"));
  const [quote] = served.events().filter(({ type }) => type === "quote.received");
  const told = `Since ${String(quote?.at)} the account's balance has fallen from 1000 to 974, and 13 credits of the difference are not explained by any story in this ledger`;
  expect(planned.notices).toMatchObject([{ code: "balance_fell", message: expect.stringContaining(told) }]);
  const report = await served.report();
  expect(report).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
  expect(report.notices).toMatchObject([{ code: "balance_fell", message: expect.stringContaining(told) }]);
  served.plan(smallCourse(["One", "Two", "Three"]));
  expect(codesOf(await served.report())).toEqual([]);
  expect(served.proxy.creations).toBe(3);
});

it("stops the run with --hold-unexplained, again and again, until a run without it accepts the loss", async () => {
  await using served = await rig({ plan: smallCourse(["One"]) });
  expect((await served.runHere("--hold-unexplained")).code).toBe(0);
  await buyElsewhere(served, "A story of the app's");
  served.plan(smallCourse(["One", "Two"]));
  const hold = ["--hold-unexplained", "--allow-partial"] as const;
  for (const lost of [13, 13, 26]) {
    if (lost === 26) await buyElsewhere(served, "Another");
    const held = await served.report(...hold);
    expect(held).toMatchObject({ exitCode: 3, jobs: { done: 1, pending: 1 } });
    expect(held.problems).toMatchObject([{ code: "balance_unexplained" }]);
    expect(held.problems[0]?.message).toContain(
      `and ${lost} credits of the difference are not explained by any story in this ledger`,
    );
    // What exists is packaged all the same.
    expect(held.package).not.toBeNull();
  }
  const byVariable = await served.commandHere(["run", "course.yaml", "--json"], {
    ...served.environment,
    COURSEBINDER_HOLD_UNEXPLAINED: "1",
  });
  expect(documentOf(byVariable).problems).toMatchObject([{ code: "balance_unexplained" }]);
  expect(served.proxy.creations).toBe(1);
  await served.expectRun({ exitCode: 0, jobs: { done: 2 } });
  served.plan(smallCourse(["One", "Two", "Three"]));
  await served.expectRun({ exitCode: 0, jobs: { done: 3 }, creations: 3 }, "--hold-unexplained");
});

it("explains a fall by what this machine bought for another course, or may have bought, and stops nothing for it", async () => {
  await using served = await rig({ plan: smallCourse(["One"]) });
  await served.report();
  served.plan(smallCourse(["Other"]).replace("course: course", "course: second"));
  expect(codesOf(await served.report())).toEqual([]);
  served.plan(smallCourse(["One", "Two [[lose-reply]]"]));
  const uncertain = await served.report("--hold-unexplained");
  expect(uncertain).toMatchObject({ exitCode: 5, jobs: { done: 1, uncertain: 1 } });
  expect(codesOf(uncertain)).not.toContain("balance_fell");
  while (served.stories().some(({ status }) => status === "writing")) await wait(50);
  served.plan(smallCourse(["One", "Two [[lose-reply]]", "Three"]));
  const report = await served.report("--hold-unexplained");
  expect(report).toMatchObject({ exitCode: 5, jobs: { done: 2, uncertain: 1 } });
  expect(codesOf(report)).not.toContain("balance_fell");
});

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
  expect(report).toMatchObject({
    exitCode: 3,
    problems: [{ code: "approval_moved", message }],
    creations: 0,
  });
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
    await served.expectRun(
      { exitCode: 0, edition: "9", jobs: { total: 2, done: 2 } },
      "--approved",
      "bill.json",
    );
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
    await served.expectRun(unreadable, "--approved", "none.json");
    const stopped = await served.here("run", "--approved", "bill.json", "--after-creation", "false");
    expect(stopped.code).not.toBe(0);
    expect(served.proxy.creations).toBe(1);
    const next = "coursebinder plan course.yaml --save bill.json --poll 100ms";
    expect(stopped.stdout).toContain(`next     ${next}\n`);
    expect((await served.commandHere(next.split(" ").slice(1))).code).toBe(0);
    const rest = await served.report("--approved", "bill.json");
    expect(rest).toMatchObject({ exitCode: 0, jobs: { done: 2 }, creations: 2 });
  });

  it("buys nothing if the ledger has changed", async () => {
    await using served = await reviewed(smallCourse(["One", "Two", "Three"]));
    await served.runHere("--first", "1");
    const report = await served.report("--approved", "bill.json");
    expect(report.problems[0]).toMatchObject({
      message: expect.stringContaining("the ledger has changed"),
      next: expect.stringContaining("coursebinder plan course.yaml --against bill.json"),
    });
    expect(served.proxy.creations).toBe(1);
  });

  it("is told lesson by lesson, as a page and as Markdown that no title can break, and compared with a later one", async () => {
    const course = smallCourse(["One", "*Two* | <b>@all</b> #1"]);
    await using served = await reviewed(course);
    served.plan(course.replace('"One"', '"Other"'));
    const { stdout: markdown } = await served.here("plan", "--format", "markdown", "--against", "bill.json");
    expect(markdown).toContain("| other.es.2 | Other | new in the bill |");
    expect(markdown).toContain("| one.es.2 | One | no longer in the bill |");
    expect(markdown).toContain("| 1 | Other | to be bought | 13 |");
    expect(markdown).toContain("| 2 | &#42;Two&#42; &#124; &#60;b&#62;&#64;&#8203;all");
    const { stdout: page } = await served.here("plan", "--format", "html");
    expect(page).toContain("<bdi>*Two* | &lt;b&gt;@all&lt;/b&gt; #1</bdi>");
    const document = documentOf(await served.here("plan", "--json", "--against", "bill.json"));
    expect(document).toMatchObject({
      volumes: [{ lang: "es", lessons: [{ number: 1, topic: "Other", fate: "buy", credits: 13 }, {}] }],
      against: { added: ["other.es.2"], gone: ["one.es.2"], changed: [] },
      after: { budget: 474, month: null, balance: 974 },
    });
  });
});
