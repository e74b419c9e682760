import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

const oneTopic = (topic: string): string => smallCourse([{ id: "one", topic }]);

describe("a replacement", () => {
  it("that was interrupted is followed, not bought again, and the story it replaces is followed too", async () => {
    served = await Served.start({ writingTime: "2s" });
    served.plan(oneTopic("First"));
    const first = served.begin("run");
    await first.lineMatching(/created {4}one/);
    first.process.kill("SIGKILL");
    await first.finished;
    const replace = ["--replace", served.has("one.es.2")];
    const replacing = served.begin("run", ...replace);
    await replacing.lineMatching(/created {4}one/);
    replacing.process.kill("SIGKILL");
    await replacing.finished;
    const again = documentOf(await served.runHere(...replace));
    expect(again).toMatchObject({ exitCode: 0, credits: { committed: 26, spent: 26 } });
    expect(again.notices.map(({ code }) => code)).toContain("replacement_made");
    expect(served.stories()).toHaveLength(2);
    const saved = served.events().filter(({ type }) => type === "story.saved");
    expect(new Set(saved.map(({ id }) => id)).size).toBe(2);
  });

  it("that the deadline prevented is not reported as done: exit 7, and one that fails does not lose the good lesson", async () => {
    served = await Served.start();
    served.plan(oneTopic("First"));
    const before = documentOf(await served.runHere());
    await served.stopService();
    const stopped = documentOf(await served.run("--replace", served.has("one.es.2"), "--deadline", "1s"));
    expect(stopped).toMatchObject({
      exitCode: 7,
      jobs: { done: 1 },
      problems: [{ code: "deadline_reached" }],
    });
    await served.restartService();
    served.plan(oneTopic("First [[fail-writing]]"));
    const failed = documentOf(await served.runHere("--replace", served.has("one.es.2")));
    expect(failed).toMatchObject({ exitCode: 4, jobs: { done: 1 }, problems: [{ code: "story_failed" }] });
    expect(failed.package?.sha256).toBe(before.package?.sha256);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
  });
});

describe("a mistyped service address", () => {
  it("does not block the course: nothing was intended there, so a new ledger is created with the right one", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One"]));
    const wrong = served.url.replace("/api/v1", "/api/v2");
    expect((await served.runHere("--service", wrong)).code).not.toBe(0);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
  });
});

describe("a request that a command can't fulfil", () => {
  it("has its own exit code: an unknown job, an unknown story, a course with an open question", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One", "Two [[lose-reply]]"]));
    await served.runHere();
    const resolve = (...args: string[]) => served.commandHere(["resolve", "course.yaml", ...args, "--json"]);
    expect(documentOf(await resolve("nope.es.2"))).toMatchObject({
      exitCode: 2,
      problems: [{ code: "job_unknown" }],
    });
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(documentOf(await resolve("two-lose-reply.es.2", "--story", unknown))).toMatchObject({
      exitCode: 5,
      problems: [{ code: "story_unknown" }],
    });
    const packaged = await served.commandHere(["package", "course.yaml", "--json"]);
    expect(documentOf(packaged)).toMatchObject({ exitCode: 5, problems: [{ code: "package_incomplete" }] });
    expect(packaged.stderr).toContain("two-lose-reply.es.2");
  });

  it("is not a bug if a folder is in the package's place: exit 7 and the cause", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One"]));
    await served.runHere();
    const zip = join(served.folder, "out", "course", "course-1.zip");
    rmSync(zip);
    mkdirSync(zip);
    const finished = await served.run();
    expect(finished.code).toBe(7);
    expect(finished.stderr).toContain("course-1.zip isn't a package of this course");
    expect(existsSync(zip)).toBe(true);
  });
});
