import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { writePackage } from "../../../src/package/zip/write-package.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { needTool } from "../../tools.ts";
import { course, lesson, saveBook, silence, testFolder, unzip } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { longCourse } from "../torture/torture-course.ts";
import { chromiumPath, openBrowser, openPage, unzipInto } from "./browser.ts";

async function bind(what: Course): Promise<(path: string) => string> {
  const folder = await testFolder();
  const { path } = await writePackage(what, { path: join(folder, "package.zip"), files: realFiles });
  const files = await unzip(await readFile(path));
  return (name) => files.get(name)?.toString() ?? `no ${name}`;
}

const formats = ["web", "print", "teacher"];

function story(topicId: string, text: string, words: readonly string[]) {
  return lesson({ topicId, text, words: words.map((word) => ({ word, gloss: `=${word}` })) });
}

describe("the recycling of words", () => {
  test("counts every form of the list words in every lesson, in a table without formulas", async () => {
    const lessons = [
      story("a", "El pan y el pan. La cesta.", ["pan", "cesta"]),
      story("b", "Una silla.", ["silla", "PAN"]),
      story("c", "Una silla y una mesa, sin flores.", ["-mesa"]),
      story("d", "Dos barras de pan.", ["dos barras de pan"]),
    ];
    const text = await bind(course({ lessons, formats }));
    expect(text("es-2/teacher/recycling.csv").split("\r\n")).toEqual([
      "\ufeffword,gloss,total,lesson-01,lesson-02,lesson-03,lesson-04",
      "pan,'=pan,3,2,0,0,1",
      "cesta,'=cesta,1,1,0,0,0",
      "silla,'=silla,2,0,1,1,0",
      "'-mesa,'=-mesa,1,0,0,1,0",
      "dos barras de pan,'=dos barras de pan,1,0,0,0,1",
      "",
    ]);
    const page = text("es-2/teacher/recycling.html");
    expect(page.match(/below 8/g)).toHaveLength(5);
    expect(page).toContain('aria-label="In lessons 1, 4"');
    expect(page).toContain('<td class="count">2 lessons</td>');
    expect(page).not.toContain("headword");
  });

  test("does not mark a word that occurs eight times", async () => {
    const text = await bind(longCourse(20, null, { formats }));
    const rows = text("es-4/teacher/recycling.csv").trim().split("\r\n").slice(1);
    const totals = rows.map((row) => Number(row.split(",")[2]));
    expect(totals.every((total) => total >= 8)).toBe(true);
    expect(text("es-4/teacher/recycling.html")).not.toContain("below 8");
  });
});

describe("the plan by week", () => {
  test("brings the words of a lesson back after one, two and four weeks", async () => {
    const lessons = ["uno", "dos", "tres", "cuatro", "cinco"].map((word) =>
      story(word, `Aquí está ${word}.`, [word]),
    );
    const text = await bind(course({ lessons, formats }));
    const weeks = text("es-2/teacher/plan.html").split('<section class="week">').slice(1);
    const reviewed = weeks.map((week) => [...week.matchAll(/from week (\d)/g)].map((match) => match[1]));
    expect(reviewed).toEqual([[], ["1"], ["2", "1"], ["3", "2"], ["4", "3", "1"]]);
  });
});

describe("the consistency of a level", () => {
  test("marks only the lesson that is much longer than the others", async () => {
    const lessons = ["a", "b", "c", "d", "e", "f"].map((id, index) =>
      story(id, "Una frase corta de seis palabras. ".repeat(index === 3 ? 30 : 9 + (index % 2)), []),
    );
    const page = (await bind(course({ lessons, formats })))("es-2/teacher/level.html");
    expect(page).toContain("1 unlike the others: 4");
    expect(page.match(/class="mark"/g)).toHaveLength(1);
    expect(page).toContain('<td class="count">6.0</td>');
  });

  test("shows the speed of a recording, and nothing if there is none", async () => {
    const folder = await testFolder();
    const book = await saveBook(join(folder, "book"), silence(2297), "audio/mpeg");
    const lessons = [lesson({ text: "una palabra ".repeat(60), book }), lesson({ topicId: "mute" })];
    const rows = (await bind(course({ lessons, formats })))("es-2/teacher/level.html").split("<tr>");
    expect(rows[2]).toMatch(/<td class="count">1(19|20|21)<\/td><\/tr>/);
    expect(rows[3]).toMatch(/<td class="count">–<\/td><\/tr>/);
  });
});

describe("print sheets", () => {
  test("have two versions with a key, and don't contain the answers themselves", async () => {
    const text = await bind({ ...showcase(null), formats });
    const [sheet, key] = [text("es-2/print/lesson-01.html"), text("es-2/print/lesson-01-key.html")];
    for (const page of [sheet, key]) expect(page.match(/class="sheet /g)).toHaveLength(2);
    expect(sheet).toContain("Set B");
    expect(sheet).not.toContain("Answer key");
    expect(key).toContain("Answer key");
    expect(key.match(/ol class="items answers"/g)?.length).toBe(
      sheet.match(/section class="exercise"/g)?.length,
    );
    // The key has the sentences to order in the story's order.
    expect(key).toMatch(/<p class="task">\d( – \d)+<\/p>/);
    expect(text("es-2/web/lesson-01.html")).not.toContain("-key.html");
  });

  test.runIf(needTool("Chromium", chromiumPath))("fit A4 and Letter", async () => {
    const folder = await testFolder();
    await unzipInto(folder, (book) => ({ ...showcase(book), formats }));
    const browser = await openBrowser();
    try {
      for (const path of ["es-2/print/lesson-01.html", "ar-3/print/lesson-01.html"]) {
        const { page, complaints } = await openPage({ browser, folder, path });
        await page.emulateMedia({ media: "print" });
        // The paper without margins of 16 mm, at 96 pixels per inch.
        for (const width of [Math.floor((178 / 25.4) * 96), Math.floor((183.9 / 25.4) * 96)]) {
          await page.setViewportSize({ width, height: 1000 });
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        }
        expect((await page.pdf({ format: "A4" })).subarray(0, 5).toString()).toBe("%PDF-");
        expect(complaints).toEqual([]);
      }
    } finally {
      await browser.close();
    }
  });
});
