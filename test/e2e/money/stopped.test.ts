import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { rig, smallCourse } from "../fixtures/served.ts";

const three = smallCourse(["One", "Two", "Three"]);

describe("a run that is stopped", () => {
  it.each(["SIGINT", "SIGHUP"] as const)(
    "by %s creates no more, records the answer in flight, and exits 7",
    async (signal) => {
      await using served = await rig({ plan: three, writingTime: "3s" });
      const running = served.begin("run", "--json");
      await running.lineMatching(/created {4}one/);
      running.process.kill(signal);
      const report = documentOf(await running.finished);
      expect(report).toMatchObject({ exitCode: 7, jobs: { uncertain: 0 } });
      expect(report.jobs.active).toBe(served.stories().length);
      expect(await served.report()).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
      expect(served.stories()).toHaveLength(3);
    },
  );

  it("at once by a second signal still says what is uncertain, what was spent and what to type", async () => {
    await using served = await rig({ plan: smallCourse(["One", "Two"]) });
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

  it("is named to the next edition, with how to continue it", async () => {
    // Long enough that the killed run can't have seen the end of its story, however busy the machine is.
    await using served = await rig({ plan: smallCourse(["First"]), writingTime: "5s" });
    await served.killRun(/created {4}first/);
    const message = expect.stringContaining("run with --edition 1 continues it");
    expect(await served.report("--edition", "2")).toMatchObject({
      notices: [{ code: "edition_unfinished", message }],
    });
  });

  it("by nothing but a reader that leaves goes on to its end", async () => {
    await using served = await rig({ plan: three });
    const running = served.begin("run");
    await running.lineMatching(/created {4}one/);
    running.process.stdout?.destroy();
    running.process.stderr?.destroy();
    expect((await running.finished).code).toBe(0);
    expect(served.stories()).toHaveLength(3);
    const status = await served.commandHere(["status", "course.yaml", "--json"]);
    expect(documentOf(status)).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
  });
});
