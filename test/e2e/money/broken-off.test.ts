import { afterEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

async function course(topics: readonly string[], audiobook: boolean): Promise<void> {
  served = await Served.start();
  served.plan(smallCourse(topics).replace("audiobook: false", `audiobook: ${audiobook}`));
}

describe("an answer that breaks off every time", () => {
  it.each([
    { what: "a recording", asked: /\/export/, report: { exitCode: 4, jobs: { done: 1, failed: 1 } } },
    { what: "a story", asked: /GET .*\/stories\//, report: { exitCode: 7, jobs: { done: 1, active: 1 } } },
  ])("to a request for $what affects only that lesson, and the next run retries", async (broken) => {
    await course(["One", "Two"], true);
    let first: string | null = null;
    served.proxy.breaks = (line) => {
      if (!broken.asked.test(line)) return false;
      first ??= line;
      return line === first;
    };
    const report = documentOf(await served.runHere());
    expect(report).toMatchObject(broken.report);
    expect(report).toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({ job: expect.stringMatching(/^(one|two)/) }),
      ]),
    });
    served.proxy.breaks = () => false;
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });
});

describe("a log that can't be written", () => {
  it("stops nothing: every lesson is bought once and finished, and one line reports it", async () => {
    await course(["One", "Two"], false);
    const full = await served.run("--log-level", "info", "--log-file", "/dev/full");
    expect(documentOf(full)).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(
      full.stderr.match(/A line of the log "\/dev\/full" could not be written \([^)]*ENOSPC\)/g),
    ).toHaveLength(1);
    expect(served.proxy.creations).toBe(2);
  });
});
