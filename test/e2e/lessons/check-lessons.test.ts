import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { documentOf } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { BoughtOnce } from "../fixtures/bought-once.ts";
import { manifestOf } from "../fixtures/packaged.ts";
import { rig, type Served, smallCourse } from "../fixtures/served.ts";

let served: Served;

const offline = (...args: string[]) => served.commandHere(args, {});

/** The first lesson has a recording, whose peaks and pauses are what a plan may object to; the second has none. */
const planObjecting = (severity: string): string =>
  smallCourse(["First", "Second"])
    .replace('- "First"', "- { id: first, topic: First, audiobook: true }")
    .replace(
      "quality: { language: ignore }",
      `quality: { language: ignore, peak: { most: -20, then: ${severity} }, silence: { most: 1s }, echo: ignore }`,
    );

const packagedLessons = async () => (await manifestOf(served)).lessons.map(({ job }) => job);

// Which findings there are is tested in test/lessons/quality.
describe("a course with a lesson that its plan objects to", () => {
  beforeAll(async () => {
    served = await rig({ aligns: true, plan: planObjecting("hold") });
  });

  it("is bought whole, and not packaged while a lesson is on hold: exit 4 names it, and check-lessons tells what was found, offline", async () => {
    const run = await served.report();
    expect(run).toMatchObject({
      exitCode: 4,
      package: null,
      missing: 1,
      jobs: { done: 2 },
      problems: [{ job: "first.es.2", code: "lesson_unfit" }],
      next: expect.stringContaining("coursebinder check-lessons course.yaml"),
    });
    const calls = served.proxy.requests.length;
    const said = await served.commandHere(["check-lessons", "course.yaml"], {});
    const why = expect.stringContaining('because of "quality" in the plan (peak)');
    expect(said).toMatchObject({ code: 4, stderr: why });
    const [first, second] = said.stdout.split("\n");
    expect(first).toMatch(
      /^hold {5}first\.es\.2: its recording is so loud .* \(a true peak of -\d+(\.\d)? dBTP\)$/,
    );
    expect(second).toMatch(
      /^warn {5}first\.es\.2: 1\.\d s of silence in the middle of the recording, from 0:0\d$/,
    );
    expect(said.stdout).toContain("1 left out of the package, 1 with findings, of 2 lessons");
    const quality = {
      held: ["first.es.2"],
      damaged: [],
      findings: [
        { job: "first.es.2", check: "peak", severity: "hold" },
        { job: "first.es.2", check: "silence", severity: "warn" },
      ],
      lessons: [
        { job: "first.es.2", loudness: expect.closeTo(-18, 0) },
        { job: "second.es.2", loudness: null },
      ],
    };
    expect(await served.reportOf("check-lessons")).toMatchObject({ ok: false, exitCode: 4, quality });
    expect(served.proxy.requests).toHaveLength(calls);
  });

  it("is packaged without it where a partial package is wanted, which fails only if the plan says so", async () => {
    expect((await offline("package", "course.yaml")).code).toBe(4);
    // With every finished lesson on hold, there is no partial package either.
    served.plan(planObjecting("hold").replace(/ {2}- "Second"\n/, ""));
    const alone = await served.commandHere(["package", "course.yaml", "--allow-partial", "--json"]);
    expect(alone).toMatchObject({ code: 4 });
    const [problem] = documentOf(alone).problems;
    expect(problem?.message).toContain(
      '"quality" in the plan (first.es.2: peak): see coursebinder check-lessons. No package was written.',
    );
    expect(problem?.next).toContain("coursebinder check-lessons course.yaml");
    for (const [severity, exitCode] of [
      ["hold", 0],
      ["fail", 4],
    ] as const) {
      served.plan(planObjecting(severity));
      for (const verb of ["package", "check-lessons"])
        expect((await offline(verb, "course.yaml", "--allow-partial")).code, verb).toBe(exitCode);
      await served.expectRun({ exitCode, missing: 1 }, "--allow-partial");
      expect(await packagedLessons()).toEqual(["second.es.2"]);
    }
  });

  it("is packaged whole where its plan only warns, and was never bought again for all that", async () => {
    served.plan(planObjecting("warn"));
    await served.expectRun({ exitCode: 0, missing: 0, problems: [] });
    expect(await packagedLessons()).toEqual(["first.es.2", "second.es.2"]);
    const said = await offline("check-lessons", "course.yaml");
    const warning = expect.stringContaining("warn     first.es.2: its recording is so loud");
    expect(said).toMatchObject({ code: 0, stdout: warning });
    expect(served.proxy.creations).toBe(2);
  });
});

