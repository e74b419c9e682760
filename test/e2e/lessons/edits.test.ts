import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { checksOf } from "../fixtures/findings.ts";
import { nextIn, rig, type Served, smallCourse } from "../fixtures/served.ts";

// What becomes of lessons after many more edits is tested beside what matches them, in one process: test/run/{match,edits}.test.ts.
const courses = new BoughtOnce({ writingTime: "20ms" });

/** A plan of Spanish lessons: topics by their ids, and keys that stand above them. */
function planOf(topics: Readonly<Record<string, string>>, keys = ""): string {
  const rows = Object.entries(topics).map(([id, topic]) => `  - { id: ${id}, topic: "${topic}" }\n`);
  return smallCourse([])
    .replace("\n\ntopics:\n", "\ntopics:\n")
    .replace("topics:\n", `${keys}topics:\n${rows.join("")}`);
}

const first = { l1: "The night train", l2: "A market in spring", l3: "How bread is baked" };
const { l3: bread, ...rest } = first;
const found = "moved: [{ from: lost-key, to: found-key }]\n";

/** The lines of YAML that a refusal proposes below a key, as they are to be pasted; where the texts tell nothing, the first is the one that is chosen. */
function proposed(message: string, key: "moved" | "removed"): string {
  const block = new RegExp(`^${key}:\\n(?: {2}.*\\n)+`, "m").exec(`${message}\n`)?.[0] ?? "";
  return block.replace(/^ {2}# -/gm, "  -");
}

const statusOf = (served: Served, ...job: string[]) => served.commandHere(["status", "course.yaml", ...job]);

describe("bought lessons of a plan whose ids changed", () => {
  it("keep their stories if moved says so: a bill saved before stays valid, and the package has the new name", async () => {
    const served = await courses.course(planOf({ "lost-key": "The lost key" }));
    served.plan(planOf({ owls: "Six owls", "found-key": "The lost key" }, found));
    expect(await served.reportOf("plan", "--save", "bill.json")).toMatchObject({
      jobs: { done: 1, pending: 1 },
      lessons: { new: ["owls.es.2"], left: [] },
    });
    await served.expectRun({ exitCode: 0, jobs: { done: 2 } }, "--approved", "bill.json");
    const { stdout } = await statusOf(served, "found-key.es.2");
    expect(stdout).toContain("found-key.es.2: done");
    expect(stdout).toContain("before   lost-key.es.2: its name in the ledger");
    expect((await statusOf(served, "lost-key.es.2")).stdout).toBe(stdout);
    const files = await unzip(readFileSync(served.file("course-1.zip")));
    expect([...files.values()].join("")).toContain("found-key");
    // Another story is bought on request alone, and all purchases are listed under one name.
    const had = served
      .events()
      .find(({ type, job }) => type === "creation.accepted" && job === "lost-key.es.2")?.id;
    const replaced = await served.report("--replace", `found-key.es.2@${String(had).slice(0, 8)}`);
    expect(replaced).toMatchObject({ exitCode: 0, credits: { committed: 39, spent: 39 } });
    const intended = served.events().filter(({ type }) => type === "creation.intended");
    expect(intended.map(({ job, replaces }) => [job, replaces])).toEqual([
      ["lost-key.es.2", false],
      ["owls.es.2", false],
      ["lost-key.es.2", true],
    ]);
    expect(served.proxy.creations).toBe(3);
  });

  it("are followed to their end after a kill, under the name that people know", async () => {
    await using served = await rig({ plan: planOf({ "lost-key": "The lost key" }), writingTime: "2s" });
    await served.killRun(/created {4}lost-key/);
    served.plan(planOf({ "found-key": "The lost key" }, found));
    const again = await served.here("run");
    expect(again.code).toBe(0);
    expect(again.stderr).toContain("written    found-key.es.2");
    expect(again.stderr).not.toContain("lost-key");
    expect(served.stories()).toHaveLength(1);
  });
});

describe("a creation with unknown outcome", () => {
  it("is held under a moved id, and settled by either name", async () => {
    const lost = "The lost key [[lose-reply]]";
    await using served = await rig({ plan: planOf({ "lost-key": lost }) });
    await served.expectRun({ exitCode: 5 });
    served.plan(planOf({ "found-key": lost }, found));
    await served.expectRun({ exitCode: 5, jobs: { uncertain: 1 } });
    const foreseen = await served.here("plan");
    expect(foreseen).toMatchObject({ code: 5, stderr: expect.stringContaining("found-key.es.2") });
    expect(foreseen.stdout).toMatch(/0 to create, 1 uncertain$/m);
    expect(nextIn(foreseen)).toMatch(/^coursebinder resolve/);
    expect(await served.reportOf("resolve")).toMatchObject({ uncertain: [{ job: "found-key.es.2" }] });
    const examined = await served.commandHere(["doctor", "course.yaml", "--json"]);
    expect(checksOf(examined).creations?.found).toContain("/found-key.es.2");
    const [story] = served.stories();
    expect(await served.reportOf("resolve", "found-key.es.2", "--story", story?.id ?? "")).toMatchObject({
      ok: true,
    });
    await served.expectRun({ exitCode: 0, jobs: { done: 1 }, creations: 1 });
  });

  it("is counted and named, with the command that settles it, once its topic has left the plan", async () => {
    await using served = await rig({ plan: smallCourse(["First", "Second [[lose-reply]]"]) });
    const job = "1/second-lose-reply.es.2";
    await served.expectRun({ exitCode: 5 });
    served.plan(smallCourse(["First"]));
    const uncertain = { exitCode: 5, jobs: { total: 1, uncertain: 1 } };
    const next = expect.stringContaining(`resolve course.yaml ${job}`);
    const problems = [{ code: "creation_uncertain", job }];
    await served.expectRun({ ...uncertain, problems, next });
    expect(await served.reportOf("plan")).toMatchObject({ ...uncertain, problems });
    const { stdout } = await statusOf(served);
    expect(stdout).toMatch(/^jobs {5}1 done, 0 failed, 1 uncertain, 0 not started, of 1$/m);
    expect(stdout).toContain(`We can't tell whether ${job} was created`);
    const word = ["--not-created", "--reason", "looked"];
    expect(await served.reportOf("resolve", job, ...word)).toMatchObject({ ok: true });
    await served.expectRun({ exitCode: 0 });
  });
});

describe("bought lessons that have left the plan", () => {
  it("stop a run that buys: the next step is the edit, and then the same command", async () => {
    const served = await courses.course(planOf(first));
    served.plan(planOf({ ...rest, l4: "Lighthouses" }));
    const refused = await served.here("run", "--max-credits", "60");
    expect(refused.code).toBe(2);
    const edit = "edit the plan, ";
    const flags = "course.yaml --max-credits 60 --poll 100ms";
    expect(nextIn(refused)).toBe(`${edit}then coursebinder run ${flags}`);
    expect(nextIn(await served.here("plan", "--max-credits", "60"))).toBe(
      `${edit}then coursebinder plan ${flags}`,
    );
    expect((await statusOf(served)).stdout).toMatch(/^left {5}1: l3\.es\.2$/m);
    expect((await served.report()).problems[0]?.advice).toMatch(/^edit the plan, then coursebinder run /);
    // The line that is printed is all that it takes.
    const lines = proposed(refused.stderr, "removed");
    expect(lines).toBe(`removed:\n  - { text: "${bread}" }  # l3.es.2\n`);
    served.plan(planOf({ ...rest, l4: "Lighthouses" }, lines));
    await served.expectRun({
      exitCode: 0,
      jobs: { total: 3, done: 3 },
      credits: { committed: 52 },
      creations: 4,
    });
    expect((await statusOf(served)).stdout).toMatch(/^removed {2}1: l3\.es\.2$/m);
  });

  it("are told apart by a person where texts prove nothing: the printed lines settle it once and for all, and an entry that a text contradicts is an error", async () => {
    const served = await courses.course(planOf({ l1: "The market", l2: "The train" }));
    const held = async (plan: string, code: string): Promise<string> => {
      served.plan(plan);
      const finished = await served.runHere();
      expect(documentOf(finished)).toMatchObject({ exitCode: 2, package: null, problems: [{ code }] });
      return finished.stderr;
    };
    const unlike = planOf({ l1: "How volcanoes make islands", l2: "Der Markt", l3: "Ein Zug" });
    // Pasted unread, they say nothing.
    expect(await held(unlike, "lessons_left")).toMatch(/^moved:\n(?: {2}# - .*\n)+(?! {2})/m);
    const wrong = "moved: [{ from: l1, to: l3 }]\n";
    const contradicted = planOf({ l1: "The market", l2: "The train", l3: "Two" }, wrong);
    expect(await held(contradicted, "move_contradicted")).toMatch(/course\.yaml:\d+:\d+: error: .*l1\.es\.2/);
    const after = { l1: "Rain", l2: "Le marché", l3: "The train" };
    const lines = proposed(await held(planOf(after), "lessons_left"), "moved");
    served.plan(planOf(after, lines));
    await served.expectRun({ exitCode: 0, jobs: { done: 3 } });
    // Without the lines, too, and when one more topic comes in front.
    served.plan(planOf({ l0: "Snow at last", ...after }));
    await served.expectRun({ exitCode: 0, jobs: { done: 4 } });
    expect(served.stories().map(({ topic }) => topic)).toEqual([
      "The market",
      "The train",
      "Rain",
      "Snow at last",
    ]);
    expect((await statusOf(served, "l2.es.2")).stdout).toContain("l1.es.2: its name in the ledger");
  });

  it("are reported, and followed to their end, by a run that has nothing to buy: exit 0", async () => {
    await using served = await rig({ plan: smallCourse(["First", "Second"]), writingTime: "1500ms" });
    await served.killRun(/created {4}second/);
    served.plan(smallCourse(["First"]));
    await served.expectRun({
      exitCode: 0,
      jobs: { total: 1, done: 1 },
      notices: [{ code: "lessons_left_over" }],
    });
    expect(served.events().filter(({ type }) => type === "story.saved")).toHaveLength(2);
    served.plan(smallCourse(["First", "Second"]));
    await served.expectRun({ exitCode: 0, jobs: { done: 2 }, creations: 2 });
  });
});

// Which of a job's stories and attempts an id names is tested in test/run/work.test.ts.

const one = (topic: string) => ({ id: "one", topic });
const two = { id: "two", topic: "Second" };

/** The course with its lesson bought, and the flag that replaces it. */
async function bought(): Promise<{ served: Served; replace: string[] }> {
  const served = await courses.course(smallCourse([one("First")]));
  return { served, replace: ["--replace", served.has("one.es.2")] };
}

describe("a replacement that was made", () => {
  it("is not bought again if the process died while binding the package, nor by a script that repeats its command", async () => {
    const { served, replace } = await bought();
    await served.killRun(/packaging/, ...replace);
    expect(served.proxy.creations).toBe(2);
    const again = await served.report(...replace);
    expect(again).toMatchObject({ exitCode: 0, jobs: { done: 1 }, notices: [{ code: "replacement_made" }] });
    expect(again.notices[0]?.message).toContain(served.has("one.es.2"));
    expect(again).toMatchObject({ next: expect.not.stringContaining("--replace") });
    await served.expectRun({ exitCode: 0, creations: 2 }, ...replace);
  });

  it("is bought once if a command names its job twice, by whatever part of the id", async () => {
    const { served, replace } = await bought();
    const whole = `one.es.2@${served.stories()[0]?.id.toUpperCase()}`;
    await served.expectRun({ exitCode: 0, creations: 2 }, ...replace, "--replace", whole, ...replace);
  });

  it("is bought alone if --only selects its job among others that were never bought, and refused if it selects others: exit 2", async () => {
    const { served, replace } = await bought();
    served.plan(smallCourse([one("First"), two]));
    for (const _ of ["once", "and again"])
      await served.expectRun({ exitCode: 0 }, "--only", "one.*", ...replace);
    expect(served.stories().map(({ topic }) => topic)).toEqual(["First", "First"]);
    const excluded = await served.report("--only", "two.*", ...replace);
    expect(excluded).toMatchObject({
      exitCode: 2,
      problems: [{ code: "replace_not_selected" }],
      creations: 2,
    });
  });
});

describe("a replacement that was not made", () => {
  it("is never bought again if its outcome is unknown: every command refers to resolve, with the command to type", async () => {
    const { served, replace } = await bought();
    served.plan(smallCourse([one("First [[lose-reply]]")]));
    await served.expectRun({ exitCode: 5 }, ...replace);
    const again = await served.report(...replace);
    expect(again).toMatchObject({ exitCode: 5 });
    expect(JSON.stringify(again)).not.toContain("--replace one.es.2@");
    const attempt = String(served.events().findLast(({ type }) => type === "creation.intended")?.attempt);
    const next = expect.stringMatching(/^coursebinder resolve course\.yaml one\.es\.2/);
    for (const named of [`one.es.2@${attempt}`, `one.es.2@${attempt.slice(0, 8)}`, "one.es.2"])
      await served.expectRun({ exitCode: 5, next }, "--replace", named);
    expect(served.proxy.creations).toBe(2);
  });

  it("can be requested again after a refusal or a deadline, and one that fails does not lose the good lesson", async () => {
    const { served, replace } = await bought();
    const before = await served.report();
    served.plan(smallCourse([one("First [[payment]]")]));
    const next = expect.stringContaining(replace.join(" "));
    await served.expectRun({ exitCode: 3, next }, ...replace);
    await served.stopService();
    await served.expectRun(
      {
        exitCode: 7,
        jobs: { done: 1 },
        problems: [{ code: "deadline_reached" }],
      },
      ...replace,
      "--deadline",
      "1s",
    );
    await served.restartService();
    served.plan(smallCourse([one("First [[fail-writing]]")]));
    const failed = await served.report(...replace);
    expect(failed).toMatchObject({ exitCode: 4, jobs: { done: 1 }, problems: [{ code: "story_failed" }] });
    expect(failed.package?.sha256).toBe(before.package?.sha256);
    served.plan(smallCourse([one("First")]));
    await served.expectRun({ exitCode: 0 }, "--replace", served.has("one.es.2"));
    expect(served.stories()).toHaveLength(3);
  });

  it.each([
    ["of a story that it never had", "one.es.2@00000000", "doesn't identify one story or attempt"],
    ["without an id", "one.es.2", "does not say which story"],
    ["of a lesson that was never bought", "two.es.2@00000000", "a run without --replace makes one"],
  ])("%s is refused with what to type instead: exit 2, and nothing is sent", async (_, named, words) => {
    const { served, replace } = await bought();
    served.plan(smallCourse([one("First"), two]));
    const sent = served.proxy.requests.length;
    const finished = await served.runHere("--replace", named);
    expect(documentOf(finished)).toMatchObject({ exitCode: 2, problems: [{ code: "replacement_wrong" }] });
    expect(finished.stderr).toContain(words);
    if (named.startsWith("one")) expect(finished.stderr).toContain(`${replace.join(" ")} buys another`);
    expect(served.proxy.requests).toHaveLength(sent);
  });
});
