import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Served } from "../e2e/fixtures/served.ts";
import { ServiceProxy } from "../e2e/fixtures/service-proxy.ts";
import { documentOf, type Running } from "../fixtures.ts";
import { CrashedCourse } from "./crashed-course.ts";

let served: Served;
let proxy: ServiceProxy;

beforeEach(async () => {
  served = await Served.start({ writingTime: "1500ms" });
  proxy = await ServiceProxy.listen(served.proxy.target);
});

afterEach(async () => {
  await proxy.close();
  await served.dispose();
});

function begin(topics: number): Promise<CrashedCourse> {
  return CrashedCourse.begin(served, { name: "suspended", topics, audiobook: false, proxy });
}

/** Resolves once the process is stopped. */
async function suspend({ process: child }: Running): Promise<void> {
  child.kill("SIGSTOP");
  const stat = `/proc/${child.pid}/stat`;
  while (existsSync(stat) && !/\) T /.test(readFileSync(stat, "utf8"))) await wait(5);
}

it("a run that is suspended from the request until long after its deadline keeps the id that arrived in the meantime", async () => {
  const course = await begin(1);
  proxy.holdsAnswers = true;
  // Long enough for the answer to arrive in time, even on a busy machine.
  const deadlineMs = 3_000;
  const running = course.run({ flags: ["--creation-timeout", `${deadlineMs / 1_000}s`] });
  await new Promise<void>((resolve) => proxy.moments.once("creationAnswer", () => resolve()));
  await suspend(running);
  proxy.passHeld();
  // The deadline has to pass in real time.
  await wait(deadlineMs + 500);
  running.process.kill("SIGCONT");
  const finished = await running.finished;
  expect(finished.code, finished.stderr).toBe(0);
  course.finish(finished);
  expect(proxy.creations).toBe(1);
});

it("a run that is suspended while it follows a story keeps its lock, and finishes the story afterwards", async () => {
  const course = await begin(1);
  const running = course.run();
  await running.lineMatching(/created {4}lesson-1/);
  await suspend(running);
  const second = documentOf(await course.runHere());
  expect(second).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_held" }] });
  expect(second.problems[0]?.message).toContain(`process ${running.process.pid}`);
  running.process.kill("SIGCONT");
  course.finish(await running.finished);
  expect(proxy.creations).toBe(1);
});

it("a run that is suspended beyond its deadline stops creating, and the next run continues without paying again", async () => {
  const course = await begin(3);
  // The duration of such a story must be known, because a run starts none that it can't finish in time.
  expect((await course.runHere({ flags: ["--first", "1"] })).code).toBe(0);
  proxy.holdsAnswers = true;
  // Long enough for the run to reach its first creation, even on a busy machine.
  const deadlineMs = 6_000;
  const running = course.run({ flags: ["--deadline", `${deadlineMs / 1_000}s`] });
  await new Promise<void>((resolve) => proxy.moments.once("creationAnswer", () => resolve()));
  await suspend(running);
  proxy.passHeld();
  await wait(deadlineMs);
  running.process.kill("SIGCONT");
  const stopped = documentOf(await running.finished);
  expect(stopped).toMatchObject({ exitCode: 7, jobs: { active: 1, uncertain: 0 } });
  expect(stopped.problems.map(({ code }) => code)).toContain("deadline_reached");
  course.judge({ killed: false });
  await course.heal();
  expect(proxy.creations).toBe(3);
});
