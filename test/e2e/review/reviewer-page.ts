import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Answer, ReviewerDocument } from "../../../src/review/mail/answer-document.ts";
import { obstaclesOn } from "../../accessibility.ts";
import { sealed } from "../../review/mail/answers.ts";

/** Screens on which everybody has to be able to use a page. */
export const screens = {
  laptop: { colorScheme: "light", width: 1366, height: 768 },
  tablet: { colorScheme: "dark", width: 820, height: 1180 },
  phone: { colorScheme: "light", width: 390, height: 844 },
} as const;

/** The desk's page, or an exported one, in a browser that has nothing else: no network, no storage of before. */
export class ReviewerPage {
  readonly page: Page;
  readonly asked: string[] = [];
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on("console", (message) => this.complaints.push(message.text()));
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("dialog", (dialog) => void dialog.accept());
    page.on("request", (request) => this.asked.push(request.url()));
  }

  /** `at`: a desk's address, or the path of an exported page. */
  static async open(
    browser: Browser,
    at: URL | string,
    options: BrowserContextOptions = { viewport: screens.laptop },
  ): Promise<ReviewerPage> {
    const opened = new ReviewerPage(await (await browser.newContext(options)).newPage());
    await opened.page.goto(typeof at === "string" ? pathToFileURL(at).href : at.href);
    await opened.page.waitForSelector("#status");
    return opened;
  }

  /** The same page in another tab. */
  async tab(address: string): Promise<ReviewerPage> {
    const other = new ReviewerPage(await this.page.context().newPage());
    await other.page.goto(address);
    await other.page.waitForSelector("#status");
    return other;
  }

  /** What was asked for besides the page itself and what it has inside. */
  get asksOutside(): string[] {
    return this.asked.filter((url) => !/^(?:file|data|blob):/.test(url));
  }

  text(selector: string): Promise<string> {
    return this.page.innerText(selector);
  }

  showing(selector: string, hasText: RegExp | string): Promise<void> {
    return this.page.locator(selector, { hasText }).first().waitFor();
  }

  counted(hasText: RegExp): Promise<void> {
    return this.showing("#counts", hasText);
  }

  /** Opens a lesson by what its entry in the queue says. */
  async choose(entry: string): Promise<void> {
    await this.page.locator("#queue button", { hasText: entry }).click();
    await this.page.waitForSelector("#lesson:focus:not([aria-busy=true])");
  }

  /**
   * Presses keys as a person does who looks first: each one once the page takes keys, in an open dialog or at a lesson that waits for nothing.
   * While a lesson is busy, the page ignores keys on purpose.
   */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.waitForSelector("dialog[open], #lesson:not([aria-busy=true])", { state: "attached" });
      await this.page.keyboard.press(key);
    }
  }

  /** Presses a key, and answers the question that follows. */
  async answering(key: string, answer: string): Promise<void> {
    await this.press(key);
    await this.answer(/./, answer);
  }

  /** Answers the question that is open, or about to be. */
  async answer(title: RegExp, answer: string): Promise<void> {
    await this.showing("#ask[open] #ask-title", title);
    await this.page.keyboard.type(answer);
    await this.press("Enter");
  }

  /** Begins to correct what is marked, and types another text for it. */
  async retype(text: string): Promise<void> {
    await this.press("e");
    await this.page.waitForSelector("#ask[open]");
    await this.press("Control+a");
    await this.page.keyboard.type(text);
  }

  /** Corrects a sentence, by its number. */
  async correct(sentence: number, text: string): Promise<void> {
    await this.page.click(`[data-unit="${sentence}"]`);
    await this.retype(text);
    await this.press("Enter");
  }

  async undo(): Promise<void> {
    await this.press("u");
    await this.showing("#message", /was undone/i);
  }

  /** Presses the key that saves the answer, and keeps what is downloaded in a folder. Resolves with its path. */
  async save(folder: string): Promise<string> {
    const [download] = await Promise.all([this.page.waitForEvent("download"), this.press("s")]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return path;
  }

  /** What keeps people from using the page as it is now, on any of the screens. */
  obstacles(on: readonly (keyof typeof screens)[] = ["laptop", "tablet", "phone"]): Promise<string[]> {
    return obstaclesOn(
      this.page,
      on.map((name) => screens[name]),
    );
  }
}

/** The answer of somebody who did this in an exported page, as that page would save it. */
export function answerTo(
  path: string,
  { who = "Cho Lin", decisions = [], comments = [] }: Partial<Pick<Answer, "who" | "decisions" | "comments">>,
): string {
  const [, document = ""] = /id="document">(.*)<\/script>/.exec(readFileSync(path, "utf8")) ?? [];
  const { exported } = JSON.parse(document) as ReviewerDocument;
  const about = { coursebinder: "review-answer", version: 1, exported };
  return sealed({ ...about, who, decisions, comments });
}
