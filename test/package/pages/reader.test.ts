import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { unzipped } from "../bound.ts";
import { course, lesson } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { openPage } from "./browser.ts";

describe.runIf(needTool("Chromium", chromiumPath))("in a browser, from the disk, the package's pages", () => {
  let browser: Browser;
  /** The unzipped showcase. */
  let courseFolder: string;

  beforeAll(async () => {
    courseFolder = await unzipped(showcase);
    browser = await openBrowser();
  });

  function open(folder: string, path: string, options: BrowserContextOptions = {}) {
    return openPage({ browser, folder, path, options });
  }

  test("set the story in its language and direction and play its recording", async () => {
    const { page, complaints } = await open(courseFolder, "ar-3/web/lesson-01.html");
    expect(await style(page, ".story", "direction")).toBe("rtl");
    expect(await page.getAttribute(".story", "lang")).toBe("ar");
    expect(await page.getAttribute("html", "lang")).toBe("en");
    expect(await style(page, "html", "direction")).toBe("ltr");
    expect(await page.getAttribute(".glossary dd", "dir")).toBe("auto");
    const seconds = await page.evaluate(
      `new Promise((ready) => { const sound = document.querySelector("audio");
        const say = () => ready(sound.duration);
        sound.readyState > 0 ? say() : sound.addEventListener("loadedmetadata", say); })`,
    );
    expect(seconds).toBeGreaterThan(9);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("0.75×");
    expect(await page.evaluate(`document.querySelector("audio").playbackRate`)).toBe(0.75);
    expect(complaints).toEqual([]);
  });

  test("lead from a word of the story to its meaning and back, also without scripts", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open(courseFolder, "es-2/web/lesson-01.html", { javaScriptEnabled });
      const word = page.locator('.story a.word:text-is("panadero")').first();
      await word.click();
      // With scripts the first click shows the meaning beside the word, and the second one follows the link.
      if (javaScriptEnabled) {
        expect(await page.textContent(".gloss-body")).toBe("panaderobaker");
        await word.press("Enter");
      }
      expect(await page.textContent(":target")).toContain("baker");
      await page.click(":target dt a");
      expect(await page.textContent(":target")).toBe("panadero");
      expect(await page.isVisible(".speed")).toBe(javaScriptEnabled);
    }
  });

  test("lead from the first page through every lesson, and back to the reader's contents", async () => {
    const { page, complaints } = await open(courseFolder, "START-HERE.html");
    const follow = async (link: string, to: string) => {
      await page.click(link);
      await page.waitForURL(`**/${to}`);
    };
    await follow(".volumes .name >> text=Spanish", "es-2/web/index.html");
    await follow("text=El pan del sábado", "lesson-01.html");
    expect(await page.title()).toBe("El pan del sábado · A Week of Small Journeys");
    await follow("text=Next", "lesson-02.html");
    await follow("text=Next", "lesson-03.html");
    expect(await page.textContent("h1")).toBe("A letter from far away");
    await follow("text=Previous", "lesson-02.html");
    await follow("text=Contents", "es-2/web/index.html");
    expect(await page.locator(".toc li").count()).toBe(3);
    expect(complaints).toEqual([]);
  });

  test("fit a narrow phone and a projector, and request nothing outside the package", async () => {
    for (const path of [
      "START-HERE.html",
      "es-2/web/index.html",
      "es-2/web/lesson-01.html",
      "es-2/web/lesson-01-exercises-a.html",
      "ar-3/web/lesson-01.html",
    ]) {
      const { page, asked, complaints } = await open(courseFolder, path);
      for (const width of [320, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
      expect(await style(page, "body", "background-color")).toBe("rgb(251, 248, 241)");
      expect(asked.filter((url) => !url.startsWith(pathToFileURL(courseFolder).href))).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });

  test("print the story without the page's controls", async () => {
    const { page } = await open(courseFolder, "es-2/web/lesson-02.html");
    await page.emulateMedia({ media: "print" });
    for (const part of [".bar", ".player", ".turn"]) expect(await page.isVisible(part)).toBe(false);
    for (const part of [".story", ".glossary"]) expect(await page.isVisible(part)).toBe(true);
  });

  test("of a rehearsal say so on every page, and others don't", async () => {
    const says = "made by the local service";
    const folder = await unzipped((book) => ({ ...showcase(book), rehearsal: true }));
    const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html"));
    expect(pages).toHaveLength(20);
    for (const path of pages) {
      expect(await readFile(join(folder, path), "utf8")).toContain(says);
      expect(await readFile(join(courseFolder, path), "utf8")).not.toContain(says);
    }
    const { page } = await open(folder, "ja-2/web/lesson-01.html");
    expect(await page.getByText(says).isVisible()).toBe(true);
  });

  test("are in the reader's language, or declare English if it has no translation", async () => {
    const german = await open(await unzipped(() => course({ reader: "de" })), "es-2/web/index.html");
    expect(await german.page.getAttribute("html", "lang")).toBe("de");
    expect(await german.page.textContent(".cover .eyebrow")).toBe("Spanisch · Stufe 2");
    const polish = await open(await unzipped(() => course({ reader: "pl" })), "es-2/web/lesson-01.html");
    expect(await polish.page.getAttribute("html", "lang")).toBe("en");
    expect(await polish.page.getAttribute(".glossary dd", "lang")).toBe("pl");
  });

  test("show hostile content as text and nothing else", async () => {
    const evil = (name: string) =>
      `${name}"'><script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">&amp;]]>\${7*7}`;
    const folder = await unzipped((book) => ({
      ...course({
        title: evil("title"),
        description: evil("description"),
        publisher: evil("publisher"),
        license: evil("license"),
        service: evil("service"),
        edition: evil("edition"),
      }),
      gaps: [
        {
          job: evil("job"),
          topic: evil("gap"),
          lang: "es",
          difficulty: 2,
          state: evil("state"),
          lacks: "lesson",
        },
      ],
      lessons: [
        lesson({
          job: evil("lesson"),
          topicId: evil("id"),
          topic: evil("topic"),
          title: evil("heading"),
          text: `${evil("one")}\n\n${evil("two")} <!-- </article></main> pan`,
          words: [
            { word: evil("two"), gloss: evil("gloss") },
            { word: "<b>", gloss: '" onfocus="alert(4)' },
            { word: "pan", gloss: '" onmouseover="alert(5)' },
          ],
          book,
        }),
        lesson({ topicId: "after" }),
      ],
    }));
    const shown = {
      "START-HERE.html": [
        "title",
        "description",
        "publisher",
        "license",
        "service",
        "edition",
        "gap",
        "state",
      ],
      "es-2/web/index.html": ["title", "description", "publisher", "edition", "heading", "topic"],
      "es-2/web/lesson-01.html": ["title", "heading", "one", "two", "gloss"],
      "es-2/web/lesson-02.html": ["title", "heading"],
    };
    for (const [path, names] of Object.entries(shown)) {
      const { page, asked, complaints } = await open(folder, path);
      const text = await page.textContent("body");
      for (const name of names) expect(text).toContain(evil(name));
      const foreign = await page.evaluate(`[...document.querySelectorAll("*")].filter((element) =>
        ["IMG", "B", "IFRAME"].includes(element.tagName) ||
        (element.tagName === "SCRIPT" && element.getAttribute("src") !== "reader.js") ||
        [...element.attributes].some(({ name, value }) => name.startsWith("on") || /^javascript:/.test(value))).length`);
      expect(foreign).toBe(0);
      expect(asked.filter((url) => !url.startsWith(pathToFileURL(folder).href))).toEqual([]);
      expect(complaints).toEqual([]);
    }
    const manifest = JSON.parse(await readFile(join(folder, "publisher/manifest.json"), "utf8"));
    expect(manifest.lessons[0].title).toBe(evil("heading"));
    expect(manifest.files.every(({ path }: { path: string }) => /^[A-Za-z0-9./-]+$/.test(path))).toBe(true);
  });
});

async function style(page: Page, selector: string, property: string): Promise<unknown> {
  return await page.evaluate(
    `getComputedStyle(document.querySelector("${selector}")).getPropertyValue("${property}")`,
  );
}
