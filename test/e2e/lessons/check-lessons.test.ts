import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { Served } from "../fixtures/served.ts";

let served: Served;

/** A document with the members that only some commands have. */
const shownBy = (finished: Parameters<typeof documentOf>[0]) =>
  documentOf(finished) as ReturnType<typeof documentOf> & { next: string; quality: object };

const file = (...names: string[]): string => join(served.folder, "out", "course", ...names);
const typed = (...args: string[]) => served.command(args, {});
const offline = (...args: string[]) => served.commandHere(args, {});
const run = (...flags: string[]) => served.runHere(...flags);

/** The first lesson has a recording, whose peaks and pauses are what a plan may object to; the second has none. */
const plan = (quality: string): void =>
  served.plan(`course: course
title: A small course
budget: { credits: 500 }
package: { formats: [words] }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
topics: [{ id: first, topic: First, audiobook: true }, Second]
quality: ${quality}
`);

const peaks = (severity: string): string =>
  `{ peak: { most: -20, then: ${severity} }, silence: { most: 1s }, echo: ignore }`;

const packagedLessons = async (): Promise<string[]> => {
  const files = await unzip(readFileSync(file("course-1.zip")));
  const manifest = [...files].find(([path]) => path.endsWith("publisher/manifest.json"))?.[1];
  const { lessons } = JSON.parse(String(manifest)) as { lessons: { job: string }[] };
  return lessons.map(({ job }) => job);
};

describe("a course with a lesson that its plan objects to", () => {
  beforeAll(async () => {
    served = await Served.start({ aligns: true });
    plan(peaks("hold"));
  });

  it("is bought and kept whole, and not packaged while a lesson is on hold: exit 4 names it", async () => {
    const shown = shownBy(await served.run());
    expect(shown).toMatchObject({ exitCode: 4, package: null, missing: 1, jobs: { done: 2 } });
    expect(shown.problems).toMatchObject([{ job: "first.es.2", code: "lesson_unfit" }]);
    expect(shown.next).toContain("coursebinder check-lessons course.yaml");
    expect(shown.quality).toMatchObject({
      held: ["first.es.2"],
      findings: [
        { job: "first.es.2", check: "peak", severity: "hold" },
        { job: "first.es.2", check: "silence", severity: "warn" },
      ],
    });
    expect(served.events().filter(({ type }) => type === "story.saved")).toHaveLength(2);
  });

  it("is told what was found offline, the gravest first, each with its sentence and its place in the sound", async () => {
    const calls = served.proxy.requests.length;
    const said = await typed("check-lessons", "course.yaml");
    expect(said.code).toBe(4);
    const lines = said.stdout.split("\n");
    expect(lines[0]).toMatch(/^hold {5}first\.es\.2: a true peak of -\d+(\.\d)? dBTP$/);
    expect(lines[1]).toMatch(
      /^warn {5}first\.es\.2: 1\.\d s of silence in the middle of the recording, from 0:0\d$/,
    );
    expect(said.stdout).toContain("1 left out of the package, 1 with findings, of 2 lessons");
    expect(said.stdout).toContain(
      "levels   1 of 1 recording within the limits of audiobook shops (-23 to -18 dB RMS",
    );
    expect(said.stdout).toContain("Nothing was bought or sent.");
    expect(said.stderr).toContain(
      'first.es.2 is left out of the package because of "quality" in the plan (peak)',
    );
    const shown = shownBy(await offline("check-lessons", "course.yaml", "--json"));
    expect(shown).toMatchObject({ ok: false, exitCode: 4, quality: { held: ["first.es.2"], damaged: [] } });
    const { lessons } = shown.quality as { lessons: { job: string; loudness: number | null }[] };
    expect(lessons.map(({ job, loudness }) => [job, loudness === null])).toEqual([
      ["first.es.2", false],
      ["second.es.2", true],
    ]);
    expect(Math.abs((lessons[0]?.loudness ?? 0) + 18)).toBeLessThan(1);
    expect(served.proxy.requests).toHaveLength(calls);
  });

  it("is packaged without it where a partial package is wanted, and that is no failure", async () => {
    expect((await typed("package", "course.yaml")).code).toBe(4);
    expect((await offline("package", "course.yaml", "--allow-partial")).code).toBe(0);
    expect(await packagedLessons()).toEqual(["second.es.2"]);
    expect((await offline("check-lessons", "course.yaml", "--allow-partial")).code).toBe(0);
    expect(shownBy(await run("--allow-partial"))).toMatchObject({ exitCode: 0, missing: 1 });
    expect(await packagedLessons()).toEqual(["second.es.2"]);
  });

  it("fails with it all the same where the plan says so", async () => {
    plan(peaks("fail"));
    const shown = shownBy(await run("--allow-partial"));
    expect(shown).toMatchObject({ exitCode: 4, missing: 1, problems: [{ code: "lesson_unfit" }] });
    expect(shown.package).not.toBeNull();
    expect((await offline("package", "course.yaml", "--allow-partial")).code).toBe(4);
    expect((await offline("check-lessons", "course.yaml", "--allow-partial")).code).toBe(4);
  });

  it("is packaged whole where its plan only warns", async () => {
    plan(peaks("warn"));
    const shown = shownBy(await run());
    expect(shown).toMatchObject({ exitCode: 0, missing: 0, problems: [] });
    expect(await packagedLessons()).toEqual(["first.es.2", "second.es.2"]);
    const said = await offline("check-lessons", "course.yaml");
    expect(said.code).toBe(0);
    expect(said.stdout).toContain("warn     first.es.2: a true peak of");
  });

  it("was never bought again for all that", () => {
    expect(served.proxy.creations).toBe(2);
  });
});
