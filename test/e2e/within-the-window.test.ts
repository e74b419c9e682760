import { afterEach, describe, expect, it } from "vitest";
import { documentOf, type Running } from "../fixtures.ts";
import { Served, smallCourse } from "./fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

const topics = Array.from({ length: 12 }, (_, index) => `Lesson ${index + 1}`);
const limits = ["--limit-calls", "20/4s", "--limit-starts", "100/4s", "--poll", "200ms"];

/** A service that takes twenty calls in four seconds, and a run that has used most of them. */
async function begun(): Promise<Running> {
  served = await Served.start({ limits: { calls: "20/4s", paidStarts: "100/4s" }, writingTime: "30s" });
  served.plan(smallCourse(topics));
  const run = served.begin("run", ...limits);
  await run.lineMatching(/created {4}lesson-12/);
  // Reads that bring no news: no ledger tells of them.
  while (served.proxy.requests.length < 18) await new Promise((resolve) => setTimeout(resolve, 20));
  return run;
}

describe("a run that follows another within the limits' window", () => {
  it.each(["SIGKILL", "SIGINT"] as const)(
    "meets no rate limit, although %s ended the other among reads that its ledger does not contain",
    async (signal) => {
      const first = await begun();
      first.process.kill(signal);
      await first.finished;
      const again = documentOf(await served.run(...limits, "--deadline", "2s"));
      expect(again).toMatchObject({ exitCode: 7, jobs: { active: 12 } });
      expect(served.proxy.refusals).toBe(0);
    },
  );

  it("counts the calls for other courses on the same machine", async () => {
    const first = await begun();
    first.process.kill("SIGKILL");
    await first.finished;
    const otherTopics = topics.map((topic) => `${topic} of another course`);
    served.plan(smallCourse(otherTopics).replace("course: course", "course: other"));
    const other = served.begin("run", ...limits);
    await other.lineMatching(/created {4}lesson-8/);
    other.process.kill("SIGKILL");
    await other.finished;
    expect(served.proxy.refusals).toBe(0);
  });
});
