import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BookFile, Course, Gap } from "../../../src/package/contents/course.ts";
import { packageFormats } from "../../../src/plan/names.ts";
import { newFolder } from "../../fixtures.ts";
import { longCourse, showcase } from "../courses.ts";
import { course, firstPageOf, lesson, packageOf, saveBook } from "../fixtures.ts";

/** All but PDF, for which somebody must print. */
const every = packageFormats.filter((format) => format !== "pdf");

async function bound(what: (book: BookFile) => Course) {
  const files = await packageOf(what);
  const page = files.text("START-HERE.html");
  const links = [...page.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href ?? "");
  return { files, page, links };
}

// Files that are opened from another page, or only used by one.
const within = /\/web\/(?!index)|\/audio\/.*-extra-|^START-HERE\.html$/;

describe("the first page", () => {
  test.each([every, [], ...every.map((format) => [format])].map((formats) => ({ formats })))(
    "links to every file that people open, and mentions nothing that the package lacks, with $formats",
    async ({ formats }) => {
      const { files, page, links } = await bound((book) => {
        const { lessons, ...rest } = showcase(book);
        return { ...rest, lessons: formats.length > 1 ? lessons : lessons.slice(0, 1), formats };
      });
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`);
      expect(links.filter((href) => !files.has(href) && !ids.includes(href))).toEqual([]);
      expect(files.paths.filter((path) => !within.test(path) && !links.includes(path))).toEqual([]);
      const names = {
        epub: "E-book (EPUB)",
        anki: "Flashcards",
        scorm: "SCORM lessons",
        teacher: "Lesson plan",
      };
      for (const [name, words] of Object.entries(names))
        expect(page.includes(words)).toBe((formats as string[]).includes(name));
    },
  );

  test("says what a file is for and where it opens, in the reader's language", async () => {
    const says = { en: "Each word with its meaning", de: "Jedes Wort mit Bedeutung" };
    for (const [reader, words] of Object.entries(says)) {
      const page = await firstPageOf((book) => ({ ...showcase(book), formats: every, reader }));
      const [use = ""] =
        /<p>[^<]*Excel[^<]*<\/p><div class="ways"><a href="es-2\/words\/words\.csv"/.exec(page) ?? [];
      expect(use).toMatch(new RegExp(`^<p>${words}[^<]+(?:opens in|öffnet sich in) Excel`, "i"));
    }
  });

  test("says where the sound is only if it is in other files than its lesson", async () => {
    const says = async (change: Partial<Course>, isHeard = true) => {
      const { page } = await bound((book) => ({ ...showcase(isHeard ? book : null), ...change }));
      return page.includes("the sound itself is among the recordings");
    };
    expect(await says({ formats: ["epub"] })).toBe(true);
    expect(await says({ formats: ["epub"], soundIn: ["epub"] })).toBe(false);
    expect(await says({ formats: [] })).toBe(false);
    expect(await says({ formats: ["epub"] }, false)).toBe(false);
  });

  test("says before the first link that opens a file to unzip the package, and which lesson a number is", async () => {
    const page = await firstPageOf((book) => ({ ...showcase(book), formats: every }));
    const main = page.slice(page.indexOf("<main>"));
    expect(main.indexOf("Unzip the whole package first")).toBeGreaterThan(0);
    expect(main.indexOf("Unzip the whole package first")).toBeLessThan(main.indexOf(" href="));
    expect(page).toContain('href="es-2/print/lesson-01.html" title="El pan del sábado" aria-label="');
  });

  test.each([
    [["pending lesson"], "1 lesson of the plan is not in this package.", ["run"]],
    [["failed lesson", "failed lesson"], "2 lessons of the plan are not in this package.", []],
    [["failed sound"], "1 lesson is here without its recording.", []],
    [
      ["failed lesson", "active lesson", "failed sound", "failed sound"],
      "2 lessons of the plan are not in this package. 2 lessons are here without their recordings.",
      ["run"],
    ],
    [["active sound"], "1 lesson is here without its recording.", ["run"]],
    [["failed sound asked-again"], "1 lesson is here without its recording.", ["run"]],
    [
      ["failed lesson", "uncertain lesson", "unapproved lesson"],
      "3 lessons of the plan are not in this package.",
      ["resolve", "review"],
    ],
  ])(
    "counts lessons apart from recordings, and names only commands that bring something: %j",
    async (lacking, line, commands) => {
      const gaps = lacking.map((one): Gap => {
        const [state = "", lacks, again] = one.split(" ");
        const about = { job: "lake.es.2", topic: "A day at the lake", lang: "es", difficulty: 2, state };
        return { ...about, lacks: lacks === "sound" ? "sound" : "lesson", askedAgain: again !== undefined };
      });
      const page = await firstPageOf(course({ gaps }));
      const [, missing = ""] = /<details class="missing">(.*?)<\/details>/s.exec(page) ?? [];
      expect(missing).toContain(`<summary>${line}</summary>`);
      expect(page.indexOf(missing)).toBeGreaterThan(page.indexOf("Read and listen"));
      expect([...missing.matchAll(/<code>coursebinder (\w+)/g)].map(([, name]) => name)).toEqual(commands);
      expect(missing.includes("To complete it")).toBe(commands.length > 0);
    },
  );

  test("says how many lessons of a volume have a recording, if not all of them do", async () => {
    const facts = async (...sounds: boolean[]) => {
      const page = await firstPageOf((book) =>
        course({
          lessons: sounds.map((has, index) => lesson({ topicId: `t${index}`, book: has ? book : null })),
        }),
      );
      const [, text = ""] = /<span class="facts">(.*)<\/span>\n/.exec(page) ?? [];
      return text.replaceAll(/<[^>]+>/g, "");
    };
    expect(await facts(true, false, false)).toBe("3 lessons · 1 of 3 with audio");
    expect(await facts(true, true)).toBe("2 lessons · with audio");
    expect(await facts(false)).toBe("1 lesson");
    expect(await firstPageOf(course())).not.toContain('class="missing"');
  });

  test("explains each kind of file once, however many volumes have it", async () => {
    const page = await firstPageOf((book) => ({ ...showcase(book), formats: every }));
    const everyFile = page.slice(page.indexOf('<div class="groups">'));
    for (const name of ["Web reader", "Common Cartridge 1.1", "Answer keys", "Checksums"])
      expect(everyFile.split(`>${name}</`)).toHaveLength(2);
  });

  test("shows the cover of each volume: the plan's own image once, or else a drawing", async () => {
    const drawn = await firstPageOf((book) => ({ ...showcase(book), formats: every }));
    const volumes = drawn.match(/class="cardlink"/g)?.length ?? 0;
    expect(volumes).toBeGreaterThan(2);
    const drawings = /class="picture" aria-hidden="true"><svg [^>]*viewBox="0 0 1600 2400"/g;
    expect(drawn.match(drawings)).toHaveLength(volumes);
    const cover = { bytes: Buffer.from("not looked at"), mediaType: "image/png" } as const;
    const own = await firstPageOf(course({ cover, lessons: ["es", "zh"].map((lang) => lesson({ lang })) }));
    expect(own.match(/<use href="#own-cover"/g)).toHaveLength(2);
    expect(own.match(/data:image\/png;base64,/g)).toHaveLength(1);
    expect(own).toContain("img-src data:");
  });

  test("collapses the lessons of a long volume, and names what came along for the publisher", async () => {
    const long = await firstPageOf(longCourse(60, null, { formats: ["print"] }));
    for (const text of [
      "<summary>60 lessons</summary>",
      "es-4/print/lesson-60.html",
      "teacher/es-4/keys.html",
    ])
      expect(long).toContain(text);
    const folder = newFolder();
    const text = await saveBook(join(folder, "book.txt"), Buffer.from("not a sound"), "text/plain");
    for (const exported of [false, true]) {
      const page = await firstPageOf(course({ lessons: [lesson({ book: text })], exported }));
      expect(page.includes("<code>publisher/exported</code>")).toBe(exported);
    }
  });
});
