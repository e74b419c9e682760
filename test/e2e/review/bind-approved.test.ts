import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { Served } from "../fixtures/served.ts";
import { decide } from "./decide.ts";

let served: Served;

const shownBy = (finished: Parameters<typeof documentOf>[0]) =>
  documentOf(finished) as ReturnType<typeof documentOf> & { next: string; review?: object };
const file = (...names: string[]): string => join(served.folder, "out", "course", ...names);
const packaged = (...flags: string[]) => served.commandHere(["package", "course.yaml", ...flags], {});
const status = async () => shownBy(await served.commandHere(["status", "course.yaml", "--json"], {}));

const plan = (...lines: readonly string[]): void =>
  served.plan(`course: course
title: A small course
budget: { credits: 500 }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
topics: [First, Second, Third]
package: { formats: [web] }
${lines.join("\n")}
`);

const lessonsIn = async (): Promise<{ bound: string[]; gaps: [string, string][] }> => {
  const files = await unzip(readFileSync(file("course-1.zip")));
  const manifest = [...files].find(([path]) => path.endsWith("publisher/manifest.json"))?.[1];
  const { lessons, gaps } = JSON.parse(String(manifest)) as {
    lessons: { job: string }[];
    gaps: { job: string; state: string }[];
  };
  return { bound: lessons.map(({ job }) => job), gaps: gaps.map(({ job, state }) => [job, state]) };
};

const fileOf = (job: string): string => {
  const saved = served.events().findLast((event) => event.type === "story.saved" && event.job === job);
  return file(String(saved?.file));
};

describe("a course whose plan wants two people to approve each lesson", () => {
  beforeAll(async () => {
    served = await Served.start();
  });

  it("is bought whole, and not packaged while a lesson is not approved: exit 4, and the review is next", async () => {
    plan("review: { required: 2 }");
    const shown = shownBy(await served.run());
    expect(shown).toMatchObject({ exitCode: 4, package: null, missing: 3, jobs: { done: 3 } });
    expect(shown.problems).toMatchObject([
      { job: null, code: "lessons_unapproved", next: "coursebinder review course.yaml" },
    ]);
    expect(shown.next).toBe("coursebinder review course.yaml");
    const said = await served.command(["package", "course.yaml"], {});
    expect(said.code).toBe(4);
    expect(said.stderr).toContain("3 lessons are not approved (first.es.2, second.es.2, third.es.2)");
    expect(said.stderr + said.stdout).toContain("coursebinder review course.yaml");
    expect(said.stderr).not.toContain("--allow-partial");
  });

  it("has nothing to package in part while nobody has approved anything", async () => {
    expect((await packaged("--allow-partial")).code).toBe(4);
    expect(shownBy(await served.runHere("--allow-partial"))).toMatchObject({
      exitCode: 4,
      package: null,
    });
  });

  it("is packaged in part from what two different people approved; the same person twice is one", async () => {
    await decide(served, { who: "Ana Ruiz", job: "first.es.2", kind: "approved" });
    await decide(served, { who: "Ben Okafor", job: "first.es.2", kind: "approved" });
    await decide(served, { who: "Ana Ruiz", job: "second.es.2", kind: "approved" });
    await decide(served, { who: "ana  ruiz", job: "second.es.2", kind: "approved" });
    await decide(served, { who: "Ben Okafor", job: "third.es.2", kind: "held" });
    const said = await packaged();
    expect(said.code).toBe(4);
    expect(said.stderr).toContain(
      "2 lessons are not approved (second.es.2, third.es.2; 1 held by a reviewer)",
    );
    expect(said.stderr).toContain("--allow-partial packages the 1 approved");
    const part = await packaged("--allow-partial");
    expect(part).toMatchObject({ code: 0 });
    expect(part.stdout).toContain('not approved, though "review" in the plan requires it');
    expect(await lessonsIn()).toEqual({
      bound: ["first.es.2"],
      gaps: [
        ["second.es.2", "unapproved"],
        ["third.es.2", "unapproved"],
      ],
    });
    const files = await unzip(readFileSync(file("course-1.zip")));
    expect(String(files.get("publisher/disclosure.html"))).toContain("approved by Ana Ruiz, Ben Okafor.");
    expect(await status()).toMatchObject({
      exitCode: 0,
      review: { approved: 1, waiting: 1, held: 1, rejected: 0, lapsed: 0 },
    });
  });

  it("is packaged whole once all are approved, to the same bytes as without the key", async () => {
    await decide(served, { who: "Ben Okafor", job: "second.es.2", kind: "approved" });
    const [held] = served.events().filter(({ type }) => type === "lesson.held");
    const despite = [String(held?.decision)];
    await decide(served, { who: "Ana Ruiz", job: "third.es.2", kind: "approved" });
    expect((await status()).review).toMatchObject({ approved: 2, held: 1 });
    await decide(served, { who: "Ben Okafor", job: "third.es.2", kind: "approved", despite });
    expect(await packaged()).toMatchObject({ code: 0 });
    const reviewed = readFileSync(file("course-1.zip"));
    plan();
    expect(await packaged()).toMatchObject({ code: 0 });
    expect(readFileSync(file("course-1.zip")).equals(reviewed)).toBe(true);
    expect((await status()).review).toBeUndefined();
    plan("review: { required: 2 }");
    expect(shownBy(await served.runHere())).toMatchObject({ exitCode: 0, missing: 0, problems: [] });
  });

  it("does not bind a text that was changed on disk, approved or not", async () => {
    const path = fileOf("first.es.2");
    const before = readFileSync(path);
    writeFileSync(path, String(before).replace('"text":', '"text" :'));
    const said = await packaged();
    expect(said.code).toBe(7);
    expect(said.stderr).toContain("first.es.2");
    writeFileSync(path, before);
    expect((await packaged()).code).toBe(0);
  });

  it("has no approval for a story that was bought in the place of an approved one", async () => {
    const replaced = shownBy(await served.runHere("--replace", served.has("first.es.2")));
    expect(replaced).toMatchObject({ exitCode: 4, package: null, missing: 1 });
    expect(replaced.problems).toMatchObject([{ code: "lessons_unapproved" }]);
    expect(served.proxy.creations).toBe(4);
    expect((await packaged()).code).toBe(4);
  });

  it("has no approval in an older copy of its ledger: a run refuses it, a package lacks the lesson", async () => {
    const older = join(served.folder, "older.jsonl");
    cpSync(file("ledger.jsonl"), older);
    await decide(served, { who: "Ana Ruiz", job: "first.es.2", kind: "approved" });
    await decide(served, { who: "Ben Okafor", job: "first.es.2", kind: "approved" });
    expect((await packaged()).code).toBe(0);
    const newer = readFileSync(file("ledger.jsonl"));
    cpSync(older, file("ledger.jsonl"));
    expect((await served.runHere()).code).toBe(8);
    expect((await packaged()).code).toBe(4);
    writeFileSync(file("ledger.jsonl"), newer);
    expect(shownBy(await served.runHere())).toMatchObject({ exitCode: 0 });
    expect(served.proxy.creations).toBe(4);
  });
});
