import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

/** Runs in this process, as the started command does for the first creation that is shown and the first that are settled. */
const resolve = (...args: string[]) => served.commandHere(["resolve", "course.yaml", ...args]);

/** Runs the course until every lesson is done or open, and the service has charged for what it wrote. */
async function runOut(topics: readonly string[]): Promise<void> {
  served = await Served.start();
  served.plan(smallCourse(topics));
  for (const _ of topics) {
    const { jobs } = documentOf(await served.runHere());
    if (jobs.pending + jobs.active === 0) break;
  }
  while (served.stories().some(({ status }) => status === "writing")) await wait(20);
}

describe("An uncertain creation", () => {
  it("is shown with the fall of the balance that the ledger's other stories don't explain", async () => {
    await runOut(["First", "Second [[lose-reply]]", "Third"]);
    const shown = (await served.command(["resolve", "course.yaml"])).stdout;
    expect(shown).toMatch(/books +0 of the newest 0 belong to no story of this ledger\n/);
    expect(shown).toMatch(
      /balance +1000 before, 961 now: down by 39; this ledger's other stories explain 26, which leaves 13\n +writing the story would have cost 13 credits/,
    );
    expect(documentOf(await resolve("--json"))).toMatchObject({
      uncertain: [{ unexplained: { least: 13, most: 13 }, speaksForStory: [{ code: "balance-fell" }, {}] }],
    });
  });
});

describe("A creation that was answered", () => {
  it("is not settled as not created without a reason, even if its id was unreadable", async () => {
    await runOut(["First [[no-id]]"]);
    const refused = await resolve("first-no-id.es.2", "--not-created");
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("the service answered 202, which it does when it has created a story");
    expect(served.events().filter(({ type }) => type === "creation.resolved")).toEqual([]);
    const settled = await resolve("first-no-id.es.2", "--not-created", "--reason", "the service deleted it");
    expect(settled.code, settled.stderr).toBe(0);
    expect(served.events().at(-1)).toMatchObject({
      why: "the service deleted it",
      evidence: expect.arrayContaining([{ code: "answered", status: 202 }]),
      who: expect.stringMatching(/./),
    });
  });
});

describe("Several uncertain creations", () => {
  const lost = ["First [[lose-reply]]", "Second [[lose-reply]]"];
  const jobs = ["first-lose-reply.es.2", "second-lose-reply.es.2"];
  const idsOf = () =>
    lost.map((topic) => served.stories().find((story) => story.topic === topic)?.id ?? "no such story");

  const settledIn = () => served.events().filter(({ type }) => type === "creation.resolved");

  it("stay unchanged if a command line is ambiguous or one story does not fit, and are settled at once with their stories, however the ids were typed", async () => {
    await runOut(lost);
    const [first = "", second = ""] = idsOf();
    const codeOf = async (...args: string[]) =>
      documentOf(await resolve(...args, "--json")).problems[0]?.code;
    expect(await codeOf("--story", first)).toBe("usage");
    expect(await codeOf(...jobs, "--story", first)).toBe("usage");
    expect(await codeOf(...jobs, "--story", first, "--story", first)).toBe("usage");
    expect(await codeOf(...jobs, "--story", first, "--story", second, "--not-created")).toBe("usage");
    expect(await codeOf(jobs[0] ?? "", `1/${jobs[0]}`, "--not-created")).toBe("usage");
    const crossed = await resolve(...jobs, "--story", second, "--story", first, "--json");
    expect(documentOf(crossed)).toMatchObject({ exitCode: 5, problems: [{ code: "story_misfit" }] });
    const half = await resolve(...jobs, "--story", first, "--story", crypto.randomUUID(), "--json");
    expect(documentOf(half)).toMatchObject({ exitCode: 5, problems: [{ code: "story_unknown" }] });
    expect(settledIn()).toEqual([]);

    const stories = ["--story", first.toUpperCase(), "--story", second];
    const both = await served.command([
      "resolve",
      "course.yaml",
      ...jobs,
      ...stories,
      "--reason",
      "seen in the app",
    ]);
    expect(both.code, both.stderr).toBe(0);
    expect(settledIn()).toMatchObject([
      { job: jobs[0], id: first, why: "seen in the app" },
      { job: jobs[1], id: second, why: "seen in the app" },
    ]);
    for (const event of settledIn()) expect(event.who).toMatch(/./);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("are settled at once as not created", async () => {
    await runOut(["First [[drop-before]]", "Second [[drop-before]]"]);
    const names = ["first-drop-before.es.2", "1/second-drop-before.es.2"];
    expect((await resolve(...names, "--not-created", "--reason", "looked")).code).toBe(0);
    expect(settledIn()).toHaveLength(2);
    expect((await resolve()).stdout).toContain("No creation is uncertain.");
  });

  it("of one job in two editions are each settled by the command printed under it", async () => {
    served = await Served.start();
    served.plan(smallCourse(["First [[lose-reply]]"]));
    for (const edition of ["W46", "W47"]) {
      expect(documentOf(await served.runHere("--edition", edition))).toMatchObject({ exitCode: 5 });
    }
    const listed = await resolve("--edition", "W47");
    const lines = [...listed.stdout.matchAll(/\(edition (\S+)\)|resolve course.yaml (\S+) --not-created/g)];
    expect(lines.map(([, edition]) => edition)).toEqual(["W46", undefined, "W47", undefined]);
    const name = lines[1]?.[2] ?? "";
    expect((await resolve(name, "--not-created", "--edition", "W47", "--reason", "looked")).code).toBe(0);
    expect(settledIn()).toMatchObject([{ edition: "W46" }]);
  });
});
