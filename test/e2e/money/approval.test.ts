import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

describe("a bill that was reviewed", () => {
  const save = async () => {
    const saved = await served.begin("plan", "--json", "--save", "bill.json").finished;
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
