import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { unzipped } from "../bound.ts";
import { course, lesson } from "../fixtures.ts";
import { scriptStories } from "../torture/torture-texts.ts";
import { openPage } from "./browser.ts";
import { phone } from "./player-pages.ts";

const spanish =
  "Ana compra pan en el mercado. Un señor vende flores rojas en la plaza. Los niños corren por la calle con un perro.\n\nDespués vuelve a casa con su bolsa llena y come.";
const storyIn = (lang: string) => {
  const story = scriptStories.find((each) => each.lang === lang);
  if (story === undefined) throw new Error(`no story in ${lang}`);
  return `${story.text}\n\n${story.text}\n\n${story.text}`;
};

/** Links and buttons that a finger misses. What stands in running text is excepted, and what reaches further than its box. */
const tooSmall = `[...document.querySelectorAll("a, button, input, select, summary")].flatMap((element) => {
  const { width, height } = element.getBoundingClientRect();
  const reach = getComputedStyle(element, "::after");
  const inText = element.closest("p, .part") !== null && getComputedStyle(element).display === "inline";
  if (width === 0 || inText || parseFloat(reach.height) >= 24) return [];
  return width < 24 || height < 24 ? [element.outerHTML + " " + width + " x " + height] : [];
})`;

const indents = `[...new Set([...document.querySelectorAll(".story p")].map((paragraph) => {
  const { textIndent, fontSize } = getComputedStyle(paragraph);
  return Math.round(parseFloat(textIndent) / parseFloat(fontSize) * 100) / 100;
}))]`;

describe.runIf(needTool("Chromium", chromiumPath))("the package's pages", () => {
  let browser: Browser;
  let folder: string;
  const open = async (path: string, options = {}): Promise<Page> =>
    (await openPage({ browser, folder, path, options })).page;

  beforeAll(async () => {
    browser = await openBrowser();
    folder = await unzipped((book) =>
      course({
        formats: ["web", "print"],
        lessons: [
          lesson({ text: spanish, book }),
          lesson({ lang: "ja", text: storyIn("ja"), words: [] }),
          lesson({ lang: "zh", text: storyIn("zh-hant"), words: [] }),
          lesson({ lang: "ar", text: storyIn("ar"), words: [], prompts: ["ماذا تشتري من السوق؟", "لماذا؟"] }),
        ],
      }),
    );
  });
  test("have no link or button of fewer than 24 pixels on a phone, but in running text", async () => {
    const web = ["index", "lesson-01", "lesson-01-exercises-a"].map((name) => `es-2/web/${name}.html`);
    for (const path of ["START-HERE.html", ...web]) {
      const page = await open(path, phone);
      expect(await page.evaluate(tooSmall), path).toEqual([]);
    }
  });

  test.each([
    ["es", [0, 1.4], [0, 1.3]],
    ["ja", [1], [1]],
    ["zh", [2], [2]],
    ["ar", [0, 1.4], [0, 1.3]],
  ])("indent the paragraphs of a story as its language does: %s", async (lang, onScreen, onPaper) => {
    expect(await (await open(`${lang}-2/web/lesson-01.html`)).evaluate(indents)).toEqual(onScreen);
    expect(await (await open(`${lang}-2/print/${lang}-2.html`)).evaluate(indents)).toEqual(onPaper);
  });

  test.each(["ar-2/web/lesson-01.html", "ar-2/print/lesson-01.html"])(
    "begin Arabic questions to talk about at the right, with their signs: %s",
    async (path) => {
      const page = await open(path);
      const list = "document.querySelector('.prompts ul')";
      expect(await page.evaluate(`getComputedStyle(${list}).direction`)).toBe("rtl");
      // No sign is cut off at the edge.
      expect(await page.evaluate(`parseFloat(getComputedStyle(${list}).paddingRight)`)).toBeGreaterThan(10);
      expect(await page.evaluate(`${list}.lang`)).toBe("");
    },
  );
});
