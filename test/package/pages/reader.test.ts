import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { fileFolder } from "../../fixtures.ts";
import { hostileAsText, showcase, tortureCourse } from "../courses.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { course, lesson, packageOf, unzipped } from "../fixtures.ts";
import { describeInBrowser, openPage, unzipArchives } from "./browser.ts";

const words =
  "gato tienda abuela jardín perro puerta vecino cuchara bufanda hormiga sandía tijeras cometa ladrillo martillo botella camello naranja";
const rich = lesson({
  topicId: "rich",
  text: `Él toca música en la plaza. Ella compra un libro con Luis. Él come pan en la cocina. Ella lee cartas sobre la mesa. ${plainStory}`,
  words: words.split(" ").map((word, index) => ({ word, gloss: `meaning ${index}` })),
});

const ordersOf = (some: readonly string[]): string[][] =>
  some.length === 0
    ? [[]]
    : some.flatMap((one, at) => ordersOf(some.toSpliced(at, 1)).map((rest) => [one, ...rest]));

test("pages for learners and teachers of a rehearsal say so, each of them, and others don't", async () => {
  const says = "made by the local service";
  const formats = ["web", "print", "teacher", "cartridge", "scorm"];
  for (const rehearsal of [true, false]) {
    const folder = await unzipped((book) => ({ ...showcase(book), rehearsal, formats }), fileFolder());
    await unzipArchives(folder);
    const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(35);
    for (const path of pages)
      expect([path, (await readFile(join(folder, path), "utf8")).includes(says)]).toEqual([path, rehearsal]);
  }
});

test("pages are in the reader's language, or declare English if it has no translation", async () => {
  const page = async (reader: string, path: string) =>
    String((await packageOf(() => course({ reader }))).get(`es-2/web/${path}`));
  const german = await page("de", "index.html");
  expect(german).toContain('<html lang="de"');
  expect(german.replace(/<[^>]*>/g, "")).toContain("Spanisch · Stufe 2");
  expect(await page("pl", "lesson-01.html")).toMatch(/<html lang="en".*<dd[^>]* lang="pl"/s);
});

