import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Running } from "../fixtures.ts";
import { rig, type Served, smallCourse } from "./fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

const topics = Array.from({ length: 12 }, (_, index) => `Lesson ${index + 1}`);
const limits = ["--limit-calls", "20/4s", "--limit-starts", "100/4s", "--poll", "200ms"];

/**
 * A service that takes twenty calls in four seconds, and a run that has used most of them. It waits for the answer to its next call, which the
 * service never receives: a call that was answered and not recorded yet would be one that no run can know.
 *
 * On a busy machine the run has read its first lessons already when it creates the last one, so that calls are counted from there.
 */
async function begun(): Promise<Running> {
  served = await rig({ limits: { calls: "20/4s", paidStarts: "100/4s" }, writingTime: "30s" });
  served.plan(smallCourse(topics));
  const run = served.begin("run", ...limits);
  await run.lineMatching(/created {4}lesson-12/);
  // Reads that bring no news, of which no ledger tells.
  const passing = served.proxy.requests.length + 3;
  served.proxy.passesAtMost = passing;
  await expect.poll(recordedCalls, { timeout: 10_000 }).toBe(passing);
  return run;
}

/** Calls pass again only after its end: one on its way before would be counted by the service, and recorded by nobody. */
async function ended(run: Running): Promise<void> {
  run.process.kill("SIGKILL");
  await run.finished;
  served.proxy.passesAtMost = Number.POSITIVE_INFINITY;
}

/** The calls that commands on this machine have recorded. */
function recordedCalls(): number {
  const folder = join(served.folder, ".state");
  const file = readdirSync(folder).find((name) => /^calls-.*\.log$/.test(name));
  return file === undefined ? 0 : readFileSync(join(folder, file), "utf8").split(" c\n").length - 1;
}

describe("a run that follows another within the limits' window", () => {
  it("meets no rate limit, although the other was killed among reads that its ledger does not contain", async () => {
    await ended(await begun());
    const again = await served.report(...limits, "--deadline", "2s");
    expect(again).toMatchObject({ exitCode: 7, jobs: { active: 12 } });
    expect(served.proxy.refusals).toBe(0);
  });

  it("counts the calls for other courses on the same machine", async () => {
    await ended(await begun());
    const otherTopics = topics.map((topic) => `${topic} of another course`);
    served.plan(smallCourse(otherTopics).replace("course: course", "course: other"));
    const other = served.begin("run", ...limits);
    await other.lineMatching(/created {4}lesson-8/);
    other.process.kill("SIGKILL");
    await other.finished;
    expect(served.proxy.refusals).toBe(0);
  });
});
