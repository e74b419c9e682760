import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { violationsIn } from "../../accessibility.ts";
import { describeInBrowser, openPage } from "./browser.ts";
import {
  laptop,
  litAt,
  moveTo,
  phone,
  playerCourse,
  playerPages,
  type Shown,
  shown,
  soundReady,
  until,
  unzipHeard,
  whatIsShown,
} from "./heard-fixtures.ts";

/** Keeps how each scroll was asked for, as a fast machine could be in time even with smooth scrolling, and a slow one late without. */
const recordScrolls = `(() => {
  const scroll = scrollBy;
  globalThis.asked = [];
  globalThis.scrollBy = (how) => { asked.push(how.behavior); scroll(how); };
})()`;

const nextFrame = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

const isInSight = `(() => {
  const { top, bottom } = document.querySelector(".is-heard").getBoundingClientRect();
  return top >= 0 && bottom <= document.querySelector(".player").getBoundingClientRect().top;
})()`;

type Name = keyof typeof playerPages;
const names = Object.keys(playerPages) as Name[];
const withHandles = names.filter((name) => name !== "withoutTimes" && name !== "paragraphs");

describeInBrowser("the reader's player, from the disk,", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await unzipHeard(playerCourse);
  });

  async function open(name: Name = "spanish", options: BrowserContextOptions = laptop) {
    const opened = await openPage(folder, `${playerPages[name]}.html`, options);
    if (options.javaScriptEnabled !== false) await soundReady(opened.page);
    return opened;
  }

  const playFrom = (page: Page, number: number) =>
    page.getByRole("button", { name: `Play from sentence ${number}`, exact: true });

  test("highlights each sentence while it is played, at its time, without further requests", async () => {
    const { page, asked, complaints } = await open();
    const [, ...sentences] = await partsIn(page);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    for (const [index, text] of sentences.slice(0, 10).entries()) {
      const start = 2 * (index + 1);
      await moveTo(page, start - 0.4);
      // The previous part stays highlighted until it begins. Besides the longest time without a frame, a browser errs in seeking.
      const { at, gap } = await litAt(page, text);
      expect(at).toBeGreaterThan(start - 0.05);
      expect(at).toBeLessThan(start + 0.1 + gap);
      expect(await moveTo(page, start + 1)).toBe(text);
    }
    expect(asked.filter((url) => !url.startsWith(pathToFileURL(folder).href))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test.each(["spanish", "arabic", "japanese"] as const)(
    "shows the meaning of a word, and plays from the sentence or the handle that is tapped, and from there on (%s)",
    async (name) => {
      const { page, complaints } = await open(name, phone);
      await page.locator(".story a.word").first().tap();
      expect(await page.isVisible(".gloss")).toBe(true);
      expect(await shown(page)).toMatchObject({ isPaused: true, lit: null });
      await page.getByRole("button", { name: "Close" }).tap();
      await playFrom(page, 3).tap();
      const texts = await partsIn(page);
      await litAt(page, texts[3] ?? "");
      expect((await shown(page)).isPaused).toBe(false);
      expect(await page.isVisible(".gloss")).toBe(false);
      await litAt(page, texts[4] ?? "");
      expect(await page.locator(".is-heard").count()).toBe(1);
      // A sentence over several lines has no middle of its own, and its first letter may be the story's large one: its second is tapped.
      const [x, y, text] = (await page.evaluate(`(() => {
        const part = document.querySelector(".story .part:not(:has(a.word))");
        part.scrollIntoView({ block: "center", behavior: "instant" });
        const range = document.createRange();
        range.setStart(document.createTreeWalker(part, NodeFilter.SHOW_TEXT).nextNode(), 1);
        range.setEnd(range.startContainer, 2);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2, part.textContent];
      })()`)) as [number, number, string];
      await page.touchscreen.tap(x, y);
      await litAt(page, text);
      expect(complaints).toEqual([]);
    },
  );

  test("repeats one sentence until the learner continues, and announces nothing to screen readers while the sound plays", async () => {
    const { page } = await open();
    await page.evaluate(`(() => {
      globalThis.said = [];
      for (const each of document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log], output"))
        new MutationObserver(() => said.push(each.textContent)).observe(each, { childList: true, characterData: true, subtree: true });
    })()`);
    const [, , , third = "", fourth = ""] = await partsIn(page);
    await playFrom(page, 3).click();
    const line = page.locator(".place");
    await line.focus();
    const before = await line.getAttribute("aria-valuetext");
    const repeat = page.getByRole("button", { name: "Repeat sentence" });
    await repeat.evaluate(clickIt);
    expect(await repeat.getAttribute("aria-pressed")).toBe("true");
    for (const _ of [1, 2]) {
      await moveTo(page, 7.7);
      await until(page, `document.querySelector("audio").currentTime < 6.3`);
      expect((await shown(page)).lit).toBe(third);
    }
    await repeat.evaluate(clickIt);
    await litAt(page, fourth);
    expect(await page.evaluate("said")).toEqual([]);
    // A focused slider would be announced every second.
    expect(await line.getAttribute("aria-valuetext")).toBe(before);
    await page.keyboard.press(" ");
    expect(await line.getAttribute("aria-valuetext")).toMatch(/^\d:\d\d of \d:\d\d$/);
  });

  test("pauses after each sentence for as long as it takes to say it, and continues by itself or at once on request", async () => {
    const { page } = await open();
    const [, first = "", second = "", third = ""] = await partsIn(page);
    await page.getByRole("button", { name: "Pause after each sentence" }).click();
    await playFrom(page, 1).click();
    const turn = await litAt(page, first, "turn");
    expect(await page.textContent(".clock")).toBe("Your turn");
    expect(turn.at).toBeLessThanOrEqual(4 + turn.gap);
    const next = await litAt(page, second);
    expect(next.ms - turn.ms).toBeGreaterThan(1_900);
    // In one step, as the turn is over by itself soon.
    const [during, after] = await until<Shown[]>(
      page,
      `(() => {
        if (document.querySelector(".player").dataset.state !== "turn") return null;
        const before = ${whatIsShown};
        document.querySelector(".console [data-do=play]").click();
        return [before, ${whatIsShown}];
      })()`,
    );
    expect(during).toMatchObject({ isPaused: true, lit: second });
    expect(after).toMatchObject({ state: "playing", lit: third });
  });

  test("resumes another day with the last sentence highlighted and at the chosen speed, each lesson at its own place", async () => {
    const { page } = await open();
    const texts = await partsIn(page);
    await page.getByRole("combobox", { name: "Speed" }).selectOption("0.75×");
    await page.keyboard.press("Tab");
    await page.keyboard.press("-");
    const rate = () => page.evaluate(`document.querySelector("audio").playbackRate`);
    expect(await rate()).toBe(0.6);
    await page.keyboard.press("+");
    await playFrom(page, 6).click();
    await litAt(page, texts[6] ?? "");
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await page.reload();
    await soundReady(page);
    await litAt(page, texts[6] ?? "");
    expect(await shown(page)).toMatchObject({ isPaused: true });
    expect((await shown(page)).at).toBeCloseTo(12, 1);
    expect([await rate(), await page.inputValue(".speed")]).toEqual([0.75, "0.75"]);
    await page.goto(pathToFileURL(join(folder, `${playerPages.arabic}.html`)).href);
    await soundReady(page);
    expect(await shown(page)).toMatchObject({ lit: null, at: 0 });
  });

  test.each(names)(
    "stays visible at the foot of the window, fits its width, and has no handle alone on a line (%s)",
    async (name) => {
      const { page } = await open(name);
      for (const width of [320, 360, 390, 430, 800, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await page.evaluate(nextFrame);
        await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
        const box = await page.locator(".player").boundingBox();
        expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
        expect(box?.height).toBeLessThan(844 / 5);
        const { sideways, edge, end, alone } = (await page.evaluate(`(() => {
        const ends = (selector, side) => Math.max(...[...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect()[side]));
        const isAlone = (handle) => {
          const range = document.createRange();
          range.setStart(handle.closest(".part"), 0);
          range.setEndBefore(handle.closest(".hold"));
          const { top, bottom } = [...range.getClientRects()].filter(({ width }) => width > 0).at(-1);
          const own = handle.getBoundingClientRect();
          return own.top > bottom || own.bottom < top;
        };
        return {
          sideways: document.documentElement.scrollWidth,
          edge: ends(".console :is(button, select, input)", "right"),
          end: ends(".story, .glossary, .turn", "bottom"),
          alone: [...document.querySelectorAll(".hear")].filter(isAlone).length,
        };
      })()`)) as Record<"sideways" | "edge" | "end" | "alone", number>;
        expect([width, sideways, alone]).toEqual([width, width, 0]);
        expect(edge).toBeLessThanOrEqual(width);
        // The end of the page can be scrolled above it. The window scrolls by whole pixels.
        expect(Math.floor(end)).toBeLessThanOrEqual(Math.ceil(box?.y ?? 0));
      }
    },
  );

  test.each(withHandles)(
    "has large targets on a phone, of which a tap selects the one that was tapped, and handles that show only when looked for (%s)",
    async (name) => {
      const { page } = await open(name, phone);
      const { opacities, sizes, handles, fights } = (await page.evaluate(`(() => {
        const all = (selector) => [...document.querySelectorAll(selector)];
        const opacities = [...new Set(all(".hear").map((each) => getComputedStyle(each).opacity))];
        const sizes = all(".console :is(button, select, input)").map((each) => {
          const { width, height } = each.getBoundingClientRect();
          return Math.min(width, height);
        });
        const handles = all(".hear").map((each) =>
          Math.min(...["width", "height"].map((side) => parseFloat(getComputedStyle(each, "::after")[side]))));
        const fights = all(".story a.word, .hear svg").flatMap((each) => {
          each.scrollIntoView({ block: "center" });
          const own = each.closest("a, button");
          return [...each.getClientRects()].flatMap(({ left, right, top, bottom }) =>
            [[left + 1, top + 1], [right - 1, top + 1], [(left + right) / 2, (top + bottom) / 2], [left + 1, bottom - 1], [right - 1, bottom - 1]]
              .filter(([x, y]) => document.elementFromPoint(x, y)?.closest("a, button") !== own)
              .map(([x, y]) => own.textContent + " at " + x + " " + y));
        });
        return { opacities, sizes, handles, fights };
      })()`)) as { opacities: string[]; sizes: number[]; handles: number[]; fights: string[] };
      expect([opacities, fights]).toEqual([["0"], []]);
      expect(sizes.length).toBeGreaterThanOrEqual(8);
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
      // The sentence itself is the large target: a wider handle would take the first word of the next one.
      expect(handles.length).toBeGreaterThan(3);
      expect(Math.min(...handles)).toBeGreaterThanOrEqual(24);
    },
  );

  test("scrolls smoothly to the current part, but not after the learner scrolled away; at once for whoever prefers reduced motion", async () => {
    const viewport = { width: 390, height: 600 };
    const { page } = await open("spanish", { viewport });
    await page.evaluate(recordScrolls);
    const clickFar = async (on: Page) => {
      const handles = on.locator(".hear");
      await handles.nth((await handles.count()) - 8).evaluate(clickIt);
    };
    await clickFar(page);
    await until(page, isInSight);
    expect(new Set((await page.evaluate("asked")) as string[])).toEqual(new Set(["smooth"]));
    await scrollEnd(page);
    await page.mouse.move(195, 200);
    await page.mouse.wheel(0, -5_000);
    await until(page, "scrollY === 0");
    const before = (await shown(page)).lit;
    await until(page, `document.querySelector(".is-heard").textContent !== ${JSON.stringify(before)}`);
    await page.evaluate(nextFrame);
    expect(await page.evaluate("scrollY")).toBe(0);
    // Choosing a sentence scrolls to it.
    await page.keyboard.press("ArrowLeft");
    await until(page, isInSight);
    const { page: still } = await open("spanish", { viewport, reducedMotion: "reduce" });
    await still.evaluate(recordScrolls);
    await clickFar(still);
    expect(await still.evaluate(isInSight)).toBe(true);
    expect(new Set((await still.evaluate("asked")) as string[])).toEqual(new Set(["auto"]));
  });

  test("is only a player if no times are known", async () => {
    const { page, complaints } = await open("withoutTimes");
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

  test("is the browser's own without scripts, and is not printed", async () => {
    const { page } = await open("spanish", { ...laptop, javaScriptEnabled: false });
    expect(await page.isVisible("audio[controls]")).toBe(true);
    for (const part of [".console", "#help", ".missing", ".hear"])
      expect(await page.isVisible(part)).toBe(false);
    const scripted = (await open()).page;
    await scripted.locator(".hear").nth(1).click();
    await scripted.waitForSelector(".is-heard");
    await scripted.emulateMedia({ media: "print" });
    expect(await scripted.isVisible(".player")).toBe(false);
    expect(await scripted.locator(".hear:visible").count()).toBe(0);
    expect(await colours(scripted, ".is-heard")).toMatchObject({ background: [0, 0, 0, 0] });
  });

  test.each(["spanish", "arabic"] as const)(
    "is accessible on a phone and on a laptop, in light and dark, while it plays and with its help open (%s)",
    async (name) => {
      for (const view of [phone, laptop]) {
        const { page } = await open(name, { ...view, bypassCSP: true });
        await page.locator(".hear").nth(1).click();
        await page.getByRole("button", { name: "Repeat sentence" }).click();
        await page.waitForSelector(".is-heard");
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violationsIn(page)).toEqual([]);
          const { text, background } = await colours(page, ".is-heard");
          const paper = (await colours(page, "body")).background;
          expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
          // The handle is an icon.
          for (const [part, behind] of [
            [".is-heard .hear", background],
            [".part:not(.is-heard) .hear", paper],
          ] as const)
            expect(contrast((await colours(page, part)).text, behind)).toBeGreaterThanOrEqual(3);
          await page.getByRole("button", { name: "Help and keys" }).click();
          expect(await violationsIn(page)).toEqual([]);
          await page.keyboard.press("Escape");
        }
      }
      const { page } = await open(name, { ...laptop, forcedColors: "active" });
      await page.locator(".hear").nth(1).click();
      await page.waitForSelector(".is-heard");
      const { text, background } = await colours(page, ".is-heard");
      expect(background).not.toEqual((await colours(page, "body")).background);
      expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test("can be used with the keyboard only, with a visible focus and a list of its keys", async () => {
    const { page, complaints } = await open();
    const name = "(({ ariaLabel, textContent }) => ariaLabel ?? textContent.trim())(document.activeElement)";
    const focused = () => page.evaluate(name);
    const stops: unknown[] = [];
    while (!stops.includes("Help and keys")) {
      await page.keyboard.press("Tab");
      stops.push(await focused());
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      expect([stops.at(-1), outline]).toEqual([stops.at(-1), "solid"]);
    }
    const controls =
      "Previous sentence, Play, Next sentence, Position, Speed, Repeat sentence, Pause after each sentence, Help and keys";
    expect(stops.slice(-8).join(", ")).toBe(controls);
    await page.keyboard.press("Enter");
    expect((await page.locator("#help kbd").allTextContents()).join(" ")).toBe("Space ← → L R P − + ?");
    await page.keyboard.press("Escape");
    expect(await page.isVisible("#help")).toBe(false);
    expect(await focused()).toBe("Help and keys");
    await page.keyboard.press("ArrowRight");
    await litAt(page, "María se levanta temprano los sábados.");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await litAt(page, "—¡Buenos días, María! —dice don Julio, el panadero—.");
    for (const pressed of [2, 0]) {
      await page.keyboard.press("r");
      await page.keyboard.press("p");
      expect(await page.locator(".console [aria-pressed=true]").count()).toBe(pressed);
    }
    await page.locator(".story a.word", { hasText: "huerta" }).focus();
    await page.keyboard.press("l");
    await litAt(page, "Ayer estaban todavía en la huerta.");
    expect(await page.isVisible(".gloss")).toBe(false);
    expect(complaints).toEqual([]);
  });

  test("has one tab stop for all handles, and moves the focus with the arrow keys only", async () => {
    const { page } = await open();
    expect(await page.locator(".hear[tabindex='0']").count()).toBe(1);
    const first = playFrom(page, 1);
    await first.press("Enter");
    await until(page, `document.querySelectorAll(".hear")[1].getAttribute("aria-current") === "true"`);
    expect(await first.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press("ArrowRight");
    const current = page.locator(".hear[aria-current=true]");
    expect(await current.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
    expect(await page.locator(".hear[tabindex='0']").count()).toBe(1);
  });

  test("ignores letters once its keys are turned off, on the next page too", async () => {
    const { page } = await open();
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

  test("says where to put the recording if it is missing", async () => {
    await rm(join(folder, "es-2/audio"), { recursive: true });
    const { page } = await openPage(folder, `${playerPages.spanish}.html`);
    await page.waitForSelector(".missing:visible");
    expect(await page.textContent(".missing")).toContain("lesson-01.mp3");
    expect(await page.isVisible(".console")).toBe(false);
    expect(await page.locator(".hear:visible").count()).toBe(0);
  });
});

/** Clicks without moving the focus or the page. */
const clickIt = new Function("element", "element.click()") as (element: unknown) => void;

/** The texts of a page's title and sentences. */
function partsIn(page: Page): Promise<string[]> {
  return page.locator(".part").allTextContents();
}

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
