import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { obstaclesOn } from "../accessibility.ts";

const screens = [
  { width: 1280, height: 900, colorScheme: "light" },
  { width: 1280, height: 900, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;

/** What the keyboard is at: its label, or else its text. */
const focused = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return "";
  const labels = [at.getAttribute("aria-label"), ...[...(at.labels ?? [])].map((label) => label.textContent)];
  const name = labels.filter((label) => label !== null).join(" ") || at.textContent;
  return name.replace(/\\s+/g, " ").trim();
})()`;
/** More than any page has. */
const tabsMost = 400;

/** Somebody at the desk's page who has a keyboard only. */
export class Person {
  readonly page: Page;
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on("console", (message) => this.complaints.push(message.text()));
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  static async open(browser: Browser, address: URL, options: BrowserContextOptions = {}): Promise<Person> {
    const context = await browser.newContext({ locale: "en", viewport: screens[0], ...options });
    context.setDefaultTimeout(30_000);
    const person = new Person(await context.newPage());
    await person.page.goto(address.href);
    await person.page.waitForSelector("h2");
    return person;
  }

  /** Moves on with the Tab key to something by its name, over the end of the page if need be. */
  async to(name: RegExp): Promise<void> {
    for (let tabs = 0; tabs < tabsMost; tabs += 1) {
      if (tabs > 0) await this.page.keyboard.press("Tab");
      if (name.test(await this.focused())) return;
    }
    throw new Error(`the Tab key leads to nothing named ${name}: ${await this.page.innerText("main")}`);
  }

  focused(): Promise<string> {
    return this.page.evaluate(focused) as Promise<string>;
  }

  async press(name: RegExp, key = "Enter"): Promise<void> {
    await this.to(name);
    await this.page.keyboard.press(key);
  }

  /** Types something in place of what is in a field, and leaves it. */
  async fill(name: RegExp, text: string): Promise<void> {
    await this.to(name);
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Tab");
  }

  async sees(text: RegExp | string, selector = "main"): Promise<void> {
    await this.page
      .locator(selector, { hasText: text })
      .first()
      .waitFor()
      .catch(async (error: unknown) => {
        throw new Error(`${text} isn't on the page: ${await this.page.innerText("body")}`, { cause: error });
      });
  }

  /** What the page says aloud. */
  said(text: RegExp): Promise<void> {
    return this.sees(text, "#message");
  }

  /** What keeps people from using the page as it is now, on a phone or a laptop, by day or by night. */
  async obstacles(): Promise<string[]> {
    const found = await obstaclesOn(this.page, screens);
    await this.page.setViewportSize(screens[0]);
    return found;
  }

  /** Nothing was refused by the page's own rules, and nothing in its script failed. A refused request is logged by the browser itself. */
  expectNoComplaints(): void {
    expect(this.complaints.filter((one) => !/status of 4\d\d|ERR_/.test(one))).toEqual([]);
  }
}
