import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { documentOf, type Finished } from "../../fixtures.ts";
import { RewritingProxy } from "../fixtures/rewriting-proxy.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

let served: Served;
let proxy: RewritingProxy;

beforeEach(async () => {
  served = await Served.start({ credits: 100_000 });
  proxy = await RewritingProxy.listen(served.proxy.target);
});

afterEach(async () => {
  await proxy.close();
  await served.dispose();
});

/** A run on which one creation starts a second, so that each story is seen before the next. */
function line(...flags: readonly string[]): readonly string[] {
  const rateLimiter = ["--poll", "100ms", "--limit-calls", "1000/1s", "--limit-starts", "1/1500ms"];
  return ["run", "course.yaml", "--json", ...rateLimiter, ...flags];
}

const environment = () => ({ ...served.environment, STORY_API_URL: proxy.url });

const run = (...flags: readonly string[]): Promise<Finished> => served.command(line(...flags), environment());

const runHere = (...flags: readonly string[]): Promise<Finished> =>
  served.commandHere(line(...flags), environment());

const eight = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

describe("stories that cost more than their quotes", () => {
  it("stop the buying once the edition's budget is reached: existing ones are followed, exit 3", async () => {
    served.plan(smallCourse(eight).replace("credits: 500", "credits: 110"));
    proxy.says = { cost: () => 500 };
    const report = documentOf(await run());
    expect(report).toMatchObject({ exitCode: 3, jobs: { done: 1, pending: 7 }, credits: { spent: 500 } });
    expect(proxy.creations).toBe(1);
    expect(served.events().filter(({ type }) => type === "creation.intended")).toHaveLength(1);
    expect(report.problems).toMatchObject([{ job: "two.es.2", code: "over_budget" }]);
    const { message } = report.problems[0] ?? { message: "" };
    expect(message).toContain("403 more than the plan's budget for this edition of 110");
    expect(message).toContain("one.es.2 500 instead of 13");
    expect(report.notices).toMatchObject([{ job: "one.es.2", code: "story_above_quote" }]);
    // The next run finds it before anything is sent.
    expect(documentOf(await runHere())).toMatchObject({ exitCode: 3, problems: [{ code: "over_budget" }] });
    expect(proxy.creations).toBe(1);
  });

  it("stop the buying once --max-credits is reached, by the actual cost of this run's own stories", async () => {
    served.plan(smallCourse(["One", "Two", "Three"]));
    proxy.says = { cost: (credits) => credits + 1 };
    const report = documentOf(await runHere("--max-credits", "39"));
    expect(report).toMatchObject({ exitCode: 3, jobs: { done: 2, pending: 1 } });
    expect(report.problems).toMatchObject([{ job: "three.es.2", code: "over_budget" }]);
    expect(report.problems[0]?.message).toContain("2 more than --max-credits of 39");
    expect(proxy.creations).toBe(2);
    expect(documentOf(await runHere("--max-credits", "39"))).toMatchObject({
      exitCode: 0,
      jobs: { done: 3 },
    });
  });

  it("stop the buying once the account's last known balance is committed", async () => {
    served.plan(smallCourse(["One", "Two"]).replace("credits: 500", "credits: 1000000"));
    proxy.says = { cost: () => 99_999 };
    const report = documentOf(await runHere());
    expect(report.problems).toMatchObject([{ job: "two.es.2", code: "over_budget" }]);
    expect(report.problems[0]?.message).toContain("12 more than the account's balance of 100000");
    expect(proxy.creations).toBe(1);
  });
});

describe("a wall clock that is set back past the end of a month", () => {
  /** A run whose clock is forty days slow. */
  function runEarlier(...flags: readonly string[]): Promise<Finished> {
    const script = join(served.folder, "clock.cjs");
    writeFileSync(script, "const now = Date.now; Date.now = () => now() - 40 * 86_400_000;\n");
    return served.command(line(...flags), { ...environment(), NODE_OPTIONS: `--require ${script}` });
  }

  const monthly = smallCourse(["One"]).replace("{ credits: 500 }", "{ credits: 500, month: 20 }");
  const monthOfNow = (): string => new Date().toISOString().slice(0, 7);

  it("reopens no month's budget, by the service's own time", async () => {
    served.plan(monthly);
    expect((await runEarlier("--edition", "one")).code).toBe(0);
    expect(served.events().find(({ type }) => type === "creation.intended")).toMatchObject({
      month: monthOfNow(),
    });
    const again = documentOf(await runHere("--edition", "two"));
    expect(again).toMatchObject({ exitCode: 3, problems: [{ code: "over_budget" }] });
    expect(proxy.creations).toBe(1);
  });

  it("reopens none without the service's time either: the ledger's newest month counts, and that is reported", async () => {
    served.plan(monthly);
    proxy.says = { date: null };
    expect((await runHere("--edition", "one")).code).toBe(0);
    const back = documentOf(await runEarlier("--edition", "two"));
    expect(back).toMatchObject({ exitCode: 3, problems: [{ code: "over_budget" }] });
    expect(back.notices).toMatchObject([{ code: "month_kept" }]);
    expect(proxy.creations).toBe(1);
  });

  it("is not misled by a service whose own time is absurd", async () => {
    served.plan(monthly);
    proxy.says = { date: "Thu, 01 Jan 1970 00:00:00 GMT" };
    const first = documentOf(await runHere("--edition", "one"));
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.notices).toMatchObject([{ code: "clock_disbelieved" }]);
    proxy.says = { date: "Fri, 31 Dec 9999 23:59:59 GMT" };
    const second = documentOf(await runHere("--edition", "two"));
    expect(second).toMatchObject({ exitCode: 3, problems: [{ code: "over_budget" }] });
    expect(proxy.creations).toBe(1);
  });
});
