import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { Served, type ServedOptions, smallCourse } from "../fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

async function course(
  topics: readonly string[],
  options: ServedOptions & { audiobook?: boolean } = {},
): Promise<void> {
  served = await Served.start(options);
  served.plan(smallCourse(topics).replace("audiobook: false", `audiobook: ${options.audiobook ?? false}`));
}

describe("a creation that the service refuses", () => {
  it("fails only that lesson if the plan does not allow it, and the others continue: exit 4", async () => {
    await course(["One [[forbidden]]", "Two"]);
    const report = documentOf(await served.run());
    expect(report).toMatchObject({
      exitCode: 4,
      jobs: { done: 1, failed: 1 },
      problems: [{ code: "creation_refused" }],
    });
    expect(report.credits.committed).toBe(13);
  });

  it("stops after three refusals for lack of access with nothing accepted: exit 6", async () => {
    await course(["A [[forbidden]]", "B [[forbidden]]", "C [[forbidden]]", "D"]);
    const report = documentOf(await served.run());
    expect(report).toMatchObject({ exitCode: 6, jobs: { failed: 3, pending: 1 } });
    expect(served.proxy.creations).toBe(3);
  });

  it("stops creating for lack of money, follows existing stories, and exits 3", async () => {
    await course(["One", "Two [[payment]]", "Three"]);
    const report = documentOf(await served.run());
    expect(report).toMatchObject({ exitCode: 3, jobs: { done: 1, pending: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("continues after a conflict once a story of ours has ended, stops creating while the service is switched off, and exits 7", async () => {
    await course(["One", "Two [[conflict]]", "Three", "Four [[unavailable]]", "Five"]);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 7, jobs: { done: 2, pending: 3 } });
    expect(served.proxy.creations).toBe(4);
  });

  it("counts as uncertain after an unexpected failure or a 503 without the interface's body, whether a story was made or not: exit 5", async () => {
    await course(["One [[server-error-after]]", "Two [[unavailable-bare]]", "Three"]);
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 5, jobs: { uncertain: 1, pending: 2 } });
    expect(served.stories()).toHaveLength(1);
    expect(documentOf(await served.runHere())).toMatchObject({
      exitCode: 5,
      jobs: { uncertain: 2, pending: 1 },
    });
    expect(served.stories()).toHaveLength(1);
    expect(served.proxy.creations).toBe(2);
  });

  it("waits out a rate limit, continues with the others, leaves the refused one for the next run, and names the flag that would have retried it", async () => {
    await course(["One [[rate-limit]]", "Two"]);
    const finished = await served.run();
    expect(documentOf(finished)).toMatchObject({
      exitCode: 7,
      jobs: { done: 1, pending: 1 },
      problems: [{ code: "creation_postponed", job: "one-rate-limit.es.2" }],
    });
    expect(finished.stderr).toMatch(/one-rate-limit\.es\.2 is left for the next run: .*--retry-refused/);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.stories()).toHaveLength(2);
  });

  it("counts every lesson once if the wait is longer than --max-wait allows", async () => {
    await course(["One [[rate-limit]]", "Two", "Three"]);
    const finished = await served.runHere("--max-wait", "1ms");
    expect(documentOf(finished)).toMatchObject({
      exitCode: 7,
      jobs: { done: 0, pending: 3 },
      problems: [{ code: "creations_stopped", message: expect.stringContaining(" 3 not created; ") }],
    });
    expect(documentOf(finished).problems).toHaveLength(1);
    expect(served.proxy.creations).toBe(1);
  });

  it("retries it in the same run with --retry-refused", async () => {
    await course(["One [[rate-limit]]", "Two"]);
    expect(documentOf(await served.runHere("--retry-refused"))).toMatchObject({
      exitCode: 0,
      jobs: { done: 2 },
    });
    expect(served.stories()).toHaveLength(2);
  });
});

describe("an answer that is damaged after the story was made", () => {
  it("is accepted if the id is still readable, and the lesson is done; without an id it is uncertain", async () => {
    await course(["One [[cut-reply]]", "Two [[no-id]]"]);
    const report = documentOf(await served.runHere());
    expect(report).toMatchObject({ exitCode: 5, jobs: { done: 1, uncertain: 1 } });
    expect(report.notices).toMatchObject([{ code: "answer_odd" }, { code: "answer_odd" }]);
  });

  it("is uncertain if none arrives before the timeout", async () => {
    await course(["One [[hang]]"]);
    expect(documentOf(await served.runHere("--creation-timeout", "1s"))).toMatchObject({
      exitCode: 5,
      jobs: { uncertain: 1 },
    });
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 5 });
    expect(served.proxy.creations).toBe(1);
  });
});

