import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { type Served, smallCourse } from "../fixtures/served.ts";

// Which of a job's stories and attempts an id names is tested in test/run/replacements.test.ts.
const courses = new BoughtOnce({ writingTime: "20ms" });

const one = (topic: string) => ({ id: "one", topic });
const two = { id: "two", topic: "Second" };

/** The course with its lesson bought, and the flag that replaces it. */
async function bought(): Promise<{ served: Served; replace: string[] }> {
  const served = await courses.course(smallCourse([one("First")]));
  return { served, replace: ["--replace", served.has("one.es.2")] };
}

describe("a replacement that was made", () => {
  it("is not bought again if the process died while binding the package, nor by a script that repeats its command", async () => {
    const { served, replace } = await bought();
    await served.killRun(/packaging/, ...replace);
    expect(served.proxy.creations).toBe(2);
    const again = await served.report(...replace);
    expect(again).toMatchObject({ exitCode: 0, jobs: { done: 1 }, notices: [{ code: "replacement_made" }] });
    expect(again.notices[0]?.message).toContain(served.has("one.es.2"));
    expect(again).toMatchObject({ next: expect.not.stringContaining("--replace") });
    expect((await served.runHere(...replace)).code).toBe(0);
    expect(served.proxy.creations).toBe(2);
  });

  it("is bought once if a command names its job twice, by whatever part of the id", async () => {
    const { served, replace } = await bought();
    const whole = `one.es.2@${served.stories()[0]?.id.toUpperCase()}`;
    expect((await served.runHere(...replace, "--replace", whole, ...replace)).code).toBe(0);
    expect(served.proxy.creations).toBe(2);
  });

  it("is bought alone if --only selects its job among others that were never bought, and refused if it selects others: exit 2", async () => {
    const { served, replace } = await bought();
    served.plan(smallCourse([one("First"), two]));
    for (const _ of ["once", "and again"])
      expect(await served.report("--only", "one.*", ...replace)).toMatchObject({ exitCode: 0 });
    expect(served.stories().map(({ topic }) => topic)).toEqual(["First", "First"]);
    const excluded = await served.report("--only", "two.*", ...replace);
    expect(excluded).toMatchObject({ exitCode: 2, problems: [{ code: "replace_not_selected" }] });
    expect(served.proxy.creations).toBe(2);
  });
});

describe("a replacement that was not made", () => {
  it("is never bought again if its outcome is unknown: every command refers to resolve, with the command to type", async () => {
    const { served, replace } = await bought();
    served.plan(smallCourse([one("First [[lose-reply]]")]));
    expect(await served.report(...replace)).toMatchObject({ exitCode: 5 });
    const again = await served.report(...replace);
    expect(again).toMatchObject({ exitCode: 5 });
    expect(JSON.stringify(again)).not.toContain("--replace one.es.2@");
    const attempt = String(served.events().findLast(({ type }) => type === "creation.intended")?.attempt);
    const next = expect.stringMatching(/^coursebinder resolve course\.yaml one\.es\.2/);
    for (const named of [`one.es.2@${attempt}`, `one.es.2@${attempt.slice(0, 8)}`, "one.es.2"])
      expect(await served.report("--replace", named)).toMatchObject({ exitCode: 5, next });
    expect(served.proxy.creations).toBe(2);
  });

  it("can be requested again after a refusal or a deadline, and one that fails does not lose the good lesson", async () => {
    const { served, replace } = await bought();
    const before = await served.report();
    served.plan(smallCourse([one("First [[payment]]")]));
    const next = expect.stringContaining(replace.join(" "));
    expect(await served.report(...replace)).toMatchObject({ exitCode: 3, next });
    await served.stopService();
    expect(await served.report(...replace, "--deadline", "1s")).toMatchObject({
      exitCode: 7,
      jobs: { done: 1 },
      problems: [{ code: "deadline_reached" }],
    });
    await served.restartService();
    served.plan(smallCourse([one("First [[fail-writing]]")]));
    const failed = await served.report(...replace);
    expect(failed).toMatchObject({ exitCode: 4, jobs: { done: 1 }, problems: [{ code: "story_failed" }] });
    expect(failed.package?.sha256).toBe(before.package?.sha256);
    served.plan(smallCourse([one("First")]));
    expect(await served.report("--replace", served.has("one.es.2"))).toMatchObject({ exitCode: 0 });
    expect(served.stories()).toHaveLength(3);
  });

  it.each([
    ["of a story that it never had", "one.es.2@00000000", "doesn't identify one story or attempt"],
    ["without an id", "one.es.2", "does not say which story"],
    ["of a lesson that was never bought", "two.es.2@00000000", "a run without --replace makes one"],
  ])("%s is refused with what to type instead: exit 2, and nothing is sent", async (_, named, words) => {
    const { served, replace } = await bought();
    served.plan(smallCourse([one("First"), two]));
    const sent = served.proxy.requests.length;
    const finished = await served.runHere("--replace", named);
    expect(documentOf(finished)).toMatchObject({ exitCode: 2, problems: [{ code: "replacement_wrong" }] });
    expect(finished.stderr).toContain(words);
    if (named.startsWith("one")) expect(finished.stderr).toContain(`${replace.join(" ")} buys another`);
    expect(served.proxy.requests).toHaveLength(sent);
  });
});
