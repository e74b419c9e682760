import axe from "axe-core";
import type { Browser, Page } from "playwright-core";

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

/** What axe finds that keeps people from using the page as it is now. */
export async function violationsOn(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );
}

/** A page of the desk with a lesson that was opened from the queue, and what its console complains of. */
export async function openLesson(
  browser: Browser,
  { address }: { readonly address: URL },
  { lesson, ...viewport }: { lesson: string; width: number; height: number },
): Promise<{ page: Page; complaints: readonly string[] }> {
  const page = await (await browser.newContext({ viewport })).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address.href);
  await page.waitForSelector("#status");
  await page.click(`#queue button:has-text("${lesson}")`);
  await page.waitForSelector("#lesson:focus");
  return { page, complaints };
}
