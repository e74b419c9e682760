import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import type { BookFile, Course } from "../../../src/package/contents/course.ts";
import { obstaclesOn } from "../../accessibility.ts";
import { fileFolder } from "../../fixtures.ts";
import { spread } from "../../share.ts";
import { needTool } from "../../tools.ts";
import { longCourse, showcase, tortureCourse } from "../courses.ts";
import { spoken, unzipped } from "../fixtures.ts";
import { describeInBrowser, openPage, unzipArchives } from "./browser.ts";

const formats = ["web", "print", "words", "teacher", "cartridge", "scorm"];
/** Each width and each color scheme; with every place, each with each. */
const looks = spread(
  [320, 1920].flatMap((width, index) =>
    (["light", "dark"] as const).map((_, at, both) => {
      return { width, height: 1000, colorScheme: both[(at + index) % 2] ?? "light" };
    }),
  ),
  2,
);
const java = "/usr/bin/java";
// Not an npm dependency, because that would download Java where there is none.
const vnu = "/opt/coursebinder-tools/vnu/node_modules/vnu-jar/build/dist/vnu.jar";

describe("every page of a package", () => {
  let courseFolder: string;
  let pages: string[];

  beforeAll(async () => {
    courseFolder = fileFolder();
    await bound("torture", (book) => ({ ...tortureCourse(book), formats }));
    await bound("show", (book) => ({ ...spoken(showcase(book)), formats, reader: "de", rehearsal: true }));
    await bound("long", () => longCourse(100, null, { formats }));
    const names = await readdir(courseFolder, { recursive: true });
    // Of a hundred similar lessons, only the first and the last.
    const alike = /^long\/.*\/lesson-(?!001|100)/;
    pages = names.filter((name) => name.endsWith(".html") && !alike.test(name));
  });

  async function bound(name: string, what: (book: BookFile) => Course): Promise<void> {
    await mkdir(join(courseFolder, name));
    await unzipArchives(await unzipped(what, join(courseFolder, name)));
  }

  const isThere = [needTool("Java", java), needTool("the Nu validator", vnu)].every(Boolean);
  test.runIf(isThere)("has no error in the Nu validator", async () => {
    const flags = "--format json --errors-only --exit-zero-always --stdout".split(" ");
    const args = ["-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", vnu, ...flags];
    const paths = pages.map((path) => join(courseFolder, path));
    expect(paths.length).toBeGreaterThan(60);
    const { stdout } = await promisify(execFile)(java, [...args, ...paths], { maxBuffer: 50_000_000 });
    const { messages } = JSON.parse(stdout) as {
      messages: { url: string; message: string; extract: string }[];
    };
    expect(messages.map(({ url, message, extract }) => `${url} ${message} ${extract}`)).toEqual([]);
  });

  describeInBrowser("in a browser", () => {
    test.each([
      "torture/START-HERE.html",
      "torture/es-2/web/index.html",
      "torture/es-2/web/lesson-01.html",
      "torture/es-2/web/lesson-01-exercises-a.html",
      "torture/ar-3/web/lesson-01.html",
      "torture/ar-3/web/lesson-01-exercises-b.html",
      "show/ja-2/web/lesson-01.html",
      "torture/es-2/lms/es-2-cc11/web_resources/lesson-01.html",
      "torture/es-2/lms/scorm12/lesson-01/index.html",
      "torture/ar-3/lms/scorm12/lesson-01/index.html",
      "show/ja-2/lms/scorm12/lesson-01/index.html",
      "torture/es-2/print/lesson-01.html",
      "torture/teacher/ar-3/keys.html",
      "torture/teacher/es-2/recycling.html",
      "show/teacher/es-2/plan.html",
    ])("%s is accessible in light and dark mode, on a phone and on a projector", async (path) => {
      const options = { colorScheme: "light", bypassCSP: true } as const;
      const { page, asked, complaints } = await openPage(courseFolder, path, options);
      const found = await obstaclesOn(page, looks);
      expect(found.filter((one) => !/: (?:minor|moderate) /.test(one))).toEqual([]);
      const own = new RegExp(`^file://${courseFolder}/(?:torture|show)/`);
      expect(asked.filter((url) => !own.test(url))).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });
});
