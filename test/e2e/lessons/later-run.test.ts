import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { documentOf, start } from "../../fixtures.ts";
import { otherKey, Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

afterEach(() => served.dispose());

/** Starts a run and kills it once it has created a lesson. */
async function killAfterCreating(lesson: string): Promise<void> {
  const running = served.begin("run");
  await running.lineMatching(new RegExp(`created {4}${lesson}`));
  running.process.kill("SIGKILL");
  await running.finished;
}

describe("two runs at the same time", () => {
  it("lets one hold the ledger; the other exits 8, names the holder and sends nothing", async () => {
    served = await Served.start({ writingTime: "1s" });
    served.plan(smallCourse(["First"]));
    const first = served.begin("run", "--json");
    await first.lineMatching(/created {4}first/);
    // It stays in the middle for as long as the others take.
    first.process.kill("SIGSTOP");
    const second = await start({
      args: ["run", "course.yaml", "--json"],
      cwd: served.folder,
      env: { ...served.environment, STORY_API_URL: "http://127.0.0.1:1/api/v1" },
    }).finished;
    expect(second.code).toBe(8);
    const third = await served.runHere();
    expect(documentOf(third)).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_held" }] });
    expect(documentOf(third).problems[0]?.message).toContain(`process ${first.process.pid}`);
    expect(served.proxy.requests.filter((line) => line.startsWith("POST"))).toHaveLength(2);
    first.process.kill("SIGCONT");
    expect((await first.finished).code).toBe(0);
    expect(served.proxy.creations).toBe(1);
  });
});

describe("a change of the plan", () => {
  it("keeps the story of a lesson whose text was corrected, and says how to buy another", async () => {
    served = await Served.start();
    served.plan(smallCourse(["First"]).replace('- "First"', "- { id: first, topic: Frist }"));
    await served.runHere();
    served.plan(smallCourse(["First"]).replace('- "First"', "- { id: first, topic: First }"));
    const again = documentOf(await served.runHere());
    expect(again).toMatchObject({ exitCode: 0, notices: [{ code: "job_changed", job: "first.es.2" }] });
    expect(served.proxy.creations).toBe(1);
    expect(documentOf(await served.runHere("--replace", served.has("first.es.2")))).toMatchObject({
      exitCode: 0,
    });
    expect(served.stories().map(({ topic }) => topic)).toEqual(["Frist", "First"]);
  });

  it("continues to follow a story to its end although its topic left the plan", async () => {
    served = await Served.start({ writingTime: "1500ms" });
    served.plan(smallCourse(["First", "Second"]));
    await killAfterCreating("second");
    served.plan(smallCourse(["First"]));
    const again = documentOf(await served.runHere());
    expect(again).toMatchObject({
      exitCode: 0,
      jobs: { total: 1, done: 1 },
      notices: [{ code: "lessons_left_over" }, { code: "job_orphaned" }],
    });
    expect(served.events().filter(({ type }) => type === "story.saved")).toHaveLength(2);
  });

  it("does not hide a creation with unknown outcome: exit 5, and the command that settles it", async () => {
    served = await Served.start();
    served.plan(smallCourse(["First", "Second [[lose-reply]]"]));
    expect(documentOf(await served.run())).toMatchObject({ exitCode: 5 });
    served.plan(smallCourse(["First"]));
    const job = "1/second-lose-reply.es.2";
    const again = documentOf(await served.runHere());
    expect(again).toMatchObject({ exitCode: 5, problems: [{ code: "creation_uncertain", job }] });
    expect(again).toMatchObject({ next: expect.stringContaining(`resolve course.yaml ${job}`) });
    const ahead = documentOf(await served.commandHere(["plan", "course.yaml", "--json"]));
    expect(ahead).toMatchObject({ exitCode: 5, problems: [{ code: "creation_uncertain", job }] });
    const shown = await served.commandHere(["status", "course.yaml"]);
    expect(shown.stdout).toContain(`We can't tell whether ${job} was created`);
    expect(shown.stdout).toContain("next     coursebinder resolve course.yaml");
    const settled = await served.commandHere([
      "resolve",
      "course.yaml",
      job,
      "--not-created",
      "--reason",
      "looked",
    ]);
    expect(settled.code, settled.stderr).toBe(0);
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0 });
  });

  it("to the next edition shows what the previous one has left, and how to continue with it", async () => {
    // Long enough that the killed run can't have seen the end of its story, however busy the machine is.
    served = await Served.start({ writingTime: "10s" });
    // One lesson: the killed run might have begun a second one.
    served.plan(smallCourse(["First"]));
    await killAfterCreating("first");
    const next = await served.runHere("--edition", "2");
    expect(documentOf(next)).toMatchObject({
      notices: [
        { code: "edition_unfinished", message: expect.stringContaining("run with --edition 1 continues it") },
      ],
    });
  });

  it("packages the same bytes after everything that it saved was lost, although its recording could not be aligned", async () => {
    served = await Served.start();
    served.plan(
      smallCourse(["First"])
        .replace("audiobook: false", "audiobook: true")
        .replace("[words]", "[web, words]"),
    );
    const env = { ...served.environment, COURSEBINDER_NO_ALIGN: "false" };
    const run = async () =>
      documentOf(await served.command(["run", "course.yaml", "--poll", "100ms", "--json"], env));
    const first = await run();
    expect(first).toMatchObject({ exitCode: 0, times: [{ level: "none" }] });
    for (const folder of ["stories", "books", "times", "words"])
      rmSync(served.file(folder), { recursive: true, force: true });
    const again = await run();
    expect(again).toMatchObject({ exitCode: 0, package: first.package });
    expect(served.proxy.creations).toBe(1);
  });
});

