import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Answer, ReviewerDocument } from "../../../src/review/mail/answer-document.ts";
import { sealed } from "../../review/mail/answers.ts";
import { pressOn } from "./press-on.ts";

/** An exported page in a browser that has nothing else: no network, no storage of before. */
export class ReviewerPage {
  readonly page: Page;
  readonly asked: string[] = [];
  readonly complaints: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on("console", (message) => this.complaints.push(message.text()));
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("dialog", (dialog) => void dialog.accept());
    page.on("request", (request) => this.asked.push(request.url()));
  }

  static async open(
    browser: Browser,
    path: string,
    options: BrowserContextOptions = { viewport: { width: 1366, height: 768 } },
  ): Promise<ReviewerPage> {
    const opened = new ReviewerPage(await (await browser.newContext(options)).newPage());
    await opened.page.goto(pathToFileURL(path).href);
    await opened.page.waitForSelector("#status");
    return opened;
  }

  /** What was asked for besides the page itself and what it has inside. */
  get asksOutside(): string[] {
    return this.asked.filter((url) => !/^(?:file|data|blob):/.test(url));
  }

  text(selector: string): Promise<string> {
    return this.page.innerText(selector);
  }

  counted(hasText: RegExp): Promise<void> {
    return this.page.locator("#counts", { hasText }).waitFor();
  }

  /** Opens a lesson by its topic. */
  async choose(topic: string): Promise<void> {
    await this.page.locator("#queue button", { hasText: topic }).click();
    await this.page.waitForSelector("#lesson:focus");
  }

  /** Presses a key, and answers the question that follows. */
  async answering(key: string, answer: string): Promise<void> {
    await pressOn(this.page, key);
    await this.page.waitForSelector("#ask[open]");
    await this.page.keyboard.type(answer);
    await pressOn(this.page, "Enter");
  }

  /** Presses the key that saves the answer, and keeps what is downloaded in a folder. Resolves with its path. */
  async save(folder: string): Promise<string> {
    const [download] = await Promise.all([this.page.waitForEvent("download"), pressOn(this.page, "s")]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    return path;
  }
}

/** An answer as it is in a file. */
export function answerIn(path: string): Answer {
  return JSON.parse(readFileSync(path, "utf8")) as Answer;
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
