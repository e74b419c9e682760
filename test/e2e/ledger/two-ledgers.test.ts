import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { documentOf, start } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { Served, smallCourse } from "../fixtures/served.ts";
import { terminalPath, unwrapped } from "../fixtures/typed-shell.ts";

let served: Served;

const boughtOnce = new BoughtOnce({ writingTime: "20ms" });

const two = smallCourse(["First", "Second"]);

/** A run in a real terminal that waits at the bill's question until it is answered. */
function inTerminal(...flags: readonly string[]): {
  readonly asked: Promise<unknown>;
  readonly answer: (text: string) => void;
  readonly ended: Promise<{ code: number; shown: string }>;
} {
  const cli = join(import.meta.dirname, "..", "..", "..", "dist", "cli.js");
  const line = `'${process.execPath}' '${cli}' run course.yaml --poll 100ms ${flags.join(" ")}`;
  const terminal = spawn(terminalPath, ["-qec", line, "/dev/null"], {
    cwd: served.folder,
    env: {
      ...served.environment,
      PATH: process.env.PATH ?? "",
      COURSEBINDER_STATE: join(served.folder, ".state"),
    },
  });
  let shown = "";
  const asked = new Promise((resolve) => {
    terminal.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      shown += chunk;
      if (shown.includes("[y/N]")) resolve(shown);
    });
  });
  const ended = once(terminal, "close").then(([code]) => ({ code: code as number, shown }));
  return { asked, answer: (text) => terminal.stdin.write(`${text}\r`), ended };
}

/** A run that has quoted and waits for its next call, for longer than another run takes. */
const slow = ["--limit-calls", "1/20s"] as const;

const bought = (): number => served.stories().length;

describe("two runs of one course with two ledgers", () => {
  beforeEach(async () => {
    served = await Served.start({ writingTime: "20ms" });
    onTestFinished(() => served.dispose());
  });

  it.runIf(needTool("script", terminalPath))(
    "buy each lesson once if one waits at the bill while the other buys: exit 8, and what was bought",
    async () => {
      served.plan(two);
      const waiting = inTerminal("--out", "one");
      await waiting.asked;
      expect(documentOf(await served.runHere("--out", "two"))).toMatchObject({
        exitCode: 0,
        jobs: { done: 2 },
      });
      waiting.answer("y");
      const { code, shown } = await waiting.ended;
      expect([code, served.proxy.creations]).toEqual([8, 2]);
      expect(unwrapped(shown)).toContain("this machine has bought 2 lessons of the course course");
      expect(unwrapped(shown)).toContain(join(served.folder, "two", "course", "ledger.jsonl"));
    },
  );

  it("buy each lesson once if one waits for a permit while the other buys", async () => {
    served.plan(two);
    const waiting = served.begin("run", "--json", "--out", "one", ...slow);
    await waiting.lineMatching(/quoted/);
    expect(documentOf(await served.runHere("--out", "two"))).toMatchObject({
      exitCode: 0,
      jobs: { done: 2 },
    });
    const finished = documentOf(await waiting.finished);
    expect(finished).toMatchObject({ exitCode: 8, problems: [{ code: "ledger_begun_anew" }] });
    expect(served.proxy.creations).toBe(2);
    // Nothing stands in the way of the ledger that has them, and the other one stays refused.
    expect((await served.runHere("--out", "two")).code).toBe(0);
    expect((await served.runHere("--out", "one")).code).toBe(8);
    expect(served.proxy.creations).toBe(2);
  });

  it("buy each lesson once if both begin at the same moment", async () => {
    served.plan(smallCourse(["First", "Second", "Third"]));
    const ends = await Promise.all(["one", "two", "three"].map((out) => served.run("--out", out)));
    expect(bought()).toBe(new Set(served.stories().map(({ topic }) => topic)).size);
    expect(served.proxy.creations).toBe(bought());
    const codes = ends.map(({ code }) => code);
    expect(codes.filter((code) => code !== 0 && code !== 8)).toEqual([]);
    // Whoever was refused has nothing that nobody knows the outcome of.
    for (const end of ends) expect(documentOf(end).jobs.uncertain).toBe(0);
  });

  it("don't affect each other if they are of different courses: neither waits for the other", async () => {
    const plans = ["a", "b"].map((course) =>
      smallCourse([`First of ${course}`, `Second of ${course}`]).replace(
        "course: course",
        `course: ${course}`,
      ),
    );
    const ends = plans.map((plan, index) => {
      writeFileSync(join(served.folder, `${index}.yaml`), plan);
      return start({
        args: ["run", `${index}.yaml`, "--json", "--poll", "100ms"],
        cwd: served.folder,
        env: served.environment,
      }).finished;
    });
    expect((await Promise.all(ends)).map(({ code }) => code)).toEqual([0, 0]);
    expect(served.proxy.creations).toBe(4);
  });

  it("of a new edition buy each lesson once although both ledgers have long been in use", async () => {
    served.plan(smallCourse(["First"]));
    expect((await served.runHere("--out", "one")).code).toBe(0);
    expect((await served.runHere("--out", "two", "--new-ledger")).code).toBe(0);
    expect(served.proxy.creations).toBe(2);
    served.plan(two);
    const edition = ["--edition", "2"];
    const waiting = served.begin("run", "--json", "--out", "two", ...edition, ...slow);
    await waiting.lineMatching(/quoted/);
    expect((await served.runHere("--out", "one", ...edition)).code).toBe(0);
    const finished = documentOf(await waiting.finished);
    expect(finished).toMatchObject({ exitCode: 8, problems: [{ code: "bought_elsewhere" }] });
    expect(finished.problems[0]?.message).toContain('first.es.2 "First"');
    expect(served.proxy.creations).toBe(4);
    // What is printed leads on, whichever of the two it is typed for.
    const [, ...join] = finished.problems[0]?.next?.split(" ") ?? [];
    expect(join.slice(0, 2)).toEqual(["ledger", "join"]);
    const joined = await served.commandHere(join);
    expect(joined.code, joined.stderr).toBe(0);
    const on = documentOf(await served.runHere("--out", "two", ...edition));
    expect(on).toMatchObject({ exitCode: 0, jobs: { done: 2 } });
    expect(served.proxy.creations).toBe(4);
  });
});