describe("a package", () => {
  const planOf = (topics: readonly string[], audiobook = false): string =>
    smallCourse(topics.map((topic, index) => ({ id: `t${index + 1}`, topic }))).replace(
      "audiobook: false",
      `audiobook: ${audiobook}`,
    );

  const failing = (count: number) =>
    Array.from({ length: count }, (_, index) => `Topic ${index} [[fail-writing]]`);

  const replacing = (served: Served): string[] =>
    ["t2.es.2", "t3.es.2"].flatMap((job) => ["--replace", served.has(job)]);

  describe("a run that ends with lessons missing", () => {
    it("says that there is no package and how to get one, names every lesson that could be bought again, and buys exactly those", async () => {
      await using served = await rig({ plan: planOf(["A market", ...failing(2)]) });
      const said = await served.here("run");
      expect(said.code).toBe(4);
      expect(said.stdout).toContain("package  none was written: 2 lessons are unfinished.");
      expect(said.stdout).toContain("coursebinder package course.yaml --allow-partial");
      expect(said.stdout).toContain(
        `next     coursebinder run course.yaml ${replacing(served).join(" ")} --poll 100ms`,
      );
      const shown = (await served.report()) as { next?: string; missing?: number };
      expect(shown.next).toContain(`coursebinder run course.yaml ${replacing(served).join(" ")} `);
      expect(shown.missing).toBe(2);
      const status = await served.commandHere(["status", "course.yaml"], {});
      expect(status.stdout).toContain(`next     coursebinder run course.yaml ${replacing(served).join(" ")}`);
      expect(served.proxy.creations).toBe(3);
      expect((await served.runHere(...replacing(served))).code).toBe(4);
      expect(served.stories().map(({ topic }) => topic)).toEqual(["A market", ...failing(2), ...failing(2)]);
    });
  });

  describe("a partial package", () => {
    it("names what it lacks, up to some number, and where the whole list is", async () => {
      await using served = await rig({ plan: planOf(["A market", ...failing(12)]) });
      const run = await served.here("run", "--allow-partial");
      const built = await served.commandHere(["package", "course.yaml", "--allow-partial"], {});
      for (const { stdout } of [run, built]) {
        expect(stdout).toContain("missing  12 lessons unfinished:\n         t2.es.2   failed\n");
        expect(stdout).toContain("         t11.es.2  failed\n         and 2 more\n");
        // The table of all lessons stands above it.
        expect(stdout.slice(stdout.indexOf("missing  12"))).not.toContain("t12.es.2  failed");
        expect(stdout).toContain(
          "START-HERE.html and publisher/manifest.json in the package list what is missing",
        );
      }
      expect(built.stdout).toMatch(/course-1\.zip: 1 lesson, \d+ files, /);
      const whole = await served.commandHere(["package", "course.yaml", "--allow-partial", "--json"], {});
      expect(JSON.parse(whole.stdout)).toMatchObject({ missing: 12 });
    });

    it("counts a failed audiobook as spent everywhere, and its package says nothing of prices", async () => {
      await using served = await rig({ plan: planOf(["A market", "A lake [[book-error]]"], true) });
      const run = await served.here("run", "--allow-partial");
      const credits = "credits  50 spent, 0 held, 450 left of the budget of 500\n";
      expect(run.stdout).toContain(credits);
      expect((await served.commandHere(["status", "course.yaml"])).stdout).toContain(credits);
      expect((await served.commandHere(["status", "course.yaml", "t2.es.2"], {})).stdout).toMatch(
        /credits {2}25 committed, 25 spent$/m,
      );
      const files = await unzip(readFileSync(join(served.folder, "out/course/course-1.zip")));
      // What was paid is the school's own business: no part of the package says it.
      const telling = [...files].filter(([, bytes]) => /credits/i.test(bytes.toString("utf8")));
      expect(telling.map(([path]) => path)).toEqual([]);
    });
  });

  const courses = new BoughtOnce({ writingTime: "20ms" });
  const course = smallCourse(["The market", "The train"]).replace("audiobook: false", "audiobook: true");

  const inCourse = (...names: string[]): string => join(served.folder, "out", "course", ...names);
  const zip = (): Buffer => readFileSync(inCourse("course-1.zip"));
  const packaged = () => served.commandHere(["package", "course.yaml"], {});

  beforeEach(async () => {
    served = await courses.course(course);
  });

  it.each([
    ["story", "missing", "story.saved", (path: string) => rmSync(path)],
    ["story", "changed", "story.saved", (path: string) => writeFileSync(path, "{}")],
    ["audiobook", "missing", "book.exported", (path: string) => rmSync(path)],
    ["audiobook", "changed", "book.exported", (path: string) => writeFileSync(path, "no sound")],
  ] as const)(
    "If a saved %s is %s, package says that a run fetches it again, and the run does so without paying",
    async (_, __, type, spoil) => {
      const before = zip();
      const { creations } = served.proxy;
      const file = String(served.events().find((event) => event.type === type)?.file);
      spoil(inCourse(file));
      const refused = await packaged();
      expect(refused.code).toBe(7);
      expect(refused.stderr).toContain(file);
      expect(refused.stderr).toMatch(
        /The package was not written; a run \w+ \w+(?: \w+)? again, free of charge\./,
      );
      expect(refused.stdout).toContain("next     coursebinder run course.yaml");
      await served.expectRun({ exitCode: 0, creations: creations });
      expect(zip().equals(before)).toBe(true);
    },
  );

  it("Everything that was saved is fetched again for the same bytes, although a recording could not be aligned", async () => {
    const env = { ...served.environment, COURSEBINDER_NO_ALIGN: "false" };
    const run = async () =>
      documentOf(await served.commandHere(["run", "course.yaml", "--poll", "100ms", "--json"], env));
    const first = await run();
    expect(first).toMatchObject({ exitCode: 0, times: [{ level: "none" }, { level: "none" }] });
    for (const folder of ["stories", "books", "times", "words"])
      rmSync(inCourse(folder), { recursive: true, force: true });
    expect(await run()).toMatchObject({ exitCode: 0, package: first.package });
    expect(served.proxy.creations).toBe(2);
  });

  it("If the package can't be written, package and run name the path and say that it was not written", async () => {
    const before = zip();
    // For whoever runs the tests as root, no folder is read-only.
    mkdirSync(inCourse("course-1.zip.coursebinder.part"));
    for (const { code, stderr, stdout } of [await packaged(), await served.here("run")]) {
      expect(code).toBe(7);
      expect(stdout + stderr).toMatch(/course-1\.zip\S* could not be read or written \(.*EISDIR\)/);
      expect(stdout + stderr).toContain(
        "The package was not written. Everything that was paid for is in the ledger.",
      );
    }
    expect(zip().equals(before)).toBe(true);
  });

  it("The places of a lesson's words are saved once, before the package, made anew if they are damaged or lost, and looked for again when the list changes", async () => {
    await using served = await rig({ writingTime: "20ms" });
    const list = (...rows: string[]): void =>
      writeFileSync(join(served.folder, "words.csv"), ["word,gloss,forms", ...rows, ""].join("\n"));
    list("la carta,letter,", "el ramo,bunch,");
    const topics = ["First", "Second"].map((topic) => ({ id: topic.toLowerCase(), topic, words: ["post"] }));
    served.plan(smallCourse(topics, "words: { post: { es: { file: words.csv } } }"));
    const wordsEvents = () => served.events().filter(({ type }) => type === "words.saved");
    const zip = (): Buffer => readFileSync(served.file("course-1.zip"));
    for (const _ of ["once", "and again"]) {
      expect((await served.runHere()).code).toBe(0);
      expect(wordsEvents()).toHaveLength(2);
    }
    const types = served.events().map(({ type }) => type);
    expect(types.lastIndexOf("words.saved")).toBeLessThan(types.indexOf("package.written"));

    const before = zip();
    const [first = "", second = ""] = wordsEvents().map(({ file }) => served.file(String(file)));
    const saved = readFileSync(first);
    writeFileSync(first, "{}");
    rmSync(second);
    rmSync(served.file("course-1.zip"));
    expect((await served.commandHere(["package", "course.yaml"], {})).code).toBe(0);
    expect(zip().equals(before)).toBe(true);
    expect((await served.runHere()).code).toBe(0);
    expect(readFileSync(first).equals(saved)).toBe(true);
    expect(zip().equals(before)).toBe(true);

    const known = wordsEvents().length;
    list("la carta,letter,cartita", "el ramo,bunch,");
    expect((await served.runHere()).code).toBe(0);
    expect(wordsEvents()).toHaveLength(known + 2);
    expect(served.proxy.creations).toBe(2);
  });

  type Packaged = { package: { path: string; sha256: string } };

  it("a platform is asked for once by a flag or a variable, and the next package is as it was before", async () => {
    await using served = await rig({ plan: smallCourse(["A market"]) });
    const first = (await served.report()) as Packaged;
    const packaged = async (flags: readonly string[], env: Record<string, string> = {}) => {
      const made = documentOf(
        await served.commandHere(["package", "course.yaml", ...flags, "--json"], env),
      ) as Packaged;
      const files = await unzip(readFileSync(join(served.folder, made.package.path)));
      return { sha256: made.package.sha256, lms: [...files.keys()].filter((path) => path.includes("/lms/")) };
    };
    expect(await packaged(["--for", "canvas"])).toMatchObject({ lms: ["es-2/lms/es-2.imscc"] });
    expect(await packaged([], { COURSEBINDER_FOR: "moodle" })).toMatchObject({ lms: ["es-2/lms/es-2.mbz"] });
    expect(await packaged([])).toEqual({ sha256: first.package.sha256, lms: [] });
    for (const platform of ["blackbord", ""]) {
      const refused = await served.commandHere(["run", "course.yaml", "--for", platform], {});
      expect(refused).toMatchObject({ code: 2, stdout: "" });
    }
    expect(served.proxy.creations).toBe(1);
  });
});
