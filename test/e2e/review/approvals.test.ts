import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packagedFiles } from "../fixtures/packaged.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";
import { decide } from "./decide.ts";

const web = "package: { formats: [web] }";
const packaged = (served: Served, ...flags: string[]) =>
  served.commandHere(["package", "course.yaml", ...flags], {});
const approve = (served: Served, job: string, who = "Ana Ruiz", despite: string[] = []) =>
  decide(served, { who, job, kind: "approved", despite });

it("a lesson that a person held is missing from the package of a plan that asks for no review, and named with person and reason", async () => {
  await using served = await rig({ plan: smallCourse(["First", "Second"], web) });
  await served.expectRun({ exitCode: 0, missing: 0 });
  const why = "The end is missing";
  const held = await decide(served, { who: "Ben Okafor", job: "second.es.2", kind: "held", why });
  const named = `second.es.2 held by Ben Okafor: "${why}"`;
  const objections = [{ job: "second.es.2", decision: "held", who: "Ben Okafor", why }];
  const shown = await served.commandHere(["status", "course.yaml"], {});
  expect(shown.stdout.replaceAll("  ", " ")).toContain(named);
  expect(shown.stdout).toContain("next     coursebinder review course.yaml");
  expect(await served.reportOf("status")).toMatchObject({ exitCode: 0, objections });
  expect(await packaged(served)).toMatchObject({ code: 4, stderr: expect.stringContaining(named) });
  const problems = [{ message: expect.stringContaining(named) }];
  await served.expectRun({ exitCode: 4, package: null, missing: 1, objections, problems });
  const partial = await served.reportOf("package", "--allow-partial");
  expect(partial).toMatchObject({ exitCode: 0, missing: 1, objections });
  const files = await packagedFiles(served);
  expect(files.has("es-2/web/lesson-02.html")).toBe(false);
  expect([...files.values()].join("")).not.toContain("Okafor");
  await approve(served, "second.es.2", "Ana Ruiz", [held]);
  await served.expectRun({ exitCode: 0, missing: 0, creations: 2 });
});

describe("a course whose plan wants two people to approve each lesson", () => {
  const topics = ["First", "Second", "Third"];
  const plan = smallCourse(topics, `${web}\nreview: { required: 2 }`);

  it("is bought whole, and packaged as far as two different people approved it, to the same bytes as without the key", async () => {
    await using served = await rig({ plan });
    const next = "coursebinder review course.yaml";
    const run = await served.report();
    expect(run).toMatchObject({ exitCode: 4, package: null, missing: 3, jobs: { done: 3 }, next });
    expect(run.problems).toMatchObject([{ job: null, code: "lessons_unapproved", next }]);
    const said = await served.commandHere(["package", "course.yaml"], {});
    expect(said.code).toBe(4);
    expect(said.stderr).toContain("3 lessons are not approved (first.es.2, second.es.2, third.es.2)");
    expect(said.stderr).not.toContain("--allow-partial");
    await served.expectRun({ exitCode: 4, package: null }, "--allow-partial");

    await approve(served, "first.es.2");
    await approve(served, "first.es.2", "Ben Okafor");
    // The same person twice is one.
    for (const who of ["Ana Ruiz", "ana  ruiz"]) await approve(served, "second.es.2", who);
    const held = await decide(served, { who: "Ben Okafor", job: "third.es.2", kind: "held" });
    const { code, stderr } = await packaged(served);
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(
        /2 lessons are not approved \(second\.es\.2, third\.es\.2\).*--allow-partial packages the 1 approved/s,
      ),
    ]);
    const stdout = expect.stringContaining('not approved, though "review" in the plan requires it');
    expect(await packaged(served, "--allow-partial")).toMatchObject({ code: 0, stdout });
    const files = await packagedFiles(served);
    expect(JSON.parse(String(files.get("publisher/manifest.json")))).toMatchObject({
      lessons: [{ job: "first.es.2" }],
      gaps: [
        { job: "second.es.2", state: "unapproved" },
        { job: "third.es.2", state: "unapproved" },
      ],
    });
    expect(String(files.get("publisher/disclosure.html"))).toContain("approved by Ana Ruiz, Ben Okafor.");
    const counts = { approved: 1, waiting: 1, held: 1, rejected: 0 };
    expect(await served.reportOf("status")).toMatchObject({ exitCode: 0, review: counts });

    await approve(served, "second.es.2", "Ben Okafor");
    await approve(served, "third.es.2");
    expect(await served.reportOf("status")).toMatchObject({ review: { approved: 2, held: 1 } });
    await approve(served, "third.es.2", "Ben Okafor", [held]);
    expect((await packaged(served)).code).toBe(0);
    const reviewed = readFileSync(served.file("course-1.zip"));
    served.plan(smallCourse(topics, web));
    expect((await packaged(served)).code).toBe(0);
    expect(readFileSync(served.file("course-1.zip")).equals(reviewed)).toBe(true);
    expect(await served.reportOf("status")).not.toHaveProperty("review");
    served.plan(plan);
    await served.expectRun({ exitCode: 0, missing: 0, problems: [] });

    // Nobody approved a text that was changed on disk, or the story of a replacement; and an older copy of the ledger doesn't say who approved what.
    const saved = served.events().find(({ type, job }) => type === "story.saved" && job === "first.es.2");
    const path = served.file(String(saved?.file));
    const before = readFileSync(path);
    writeFileSync(path, String(before).replace('"text":', '"text" :'));
    expect(await packaged(served)).toMatchObject({ code: 7, stderr: expect.stringContaining("first.es.2") });
    writeFileSync(path, before);
    await served.expectRun(
      {
        exitCode: 4,
        package: null,
        problems: [{ code: "lessons_unapproved" }],
      },
      "--replace",
      served.has("first.es.2"),
    );
    const older = readFileSync(served.file("ledger.jsonl"));
    for (const who of ["Ana Ruiz", "Ben Okafor"]) await approve(served, "first.es.2", who);
    expect((await packaged(served)).code).toBe(0);
    writeFileSync(served.file("ledger.jsonl"), older);
    expect((await served.runHere()).code).toBe(8);
    expect((await packaged(served)).code).toBe(8);
    expect(served.proxy.creations).toBe(4);
  });
});

