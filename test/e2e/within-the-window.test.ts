import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rig, type Served, smallCourse } from "./fixtures/served.ts";

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
