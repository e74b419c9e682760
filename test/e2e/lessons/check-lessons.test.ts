import { beforeAll, describe, expect, it } from "vitest";
import { manifestOf } from "../fixtures/packaged.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

const offline = (...args: string[]) => served.commandHere(args, {});

/** The first lesson has a recording, whose peaks and pauses are what a plan may object to; the second has none. */
const planObjecting = (severity: string): string =>
  smallCourse(["First", "Second"])
    .replace('- "First"', "- { id: first, topic: First, audiobook: true }")
    .replace(
      "quality: { language: ignore }",
      `quality: { language: ignore, peak: { most: -20, then: ${severity} }, silence: { most: 1s }, echo: ignore }`,
    );

const packagedLessons = async () => (await manifestOf(served)).lessons.map(({ job }) => job);

// Which findings there are is tested in test/lessons/quality.
describe("a course with a lesson that its plan objects to", () => {
  beforeAll(async () => {
    served = await rig({ aligns: true, plan: planObjecting("hold") });
  });

  it("is bought whole, and not packaged while a lesson is on hold: exit 4 names it, and check-lessons tells what was found, offline", async () => {
    const run = await served.report();
    expect(run).toMatchObject({
      exitCode: 4,
      package: null,
      missing: 1,
      jobs: { done: 2 },
      problems: [{ job: "first.es.2", code: "lesson_unfit" }],
      next: expect.stringContaining("coursebinder check-lessons course.yaml"),
    });
    const calls = served.proxy.requests.length;
    const said = await served.commandHere(["check-lessons", "course.yaml"], {});
    expect(said).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('because of "quality" in the plan (peak)'),
    });
    const [first, second] = said.stdout.split("\n");
    expect(first).toMatch(/^hold {5}first\.es\.2: a true peak of -\d+(\.\d)? dBTP$/);
    expect(second).toMatch(
      /^warn {5}first\.es\.2: 1\.\d s of silence in the middle of the recording, from 0:0\d$/,
    );
    expect(said.stdout).toContain("1 left out of the package, 1 with findings, of 2 lessons");
    expect(said.stdout).toContain(
      "levels   1 of 1 recording within the limits of audiobook shops (-23 to -18 dB RMS",
    );
    const quality = {
      held: ["first.es.2"],
      damaged: [],
      findings: [
        { job: "first.es.2", check: "peak", severity: "hold" },
        { job: "first.es.2", check: "silence", severity: "warn" },
      ],
      lessons: [
        { job: "first.es.2", loudness: expect.closeTo(-18, 0) },
        { job: "second.es.2", loudness: null },
      ],
    };
    expect(await served.reportOf("check-lessons")).toMatchObject({ ok: false, exitCode: 4, quality });
    expect(served.proxy.requests).toHaveLength(calls);
  });

  it("is packaged without it where a partial package is wanted, which fails only if the plan says so", async () => {
    expect((await offline("package", "course.yaml")).code).toBe(4);
    for (const [severity, exitCode] of [
      ["hold", 0],
      ["fail", 4],
    ] as const) {
      served.plan(planObjecting(severity));
      for (const verb of ["package", "check-lessons"])
        expect((await offline(verb, "course.yaml", "--allow-partial")).code, verb).toBe(exitCode);
      expect(await served.report("--allow-partial")).toMatchObject({ exitCode, missing: 1 });
      expect(await packagedLessons()).toEqual(["second.es.2"]);
    }
  });

  it("is packaged whole where its plan only warns, and was never bought again for all that", async () => {
    served.plan(planObjecting("warn"));
    expect(await served.report()).toMatchObject({ exitCode: 0, missing: 0, problems: [] });
    expect(await packagedLessons()).toEqual(["first.es.2", "second.es.2"]);
    const said = await offline("check-lessons", "course.yaml");
    expect(said).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("warn     first.es.2: a true peak of"),
    });
    expect(served.proxy.creations).toBe(2);
  });
});
