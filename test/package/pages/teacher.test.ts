import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { writePackage } from "../../../src/package/write-package.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { course, lesson, saveBook, silence, testFolder, unzip } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { longCourse } from "../torture/torture-course.ts";
import { openPage, unzipInto } from "./browser.ts";

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
    expect(text("teacher/es-2/recycling.csv").split("\r\n")).toEqual([
      "\ufeffword,gloss,total,lesson-01,lesson-02,lesson-03,lesson-04",
      "pan,'=pan,3,2,0,0,1",
      "cesta,'=cesta,1,1,0,0,0",
      "silla,'=silla,2,0,1,1,0",
      "'-mesa,'=-mesa,1,0,0,1,0",
      "dos barras de pan,'=dos barras de pan,1,0,0,0,1",
      "",
    ]);
    const page = text("teacher/es-2/recycling.html");
    expect(page.match(/below 8/g)).toHaveLength(5);
    expect(page).toContain('aria-label="In lessons 1, 4"');
    expect(page).toContain('<td class="count">2 lessons</td>');
    expect(page).not.toContain("headword");
  });

  test("does not mark a word that occurs eight times", async () => {
    const text = await bind(longCourse(20, null, { formats }));
    const rows = text("teacher/es-4/recycling.csv").trim().split("\r\n").slice(1);
    const totals = rows.map((row) => Number(row.split(",")[2]));
    expect(totals.every((total) => total >= 8)).toBe(true);
    expect(text("teacher/es-4/recycling.html")).not.toContain("below 8");
  });
});

describe("the plan by week", () => {
  test("brings the words of a lesson back after one, two and four weeks", async () => {
    const lessons = ["uno", "dos", "tres", "cuatro", "cinco"].map((word) =>
      story(word, `Aquí está ${word}.`, [word]),
    );
    const text = await bind(course({ lessons, formats }));
    const weeks = text("teacher/es-2/plan.html").split('<section class="week">').slice(1);
    const reviewed = weeks.map((week) => [...week.matchAll(/from week (\d)/g)].map((match) => match[1]));
    expect(reviewed).toEqual([[], ["1"], ["2", "1"], ["3", "2"], ["4", "3", "1"]]);
  });
});

describe("the consistency of a level", () => {
  test("marks only the lesson that is much longer than the others", async () => {
    const lessons = ["a", "b", "c", "d", "e", "f"].map((id, index) =>
      story(id, "Una frase corta de seis palabras. ".repeat(index === 3 ? 30 : 9 + (index % 2)), []),
    );
    const page = (await bind(course({ lessons, formats })))("teacher/es-2/level.html");
    expect(page).toContain("1 unlike the others: 4");
    expect(page.match(/class="mark"/g)).toHaveLength(1);
    expect(page).toContain('<td class="count">6.0</td>');
  });

  test("shows the speed of a recording, and nothing if there is none", async () => {
    const folder = await testFolder();
    const book = await saveBook(join(folder, "book"), silence(2297), "audio/mpeg");
    const lessons = [lesson({ text: "una palabra ".repeat(60), book }), lesson({ topicId: "mute" })];
    const rows = (await bind(course({ lessons, formats })))("teacher/es-2/level.html").split("<tr>");
    expect(rows[2]).toMatch(/<td class="count">1(19|20|21)<\/td><\/tr>/);
    expect(rows[3]).toMatch(/<td class="count">–<\/td><\/tr>/);
  });
});

describe("print sheets", () => {
  test("have two versions with a key, and don't contain the answers themselves", async () => {
    const text = await bind({ ...showcase(null), formats });
    const [sheet, keys] = [text("es-2/print/lesson-01.html"), text("teacher/es-2/keys.html")];
    expect(sheet.match(/class="sheet /g)).toHaveLength(2);
    expect(sheet).toContain("Set B");
    expect(sheet).toMatch(/Score <b>\/ \d+<\/b>/);
    expect(sheet).not.toContain("Answer key");
    expect(keys).toContain("Answer key");
    const [own = ""] = /<section id="lesson-01">.*?<\/section>/s.exec(keys) ?? [];
    expect(own.match(/<dt>/g)?.length).toBe(sheet.match(/section class="exercise /g)?.length);
    // The keys have the places of sentences to order, in the order of the sheet.
    expect(own).toMatch(/<dd>\d( – \d)+<\/dd>/);
    expect(text("es-2/web/lesson-01.html")).not.toContain("keys.html");
  });

  test.runIf(needTool("Chromium", chromiumPath))("fit A4 and Letter", async () => {
    const folder = await testFolder();
    await unzipInto(folder, (book) => ({ ...showcase(book), formats }));
    const browser = await openBrowser();
    try {
      for (const path of ["es-2/print/lesson-01.html", "ar-3/print/lesson-01.html"]) {
        const { page, complaints } = await openPage({ browser, folder, path });
        await page.emulateMedia({ media: "print" });
        // The paper without margins of 14 mm, at 96 pixels per inch.
        for (const width of [Math.floor((182 / 25.4) * 96), Math.floor((187.9 / 25.4) * 96)]) {
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
