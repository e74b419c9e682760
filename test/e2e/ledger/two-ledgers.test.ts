import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { rig, smallCourse } from "../fixtures/served.ts";

const two = smallCourse(["First", "Second"]);
const writingTime = "20ms";

/** A run that has quoted and waits for its next call, for longer than another run takes. */
const slow = ["--limit-calls", "1/20s"] as const;

describe("runs of one course with several ledgers", () => {
  it("buy each lesson once if one waits for a permit while the other buys", async () => {
    await using served = await rig({ plan: two, writingTime });
    const waiting = served.begin("run", "--json", "--out", "one", ...slow);
    await waiting.lineMatching(/quoted/);
    expect(await served.report("--out", "two")).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    const finished = documentOf(await waiting.finished);
    expect(finished).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_begun_anew" }] });
    expect(served.proxy.creations).toBe(2);
    // Nothing stands in the way of the ledger that has them, and the other one stays refused.
    expect((await served.runHere("--out", "two")).code).toBe(0);
    expect((await served.runHere("--out", "one")).code).toBe(8);
    expect(served.proxy.creations).toBe(2);
  });

  it("buy each lesson once if all begin at the same moment", async () => {
    await using served = await rig({ plan: smallCourse(["First", "Second", "Third"]), writingTime });
    const ends = await Promise.all(["one", "two", "three"].map((out) => served.run("--out", out)));
    const stories = served.stories();
    expect(stories).toHaveLength(new Set(stories.map(({ topic }) => topic)).size);
    expect(served.proxy.creations).toBe(stories.length);
    for (const end of ends) {
      expect([0, 8]).toContain(end.code);
      expect(documentOf(end).jobs.uncertain).toBe(0);
    }
  });
});

it("the consent to a new ledger covers what it was given for: the rest is refused, lesson by lesson, and bought with another consent", async () => {
  await using served = await rig({ plan: two, writingTime });
  expect((await served.runHere()).code).toBe(0);
  const there = ["--out", "two"];
  const first = await served.report(...there, "--new-ledger", "--only", "first.*");
  expect(first).toMatchObject({ exitCode: 0, notices: [{ code: "paid_again" }] });
  expect(served.proxy.creations).toBe(3);
  const elsewhere = { exitCode: 8, problems: [{ code: "bought_elsewhere" }] };
  const rest = await served.run(...there);
  expect(documentOf(rest)).toMatchObject(elsewhere);
  expect(rest.stderr).toContain('1 lesson (second.es.2 "Second"), originally quoted at 13 credits');
  expect(rest.stderr).toContain(served.file("ledger.jsonl"));
  expect(documentOf(await served.here("plan", "--json", ...there))).toMatchObject(elsewhere);
  expect(served.proxy.creations).toBe(3);
  // What was never bought, and what the ledger has, goes on as ever.
  served.plan(smallCourse(["First", "Second", "Third"]));
  expect((await served.runHere(...there, "--only", "first.*", "--only", "third.*")).code).toBe(0);
  expect(served.proxy.creations).toBe(4);
  expect((await served.runHere(...there, "--new-ledger")).code).toBe(0);
  expect(served.proxy.creations).toBe(5);
});
