import { afterEach, describe, expect, it } from "vitest";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

describe("before the first creation", () => {
  it.each([
    { ceiling: "the budget", plan: "credits: 25" },
    { ceiling: "the balance", credits: 20 },
    { ceiling: "--max-credits", flags: ["--max-credits", "25"] },
  ])("refuses a course that $ceiling does not cover: exit 3, no creation", async (of) => {
    served = await rig(of.credits === undefined ? {} : { credits: of.credits });
    served.plan(smallCourse(["One", "Two"]).replace("credits: 500", of.plan ?? "credits: 500"));
    const report = await served.report(...(of.flags ?? []));
    expect(report).toMatchObject({ exitCode: 3, package: null, problems: [{ code: "over_budget" }] });
    expect(report.problems[0]?.message).toContain("26 credits");
    const ahead = await served.here("plan", ...(of.flags ?? []));
    const raise =
      of.flags === undefined ? "change the budget or the account, then" : "with a higher --max-credits,";
    expect([ahead.code, ahead.stdout]).toEqual([
      3,
      expect.stringContaining(`next     ${raise} coursebinder plan `),
    ]);
    expect(served.proxy.creations).toBe(0);
  });
});

describe("a lost answer", () => {
  const course = smallCourse(["First", "Second [[lose-reply]]", "Third"]);

  it("is never resent, counts as spent, and is settled with its story alone, which is then packaged without another creation", async () => {
    served = await rig();
    served.plan(course.replace("credits: 500", "credits: 39"));
    const job = "second-lose-reply.es.2";
    // The run stops creating, and follows existing stories.
    const stopped = await served.report();
    expect(stopped).toMatchObject({ exitCode: 5, jobs: { done: 1, uncertain: 1, pending: 1 } });
    // One quote for each distinct setting.
    expect(served.proxy.requests.filter((line) => line.includes("/stories/quote"))).toHaveLength(1);
    expect(served.proxy.creations).toBe(2);
    expect(stopped.problems[0]).toMatchObject({ code: "creation_uncertain" });
    expect(stopped.problems[0]?.next).toContain("coursebinder resolve course.yaml");

    // What is known about it, and what that does and does not prove.
    const listed = await served.commandHere(["resolve", "course.yaml"]);
    expect(listed.code).toBe(0);
    expect(listed.stdout).toContain(job);
    expect(listed.stdout).toMatch(/balance\s+1000 before/);
    expect(listed.stdout).toContain("--not-created");

    // The next run continues with the others.
    const held = await served.report();
    expect(held).toMatchObject({ exitCode: 5, jobs: { done: 2, uncertain: 1, pending: 0 } });
    expect(held.credits).toMatchObject({ committed: 39 });
    expect(served.proxy.creations).toBe(3);
    expect(served.stories()).toHaveLength(3);

    const id = served.stories().find(({ topic }) => topic.includes("lose-reply"))?.id ?? "";
    const settled = ["resolve", "course.yaml", job, "--story", id, "--reason", "seen in the app"];
    const resolved = await served.commandHere(settled);
    expect(resolved.code, resolved.stderr).toBe(0);
    expect(await served.report()).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
    expect(served.proxy.creations).toBe(3);
  });
});
