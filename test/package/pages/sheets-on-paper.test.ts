import { readdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { sampleCourse, tortureCourse } from "../courses.ts";
import { spoken, unzipped } from "../fixtures.ts";
import { describeInBrowser, openPage } from "./browser.ts";

interface Printed {
  readonly pages: number;
  /** Of its pages, in points. */
  readonly size: string | undefined;
}

async function printed(page: Page): Promise<Printed> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const [, size] = /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(pdf) ?? [];
  return { pages: pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0, size };
}

const a4 = "594.95996 841.91998";
const letter = "612 792";

describeInBrowser("on paper", () => {
  test("a set of exercises is one sheet of two sides, with a handout behind both sets, of one page if the story is short, and a volume's keys take two pages at most, on A4 and on Letter, with and without recordings", async () => {
    const weekly = await sampleCourse("weekly-spanish");
    const graded = await sampleCourse("graded-readers");
    // The longest stories of each language have the most exercises.
    const long = graded.lessons.filter(
      ({ topicId, difficulty }) => topicId === "mountain-hut" && difficulty < 6,
    );
    const torture = tortureCourse(null);
    const scripts = torture.lessons.filter(({ lang }) => ["ar", "ja", "th"].includes(lang));
    const cases = [
      { what: { ...weekly, lessons: weekly.lessons.slice(0, 2) }, paper: "letter", size: letter },
      { what: spoken({ ...weekly, lessons: weekly.lessons.slice(2, 4) }), paper: "a4", size: a4 },
      { what: { ...graded, lessons: long }, paper: "a4", size: a4 },
      { what: { ...graded, lessons: long.slice(0, 2) }, paper: "letter", size: letter },
      // What it says of itself must not take a page.
      {
        what: { ...weekly, service: "local", rehearsal: true, lessons: weekly.lessons.slice(0, 1) },
        paper: "a4",
        size: a4,
      },
      { what: { ...torture, lessons: scripts }, paper: "letter", size: letter },
    ] as const;
    for (const { what, paper, size } of cases) {
      const folder = await unzipped((book) => ({
        ...what,
        paper,
        formats: ["print"],
        lessons: what.lessons.map((lesson) => ({ ...lesson, book: lesson.times == null ? null : book })),
      }));
      const files = await readdir(folder, { recursive: true });
      const sheets = files.filter((name) => /\/print\/lesson/.test(name));
      expect(sheets).toHaveLength(what.lessons.length);
      for (const path of sheets) {
        const { page } = await openPage(folder, path);
        // A set has a front and a back, both forced: two sets on four pages have two each. The handout follows.
        expect(await page.locator(".sheet > .back").count()).toBe(2);
        const both = await printed(page);
        expect([path, both.size]).toEqual([path, size]);
        // What each page is: chosen on the screen, and said by every printed one.
        const parts = page.getByText("Pages: 1–2 Set A · 3–4 Set B · 5+ Story and words", { exact: true });
        expect(await parts.isVisible()).toBe(true);
        await page.emulateMedia({ media: "print" });
        expect(await parts.isVisible()).toBe(false);
        // Nothing is scaled: A4 and Letter without margins of 14 mm, at 96 pixels per inch, are wide enough.
        for (const width of [687, 710]) {
          await page.setViewportSize({ width, height: 1000 });
          expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        }
        await page.emulateMedia({ media: null });
        expect(await page.locator(".handout .head").textContent()).toMatch(/Story and words$/);
        expect(await page.locator("style").textContent()).toMatch(/@page handout \{.*Story and words/);
        const letters = await page.locator(".handout .story").evaluate((story) => story.textContent?.length);
        expect(both.pages, path).toBe((letters ?? 0) < 3_000 ? 5 : 6);
        await page.evaluate('document.querySelector(".handout").remove()');
        expect((await printed(page)).pages, path).toBe(4);
        await page.close();
      }
      for (const path of files.filter((name) => name.endsWith("keys.html"))) {
        const { page } = await openPage(folder, path);
        const keys = await printed(page);
        expect([path, keys.size]).toEqual([path, size]);
        expect(keys.pages, path).toBeLessThanOrEqual(2);
        await page.close();
      }
    }
  });

  test("a box to tick never parts from its word, and stands on the side where its line begins", async () => {
    const weekly = await sampleCourse("weekly-spanish");
    const folder = await unzipped(() => ({ ...weekly, formats: ["print"] }));
    let boxes = 0;
    for (const number of weekly.lessons.keys()) {
      const { page } = await openPage(folder, `es-2/print/lesson-0${number + 1}.html`);
      await page.emulateMedia({ media: "print" });
      // A4 and Letter, without margins of 14 mm.
      for (const width of [688, 710])
        for (const dir of ["ltr", "rtl"]) {
          await page.setViewportSize({ width, height: 1000 });
          const { all, wrong } = (await page.evaluate(`(() => {
            let all = 0;
            const wrong = [];
            for (const list of document.querySelectorAll(".true-false .items")) {
              list.dir = "${dir}";
              const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
              while (texts.nextNode() !== null)
                for (const { index } of texts.currentNode.data.matchAll(/☐ \\S/g)) {
                  all += 1;
                  const [box, word] = [index, index + 2].map((at) => {
                    const range = document.createRange();
                    range.setStart(texts.currentNode, at);
                    range.setEnd(texts.currentNode, at + 1);
                    return range.getBoundingClientRect();
                  });
                  const isApart = Math.abs(box.bottom - word.bottom) > 6;
                  if (isApart || box.x < word.x !== ("${dir}" === "ltr")) wrong.push(list.textContent);
                }
            }
            return { all, wrong };
          })()`)) as { all: number; wrong: string[] };
          expect(wrong, `lesson ${number + 1}, ${width} wide, ${dir}`).toEqual([]);
          boxes += all;
        }
    }
    expect(boxes).toBeGreaterThanOrEqual(4 * 40);
  });

  test("a volume is a book of the plan's trim size, whose pages say its title, the lesson's and their number", async () => {
    const weekly = await sampleCourse("weekly-spanish");
    const folder = await unzipped(() => ({ ...weekly, trim: "a5", formats: ["print"] }));
    const { page, complaints } = await openPage(folder, "es-2/print/es-2.html");
    const { pages, size } = await printed(page);
    expect({ size, complaints }).toEqual({ size: "420 594.95996", complaints: [] });
    expect(pages).toBeGreaterThan(2 * weekly.lessons.length);
    const rules = await page.locator("style").textContent();
    for (const { name } of [{ name: "on-lesson-01:left" }, { name: "on-lesson-01:right" }])
      expect(rules).toContain(name);
  });
});