describe("a folder with more stories than its ledger knows of", () => {
  it("buys nothing, even on a machine that has not seen the ledger before: exit 8", async () => {
    served = await Served.start();
    served.plan(smallCourse(["First"]));
    await served.runHere();
    const ledger = join(served.folder, "out", "course", "ledger.jsonl");
    const older = readFileSync(ledger);
    served.plan(smallCourse(["First", "Second"]));
    expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    writeFileSync(ledger, older);
    const elsewhere = { ...served.environment, COURSEBINDER_STATE: join(served.folder, "another-machine") };
    const again = await start({
      args: ["run", "course.yaml", "--json"],
      cwd: served.folder,
      env: elsewhere,
    }).finished;
    expect(documentOf(again)).toMatchObject({
      exitCode: 8,
      problems: [{ code: "ledger_lost" }],
      next: expect.stringMatching(/^coursebinder ledger verify /),
    });
    expect(again.stderr).toContain("it has no record of 1 story saved beside it");
    expect(served.proxy.creations).toBe(2);
  });
});

describe("the key of another account", () => {
  it("is not advised to buy again what it can't see", async () => {
    served = await Served.start({ writingTime: "3s" });
    served.plan(smallCourse(["First"]));
    await killAfterCreating("first");
    const asOther = { ...served.environment, STORY_API_KEY: otherKey };
    const stopped = await served.command(["run", "course.yaml", "--json"], asOther);
    expect(documentOf(stopped)).toMatchObject({ problems: [{ code: "account_of_others" }] });
    expect(String(JSON.parse(stopped.stdout).next)).not.toContain("--replace");
    const again = await served.commandHere(["run", "course.yaml", "--json", "--other-account"], asOther);
    expect(documentOf(again)).toMatchObject({ problems: [{ code: "story_missing" }] });
    expect(String(JSON.parse(again.stdout).next)).not.toContain("--replace");
    expect(documentOf(again).problems[0]?.message).toContain(
      "this key belongs to a different account from the one that bought it",
    );
  });
});

describe("a ledger's address", () => {
  // Others are tried in one process: test/cli/typed-input.test.ts.
  it("that is invalid creates no ledger of that name and does not show its password", async () => {
    served = await Served.start();
    served.plan(smallCourse(["First"]));
    const { code, stdout, stderr } = await start({
      args: ["run", "course.yaml", "--json"],
      cwd: served.folder,
      env: { ...served.environment, COURSEBINDER_LEDGER: " postgres:/u:topsecret@h/x" },
    }).finished;
    expect([code, served.proxy.creations]).toEqual([2, 0]);
    expect(stdout + stderr).not.toContain("topsecret");
    expect(existsSync(join(served.folder, "out"))).toBe(false);
  });
});