// Which lessons wait for which is tested in test/run/work.test.ts.
it("a course behind a gate is bought whole only when the first lessons of each volume are approved", async () => {
  const topics = ["one", "two", "three", "four"].map((id) => ({ id, topic: `The ${id}` }));
  const plan = smallCourse(topics, "review: { gate: 2 }").replace("[es]", "[es, fr]");
  await using served = await rig({ plan });
  const planned = () => served.reportOf("plan") as Promise<object>;
  expect(await planned()).toMatchObject({
    exitCode: 0,
    credits: { quoted: 4 * 13 },
    toCreate: ["one.es.2", "one.fr.2", "two.es.2", "two.fr.2"],
    waiting: {
      credits: 4 * 13,
      gates: [
        { volume: "es-2", missing: 2, samples: ["one.es.2", "two.es.2"], waiting: 2 },
        { volume: "fr-2", missing: 2, samples: ["one.fr.2", "two.fr.2"], waiting: 2 },
      ],
    },
  });
  expect((await served.commandHere(["plan", "course.yaml"])).stdout).toContain(
    "gate     4 lessons wait (52 credits) for 2 more of es-2, 2 more of fr-2 to be approved",
  );
  const first = await served.report();
  expect(first).toMatchObject({ exitCode: 4, next: "coursebinder review course.yaml" });
  expect(first.problems).toMatchObject([
    {
      code: "gate_closed",
      message:
        '4 lessons will not be bought until people have approved the first lessons of their volumes, as "gate" in the plan requires. ' +
        "Not approved yet: 2 of es-2 (one.es.2, two.es.2); 2 of fr-2 (one.fr.2, two.fr.2).",
    },
    { code: "lessons_unapproved" },
  ]);
  for (const flags of [[], ["--only", "four.*"], ["--first", "8"], ["--allow-partial"]])
    expect((await served.runHere(...flags)).code).toBe(4);
  expect(served.proxy.creations).toBe(4);
  const next = expect.stringContaining("next     coursebinder review course.yaml");
  expect(await served.commandHere(["plan", "course.yaml"])).toMatchObject({ code: 4, stdout: next });
  const { stdout } = await served.commandHere(["status", "course.yaml"], {});
  expect(stdout).toMatch(/^gate {5}4 lessons wait for 2 more of es-2, 2 more of fr-2 to be approved$/m);

  await approve(served, "one.es.2");
  await served.expectRun({ exitCode: 4, creations: 4 });
  await approve(served, "two.es.2");
  expect(await planned()).toMatchObject({ toCreate: ["three.es.2", "four.es.2"] });
  for (const job of ["one.fr.2", "two.fr.2"]) await approve(served, job);
  await served.expectRun({ exitCode: 4, creations: 8 });
  for (const job of ["three.es.2", "four.es.2", "three.fr.2", "four.fr.2"]) await approve(served, job);
  await served.expectRun({ exitCode: 0, problems: [], creations: 8 });
});
