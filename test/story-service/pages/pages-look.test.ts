import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addOperator } from "../../../src/story-service/operator/operators.ts";
import { TemporaryFailure } from "../../../src/story-service/ports.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { keyOfAnn, spokenStory } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { operatorOf, passUntilLogged } from "../operator/operator-fixtures.ts";

const looks: readonly BrowserContextOptions[] = [
  { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
];

/** What axe finds, besides what is only advice. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: engine } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const found = await engine.run();
    return found.violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
  });
}

describe.runIf(needTool("Chromium", chromiumPath))("the pages in a browser (interface 5.1, 5.4)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  /**
   * Opens a page, and collects what the browser complains of: blocked content, errors, failed requests. A request that
   * the browser itself gives up because its page is left, such as one for the icon, is nobody's failure.
   */
  async function open(
    look: BrowserContextOptions,
    address: string,
  ): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext({ ...look, javaScriptEnabled: true });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText;
      if (reason !== "net::ERR_ABORTED") complaints.push(`${request.url()}: ${reason}`);
    });
    await page.goto(address);
    return { page, complaints };
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel("Account", { exact: true }).fill("ann");
    await page.getByLabel("Sign-in secret").fill("ann-signs-in");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/settings/keys");
  }

  for (const look of looks) {
    const { width = 0 } = look.viewport ?? {};

    it(`have no accessibility violations, ${width} pixels wide, ${look.colorScheme}`, async () => {
      const fixture = await startOAuthFixture();
      const { appUrl } = fixture.service;
      const story = (await fixture.post("/stories", { ...spokenStory, topic: "A <b>walk</b> in the rain" }))
        .json;
      await fixture.write();
      const bookUrl = (await fixture.get(`/stories/${story.id}`)).json.book.url;
      await fixture.narrate();
      await fixture.connect();
      const { page, complaints } = await open(look, `${appUrl}/settings/keys`);
      expect(await violations(page)).toEqual([]);
      await signIn(page);
      const storyProgress = `/stories/${story.id}`;
      const addresses = ["/", "/settings/keys", "/account", "/books", storyProgress, "/nothing-here"].map(
        (path) => appUrl + path,
      );
      for (const address of [...addresses, bookUrl, fixture.authorizeUrl()]) {
        await page.goto(address);
        expect([address, await violations(page)]).toEqual([address, []]);
        const overflow = await page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
        expect([address, overflow]).toEqual([address, false]);
      }
      expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
      await page.context().close();
    });
  }

  for (const look of looks) {
    const { width = 0 } = look.viewport ?? {};

    it(`have no accessibility violations for operators, ${width} pixels wide, ${look.colorScheme}`, async () => {
      const fixture = await startOAuthFixture({
        writer: {
          covers: () => true,
          write: () => Promise.reject(new TemporaryFailure("the model's server does not answer: 503")),
        },
      });
      const { secret } = await addOperator(await operatorOf(fixture), "olga");
      await fixture.connect();
      await fixture.post("/stories", spokenStory);
      await passUntilLogged(fixture, "writing failed");
      const desk = `${fixture.service.appUrl}/operator`;
      const { page, complaints } = await open(look, `${desk}/sign-in`);
      expect(await violations(page)).toEqual([]);
      await page.getByLabel("Name").fill("olga");
      await page.getByLabel("Secret").fill(secret);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL("**/operator/accounts");
      const seen = async (): Promise<void> => {
        const address = page.url();
        expect([address, await violations(page)]).toEqual([address, []]);
        const overflow = await page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
        expect([address, overflow]).toEqual([address, false]);
      };
      const ofAnn = ["", "/keys", "/ban", "/plan"].map((part) => `accounts/ann${part}`);
      const paths = ["accounts", "new-account", ...ofAnn];
      for (const path of [...paths, "work", "work?show=all", "health", "log", "accounts/nobody"]) {
        await page.goto(`${desk}/${path}`);
        await seen();
      }
      await page.goto(`${desk}/accounts/ann/credits`);
      await page.getByLabel("How many to add").fill("-20");
      await page.getByLabel("Reason").fill("An endlessly long reason ".repeat(8).trim());
      await page.getByRole("button", { name: "Add or take away credits" }).click();
      await seen();
      await page.getByRole("button", { name: "Take them away" }).click();
      await seen();
      expect(await page.getByRole("status").innerText()).toContain("took 20 credits away");
      expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
      await page.context().close();
    });
  }

  it("show the credits of every line of the history without horizontal scrolling, 320 pixels wide", async () => {
    const fixture = await startOAuthFixture({
      config: `accounts: [{ id: ann, signIn: ann-signs-in, credits: 100000, keys: [{ name: main, secret: ${keyOfAnn} }] }]`,
    });
    await fixture.post("/stories", { ...spokenStory, topic: "An endlessly long walk ".repeat(12) });
    await fixture.write();
    const { page } = await open(
      { viewport: { width: 320, height: 700 } },
      `${fixture.service.appUrl}/sign-in?next=/account`,
    );
    await page.getByLabel("Account", { exact: true }).fill("ann");
    await page.getByLabel("Sign-in secret").fill("ann-signs-in");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/account");
    for (const words of ["+100,000", "25 held", "−13"]) {
      const box = await page.getByText(words, { exact: true }).boundingBox();
      expect([words, box !== null && box.x >= 0 && box.x + box.width <= 320]).toEqual([words, true]);
    }
    const scrollers = await page.evaluate(
      "[...document.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0 && getComputedStyle(one).display !== 'inline').map((one) => one.outerHTML.slice(0, 80))",
    );
    expect(scrollers).toEqual([]);
    await page.context().close();
  });
});
