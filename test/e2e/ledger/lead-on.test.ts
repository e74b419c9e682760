import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

beforeEach(async () => {
  served = await Served.start({ writingTime: "20ms" });
});

afterEach(() => served.dispose());

const nextIn = (stdout: string): string => /^next {5}(.*)$/m.exec(stdout)?.[1] ?? "";

/** What is typed after the command's name in a line that was printed. */
const wordsOf = (line: string): string[] => line.split(" ").slice(1);

/** Runs a line that was printed, in this process. */
const typed = (line: string) => served.commandHere(wordsOf(line));

it("an older copy is refused with the command that completes it, in the ledger's place or elsewhere", async () => {
  served.plan(smallCourse(["First", "Second"]));
  expect((await served.runHere("--first", "1")).code).toBe(0);
  cpSync(join(served.folder, "out"), join(served.folder, "copy"), { recursive: true });
  const path = join(served.folder, "out", "course", "ledger.jsonl");
  const older = readFileSync(path);
  expect((await served.runHere()).code).toBe(0);
  const newer = readFileSync(path);
  writeFileSync(path, older);
  for (const flags of [[], ["--out", "copy"]]) {
    const refused = await served.here("run", "--max-credits", "60", ...flags);
    expect(refused.code).toBe(8);
    const next = ["coursebinder ledger restore course.yaml", ...flags].join(" ");
    expect(nextIn(refused.stdout)).toBe(next);
    // Whoever checks a backup by the exit code is told the same.
    const verified = await served.commandHere(["ledger", "verify", "course.yaml", "--json", ...flags]);
    expect(documentOf(verified)).toMatchObject({
      exitCode: 8,
      problems: [{ code: "ledger_older_copy" }],
    });
    expect((await typed(next)).code).toBe(0);
    expect((await served.runHere(...flags)).code).toBe(0);
    writeFileSync(path, newer);
  }
  expect(served.proxy.creations).toBe(2);
});

it("two diverged copies are refused with the command that joins both", async () => {
  served.plan(smallCourse(["First", "Second", "Third"]));
  expect((await served.runHere("--first", "1")).code).toBe(0);
  cpSync(join(served.folder, "out"), join(served.folder, "copy"), { recursive: true });
  expect((await served.runHere("--first", "2")).code).toBe(0);
  // Another machine, which has seen neither, goes on with the copy.
  const elsewhere = { ...served.environment, COURSEBINDER_STATE: join(served.folder, "elsewhere") };
  const there = await served.commandHere(
    ["run", "course.yaml", "--only", "third.*", "--out", "copy"],
    elsewhere,
  );
  expect(there.code, there.stderr).toBe(0);
  const refused = await served.here("run", "--out", "copy");
  expect([refused.code, refused.stderr]).toEqual([8, expect.stringContaining("went on separately")]);
  const [mirror] = readdirSync(join(served.folder, ".state")).filter((name) => name.endsWith(".jsonl"));
  const seen = join(served.folder, ".state", mirror ?? "");
  expect(nextIn(refused.stdout)).toBe(`coursebinder ledger join course.yaml ${seen} --out copy`);
  const joined = await typed(nextIn(refused.stdout));
  expect(joined.code, joined.stderr).toBe(0);
  expect(documentOf(await served.runHere("--out", "copy"))).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
  expect(served.proxy.creations).toBe(3);
});

it("after out was renamed in the middle of a run, every command leads back to all that was bought", async () => {
  served.plan(smallCourse(["First", "Second", "Third"]));
  const out = ["--out", "one"];
  expect((await served.runHere("--first", "1", ...out)).code).toBe(0);
  served.proxy.holdsAnswers = true;
  const answered = served.proxy.heldAnswer();
  const running = served.begin("run", ...out);
  await answered;
  renameSync(join(served.folder, "one"), join(served.folder, "two"));
  served.proxy.passHeld();
  const lost = await running.finished;
  expect(lost.code).toBe(8);
  expect(nextIn(lost.stdout)).toBe("coursebinder ledger restore course.yaml --out one");
  // Where the folder is today, the same mirror completes its ledger.
  const refused = await served.here("run", "--out", "two");
  expect(refused.code).toBe(8);
  expect(nextIn(refused.stdout)).toBe("coursebinder ledger restore course.yaml --out two");
  expect((await typed(nextIn(refused.stdout))).code).toBe(0);
  expect(documentOf(await served.runHere("--out", "two"))).toMatchObject({ exitCode: 0, jobs: { done: 3 } });
  expect(served.proxy.creations).toBe(3);
});

it("for two courses that share topics, the choice to pay again or to leave them out is offered, and why", async () => {
  served.plan(smallCourse(["First", "Second"]));
  expect((await served.runHere()).code).toBe(0);
  const shared = smallCourse(["First", "Second", "Third"]).replace("course: course", "course: other");
  served.plan(shared);
  const refused = await served.here("run");
  expect(refused.code).toBe(8);
  expect(refused.stderr).not.toContain("ledger restore");
  expect(refused.stderr).toContain("If both courses are to have them");
  const rules = /exclude: (\[.*?\])\)/.exec(refused.stderr)?.[1] ?? "";
  const next = nextIn(refused.stdout);
  expect(next).toMatch(
    /^to pay again for 2 lessons \(26 credits by the quotes of then\): coursebinder run course\.yaml --new-ledger /,
  );
  const planned = await served.here("plan", "--json");
  expect(documentOf(planned).problems[0]?.next).toBe(next);
  expect(served.proxy.creations).toBe(2);
  // Either way it goes on, and pays for exactly what it said.
  served.plan(shared.replace("topics:", `exclude: ${rules}\ntopics:`));
  expect(documentOf(await served.runHere())).toMatchObject({ exitCode: 0, jobs: { done: 1 } });
  expect(served.proxy.creations).toBe(3);
  served.plan(shared);
  const again = nextIn((await served.here("run")).stdout);
  const paid = await typed(again.slice(again.indexOf("coursebinder ")));
  expect(paid.code, `${again}\n${paid.stderr}`).toBe(0);
  expect(served.proxy.creations).toBe(5);
});
