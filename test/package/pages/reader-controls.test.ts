import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { unzipped } from "../bound.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { lesson } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { openPage } from "./browser.ts";

describe.runIf(needTool("Chromium", chromiumPath))("a learner who reads from the disk", () => {
  let browser: Browser;
  let courseFolder: string;

  beforeAll(async () => {
    const words =
      "gato tienda abuela jardín perro puerta vecino cuchara bufanda hormiga sandía tijeras cometa ladrillo martillo botella camello naranja".split(
        " ",
      );
    const rich = lesson({
      topicId: "rich",
      text: `Él toca música en la plaza. Ella compra un libro con Luis. Él come pan en la cocina. Ella lee cartas sobre la mesa. ${plainStory}`,
      words: words.map((word, index) => ({ word, gloss: `meaning ${index}` })),
    });
    courseFolder = await unzipped((book) => {
      const shown = showcase(book);
      return { ...shown, lessons: [...shown.lessons, rich] };
    });
    browser = await openBrowser();
  });

  const open = (path: string, options: BrowserContextOptions = {}) =>
    openPage({ browser, folder: courseFolder, path, options });

  test("enlarges the text and turns on night mode, and both apply to the next page", async () => {
    const { page, complaints } = await open("es-2/web/lesson-01.html", { colorScheme: "light" });
    const before = await size(page, ".story");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Larger text" }).press("Enter");
    await page.getByRole("button", { name: "Larger text" }).press("Enter");
    await page.getByRole("button", { name: "Night mode" }).click();
    expect(await size(page, ".story")).toBeCloseTo(before * 1.3, 1);
    await page.click("text=Next");
    await page.waitForURL("**/lesson-02.html");
    expect(await size(page, ".story")).toBeCloseTo(before * 1.3, 1);
    expect(await background(page)).toBe("rgb(25, 23, 20)");
    await page.getByRole("button", { name: "Night mode" }).click();
    expect(await background(page)).toBe("rgb(251, 248, 241)");
    // Once the setting equals the system's, the page follows the system again.
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await background(page)).toBe("rgb(25, 23, 20)");
    // The button is updated by an event that follows the change of colours.
    await page.waitForSelector("[data-do=night][aria-pressed=true]");
    expect(complaints).toEqual([]);
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

  test("resumes the recording at the same place and speed", async () => {
    const { page } = await open("es-2/web/lesson-01.html");
    await page.getByRole("combobox", { name: "Speed" }).selectOption("0.75×");
    await heard(page, 6.5);
    await page.goto(page.url().replace("lesson-01", "lesson-02"));
    await ready(page);
    expect(await page.evaluate(`document.querySelector("audio").currentTime`)).toBe(0);
    expect(await page.evaluate(`document.querySelector("audio").playbackRate`)).toBe(0.75);
    await page.goBack();
    await ready(page);
    await page.waitForFunction(`document.querySelector("audio").currentTime > 6`);
    await page.getByRole("button", { name: "Back 5 seconds" }).click();
    expect(await page.evaluate(`document.querySelector("audio").currentTime`)).toBeCloseTo(1.5, 0);
  });

  test("sees at once whether an answer is right, in any case, and how many are", async () => {
    const { page, asked, complaints } = await open("es-2/web/lesson-01-exercises-a.html");
    const items = page.locator(".cloze [data-item]");
    const all = await page.locator(points).count();
    const wrong = await page.locator(".cloze option").allTextContents();
    const first = items.first();
    const answer = (await first.getAttribute("data-answer")) ?? "";
    const other =
      wrong.find((word) => word !== "choose" && word.toLowerCase() !== answer.toLowerCase()) ?? "";
    await first.locator("select").selectOption(other);
    expect(await first.locator(".verdict").textContent()).toBe("Not yet");
    await first.locator("select").selectOption({ label: await spelled(first, answer) });
    expect(await first.locator(".verdict").textContent()).toBe("Right");
    const letters = page.locator(".first-letter [data-item]").first();
    const whole = (await letters.getAttribute("data-answer")) ?? "";
    await letters.locator("input").fill(` ${whole.toUpperCase()}. `);
    await letters.locator("input").press("Enter");
    expect(await letters.locator(".verdict").textContent()).toBe("Right");
    await letters.locator("input").fill(whole.slice((await letters.getAttribute("data-first"))?.length));
    await letters.locator("input").press("Enter");
    expect(await letters.locator(".verdict").textContent()).toBe("Right");
    expect(await page.textContent(".score")).toBe(`2 of ${all} points`);
    expect(asked.every((url) => url.startsWith("file:"))).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("builds a sentence and orders the story with the keyboard only", async () => {
    const { page } = await open("es-2/web/lesson-04-exercises-a.html");
    const item = page.locator(".word-order .build").first();
    const answer = (await item.getAttribute("data-answer")) ?? "";
    const tiles = item.locator(".tiles button");
    const isFirst = answer.startsWith((await tiles.first().textContent()) ?? "");
    const pressed = isFirst ? [tiles.last(), tiles.last()] : [tiles.first(), tiles.first()];
    for (const tile of pressed) await tile.press("Enter");
    // Another order is not wrong: it is shown beside the story's.
    expect(await item.locator(".verdict").textContent()).toMatch(/^Another order; the story has: .*\.$/);
    await item.locator(".line button").first().press("Enter");
    await tiles.first().press("Enter");
    expect(await item.locator(".verdict").textContent()).toBe("Right");
    const story = page.locator(".sentence-order [data-item]");
    const rows = story.locator("li");
    const check = story.getByRole("button", { name: "Check" });
    await check.press("Enter");
    expect(await story.locator(".verdict").textContent()).toBe("Not yet");
    for (let place = 0; place < (await rows.count()); place += 1) {
      const row = story.locator(`li[data-place="${place}"]`);
      while ((await rows.nth(place).getAttribute("data-place")) !== String(place)) {
        await row.getByRole("button", { name: "Move up" }).press("Enter");
      }
    }
    await check.press("Enter");
    expect(await story.locator(".verdict").textContent()).toBe("Right");
  });

  test("matches words and meanings by tapping, dragging and with the keyboard, and parts them again", async () => {
    const { page, complaints } = await open("es-2/web/lesson-01-exercises-a.html", {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    const item = (index: number) => page.locator(".matching [data-item]").nth(index);
    const meaning = async (index: number) =>
      page.locator(`.matching .meaning-tile[value="${await item(index).getAttribute("data-answer")}"]`);
    const verdict = (index: number) => item(index).locator(".verdict").textContent();
    await item(0).locator(".word-tile").tap();
    await (await meaning(0)).tap();
    expect(await verdict(0)).toBe("Right");
    expect(await item(0).locator(".meaning-tile").getAttribute("value")).toBe(
      await item(0).getAttribute("data-answer"),
    );
    await (await meaning(1)).press("Enter");
    await item(1).locator(".word-tile").press("Enter");
    expect(await verdict(1)).toBe("Right");
    await (await meaning(2)).dragTo(item(2).locator(".word-tile"));
    expect(await verdict(2)).toBe("Right");
    await (await meaning(0)).dragTo(item(3).locator(".word-tile"));
    expect([await verdict(0), await verdict(3)]).toEqual(["", "Not yet"]);
    await item(3).locator(".word-tile").press("Enter");
    await (await meaning(0)).press("Enter");
    expect(await verdict(3)).toBe("");
    await page.reload();
    expect([await verdict(0), await verdict(1), await verdict(2)]).toEqual(["", "Right", "Right"]);
    for (const button of await page.locator(".matching .taps button").all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(complaints).toEqual([]);
  });

  test("builds a word of its letters, and takes one back", async () => {
    const { page } = await open("es-2/web/lesson-04-exercises-a.html");
    const item = page.locator(".letter-scramble .build").first();
    const answer = (await item.getAttribute("data-answer")) ?? "";
    for (const letter of answer) {
      await item
        .locator(".tiles button", { hasText: exactly(letter) })
        .first()
        .press("Enter");
    }
    expect(await item.locator(".line").textContent()).toBe(answer);
    expect(await item.locator(".verdict").textContent()).toBe("Right");
    await item.locator(".line button").first().click();
    expect(await item.locator(".line").textContent()).toHaveLength(answer.length - 1);
    expect(await item.locator(".verdict").textContent()).toBe("");
  });

  test("finds the answers again after a reload, can clear them and bring them back, and prints the result alone", async () => {
    const { page, complaints } = await open("es-2/web/lesson-04-exercises-a.html");
    const all = await page.locator(points).count();
    const choice = page.locator(".cloze [data-item]").first();
    await choice.locator("select").selectOption({
      label: await spelled(choice, (await choice.getAttribute("data-answer")) ?? ""),
    });
    const built = page.locator(".build").first();
    await built.locator(".tiles button").last().press("Enter");
    const word = await built.locator(".line").textContent();
    const typed = page.locator(".first-letter input").first();
    await typed.pressSequentially("half a w");
    const rows = page.locator(".sentence-order .order > li");
    await rows.last().getByRole("button", { name: "Move up" }).press("Enter");
    const order = await rows.allTextContents();
    const isAsBefore = async () => {
      expect(await choice.locator(".verdict").textContent()).toBe("Right");
      expect(await built.locator(".line").textContent()).toBe(word);
      expect(await typed.inputValue()).toBe("half a w");
      expect(await rows.allTextContents()).toEqual(order);
      expect(await page.textContent(".total")).toBe(`1 of ${all} points`);
    };
    await page.reload();
    await isAsBefore();
    await page.getByRole("button", { name: "Clear all answers" }).click();
    expect(await page.textContent(".total")).toBe(`0 of ${all} points`);
    expect([await built.locator(".line").textContent(), await typed.inputValue()]).toEqual(["", ""]);
    await page.getByRole("button", { name: "Bring the answers back" }).click();
    await isAsBefore();
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
    expect(await choice.locator(".verdict").textContent()).not.toBe("");
    expect(await page.isVisible(".result")).toBe(true);
    expect(await page.isVisible(".keeps")).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("can do every exercise without scripts, and open its answers", async () => {
    const { page } = await open("es-2/web/lesson-01-exercises-b.html", { javaScriptEnabled: false });
    const exercises = page.locator(".exercise");
    expect(await exercises.count()).toBeGreaterThan(3);
    for (const exercise of await exercises.all()) {
      await exercise.locator("summary").click();
      expect(await exercise.locator("details li").first().isVisible()).toBe(true);
    }
    expect(await page.isVisible(".settings")).toBe(false);
    expect(await page.isVisible(".score")).toBe(false);
  });
});

// An order has a point for each of its sentences.
const points = "[data-item]:not(:has([data-place])), [data-place]";

async function size(page: Page, selector: string): Promise<number> {
  return Number.parseFloat(
    String(await page.evaluate(`getComputedStyle(document.querySelector("${selector}")).fontSize`)),
  );
}

function background(page: Page): Promise<unknown> {
  return page.evaluate("getComputedStyle(document.body).backgroundColor");
}

/** Waits until a page knows the duration of its recording. */
async function ready(page: Page): Promise<void> {
  await page.waitForFunction(`document.querySelector("audio").readyState > 0`);
}

/** Moves a recording to a time, as if the learner had listened up to there. */
async function heard(page: Page, second: number): Promise<void> {
  await ready(page);
  await page.evaluate(`new Promise((done) => {
    const sound = document.querySelector("audio");
    sound.addEventListener("timeupdate", () => done(), { once: true });
    sound.currentTime = ${second};
  })`);
}

/** The option with an answer in the bank's spelling. */
async function spelled(item: ReturnType<Page["locator"]>, answer: string): Promise<string> {
  const options = await item.locator("option").allTextContents();
  return options.find((option) => option.toLowerCase() === answer.toLowerCase()) ?? answer;
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}
