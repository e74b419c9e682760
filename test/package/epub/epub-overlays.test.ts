import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { LessonSource } from "../../../src/package/contents/course.ts";
import { chromiumPath } from "../../chromium.ts";
import { coursebinder, fileFolder } from "../../fixtures.ts";
import { shareOf, spread } from "../../share.ts";
import { needTool } from "../../tools.ts";
import { packageOf } from "../bound.ts";
import { saveBook, silence, unzip } from "../fixtures.ts";
import { tortureCourse } from "../torture/torture-course.ts";
import { ace, epubCheck, epubCheckTs, javaTools } from "./epub-checkers.ts";
import { recorded } from "./recorded.ts";

// A dozen stories are written, read aloud and aligned, and three checkers examine each book.
const timeoutMs = 1_200_000;

type Files = ReadonlyMap<string, Buffer>;

/** The package of a sample course, with real recordings and times. */
async function sample(name: string, folder: string): Promise<Files> {
  const plan = join(import.meta.dirname, "..", "..", "..", "courses", name, "course.yaml");
  const args = ["run", plan, "--local", "--yes", "--out", join(folder, "out")];
  const { code, stderr } = await coursebinder(args, { cwd: folder });
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  const made = join(folder, "out", "local", name);
  const zip = (await readdir(made)).find((file) => file.endsWith(".zip")) ?? "";
  return unzip(await readFile(join(made, zip)));
}

/**
 * The torture course. Every third story in a language that has a voice is read aloud, or each with every place. The hostile story, in which no time is found, has
 * a recording of silence: reading it aloud and aligning it takes ten seconds of processor time.
 */
async function torture(_: string, folder: string): Promise<Files> {
  const silent = await saveBook(join(folder, "silent"), silence(), "audio/mpeg");
  const made = tortureCourse(null, { soundIn: ["epub"], formats: ["epub"] });
  const [hostile, empty, ...stories] = made.lessons as [LessonSource, LessonSource, ...LessonSource[]];
  const { lessons: aloud } = await recorded({ ...made, lessons: spread(stories, 3) }, folder);
  const lessons = [
    { ...hostile, book: silent },
    ...[empty, ...stories].map((story) => aloud.find(({ job }) => job === story.job) ?? story),
  ];
  return packageOf({ ...made, lessons }, folder);
}

interface ListedLesson {
  readonly audio: object | null;
  readonly times: { readonly level: string } | null;
}

const courses = [
  // `bySentence`: the least number of lessons with times for each sentence. `looked`: the books for Ace, which takes seconds per book.
  { name: "weekly-spanish", make: sample, bySentence: 6, looked: /./ },
  { name: "graded-readers", make: sample, bySentence: 10, looked: /-2\.epub$/ },
  { name: "torture", make: torture, bySentence: shareOf(3) === 1 ? 10 : 5, looked: /^(?:es-2|ar|ur)/ },
];

// The torture course has whatever the others have, in more scripts: `npm run test:every` checks them too.
const checked = courses.filter(({ name }) => name === "torture" || shareOf(2) === 1);

describe.each(checked)(
  "the EPUBs of $name with the times of real recordings",
  ({ name, make, bySentence, looked }) => {
    let folder: string;
    let lessons: readonly ListedLesson[];
    /** The number of overlays of each book that has some. */
    const books: { readonly path: string; readonly overlays: number }[] = [];
    const paths = () => books.map(({ path }) => path);

    beforeAll(async () => {
      folder = fileFolder();
      const files = await make(name, folder);
      lessons = JSON.parse(String(files.get("publisher/manifest.json"))).lessons;
      for (const [file, bytes] of files) {
        if (!file.endsWith(".epub")) continue;
        const overlays = [...(await unzip(bytes)).keys()].filter((path) => path.endsWith(".smil")).length;
        const path = join(folder, basename(file));
        await writeFile(path, bytes);
        if (overlays > 0) books.push({ path, overlays });
      }
    }, timeoutMs);

    test("have an overlay for each recording whose times were found", () => {
      const levels = lessons.flatMap(({ audio, times }) => (audio === null ? [] : [times?.level]));
      expect(levels.filter((level) => level === "sentences").length).toBeGreaterThanOrEqual(bySentence);
      const overlays = books.reduce((sum, book) => sum + book.overlays, 0);
      expect(overlays).toBe(levels.filter((level) => level !== "none").length);
    });

    test.runIf(javaTools.map(([tool, path]) => needTool(tool, path)).every(Boolean))(
      "have no error and no warning from EPUBCheck",
      { timeout: timeoutMs },
      async () => {
        expect(await epubCheck(paths(), folder)).toEqual(paths().map(() => []));
      },
    );

    test("have no error and no warning from a second checker", { timeout: timeoutMs }, async () => {
      for (const path of paths()) expect([path, await epubCheckTs(await readFile(path))]).toEqual([path, []]);
    });

    test.runIf(needTool("Chromium", chromiumPath))(
      "pass Ace without a remark",
      { timeout: timeoutMs },
      async () => {
        const some = paths().filter((path) => looked.test(basename(path)));
        expect(some.length).toBeGreaterThan(0);
        const results = await ace(some, folder, chromiumPath);
        expect(results).toEqual(some.map(() => ({ outcome: "pass", lines: [] })));
      },
    );
  },
);
