import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { openPage } from "./browser.ts";
import { litAt, shown, soundReady, until, unzipHeard } from "./heard-fixtures.ts";
import { laptop, playerCourse, playerPages } from "./player-pages.ts";

describe.runIf(needTool("Chromium", chromiumPath))("the reader's player", () => {
  const { path: folder, dispose } = temporaryFolder();
  let browser: Browser;

  beforeAll(async () => {
    await unzipHeard(folder, playerCourse);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await dispose();
  });

  async function open(name: keyof typeof playerPages) {
    const opened = await openPage({ browser, folder, path: `${playerPages[name]}.html`, options: laptop });
    await soundReady(opened.page);
    return opened;
  }

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
