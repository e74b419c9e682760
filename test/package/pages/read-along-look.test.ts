import { rm } from "node:fs/promises";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { openPage } from "./browser.ts";
import { litAt, shown, soundReady, until, unzipHeard } from "./heard-fixtures.ts";
import { laptop, phone, playerCourse, playerPages } from "./player-pages.ts";

/** Keeps how each scroll was asked for, as a fast machine could be in time even with smooth scrolling, and a slow one late without. */
const recordScrolls = `(() => {
  const scroll = scrollBy;
  globalThis.asked = [];
  globalThis.scrollBy = (how) => {
    asked.push(how.behavior);
    scroll(how);
  };
})()`;

describe.runIf(needTool("Chromium", chromiumPath))("the reader's player", () => {
  let folder: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = await unzipHeard(playerCourse);
    browser = await openBrowser();
  });

  async function open(name: keyof typeof playerPages, options: BrowserContextOptions = laptop) {
    const opened = await openPage({ browser, folder, path: `${playerPages[name]}.html`, options });
    if (options.javaScriptEnabled !== false) await soundReady(opened.page);
    return opened;
  }

  test.each(Object.keys(playerPages) as (keyof typeof playerPages)[])(
    "stays visible at the foot of the window, and fits its width (%s)",
    async (name) => {
      for (const width of [320, 390, 1280]) {
        const { page } = await open(name, { viewport: { width, height: 844 } });
        await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
        const box = await page.locator(".player").boundingBox();
        expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
        expect(box?.height).toBeLessThan(844 / 5);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        const edge = (await page.evaluate(
          "Math.max(...[...document.querySelectorAll('.console :is(button, select, input)')].map((each) => each.getBoundingClientRect().right))",
        )) as number;
        expect(edge).toBeLessThanOrEqual(width);
        // The end of the page can be scrolled above it.
        const end = (await page.evaluate(
          "Math.max(...[...document.querySelectorAll('.story, .glossary, .turn')].map((each) => each.getBoundingClientRect().bottom))",
        )) as number;
        // The window scrolls by whole pixels.
        expect(Math.floor(end)).toBeLessThanOrEqual(Math.ceil(box?.y ?? 0));
      }
    },
  );

  test("shows no handle before it is looked for", async () => {
    const { page } = await open("spanish", phone);
    const opacities = await page.evaluate(
      `[...new Set([...document.querySelectorAll(".hear")].map((each) => getComputedStyle(each).opacity))]`,
    );
    expect(opacities).toEqual(["0"]);
  });

  test("has targets of 44 pixels and more on a phone", async () => {
    const { page } = await open("spanish", phone);
    const sizes =
      (await page.evaluate(`[...document.querySelectorAll(".console :is(button, select, input)")].map((each) => {
      const { width, height } = each.getBoundingClientRect();
      return Math.min(width, height);
    })`)) as number[];
    expect(sizes.length).toBeGreaterThanOrEqual(8);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
    const handles = (await page.evaluate(`[...document.querySelectorAll(".hear")].map((each) =>
      Math.min(...["width", "height"].map((side) => parseFloat(getComputedStyle(each, "::after")[side]))))`)) as number[];
    expect(handles.length).toBeGreaterThan(10);
    // The sentence itself is the large target: a wider handle would take the first word of the next one.
    expect(Math.min(...handles)).toBeGreaterThanOrEqual(24);
  });

  test.each(["spanish", "arabic", "japanese", "thai", "manyLanguages"] as const)(
    "lets a tap select the word or the handle that was tapped (%s)",
    async (name) => {
      const { page } = await open(name, phone);
      const fights =
        (await page.evaluate(`[...document.querySelectorAll(".story a.word, .hear svg")].flatMap((each) => {
        each.scrollIntoView({ block: "center" });
        const own = each.closest("a, button");
        return [...each.getClientRects()].flatMap(({ left, right, top, bottom }) =>
          [[left + 1, top + 1], [right - 1, top + 1], [(left + right) / 2, (top + bottom) / 2], [left + 1, bottom - 1], [right - 1, bottom - 1]]
            .filter(([x, y]) => document.elementFromPoint(x, y)?.closest("a, button") !== own)
            .map(([x, y]) => own.textContent + " at " + x + " " + y));
      })`)) as string[];
      expect(fights).toEqual([]);
    },
  );

  test.each(["spanish", "arabic", "japanese", "thai", "manyLanguages"] as const)(
    "never leaves a handle alone on a line (%s)",
    async (name) => {
      for (const width of [320, 360, 390, 430, 800, 1280]) {
        const { page } = await open(name, { viewport: { width, height: 844 } });
        const alone = (await page.evaluate(`[...document.querySelectorAll(".hear")].filter((handle) => {
          const range = document.createRange();
          range.setStart(handle.closest(".part"), 0);
          range.setEndBefore(handle.closest(".hold"));
          const { top, bottom } = [...range.getClientRects()].filter(({ width }) => width > 0).at(-1);
          const own = handle.getBoundingClientRect();
          return own.top > bottom || own.bottom < top;
        }).length`)) as number;
        expect([width, alone]).toEqual([width, 0]);
        expect(await page.locator(".hear").count()).toBeGreaterThan(3);
      }
    },
  );

  test("scrolls smoothly to the current part, but not after the learner scrolled away", async () => {
    const { page } = await open("spanish", { viewport: { width: 390, height: 600 } });
    await page.evaluate(recordScrolls);
    const handles = page.getByRole("button", { name: /^Play from sentence/ });
    const far = (await handles.count()) - 8;
    await handles.nth(far).evaluate((handle) => (handle as unknown as { click(): void }).click());
    await until(page, isInSight);
    expect(new Set((await page.evaluate("asked")) as string[])).toEqual(new Set(["smooth"]));
    await scrollEnd(page);
    await page.mouse.move(195, 200);
    await page.mouse.wheel(0, -5_000);
    await until(page, "scrollY === 0");
    const before = (await shown(page)).lit;
    await until(page, `document.querySelector(".is-heard").textContent !== ${JSON.stringify(before)}`);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    expect(await page.evaluate("scrollY")).toBe(0);
    // Choosing a sentence scrolls to it.
    await page.keyboard.press("ArrowLeft");
    await until(page, isInSight);
  });

  test("scrolls at once if the user prefers reduced motion", async () => {
    const { page } = await open("spanish", {
      viewport: { width: 390, height: 600 },
      reducedMotion: "reduce",
    });
    await page.evaluate(recordScrolls);
    const last = (await page.locator(".hear").count()) - 1;
    await page
      .locator(".hear")
      .nth(last)
      .evaluate((handle) => (handle as unknown as { click(): void }).click());
    expect(await inSight(page)).toBe(true);
    expect(new Set((await page.evaluate("asked")) as string[])).toEqual(new Set(["auto"]));
  });

  test("highlights paragraphs if nothing finer is known, and says so", async () => {
    const { page } = await open("paragraphs");
    await page.getByRole("button", { name: "Play from paragraph 2", exact: true }).click();
    await until(
      page,
      `document.querySelector(".is-heard")?.textContent.startsWith("El andén está frío. Lucía camina")`,
    );
    for (const name of [
      "Previous paragraph",
      "Next paragraph",
      "Repeat paragraph",
      "Pause after each paragraph",
    ]) {
      expect(await page.getByRole("button", { name }).count()).toBe(1);
    }
    expect(await page.locator(".hear").count()).toBe(3);
  });

  test("is only a player if no times are known", async () => {
    const { page, complaints } = await open("withoutTimes");
    expect(await page.locator(".hear, .part, [data-do=repeat], [data-do=shadow]").count()).toBe(0);
    await page.getByRole("button", { name: "Forward 5 seconds" }).click();
    expect((await shown(page)).at).toBeCloseTo(5, 1);
    await page.keyboard.press("ArrowRight");
    expect((await shown(page)).at).toBeCloseTo(10, 1);
    await page.getByRole("button", { name: "Back 5 seconds" }).click();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.title")).toBe("Play");
    await page.keyboard.press(" ");
    await until(page, `document.querySelector("audio").currentTime > 5.2`);
    expect(complaints).toEqual([]);
  });

  test("says where to put the recording if it is missing", async () => {
    const apart = await unzipHeard(playerCourse);
    await rm(join(apart, "es-2/audio"), { recursive: true });
    const { page } = await openPage({ browser, folder: apart, path: `${playerPages.spanish}.html` });
    await page.waitForSelector(".missing:visible");
    expect(await page.textContent(".missing")).toContain("lesson-01.mp3");
    expect(await page.isVisible(".console")).toBe(false);
    expect(await page.locator(".hear:visible").count()).toBe(0);
  });

  test("is the browser's own without scripts, and is not printed", async () => {
    const { page } = await open("spanish", { ...laptop, javaScriptEnabled: false });
    expect(await page.isVisible("audio[controls]")).toBe(true);
    for (const part of [".console", "#help", ".missing", ".hear"])
      expect(await page.isVisible(part)).toBe(false);
    const scripted = await open("spanish");
    await scripted.page.locator(".hear").nth(1).click();
    await scripted.page.waitForSelector(".is-heard");
    await scripted.page.emulateMedia({ media: "print" });
    expect(await scripted.page.isVisible(".player")).toBe(false);
    expect(await scripted.page.locator(".hear:visible").count()).toBe(0);
    expect(await colours(scripted.page, ".is-heard")).toMatchObject({ background: [0, 0, 0, 0] });
  });

  test.each(["light", "dark"] as const)(
    "is accessible on a phone and on a laptop, while it plays and with its help open (%s)",
    async (colorScheme) => {
      for (const view of [phone, laptop]) {
        for (const name of ["spanish", "arabic"] as const) {
          const { page } = await open(name, { ...view, colorScheme, bypassCSP: true });
          await page.evaluate(axe.source);
          await page.locator(".hear").nth(1).click();
          await page.getByRole("button", { name: "Repeat sentence" }).click();
          await page.waitForSelector(".is-heard");
          expect(await violations(page)).toEqual([]);
          const { text, background } = await colours(page, ".is-heard");
          expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
          // The handle is an icon.
          expect(contrast((await colours(page, ".is-heard .hear")).text, background)).toBeGreaterThanOrEqual(
            3,
          );
          const paper = (await colours(page, "body")).background;
          expect(
            contrast((await colours(page, ".part:not(.is-heard) .hear")).text, paper),
          ).toBeGreaterThanOrEqual(3);
          await page.getByRole("button", { name: "Help and keys" }).click();
          expect(await violations(page)).toEqual([]);
        }
      }
    },
  );

  test("shows the current part in forced colours, too", async () => {
    const { page } = await open("spanish", { ...laptop, forcedColors: "active" });
    await page.locator(".hear").nth(1).click();
    await page.waitForSelector(".is-heard");
    const { text, background } = await colours(page, ".is-heard");
    expect(background).not.toEqual((await colours(page, "body")).background);
    expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
  });

  test("can be used with the keyboard only, with a visible focus and a list of its keys", async () => {
    const { page, complaints } = await open("spanish");
    const focused = () =>
      page.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()",
      );
    const stops: unknown[] = [];
    while (!stops.includes("Help and keys")) {
      await page.keyboard.press("Tab");
      stops.push(await focused());
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      expect([stops.at(-1), outline]).toEqual([stops.at(-1), "solid"]);
    }
    expect(stops.slice(-8)).toEqual([
      "Previous sentence",
      "Play",
      "Next sentence",
      "Position",
      "Speed",
      "Repeat sentence",
      "Pause after each sentence",
      "Help and keys",
    ]);
    await page.keyboard.press("Enter");
    expect(await page.isVisible("#help")).toBe(true);
    expect(await page.locator("#help kbd").allTextContents()).toEqual([
      "Space",
      "←",
      "→",
      "L",
      "R",
      "P",
      "−",
      "+",
      "?",
    ]);
    await page.keyboard.press("Escape");
    expect(await page.isVisible("#help")).toBe(false);
    expect(await focused()).toBe("Help and keys");
    await page.keyboard.press("ArrowRight");
    await litAt(page, "María se levanta temprano los sábados.");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await litAt(page, "—¡Buenos días, María! —dice don Julio, el panadero—.");
    await page.keyboard.press("r");
    await page.keyboard.press("p");
    expect(await page.locator(".console [aria-pressed=true]").count()).toBe(2);
    await page.keyboard.press("r");
    await page.keyboard.press("p");
    expect(await page.locator(".console [aria-pressed=true]").count()).toBe(0);
    await page.keyboard.press("?");
    expect(await page.isVisible("#help")).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("has one tab stop for all handles, and moves the focus with the arrow keys only", async () => {
    const { page } = await open("spanish");
    expect(await page.locator(".hear[tabindex='0']").count()).toBe(1);
    const first = page.getByRole("button", { name: "Play from sentence 1", exact: true });
    await first.press("Enter");
    await litAt(page, "María se levanta temprano los sábados.");
    await until(page, `document.querySelectorAll(".hear")[1].getAttribute("aria-current") === "true"`);
    expect(await first.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press("ArrowRight");
    const current = page.locator(".hear[aria-current=true]");
    expect(await current.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
    expect(await page.locator(".hear[tabindex='0']").count()).toBe(1);
  });

  test("plays by key the sentence whose word has the focus", async () => {
    const { page } = await open("spanish");
    await page.locator(".story a.word", { hasText: "huerta" }).focus();
    await page.keyboard.press("l");
    await litAt(page, "Ayer estaban todavía en la huerta.");
    expect(await page.isVisible(".gloss")).toBe(false);
  });

  test("ignores letters once its keys are turned off, on the next page too", async () => {
    const { page } = await open("spanish");
    await page.keyboard.press("?");
    await page.getByRole("checkbox", { name: "Use these keys" }).uncheck();
    await page.reload();
    await soundReady(page);
    for (const key of ["r", "l", " ", "?"]) await page.keyboard.press(key);
    expect(await shown(page)).toMatchObject({ isPaused: true, lit: null });
    expect(await page.isVisible("#help")).toBe(false);
    await page.getByRole("button", { name: "Help and keys" }).click();
    await page.getByRole("checkbox", { name: "Use these keys" }).check();
  });
});

const isInSight = `(() => {
  const { top, bottom } = document.querySelector(".is-heard").getBoundingClientRect();
  return top >= 0 && bottom <= document.querySelector(".player").getBoundingClientRect().top;
})()`;

/** Waits until a page has stopped scrolling. */
async function scrollEnd(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    let [at, frames] = [scrollY, 0];
    const look = () => {
      frames = at === scrollY ? frames + 1 : 0;
      at = scrollY;
      if (frames > 10) done();
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

function inSight(page: Page): Promise<unknown> {
  return page.evaluate(isInSight);
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = (await page.evaluate(
    "axe.run({ preload: false, resultTypes: ['violations'] })",
  )) as axe.AxeResults;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

type Colour = readonly number[];

async function colours(page: Page, selector: string): Promise<{ text: Colour; background: Colour }> {
  const [text = "", background = ""] = (await page.evaluate(`(() => {
    const { color, backgroundColor } = getComputedStyle(document.querySelector(${JSON.stringify(selector)}));
    return [color, backgroundColor];
  })()`)) as string[];
  const numbers = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  return { text: numbers(text), background: numbers(background) };
}

/** The contrast ratio of two colours (WCAG 2.2). */
function contrast(one: Colour, other: Colour): number {
  const luminance = ([red = 0, green = 0, blue = 0]: Colour): number => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