describe("the consent to a new ledger", () => {
  it("covers what it was given for: the rest is refused, lesson by lesson, and bought with another consent", async () => {
    served = await boughtOnce.course(two);
    const there = ["--out", "two"];
    const first = await served.runHere(...there, "--new-ledger", "--only", "first.*");
    expect(documentOf(first)).toMatchObject({ exitCode: 0, notices: [{ code: "paid_again" }] });
    expect(first.stderr).toContain('1 lesson (first.es.2 "First"), quoted at 13 credits then');
    expect(served.proxy.creations).toBe(3);
    const rest = await served.run(...there);
    expect(documentOf(rest)).toMatchObject({ exitCode: 8, problems: [{ code: "bought_elsewhere" }] });
    expect(rest.stderr).toContain('1 lesson (second.es.2 "Second"), quoted at 13 credits then');
    expect(rest.stderr).toContain(join(served.folder, "out", "course", "ledger.jsonl"));
    const ahead = documentOf(await served.here("plan", "--json", ...there));
    expect(ahead).toMatchObject({ exitCode: 8, problems: [{ code: "bought_elsewhere" }] });
    expect(served.proxy.creations).toBe(3);
    // What was never bought, and what the ledger has, goes on as ever.
    served.plan(smallCourse(["First", "Second", "Third"]));
    expect((await served.runHere(...there, "--only", "first.*", "--only", "third.*")).code).toBe(0);
    expect(served.proxy.creations).toBe(4);
    expect((await served.runHere(...there, "--new-ledger")).code).toBe(0);
    expect(served.proxy.creations).toBe(5);
    const path = join(served.folder, "two", "course", "ledger.jsonl");
    const consents = readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line.includes('"ledger.consented"'))
      .map((line) => JSON.parse(line).lessons.map(({ job }: { job: string }) => job));
    expect(consents).toEqual([["first.es.2"], ["first.es.2", "second.es.2"]]);
  });

  it("covers no reworded lesson, and none bought under another course's name", async () => {
    served = await boughtOnce.course(two);
    const there = ["--out", "two"];
    expect((await served.runHere(...there, "--new-ledger", "--only", "first.*")).code).toBe(0);
    served.plan(
      smallCourse([]).replace("topics:", 'topics:\n  - First\n  - { id: second, topic: "The second" }'),
    );
    expect(documentOf(await served.runHere(...there))).toMatchObject({
      exitCode: 8,
      problems: [{ code: "bought_elsewhere" }],
    });
    served.plan(two.replace("course: course", "course: renamed"));
    expect((await served.runHere("--new-ledger", "--only", "first.*")).code).toBe(0);
    expect(documentOf(await served.runHere())).toMatchObject({
      exitCode: 8,
      problems: [{ code: "bought_elsewhere" }],
    });
    expect(served.proxy.creations).toBe(4);
  });
});
