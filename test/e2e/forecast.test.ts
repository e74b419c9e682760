import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOf, type Finished } from "../fixtures.ts";
import { rig, type Served, type ServedOptions, smallCourse } from "./fixtures/served.ts";

/** The pace of the real service. */
const standardPace = ["--poll", "20s", "--limit-calls", "60/1m", "--limit-starts", "20/10m"];

/** What `plan --json` forecasts. */
interface Forecast {
  readonly lastCreation: string | null;
  readonly finish: string;
  readonly seconds: number;
  readonly measured: boolean;
  readonly narration: string;
}

function forecastOf(finished: Finished): Forecast {
  return (documentOf(finished) as unknown as { forecast: Forecast }).forecast;
}

/** Lessons without audiobooks, which are quick to make. */
const course = (lessons: number, budget = "{ credits: 5000 }"): string =>
  smallCourse(Array.from({ length: lessons }, (_, index) => `Lesson number ${index + 1}`)).replace(
    "{ credits: 500 }",
    budget,
  );

const serve = (plan: string, options: ServedOptions = {}) => rig({ credits: 5_000, plan, ...options });

const minutes = (from: number, to: string | null): number => (Date.parse(to ?? "") - from) / 60_000;

describe("plan", () => {
  it("forecasts the last creation and the finish by the limits of the account, and spends nothing", async () => {
    await using served = await serve(course(25).replace("audiobook: false", "audiobook: true"));
    const askedAt = Date.now();
    const finished = await served.here("plan", "--json", ...standardPace);
    const { lastCreation, finish, seconds, ...rest } = forecastOf(finished);
    // Twenty creations at once, five ten minutes later; the last of fifty starts after twenty minutes, and ten for its narration.
    expect(minutes(askedAt, lastCreation)).toBeGreaterThanOrEqual(10);
    expect(minutes(askedAt, lastCreation)).toBeLessThan(12);
    expect(minutes(askedAt, finish)).toBeGreaterThanOrEqual(30);
    expect(minutes(askedAt, finish)).toBeLessThan(33);
    expect(seconds / 60).toBeGreaterThanOrEqual(30);
    expect(rest).toEqual({ measured: false, narration: "counts" });
    expect(served.proxy.creations).toBe(0);
    expect(existsSync(join(served.folder, "out"))).toBe(false);
    const { stdout } = await served.here("plan", ...standardPace);
    expect(stdout).toMatch(
      /^time {5}last creation after 10 min.*, done in about 30 min.* \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\), judging by typical times; the first run measures how long these stories take$/m,
    );
  });

  it("says that the month's budget doesn't cover the lessons, and --first makes those that it does", async () => {
    await using served = await serve(course(3, "{ credits: 500, month: 30 }"));
    const planned = documentOf(await served.here("plan", "--json"));
    expect(planned).toMatchObject({ exitCode: 3, problems: [{ code: "over_budget" }] });
    expect(planned.problems[0]?.message).toContain("With --first <n>, you can buy the first lessons now");
    const begun = await served.report("--first", "2", "--allow-partial");
    expect(begun).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    const { problems } = documentOf(await served.here("plan", "--json"));
    expect(problems[0]?.message).not.toContain("--first");
    expect(problems[0]).toMatchObject({
      next: null,
      advice: expect.stringMatching(/^change the budget .* plan /),
    });
  });
});

it("run with a deadline creates nothing that it could not finish by then, and says why", async () => {
  await using served = await serve(course(1));
  await served.expectRun({ exitCode: 0 });
  served.plan(course(3));
  // The first lesson has used the only start of these ten minutes.
  const finished = await served.runHere("--limit-starts", "1/10m", "--deadline", "2m");
  expect(documentOf(finished)).toMatchObject({
    exitCode: 7,
    jobs: { total: 3, done: 1, active: 0, pending: 2 },
    problems: [{ code: "deadline_near" }],
  });
  expect(finished.stderr).toMatch(/Another lesson takes about \d+ min.*, and would not be finished before/);
  expect(served.proxy.creations).toBe(1);
  await served.expectRun({ exitCode: 0, jobs: { done: 3 } }, "--deadline", "10m");
});

const topics = Array.from({ length: 12 }, (_, index) => `Lesson ${index + 1}`);
const limits = ["--limit-calls", "20/4s", "--limit-starts", "100/4s", "--poll", "200ms"];

/**
 * A service that takes twenty calls in four seconds, and a run that has used most of them. It waits for the answer to its next call, which the
 * service never receives: a call that was answered and not recorded yet would be one that no run can know.
 *
 * On a busy machine the run has read its first lessons already when it creates the last one, so that calls are counted from there.
 */
it("runs of the same and of another course that follow a run within the limits' window meet no rate limit, although it was killed among reads that its ledger does not contain", async () => {
  const calls = { calls: "20/4s", paidStarts: "100/4s" };
  await using served = await rig({ limits: calls, writingTime: "30s", plan: smallCourse(topics) });
  const run = served.begin("run", ...limits);
  await run.lineMatching(/created {4}lesson-12/);
  // Reads that bring no news, of which no ledger tells.
  const passing = served.proxy.requests.length + 3;
  served.proxy.passesAtMost = passing;
  await expect.poll(() => recordedCalls(served), { timeout: 10_000 }).toBe(passing);
  run.process.kill("SIGKILL");
  await run.finished;
  // Only now: a call on its way before would be counted by the service, and recorded by nobody.
  served.proxy.passesAtMost = Number.POSITIVE_INFINITY;
  served.plan(
    smallCourse(topics.map((topic) => `${topic} again`)).replace("course: course", "course: other"),
  );
  const other = served.begin("run", ...limits);
  await other.lineMatching(/created {4}lesson-8/);
  other.process.kill("SIGKILL");
  await other.finished;
  served.plan(smallCourse(topics));
  const again = await served.report(...limits, "--deadline", "2s");
  expect(again).toMatchObject({ exitCode: 7, jobs: { active: 12 } });
  expect(served.proxy.refusals).toBe(0);
});

/** The calls that commands on this machine have recorded. */
function recordedCalls(served: Served): number {
  const folder = join(served.folder, ".state");
  const file = readdirSync(folder).find((name) => /^calls-.*\.log$/.test(name));
  return file === undefined ? 0 : readFileSync(join(folder, file), "utf8").split(" c\n").length - 1;
}
