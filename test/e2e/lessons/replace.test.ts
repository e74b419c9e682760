import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { type Served, smallCourse } from "../fixtures/served.ts";

let served: Served;
const courses = new BoughtOnce();

const course = (topic: string, more = ""): string =>
  smallCourse([]).replace("topics:", `topics:\n  - { id: one, topic: "${topic}" }${more}`);

const runHere = (...flags: readonly string[]) => served.runHere(...flags);

/** The course with its lesson bought; the flag that replaces it. */
async function bought(): Promise<string[]> {
  served = await courses.course(course("First"));
  return ["--replace", served.has("one.es.2")];
}

describe("a replacement that was made", () => {
  it("is not bought again by the same command if the process died while binding the package", async () => {
    const replace = await bought();
    const dying = served.begin("run", ...replace);
    await dying.lineMatching(/packaging/);
    dying.process.kill("SIGKILL");
    await dying.finished;
    expect(served.proxy.creations).toBe(2);
    const again = documentOf(await served.run(...replace));
    expect(again).toMatchObject({ exitCode: 0, jobs: { done: 1 }, notices: [{ code: "replacement_made" }] });
    expect(again.notices[0]?.message).toContain(served.has("one.es.2"));
    expect(again).toMatchObject({ next: expect.not.stringContaining("--replace") });
    expect(served.proxy.creations).toBe(2);
  });

  it("is not bought again by a script that repeats its command after success: exit 0, each time", async () => {
    const replace = await bought();
    expect((await served.run(...replace)).code).toBe(0);
    expect((await runHere(...replace)).code).toBe(0);
    expect(served.proxy.creations).toBe(2);
  });

  it("is bought once if a command names its job twice, by whatever part of the id", async () => {
    const [flag = "", replace = ""] = await bought();
    const [story] = served.stories();
    const whole = `one.es.2@${story?.id.toUpperCase()}`;
    expect((await runHere(flag, replace, flag, whole, flag, replace)).code).toBe(0);
    expect(served.proxy.creations).toBe(2);
    const both = await runHere(flag, replace, flag, served.has("one.es.2"));
    expect(both.code).toBe(0);
    expect(served.proxy.creations).toBe(3);
  });

  it("is bought alone if --only selects its job among others that were never bought, and refused if it selects others: exit 2", async () => {
    await bought();
    served.plan(course("First", '\n  - { id: two, topic: "Second" }'));
    const replace = ["--only", "one.*", "--replace", served.has("one.es.2")];
    expect(documentOf(await runHere(...replace))).toMatchObject({ exitCode: 0 });
    expect(documentOf(await runHere(...replace))).toMatchObject({ exitCode: 0 });
    expect(served.stories().map(({ topic }) => topic)).toEqual(["First", "First"]);
    const excluded = documentOf(await runHere("--only", "two.*", ...replace.slice(2)));
    expect(excluded).toMatchObject({ exitCode: 2, problems: [{ code: "replace_not_selected" }] });
    expect(served.proxy.creations).toBe(2);
  });
});

describe("a replacement with unknown outcome", () => {
  it("is never bought again: every command refers to resolve, with the command to type", async () => {
    const replace = await bought();
    served.plan(course("First [[lose-reply]]"));
    expect(documentOf(await runHere(...replace))).toMatchObject({ exitCode: 5 });
    const again = documentOf(await runHere(...replace));
    expect(again).toMatchObject({ exitCode: 5 });
    expect(JSON.stringify(again)).not.toContain("--replace one.es.2@");
    const attempt = String(served.events().findLast(({ type }) => type === "creation.intended")?.attempt);
    for (const of of [attempt, attempt.slice(0, 8)]) {
      const refused = await runHere("--replace", `one.es.2@${of}`);
      expect(documentOf(refused)).toMatchObject({
        exitCode: 5,
        problems: [
          {
            code: "replacement_wrong",
            next: expect.stringMatching(/^coursebinder resolve course\.yaml one\.es\.2/),
          },
        ],
      });
    }
    const unnamed = await runHere("--replace", "one.es.2");
    expect(documentOf(unnamed)).toMatchObject({ exitCode: 5, next: expect.stringContaining(" resolve ") });
    expect(served.proxy.creations).toBe(2);
    const line = ["resolve", "course.yaml", "one.es.2", "--not-created", "--reason", "I looked", "--json"];
    const settled = await served.commandHere(line);
    expect(settled.code).toBe(0);
  });
});

describe("a replacement that was refused", () => {
  it("can be requested again, and is bought then", async () => {
    const replace = await bought();
    served.plan(course("First [[payment]]"));
    const refused = documentOf(await runHere(...replace));
    expect(refused).toMatchObject({ exitCode: 3, next: expect.stringContaining(replace.join(" ")) });
    served.plan(course("First"));
    expect(documentOf(await runHere(...replace))).toMatchObject({ exitCode: 0 });
    expect(served.stories()).toHaveLength(2);
  });
});

describe("a replacement of something that the job does not have", () => {
  it.each([
    ["of a story that it never had", "one.es.2@00000000", "doesn't identify one story or attempt"],
    ["without an id", "one.es.2", "does not say which story"],
  ])("%s is refused with what it has: exit 2, and nothing is sent", async (_, named, words) => {
    const [, replace = ""] = await bought();
    const sent = served.proxy.requests.length;
    const finished = await runHere("--replace", named);
    expect(documentOf(finished)).toMatchObject({ exitCode: 2, problems: [{ code: "replacement_wrong" }] });
    expect(finished.stderr).toContain(words);
    expect(finished.stderr).toContain(`--replace ${replace} buys another`);
    expect(served.proxy.requests).toHaveLength(sent);
  });

  it("of a lesson that was never bought says how to make it: exit 2", async () => {
    await bought();
    served.plan(course("First", '\n  - { id: two, topic: "Second" }'));
    const finished = documentOf(await runHere("--replace", "two.es.2@00000000"));
    expect(finished).toMatchObject({ exitCode: 2, problems: [{ code: "replacement_wrong" }] });
    expect(finished.problems[0]?.message).toContain("a run without --replace makes one");
    expect(served.proxy.creations).toBe(1);
  });
});

describe("the short form", () => {
  it("names the exact command to use", async () => {
    const replace = await bought();
    const refused = await served.begin("run", "--yes", "--replace", "one.es.2").finished;
    expect(refused.code).toBe(2);
    expect(refused.stdout).toMatch(
      new RegExp(`^next {5}coursebinder run course\\.yaml ${replace.join(" ")} `, "m"),
    );
    const asDocument = documentOf(await runHere("--replace", "one.es.2"));
    expect(asDocument.problems[0]?.next).toContain(`run course.yaml ${replace.join(" ")} `);
    expect(served.proxy.creations).toBe(1);
  });
});
