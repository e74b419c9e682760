import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

const oneTopic = (topic: string): string =>
  smallCourse([]).replace("topics:", `topics:\n  - { id: one, topic: "${topic}" }`);

describe("a topic that was reworded", () => {
  it("is not bought again: exit 2, and how to keep its story, or to remove it and buy another", async () => {
    served = await Served.start();
    served.plan(smallCourse(["A morning at teh market", "The lost key"]));
    await served.runHere();
    served.plan(smallCourse(["A morning at the market", "The lost key"]));
    const finished = await served.run();
    expect(documentOf(finished)).toMatchObject({ exitCode: 2, problems: [{ code: "lessons_left" }] });
    expect(finished.stderr).toContain('- { text: "A morning at teh market", to: a-morning-at-the-market }');
    expect(documentOf(await served.here("plan", "--json"))).toMatchObject({ exitCode: 2 });
    expect(served.proxy.creations).toBe(2);

    const kept = "{ id: a-morning-at-teh-market, topic: A morning at the market }";
    const another = "{ id: one, topic: The lost keys }";
    const plan = smallCourse(["Six owls"]).replace("topics:", `topics:\n  - ${kept}\n  - ${another}`);
    served.plan(`${plan}removed: [the-lost-key]\n`);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { total: 3, done: 3 } });
    expect(served.stories().map(({ topic }) => topic)).toEqual([
      "A morning at teh market",
      "The lost key",
      "The lost keys",
      "Six owls",
    ]);
  });
});

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

  it("of a job that the flags exclude is refused: exit 2, and one whose outcome is uncertain is held, not resent", async () => {
    served = await Served.start();
    served.plan(oneTopic("First"));
    await served.runHere();
    const replace = ["--replace", served.has("one.es.2")];
    const two = '\n  - "Two"';
    served.plan(oneTopic("First").replace("topics:", `topics:${two}`));
    const excluded = documentOf(await served.runHere(...replace, "--only", "two.*"));
    expect(excluded).toMatchObject({ exitCode: 2, problems: [{ code: "replace_not_selected" }] });
    expect(served.proxy.creations).toBe(1);
    served.plan(oneTopic("First [[lose-reply]]"));
    expect(documentOf(await served.runHere(...replace))).toMatchObject({ exitCode: 5 });
    expect(documentOf(await served.runHere(...replace))).toMatchObject({ exitCode: 5 });
    expect(served.proxy.creations).toBe(2);
  });
});

describe("a ledger that is gone", () => {
  it("does not make the run buy everything again, whether it was removed, emptied, zeroed or cut: exit 8", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One"]));
    await served.runHere();
    const ledger = join(served.folder, "out", "course", "ledger.jsonl");
    const whole = readFileSync(ledger);
    const losses = {
      emptied: () => writeFileSync(ledger, ""),
      zeroed: () => writeFileSync(ledger, Buffer.alloc(700)),
      "cut in its first line": () => writeFileSync(ledger, whole.subarray(0, 120)),
      removed: () => rmSync(ledger),
    };
    for (const [loss, lose] of Object.entries(losses)) {
      writeFileSync(ledger, whole);
      lose();
      const finished = await served.runHere();
      expect(finished.code, loss).toBe(8);
      expect(documentOf(finished).problems[0]?.code, loss).toMatch(/^ledger_/);
    }
    // Nor does the run after that.
    expect((await served.run()).code).toBe(8);
    expect(served.proxy.creations).toBe(1);
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

describe("a terminal that goes away", () => {
  it("stops the run in good order when it hangs up: the answer in flight is recorded, exit 7", async () => {
    served = await Served.start({ writingTime: "5s" });
    served.plan(smallCourse(["One", "Two", "Three"]));
    const running = served.begin("run", "--json");
    await running.lineMatching(/created {4}one/);
    running.process.kill("SIGHUP");
    expect(documentOf(await running.finished)).toMatchObject({ exitCode: 7, jobs: { uncertain: 0 } });
  });

  it("does not interrupt a creation when its output is no longer read", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One", "Two", "Three"]));
    const running = served.begin("run");
    await running.lineMatching(/created {4}one/);
    running.process.stdout?.destroy();
    running.process.stderr?.destroy();
    expect((await running.finished).code).toBe(0);
    expect(served.stories()).toHaveLength(3);
    const status = await served.commandHere(["status", "course.yaml", "--json"]);
    expect(documentOf(status)).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
  });

  it("still says what is uncertain, what was spent and what to type, when a second signal stops it at once", async () => {
    served = await Served.start();
    served.plan(smallCourse(["One", "Two"]));
    const held = served.proxy.heldAnswer();
    served.proxy.holdsAnswers = true;
    const running = served.begin("run", "--json", "--creation-timeout", "60s");
    await held;
    running.process.kill("SIGINT");
    await running.lineMatching(/Stopping/);
    running.process.kill("SIGINT");
    const finished = await running.finished;
    expect(finished.code).toBe(5);
    expect(documentOf(finished)).toMatchObject({
      schema: 1,
      ok: false,
      exitCode: 5,
      jobs: { total: 2, uncertain: 1, pending: 1 },
      next: expect.stringMatching(/^coursebinder resolve course\.yaml one\.es\.2/),
    });
    // The last lines are those of every end.
    expect(finished.stderr).toMatch(
      /\njobs {5}0 done, 0 failed, 1 uncertain.*\ncredits .*\nnext {5}coursebinder resolve/s,
    );
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
    expect(finished.stderr).toContain("course-1.zip is no package of this course");
    expect(existsSync(zip)).toBe(true);
  });
});
