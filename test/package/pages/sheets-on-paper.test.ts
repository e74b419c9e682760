import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needTool } from "../../tools.ts";
import { sampleCourse } from "../exercises/sample-courses.ts";
import { spoken, testFolder } from "../fixtures.ts";
import { chromiumPath, openBrowser, openPage, unzipInto } from "./browser.ts";

/** How many pages each set of a printed page takes, printed alone. */
async function pagesOfSets(page: Page, format: "A4" | "Letter"): Promise<number[]> {
  const counts: number[] = [];
  for (let set = 0; set < (await page.locator(".sheet").count()); set += 1) {
    await page.evaluate(`document.querySelectorAll(".sheet").forEach((sheet, index) => {
      sheet.style.display = index === ${set} ? "" : "none";
      sheet.style.breakBefore = "auto";
    })`);
    const pdf = (await page.pdf({ format })).toString("latin1");
    counts.push(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0);
  }
  return counts;
}

describe.runIf(needTool("Chromium", chromiumPath))("on paper", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("a set of exercises fits the two sides of one sheet, in A4 and in Letter, with and without recordings", async () => {
    const weekly = await sampleCourse("weekly-spanish");
    const graded = await sampleCourse("graded-readers");
    // The longest stories of each language have the most exercises.
    const long = graded.lessons.filter(
      ({ topicId, difficulty }) => topicId === "mountain-hut" && difficulty < 6,
    );
    for (const what of [weekly, spoken(weekly), { ...graded, lessons: long }]) {
      const folder = await testFolder();
      const lessons = what.lessons.slice(0, 6);
      await unzipInto(folder, (book) => ({
        ...{ ...what, formats: ["print"] },
        lessons: lessons.map((lesson) => ({ ...lesson, book: lesson.times == null ? null : book })),
      }));
      const sheets = (await readdir(folder, { recursive: true })).filter((name) => name.includes("/print/"));
      expect(sheets).toHaveLength(lessons.length);
      for (const path of sheets) {
        const { page } = await openPage({ browser, folder, path: join(path) });
        for (const format of ["A4", "Letter"] as const) {
          const counts = await pagesOfSets(page, format);
          expect([path, format, counts.length, counts.every((count) => count <= 2)]).toEqual([
            path,
            format,
            2,
            true,
          ]);
        }
        await page.close();
      }
    }
  });
});
