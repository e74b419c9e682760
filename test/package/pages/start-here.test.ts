import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { writePackage } from "../../../src/package/zip/write-package.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { course, lesson, saveBook, silence, testFolder, unzip } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { longCourse, tortureCourse } from "../torture/torture-course.ts";

const every = ["web", "epub", "print", "words", "anki", "cartridge", "scorm", "moodle", "teacher"];

async function bound(what: (book: Awaited<ReturnType<typeof saveBook>>) => Course) {
  const folder = await testFolder();
  const book = await saveBook(join(folder, "book"), silence(), "audio/mpeg");
  const target = { path: join(folder, "package.zip"), files: realFiles };
  await writePackage(what(book), target);
  const files = await unzip(await readFile(target.path));
  const page = files.get("START-HERE.html")?.toString() ?? "";
  const links = [...page.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href ?? "");
  return { files, page, links };
}

// Files that are opened from another page, or only used by one.
const within = /\/web\/(?!index)|\/audio\/.*-extra-|^reports\/SHA256SUMS$|^START-HERE\.html$/;

describe("the first page", () => {
  test.each([
    ["a course with everything", showcase],
    ["a hostile course", tortureCourse],
  ])("of %s links to every file that people open, and has no broken link", async (_, make) => {
    const { files, links } = await bound((book) => ({ ...make(book), formats: every }));
    const ways = links.filter((href) => !href.startsWith("#"));
    expect(ways.filter((href) => !files.has(href))).toEqual([]);
    expect([...files.keys()].filter((path) => !within.test(path) && !ways.includes(path))).toEqual([]);
  });

  test.each([...every, ""])(
    "mentions nothing that the package lacks, if its only format is %j",
    async (format) => {
      const { files, page, links } = await bound((book) => ({ ...showcase(book), formats: [format] }));
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`);
      expect(links.filter((href) => !files.has(href) && !ids.includes(href))).toEqual([]);
      expect([...files.keys()].filter((path) => !within.test(path) && !links.includes(path))).toEqual([]);
      for (const [name, words] of [
        ["epub", "E-book (EPUB)"],
        ["anki", "Flashcards"],
        ["scorm", "SCORM lessons"],
        ["teacher", "Lesson plan"],
      ]) {
        expect(page.includes(words ?? "?")).toBe(name === format);
      }
    },
  );

  test("says what a file is for and where it opens, in the reader's language", async () => {
    const says = { en: "Each word with its meaning", de: "Jedes Wort mit Bedeutung" };
    for (const [reader, words] of Object.entries(says)) {
      const { page } = await bound((book) => ({ ...showcase(book), formats: every, reader }));
      expect(page).toMatch(
        new RegExp(
          `href="es-2/words/words.csv">[^<]+</a><p>${words}[^<]+(?:opens in|öffnet sich in) Excel`,
          "i",
        ),
      );
    }
  });

  test("says where the sound is only if it is in other files than its lesson", async () => {
    const apart = "the sound itself is among the recordings";
    const formats = ["epub"];
    expect((await bound((book) => ({ ...showcase(book), formats }))).page).toContain(apart);
    expect(
      (
        await bound((book) => ({
          ...showcase(book),
          formats,
          soundIn: ["epub", "cartridge", "scorm", "anki"],
        }))
      ).page,
    ).not.toContain(apart);
    expect((await bound((book) => ({ ...showcase(book), formats: [] }))).page).not.toContain(apart);
    expect((await bound(() => course({ formats }))).page).not.toContain(apart);
  });

  test("begins with what is missing", async () => {
    const { page } = await bound((book) => ({ ...showcase(book), formats: every }));
    expect(page.indexOf("A day at the lake")).toBeGreaterThan(0);
    expect(page.indexOf("A day at the lake")).toBeLessThan(page.indexOf("The readers"));
  });

  test("collapses the lessons of a long volume, and links to an exported book without sound", async () => {
    const long = await bound(() => longCourse(60, null, { formats: ["print"] }));
    expect(long.page).toContain("<summary>60 lessons</summary>");
    expect(long.links).toContain("es-4/print/lesson-60-key.html");
    const folder = await testFolder();
    const text = await saveBook(join(folder, "book.txt"), Buffer.from("not a sound"), "text/plain");
    const { files, links } = await bound(() => course({ lessons: [lesson({ book: text })] }));
    const kept = [...files.keys()].find((path) => path.startsWith("es-2/audio/"));
    expect(kept).toBeDefined();
    expect(links).toContain(kept);
  });
});
