import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { unzipped } from "../bound.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { course, lesson } from "../fixtures.ts";
import { openPage } from "./browser.ts";

const languages = ["es", "fr", "de", "it", "pt", "nl"];

describe.runIf(needTool("Chromium", chromiumPath))("the first page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });

  test.each([
    ["en", 1, [], "Teach"],
    ["en", 18, ["moodle"], "Teach with Moodle"],
    ["de", 18, ["canvas"], "Unterrichten mit Canvas"],
    ["fr", 18, ["scorm", "h5p"], "Enseigner avec SCORM, H5P"],
    ["es", 9, ["moodle"], "Enseñar con Moodle"],
  ])(
    "in %s with %d volumes fits on a laptop's screen, and on three of a phone",
    async (reader, volumes, platforms, teach) => {
      const names = Array.from({ length: volumes }, (_, index) => index);
      const folder = await unzipped((book) =>
        course({
          title: "A small library",
          description:
            "Stories in several languages, each retold at three levels, with longer books for better readers.",
          reader,
          platforms,
          rehearsal: true,
          formats: ["web", "epub", "print", "words", "anki", "teacher"],
          without: ["audio", "sheets"],
          lessons: names.flatMap((volume) =>
            Array.from({ length: 6 }, (_, index) =>
              lesson({
                lang: languages[volume % 6] ?? "es",
                difficulty: 2 + 2 * Math.floor(volume / 6),
                topicId: `t${index}`,
                text: plainStory,
                book,
              }),
            ),
          ),
        }),
      );
      for (const [width, height, screens] of [
        [1366, 768, 1],
        [390, 844, 3],
      ] as const) {
        const { page } = await openPage({
          browser,
          folder,
          path: "START-HERE.html",
          options: { viewport: { width, height } },
        });
        if (process.env.SHOTS !== undefined)
          await page.screenshot({
            path: `${process.env.SHOTS}/${reader}-${volumes}-${width}.png`,
            fullPage: true,
          });
        const size = (await page.evaluate(
          "({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })",
        )) as { width: number; height: number };
        expect.soft(size.height, `${width} wide`).toBeLessThanOrEqual(screens * height);
        expect.soft(size.width).toBeLessThanOrEqual(width);
        expect(await page.locator("h2", { hasText: teach }).first().isVisible()).toBe(true);
      }
    },
  );
});
