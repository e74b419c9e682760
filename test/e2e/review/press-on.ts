import type { Page } from "playwright-core";

/**
 * Presses keys as a person does who looks first: each one once the page takes keys, in an open dialog or at a lesson that waits for nothing.
 * While a lesson is busy, the page ignores keys on purpose.
 */
export async function pressOn(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.waitForSelector("dialog[open], #lesson:not([aria-busy=true])", { state: "attached" });
    await page.keyboard.press(key);
  }
}