describeInBrowser("a learner who reads from the disk", () => {
  let courseFolder: string;

  beforeAll(async () => {
    courseFolder = await unzipped((book) => ({
      ...showcase(book),
      lessons: [...showcase(book).lessons, rich],
    }));
  });

  const open = (path: string, options: BrowserContextOptions = {}) => openPage(courseFolder, path, options);

  test("sees the story in its language and direction, and on paper without the page's controls", async () => {
    const { page, complaints } = await open("ar-3/web/lesson-01.html");
    expect(await style(page, ".story", "direction")).toBe("rtl");
    expect(await page.getAttribute(".story", "lang")).toBe("ar");
    expect(await page.getAttribute("html", "lang")).toBe("en");
    expect(await style(page, "html", "direction")).toBe("ltr");
    expect(await page.getAttribute(".glossary dd", "dir")).toBe("auto");
    await page.emulateMedia({ media: "print" });
    for (const part of [".bar", ".player", ".turn"]) expect(await page.isVisible(part)).toBe(false);
    for (const part of [".story", ".glossary"]) expect(await page.isVisible(part)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("goes from a word of the story to its meaning and back, also without scripts", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open("es-2/web/lesson-01.html", { javaScriptEnabled });
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

  test("sees a word's meaning beside it, and closes it with Escape", async () => {
    const { page } = await open("ar-3/web/lesson-01.html", { viewport: { width: 360, height: 740 } });
    const word = page.locator(".story a.word").first();
    await word.press("Enter");
    expect(await page.isVisible(".gloss")).toBe(true);
    expect(await page.getAttribute(".gloss-body p >> nth=0", "dir")).toBe("rtl");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    await page.keyboard.press("Escape");
    expect(await page.isVisible(".gloss")).toBe(false);
    expect(await word.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  });

  test("goes from the first page through every lesson, and back to the reader's contents", async () => {
    const { page, complaints } = await open("START-HERE.html");
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
    expect(await page.locator(".toc li").count()).toBe(4);
    expect(complaints).toEqual([]);
  });

  test("enlarges the text and turns on night mode, and both apply to the next page", async () => {
    const { page, complaints } = await open("es-2/web/lesson-01.html", { colorScheme: "light" });
    const size = async () => Number.parseFloat(await style(page, ".story", "font-size"));
    const background = () => style(page, "body", "background-color");
    const before = await size();
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Larger text" }).press("Enter");
    await page.getByRole("button", { name: "Larger text" }).press("Enter");
    await page.getByRole("button", { name: "Night mode" }).click();
    expect(await size()).toBeCloseTo(before * 1.3, 1);
    await page.click("text=Next");
    await page.waitForURL("**/lesson-02.html");
    expect(await size()).toBeCloseTo(before * 1.3, 1);
    expect(await background()).toBe("rgb(25, 23, 20)");
    await page.getByRole("button", { name: "Night mode" }).click();
    expect(await background()).toBe("rgb(251, 248, 241)");
    // Once the setting equals the system's, the page follows the system again.
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await background()).toBe("rgb(25, 23, 20)");
    // The button is updated by an event that follows the change of colours.
    await page.waitForSelector("[data-do=night][aria-pressed=true]");
    expect(complaints).toEqual([]);
  });

  test("sees at once whether an answer is right, in any case, and how many are", async () => {
    const { page, asked, complaints } = await open("es-2/web/lesson-01-exercises-a.html");
    const all = await page.locator(points).count();
    const first = page.locator(".cloze [data-item]").first();
    const right = await rightOption(first);
    const options = await first.locator("option").allTextContents();
    const wrong = options.find((each) => each !== "choose" && each !== right);
    await first.locator("select").selectOption(wrong ?? "");
    expect(await verdict(first)).toBe("Not yet");
    await first.locator("select").selectOption({ label: right });
    expect(await verdict(first)).toBe("Right");
    const letters = page.locator(".first-letter [data-item]").first();
    const whole = await answerOf(letters);
    const given = (await letters.getAttribute("data-first"))?.length;
    for (const typed of [` ${whole.toUpperCase()}. `, whole.slice(given)]) {
      await letters.locator("input").fill(typed);
      await letters.locator("input").press("Enter");
      expect(await verdict(letters)).toBe("Right");
    }
    expect(await page.textContent(".score")).toBe(`2 of ${all} points`);
    expect(asked.every((url) => url.startsWith("file:"))).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("builds a sentence, takes a phrase back, and orders the story, with the keyboard only", async () => {
    const { page } = await open("es-2/web/lesson-04-exercises-a.html");
    const item = page.locator(".word-order .build").first();
    const tiles = item.locator(".tiles button");
    const answer = await answerOf(item);
    const right = ordersOf(await tiles.allTextContents()).find((order) => order.join(" ") === answer) ?? [];
    const press = async (phrases: readonly string[]) => {
      for (const phrase of phrases) await tiles.getByText(phrase, { exact: true }).press("Enter");
    };
    await press(right.toReversed());
    // Another order is not wrong: it is shown beside the story's.
    expect(await verdict(item)).toMatch(/^A different order. In the story: .*\.$/);
    for (const _ of right) await item.locator(".line button").first().press("Enter");
    await press(right);
    expect(await verdict(item)).toBe("Right");
    const story = page.locator(".sentence-order [data-item]");
    const rows = story.locator("li");
    const check = story.getByRole("button", { name: "Check" });
    await check.press("Enter");
    expect(await verdict(story)).toBe("Not yet");
    for (let place = 0; place < (await rows.count()); place += 1) {
      const row = story.locator(`li[data-place="${place}"]`);
      while ((await rows.nth(place).getAttribute("data-place")) !== String(place))
        await row.getByRole("button", { name: "Move up" }).press("Enter");
    }
    await check.press("Enter");
    expect(await verdict(story)).toBe("Right");
  });

  test("matches words and meanings by tapping and with the keyboard, and parts them again", async () => {
    const { page, complaints } = await open("es-2/web/lesson-01-exercises-a.html", {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    const item = (index: number) => page.locator(".matching [data-item]").nth(index);
    const meaning = async (index: number) =>
      page.locator(`.matching .meaning-tile[value="${await answerOf(item(index))}"]`);
    const verdicts = (...of: number[]) => Promise.all(of.map((index) => verdict(item(index))));
    await item(0).locator(".word-tile").tap();
    await (await meaning(0)).tap();
    expect(await verdicts(0)).toEqual(["Right"]);
    expect(await item(0).locator(".meaning-tile").getAttribute("value")).toBe(await answerOf(item(0)));
    await (await meaning(1)).press("Enter");
    await item(1).locator(".word-tile").press("Enter");
    await (await meaning(2)).tap();
    await item(2).locator(".word-tile").tap();
    expect(await verdicts(1, 2)).toEqual(["Right", "Right"]);
    await (await meaning(0)).tap();
    await item(3).locator(".word-tile").tap();
    expect(await verdicts(0, 3)).toEqual(["", "Not yet"]);
    await item(3).locator(".word-tile").press("Enter");
    await (await meaning(0)).press("Enter");
    expect(await verdicts(3)).toEqual([""]);
    await page.reload();
    expect(await verdicts(0, 1, 2)).toEqual(["", "Right", "Right"]);
    for (const button of await page.locator(".matching .taps button").all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(complaints).toEqual([]);
  });

  test("finds the answers again after a reload, can clear them and bring them back, and prints the result alone", async () => {
    const { page, complaints } = await open("es-2/web/lesson-04-exercises-a.html");
    const all = await page.locator(points).count();
    const choice = page.locator(".cloze [data-item]").first();
    await choice.locator("select").selectOption({ label: await rightOption(choice) });
    const built = page.locator(".build").first();
    await built.locator(".tiles button").last().press("Enter");
    const typed = page.locator(".first-letter input").first();
    await typed.pressSequentially("half a w");
    const rows = page.locator(".sentence-order .order > li");
    await rows.last().getByRole("button", { name: "Move up" }).press("Enter");
    const state = async () => [
      await verdict(choice),
      await built.locator(".line").textContent(),
      await typed.inputValue(),
      await rows.allTextContents(),
      await page.textContent(".total"),
    ];
    const before = await state();
    const some = expect.stringMatching(/./);
    expect(before).toEqual(["Right", some, "half a w", before[3], `1 of ${all} points`]);
    await page.reload();
    expect(await state()).toEqual(before);
    await page.getByRole("button", { name: "Clear all answers" }).click();
    expect((await state()).filter((_, at) => at !== 3)).toEqual(["", "", "", `0 of ${all} points`]);
    await page.getByRole("button", { name: "Bring the answers back" }).click();
    expect(await state()).toEqual(before);
    await page.getByRole("button", { name: "Clear all answers" }).click();
    await page.reload();
    expect(await page.textContent(".total")).toBe(`0 of ${all} points`);
    await page.emulateMedia({ media: "print" });
    expect(await page.isVisible(".result .marks")).toBe(true);
    for (const part of [".exercise", ".result button", ".score"])
      expect(await page.isVisible(part)).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("can answer where the browser refuses to store anything", async () => {
    const { page, complaints } = await open("es-2/web/lesson-01.html");
    await page.addInitScript(
      `Object.defineProperty(window, "localStorage", { get() { throw new Error("refused"); } })`,
    );
    await page.goto(page.url().replace("lesson-01", "lesson-01-exercises-a"));
    const choice = page.locator(".cloze [data-item]").first();
    await choice.locator("select").selectOption({ index: 1 });
    expect(await verdict(choice)).not.toBe("");
    expect(await page.isVisible(".result")).toBe(true);
    expect(await page.isVisible(".keeps")).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("can do every exercise without scripts, and open its answers", async () => {
    const { page } = await open("es-2/web/lesson-01-exercises-b.html", { javaScriptEnabled: false });
    const exercises = await page.locator(".exercise").all();
    expect(exercises.length).toBeGreaterThan(3);
    for (const exercise of exercises) {
      await exercise.locator("summary").click();
      expect(await exercise.locator("details li").first().isVisible()).toBe(true);
    }
    for (const part of [".settings", ".score"]) expect(await page.isVisible(part)).toBe(false);
  });

  test("sees hostile content as text and nothing else", async () => {
    const gap = { job: "lake.es.2", topic: hostileAsText("gap"), lang: "es", difficulty: 2 } as const;
    const change = {
      service: hostileAsText("service"),
      edition: hostileAsText("edition"),
      formats: ["web"],
      gaps: [{ ...gap, state: hostileAsText("state"), lacks: "lesson" as const }],
    };
    const folder = await unzipped((book) => tortureCourse(book, change), fileFolder());
    const shown = {
      "START-HERE.html": "course description publisher license service edition gap state",
      "es-2/web/index.html": "course description publisher edition title topic",
      "es-2/web/lesson-01.html": "course title opening closing",
      "es-2/web/lesson-02.html": "course",
    };
    for (const [path, names] of Object.entries(shown)) {
      const { page, asked, complaints } = await openPage(folder, path);
      const text = closed(await page.textContent("body"));
      for (const name of names.split(" ")) expect(text).toContain(closed(hostileAsText(name)));
      const foreign = await page.evaluate(`[...document.querySelectorAll("*")].filter((element) =>
        ["IMG", "B", "IFRAME"].includes(element.tagName) ||
        (element.tagName === "SCRIPT" && element.getAttribute("src") !== "reader.js") ||
        [...element.attributes].some(({ name, value }) => name.startsWith("on") || /^javascript:/.test(value))).length`);
      expect(foreign).toBe(0);
      expect(asked.filter((url) => !url.startsWith(pathToFileURL(folder).href))).toEqual([]);
      expect(complaints).toEqual([]);
    }
  });
});

// An order has a point for each of its sentences.
const points = "[data-item]:not(:has([data-place])), [data-place]";

// The story has line ends where the fields have spaces.
const closed = (text: string | null) => (text ?? "").replace(/[\s\u2060]+/g, "");
const verdict = (item: Locator) => item.locator(".verdict").textContent();
const answerOf = async (item: Locator) => (await item.getAttribute("data-answer")) ?? "";

async function style(page: Page, selector: string, property: string): Promise<string> {
  const computed = `getComputedStyle(document.querySelector("${selector}")).getPropertyValue("${property}")`;
  return String(await page.evaluate(computed));
}

/** The option with the answer in the bank's spelling. */
async function rightOption(item: Locator): Promise<string> {
  const answer = await answerOf(item);
  const options = await item.locator("option").allTextContents();
  return options.find((option) => option.toLowerCase() === answer.toLowerCase()) ?? answer;
}