describe("a story that was paid for", () => {
  it("is not automatically made again if its writing fails or is canceled, is refunded by the service's figures, and leaves a gap that is packaged only if requested", async () => {
    await course(["One [[fail-writing]]", "Two", "Three [[cancel-writing]]"]);
    const report = documentOf(await served.runHere());
    expect(report).toMatchObject({
      exitCode: 4,
      jobs: { done: 1, failed: 2 },
      credits: { committed: 13, spent: 13 },
      package: null,
    });
    const problemOf = (name: string) => report.problems.find(({ job }) => job === name);
    expect(problemOf("one-fail-writing.es.2")).toMatchObject({ code: "story_failed" });
    expect(problemOf("one-fail-writing.es.2")?.next).toContain(
      `--replace ${served.has("one-fail-writing.es.2")}`,
    );
    expect(problemOf("three-cancel-writing.es.2")).toMatchObject({ code: "story_canceled" });
    const partial = documentOf(await served.runHere("--allow-partial", "--audio", "link"));
    expect(partial).toMatchObject({ exitCode: 4 });
    expect(existsSync(join(served.folder, partial.package?.path ?? ""))).toBe(true);
    expect(served.proxy.creations).toBe(3);
  });

  it("keeps its text if the export keeps failing, and the next run retries", async () => {
    await course(["One [[export-error]]"], { audiobook: true });
    expect(documentOf(await served.runHere("--max-wait", "1s"))).toMatchObject({
      exitCode: 4,
      problems: [{ code: "book_unavailable" }],
    });
    const before = served.proxy.requests.length;
    expect(documentOf(await served.runHere("--max-wait", "1s"))).toMatchObject({ exitCode: 4 });
    expect(served.proxy.requests.slice(before).some((line) => line.includes("/export"))).toBe(true);
  });

  it("is held if its audiobook can't be paid, and finished by the next run", async () => {
    await course(["One [[book-payment]]", "Two"], { audiobook: true });
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 3, jobs: { done: 1, active: 1 } });
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(2);
  });

  it("is left for the next run if it does not end in time", async () => {
    await course(["One"], { writingTime: "3s" });
    expect(documentOf(await served.runHere("--give-up", "300ms"))).toMatchObject({
      exitCode: 7,
      jobs: { active: 1 },
      problems: [{ code: "given_up" }],
    });
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0 });
  });

  it("is not lost if the service goes down in the middle: exit 7, and a rerun finishes it", async () => {
    await course(["One"], { writingTime: "2s" });
    const running = served.begin("run", "--json");
    await running.lineMatching(/created {4}one/);
    await served.stopService();
    expect(documentOf(await running.finished)).toMatchObject({ exitCode: 7, jobs: { active: 1 } });
    await served.restartService();
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
    expect(served.proxy.creations).toBe(1);
  });
});

describe("a request to stop", () => {
  it("stops creating at the first Ctrl-C, records the answer in flight, and exits 7", async () => {
    await course(["One", "Two", "Three"], { writingTime: "5s" });
    const running = served.begin("run", "--json");
    await running.lineMatching(/created {4}one/);
    running.process.kill("SIGINT");
    const report = documentOf(await running.finished);
    expect(report).toMatchObject({ exitCode: 7, jobs: { uncertain: 0 } });
    expect(report.jobs.active).toBe(served.stories().length);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
    expect(served.stories()).toHaveLength(3);
  });
});

describe("a part of a plan", () => {
  it("is a sample with --first and packaged with its gaps; the rest is made later without paying again; both are explained and rebuilt offline", async () => {
    await course(["One", "Two", "Three"]);
    const taste = documentOf(await served.runHere("--first", "1"));
    expect(taste).toMatchObject({ exitCode: 0, jobs: { total: 1, done: 1 } });
    expect(taste.package).not.toBeNull();
    const whole = documentOf(await served.runHere());
    expect(whole).toMatchObject({ exitCode: 0, jobs: { total: 3, done: 3 } });
    expect(whole.package?.sha256).not.toBe(taste.package?.sha256);
    expect(served.proxy.creations).toBe(3);

    // From the ledger alone: the package byte for byte, and one lesson.
    const zip = join(served.folder, whole.package?.path ?? "");
    const before = readFileSync(zip);
    await served.stopService();
    const offline = {};
    expect((await served.command(["package", "course.yaml"], offline)).code).toBe(0);
    expect(readFileSync(zip).equals(before)).toBe(true);
    const explained = await served.commandHere(["status", "course.yaml", "one.es.2"], offline);
    expect(explained.code).toBe(0);
    expect(explained.stdout).toContain(served.stories().find(({ topic }) => topic === "One")?.id);
    expect(explained.stdout).toMatch(/13 committed, 13 spent/);
    await served.restartService();
  });

  it("packages the text of a lesson whose recording failed, if a partial package was requested, and says what is missing", async () => {
    await course(["One", "Two [[book-error]]"], { audiobook: true });
    const whole = documentOf(await served.runHere());
    expect(whole).toMatchObject({ exitCode: 4, jobs: { done: 1, failed: 1 }, package: null });
    expect(served.events().filter(({ type }) => type === "story.saved")).toHaveLength(2);
    const refused = await served.commandHere(["package", "course.yaml"], {});
    expect(refused.code).toBe(4);
    const partial = documentOf(await served.runHere("--allow-partial", "--audio", "link"));
    expect(partial).toMatchObject({ exitCode: 4, jobs: { done: 1, failed: 1 } });
    const files = await unzip(readFileSync(join(served.folder, partial.package?.path ?? "")));
    const manifest = JSON.parse(String(files.get("publisher/manifest.json")));
    expect(manifest.lessons).toMatchObject([{ audio: { type: "audio/mpeg" } }, { audio: null }]);
    expect(manifest.gaps).toMatchObject([{ job: "two-book-error.es.2", state: "failed", lacks: "sound" }]);
    expect(files.get("es-2/text/lesson-02.txt")?.length).toBeGreaterThan(100);
    const sounds = [...files].filter(([path]) => path.endsWith(".mp3"));
    expect(sounds.map(([path]) => path)).toEqual(["es-2/audio/lesson-01.mp3"]);
    // The local service exports a zip with the sound in it: it is there once, and what came with it stays in the course's folder.
    expect([...files.keys()].filter((path) => path.endsWith(".zip"))).toEqual([]);
    expect(manifest.lessons[0]).toMatchObject({ extras: [], exported: [] });
  });
});
