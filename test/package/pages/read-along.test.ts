import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { coursebinder, documentOf, fileFolder } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { openPage } from "./browser.ts";
import {
  litAt,
  measureGaps,
  moveTo,
  type SavedPart,
  savedParts,
  shown,
  soundReady,
  until,
  unzipPackageIn,
} from "./heard-fixtures.ts";

const plan = `course: heard
title: Heard
budget: { credits: 500 }
languages: [es, ar, ja]
difficulties: [2]
defaults: { length: short, audiobook: true }
package: { formats: [web] }
words:
  market:
    es: [{ word: pan, gloss: bread }, { word: mercado, gloss: market }, { word: fruta, gloss: fruit }]
    ar: [{ word: خبز, gloss: bread }, { word: سوق, gloss: market }]
    ja: [{ word: パン, gloss: bread }, { word: 市場, gloss: market }]
topics:
  - { id: market, topic: A morning at the market, words: [market] }
`;

// Three stories are narrated and aligned, on a busy machine.
const narrationMs = 300_000;
// The browser's error in seeking, besides the longest time without a frame.
const followsWithinSeconds = 0.1;

describe.runIf(needTool("Chromium", chromiumPath))(
  "a story that is bought and read along, from the disk",
  () => {
    let folder: string;
    let unzipped: string;
    let browser: Browser;

    beforeAll(async () => {
      folder = fileFolder();
      unzipped = join(folder, "unzipped");
      writeFileSync(join(folder, "course.yaml"), plan);
      const finished = await coursebinder(["run", "course.yaml", "--local", "--yes", "--json"], {
        cwd: folder,
      });
      const { exitCode, ledger } = documentOf(finished);
      expect([exitCode, finished.stderr]).toEqual([0, expect.anything()]);
      await unzipPackageIn(join(folder, ledger, ".."), unzipped);
      browser = await openBrowser();
    }, narrationMs);

    const parts = (lang = "es"): Promise<SavedPart[]> => savedParts(join(folder, "out/local/heard"), lang);

    async function open(lang = "es", options: BrowserContextOptions = {}) {
      const opened = await openPage({
        browser,
        folder: unzipped,
        path: `${lang}-2/web/lesson-01.html`,
        options,
      });
      await soundReady(opened.page);
      return opened;
    }

    test("highlights each sentence while it is played, at ten points of the saved times, without further requests", async () => {
      const { page, asked, complaints } = await open();
      const sentences = await parts();
      expect(sentences.length).toBeGreaterThanOrEqual(10);
      const step = (sentences.length - 1) / 9;
      const chosen = Array.from({ length: 10 }, (_, index) => Math.round(index * step));
      await page.getByRole("button", { name: "Play", exact: true }).click();
      for (const number of chosen) {
        const { text = "", startMs = 0, endMs = 0 } = sentences[number] ?? {};
        const before = Math.max(0, startMs / 1_000 - 0.4);
        await moveTo(page, before);
        // The previous part stays highlighted until it begins.
        const { at, gap } = await litAt(page, text);
        expect(at).toBeGreaterThan(startMs / 1_000 - 0.05);
        expect(at).toBeLessThan(startMs / 1_000 + followsWithinSeconds + gap);
        expect(await moveTo(page, (startMs + endMs) / 2_000)).toBe(text);
      }
      expect(asked.filter((url) => !url.startsWith(pathToFileURL(unzipped).href))).toEqual([]);
      expect(complaints).toEqual([]);
    });

    test("continues from sentence to sentence by itself, and highlights nothing else", async () => {
      const { page } = await open();
      const sentences = await parts();
      await page.getByRole("button", { name: /^Play from sentence 1$/ }).click();
      for (const { text } of sentences.slice(0, 3)) await litAt(page, text);
      expect(await page.locator(".is-heard").count()).toBe(1);
    });

    test.each(["es", "ar", "ja"])(
      "plays from the sentence whose handle is tapped (%s), and shows the meaning of a word",
      async (lang) => {
        const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
        const { page, complaints } = await open(lang, phone);
        const sentences = await parts(lang);
        const number = Math.min(4, sentences.length - 1);
        const word = page.locator(".story a.word").first();
        expect(await word.count()).toBe(1);
        await word.tap();
        expect(await page.isVisible(".gloss")).toBe(true);
        expect(await shown(page)).toMatchObject({ isPaused: true, lit: null });
        await page.getByRole("button", { name: "Close" }).tap();
        await page.getByRole("button", { name: `Play from sentence ${number + 1}`, exact: true }).tap();
        await litAt(page, sentences[number]?.text ?? "");
        const { at, isPaused } = await shown(page);
        expect(isPaused).toBe(false);
        expect(at).toBeGreaterThan((sentences[number]?.startMs ?? 0) / 1_000 - 0.05);
        expect(await page.isVisible(".gloss")).toBe(false);
        expect(complaints).toEqual([]);
      },
    );

    test.each(["es", "ar", "ja"])("plays from the sentence that is tapped (%s)", async (lang) => {
      const { page } = await open(lang, {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      // A sentence over several lines has no middle of its own, and its first letter may be the story's large one: its second is tapped.
      const [x, y] = (await page.evaluate(`(() => {
        const part = document.querySelector(".story .part:not(:has(a.word))");
        part.scrollIntoView({ block: "center", behavior: "instant" });
        const range = document.createRange();
        range.setStart(document.createTreeWalker(part, NodeFilter.SHOW_TEXT).nextNode(), 1);
        range.setEnd(range.startContainer, 2);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
      })()`)) as [number, number];
      await page.touchscreen.tap(x, y);
      await until(
        page,
        `document.querySelector('.story .part:not(:has(a.word))').classList.contains("is-heard")`,
      );
      expect((await shown(page)).isPaused).toBe(false);
    });

    test("repeats one sentence until the learner continues", async () => {
      const { page } = await open();
      const [, , third, fourth] = await parts();
      await page.getByRole("button", { name: "Play from sentence 3", exact: true }).click();
      const repeat = page.getByRole("button", { name: "Repeat sentence" });
      await repeat.click();
      expect(await repeat.getAttribute("aria-pressed")).toBe("true");
      for (const _ of [1, 2]) {
        await moveTo(page, (third?.endMs ?? 0) / 1_000 - 0.2);
        await until(
          page,
          `document.querySelector("audio").currentTime < ${(third?.startMs ?? 0) / 1_000 + 0.3}`,
        );
        expect((await shown(page)).lit).toBe(third?.text);
      }
      await repeat.click();
      await moveTo(page, (third?.endMs ?? 0) / 1_000 - 0.2);
      await litAt(page, fourth?.text ?? "");
    });

    test("pauses after each sentence for as long as it takes to say it, and continues by itself or at once on request", async () => {
      const { page } = await open();
      const sentences = await parts();
      // One so long that its turn lasts while the page is looked at.
      const number = sentences.findIndex(({ startMs, endMs }) => endMs - startMs > 3_000);
      const [first, second, third] = sentences.slice(number);
      await page.getByRole("button", { name: "Pause after each sentence" }).click();
      await page.getByRole("button", { name: `Play from sentence ${number + 1}`, exact: true }).click();
      const endGaps = await measureGaps(page);
      await moveTo(page, (first?.endMs ?? 0) / 1_000 - 0.2);
      const turn = await litAt(page, first?.text ?? "", "turn");
      expect(await shown(page)).toMatchObject({ isPaused: true, lit: first?.text });
      expect(await page.textContent(".clock")).toBe("Your turn");
      expect(turn.at).toBeLessThanOrEqual((second?.startMs ?? 0) / 1_000 + (await endGaps()));
      const next = await litAt(page, second?.text ?? "");
      expect(next.ms - turn.ms).toBeGreaterThan((first?.endMs ?? 0) - (first?.startMs ?? 0));
      await moveTo(page, (second?.endMs ?? 0) / 1_000 - 0.2);
      await page.waitForSelector(".player[data-state=turn]");
      await page.keyboard.press(" ");
      await litAt(page, third?.text ?? "");
      expect((await shown(page)).state).toBe("playing");
    });

    test("resumes another day with the last sentence highlighted, each lesson at its own place", async () => {
      const { page } = await open();
      const sentences = await parts();
      await page.getByRole("button", { name: "Play from sentence 6", exact: true }).click();
      await litAt(page, sentences[5]?.text ?? "");
      // Paused first: a tenth of a second later the next sentence would begin.
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      await moveTo(page, (sentences[5]?.endMs ?? 0) / 1_000 - 0.1);
      await page.reload();
      await soundReady(page);
      await litAt(page, sentences[5]?.text ?? "");
      expect(await shown(page)).toMatchObject({ isPaused: true });
      expect((await shown(page)).at).toBeCloseTo((sentences[5]?.startMs ?? 0) / 1_000, 1);
      await page.goto(pathToFileURL(join(unzipped, "ar-2/web/lesson-01.html")).href);
      await soundReady(page);
      expect(await shown(page)).toMatchObject({ lit: null, at: 0 });
    });

    test("plays slower and faster, on the next page too", async () => {
      const { page } = await open();
      await page.getByRole("combobox", { name: "Speed" }).selectOption("0.75×");
      await page.keyboard.press("Tab");
      await page.keyboard.press("-");
      expect(await rate(page)).toBe(0.6);
      await page.keyboard.press("+");
      await page.reload();
      await soundReady(page);
      expect(await rate(page)).toBe(0.75);
      expect(await page.inputValue(".speed")).toBe("0.75");
    });

    test("announces nothing to screen readers while the sound plays", async () => {
      const { page } = await open();
      await page.evaluate(`(() => {
      globalThis.said = [];
      const live = [...document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log], output")];
      for (const each of live) {
        new MutationObserver(() => said.push(each.textContent)).observe(each, { childList: true, characterData: true, subtree: true });
      }
    })()`);
      const [first, second] = await parts();
      const line = page.locator(".place");
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await line.focus();
      const before = await line.getAttribute("aria-valuetext");
      await litAt(page, first?.text ?? "");
      await litAt(page, second?.text ?? "");
      expect(await page.evaluate("said")).toEqual([]);
      // A focused slider would be announced every second.
      expect(await line.getAttribute("aria-valuetext")).toBe(before);
      await page.keyboard.press(" ");
      expect(await line.getAttribute("aria-valuetext")).toMatch(/^0:\d\d of \d:\d\d$/);
    });
  },
);

function rate(page: Page): Promise<unknown> {
  return page.evaluate(`document.querySelector("audio").playbackRate`);
}
