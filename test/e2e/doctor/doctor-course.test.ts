import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { start } from "../../fixtures.ts";
import { checksOf } from "../fixtures/findings.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

beforeAll(async () => {
  served = await Served.start();
  served.plan(smallCourse(["First"], "package: { formats: [words] }"));
  const made = await served.runHere();
  if (made.code !== 0) throw new Error(made.stderr);
});

afterAll(() => served.dispose());

/** Runs in this process, as the started command does in the first test. */
const doctor = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  served.commandHere(["doctor", ...args], { ...served.environment, ...env });

const begin = (args: readonly string[]) => start({ args, cwd: served.folder, env: served.environment });

describe("doctor on a course", () => {
  it("whose plan is invalid exits with 2, and shows the first error with its place", async () => {
    writeFileSync(join(served.folder, "bad.yaml"), "course: bad\ntitle: Bad\n");
    const finished = await served.command(["doctor", "bad.yaml", "--json"]);
    expect(finished.code).toBe(2);
    expect(checksOf(finished)).toMatchObject({
      plan: { state: "problem", remedy: "coursebinder check bad.yaml" },
      ledger: { state: "skipped", found: "the plan can't be used" },
    });
  });

  it("whose ledger was made with another service exits with 8, and names that one", async () => {
    const direct = `http://127.0.0.1:${served.proxy.target}/api/v1`;
    const finished = await doctor(["course.yaml", "--json", "--service", direct]);
    expect(finished.code).toBe(8);
    const { ledger } = checksOf(finished);
    expect(ledger?.remedy).toContain(`--service ${served.url}`);
    expect(ledger?.found).toMatch(/belongs to the service \S+, not to \S+\/api\/v1\.$/);
  });

  it("whose ledger is damaged exits with 8, and leaves the ledger unchanged", async () => {
    const path = join(served.folder, "damaged.jsonl");
    const whole = readFileSync(join(served.folder, "out", "course", "ledger.jsonl"), "utf8");
    const damaged = whole.replace("run.started", "run.startet");
    writeFileSync(path, damaged);
    const finished = await doctor(["course.yaml", "--json", "--ledger", path]);
    expect(finished.code).toBe(8);
    expect(checksOf(finished)).toMatchObject({
      ledger: { state: "problem", found: expect.stringContaining("damaged.jsonl:2") },
      "ledger-holder": { state: "skipped" },
      creations: { state: "skipped" },
    });
    expect(readFileSync(path, "utf8")).toBe(damaged);
  });

  it("that a run is working on exits with 8, and with 5 once its creation is uncertain", async () => {
    writeFileSync(
      join(served.folder, "other.yaml"),
      smallCourse(["Second"]).replace("course: course", "course: other"),
    );
    served.proxy.holdsAnswers = true;
    const held = served.proxy.heldAnswer();
    const running = begin(["run", "other.yaml", "--json"]);
    await held;
    const during = await doctor(["other.yaml", "--json"]);
    served.proxy.dropHeld();
    await running.finished;
    expect(during.code).toBe(8);
    expect(checksOf(during)).toMatchObject({
      ledger: { state: "ok" },
      "ledger-holder": { state: "problem", found: expect.stringMatching(/process \d+ since /) },
    });
    const after = await doctor(["other.yaml", "--json"]);
    expect(after.code).toBe(5);
    expect(checksOf(after)).toMatchObject({
      "ledger-holder": { state: "ok" },
      creations: { state: "problem", remedy: "coursebinder resolve other.yaml" },
    });
    expect(served.stories().filter(({ topic }) => topic === "Second")).toHaveLength(1);
  });

  it("without a ledger creates none", async () => {
    writeFileSync(
      join(served.folder, "new.yaml"),
      smallCourse(["Third"]).replace("course: course", "course: new"),
    );
    const finished = await doctor(["new.yaml", "--out", "elsewhere", "--json"]);
    expect(finished.code, finished.stdout).toBe(0);
    expect(checksOf(finished).ledger).toMatchObject({
      state: "ok",
      found: expect.stringContaining("the first run begins it"),
    });
    expect(existsSync(join(served.folder, "elsewhere"))).toBe(false);
  });

  it("without a ledger here that has bought lessons with another says where that is", async () => {
    const finished = await doctor(["course.yaml", "--out", "elsewhere", "--json"]);
    expect(finished.code, finished.stdout).toBe(8);
    expect(checksOf(finished).ledger).toMatchObject({
      state: "problem",
      found: expect.stringContaining(join(served.folder, "out", "course", "ledger.jsonl")),
      remedy: `coursebinder run course.yaml --out ${join(served.folder, "out")}`,
    });
    expect(existsSync(join(served.folder, "elsewhere"))).toBe(false);
  });

  it.runIf(existsSync("/proc/self"))("whose folder would be one of the system's exits with 7", async () => {
    const unknowing = { COURSEBINDER_STATE: join(served.folder, "another-machine") };
    const finished = await doctor(["course.yaml", "--out", "/proc/nope", "--json"], unknowing);
    expect(finished.code).toBe(7);
    expect(checksOf(finished)).toMatchObject({
      "out-folder": { state: "problem" },
      disk: { state: "skipped" },
    });
  });

  it("whose folder can't be created exits with 8, as a run does, and names what stands in the way", async () => {
    const finished = await doctor(["course.yaml", "--out", "course.yaml/out", "--json"]);
    expect(finished.code).toBe(8);
    expect(checksOf(finished)).toMatchObject({
      "out-folder": { state: "problem", found: expect.stringContaining("a file stands where the folder") },
      disk: { state: "skipped" },
    });
  });
});
