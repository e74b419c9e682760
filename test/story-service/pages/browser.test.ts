import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TemporaryFailure } from "../../../src/story-service/ports.ts";
import { violationsIn } from "../../accessibility.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { keyOfAnn, spokenStory, undo } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";
import { operate, operatorOf, passUntilLogged } from "../operator/operator-fixtures.ts";

const looks: readonly BrowserContextOptions[] = [
  { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
];

/** A program's own little server: where a person lands after the consent page, and the query that they bring. */
async function landing(): Promise<{ address: string; arrived: Promise<URLSearchParams> }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const arrived = new Promise<URLSearchParams>((resolve) => {
    server.on("request", (request, response) => {
      const url = new URL(request.url ?? "", address);
      response.end("You may close this page.");
      if (url.pathname === "/callback") resolve(url.searchParams);
    });
  });
  return { address, arrived };
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Account", { exact: true }).fill("ann");
  await page.getByLabel("Sign-in secret").fill("ann-signs-in");
  await page.getByRole("button", { name: "Sign in" }).click();
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

  /** What is wrong with a page as it is shown: violations, and whether it, or a table in it, is wider than its window. */
  async function faultsOf(page: Page): Promise<unknown[]> {
    const overflow = await page.evaluate(
      "[document.documentElement, ...document.querySelectorAll('.scroll')].some((one) => one.scrollWidth > one.clientWidth)",
    );
    return [...(await violationsIn(page)), ...(overflow === true ? ["it overflows"] : [])];
  }

  it.each(looks)(
    "have no accessibility violations, $viewport.width pixels wide, $colorScheme",
    async (look) => {
      const fixture = await startOAuthFixture();
      const { appUrl } = fixture.service;
      const { storyId, bookId } = await fixture.makeBook({ topic: "A <b>walk</b> in the rain" });
      await fixture.connect();
      const { page, complaints } = await open(look, `${appUrl}/settings/keys`);
      expect(await violationsIn(page)).toEqual([]);
      await signIn(page);
      await page.waitForURL("**/settings/keys");
      const paths = ["/", "/settings/keys", "/account", "/books", "/nothing-here"];
      for (const path of [...paths, `/stories/${storyId}`, `/books/${bookId}`]) {
        await page.goto(appUrl + path);
        expect([path, await faultsOf(page)]).toEqual([path, []]);
      }
      await page.goto(fixture.authorizeUrl());
      expect(await faultsOf(page)).toEqual([]);
      expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
      await page.context().close();
    },
  );

  it.each(looks.slice(1))(
    "have no accessibility violations for operators, $viewport.width pixels wide, $colorScheme",
    async (look) => {
      const away = () => Promise.reject(new TemporaryFailure("the model's server does not answer: 503"));
      const fixture = await startOAuthFixture({ writer: { covers: () => true, write: away } });
      const { secret } = await operate(await operatorOf(fixture), "operators add", "olga");
      await fixture.connect();
      await fixture.order(spokenStory);
      await passUntilLogged(fixture, "writing failed");
      const desk = `${fixture.service.appUrl}/operator`;
      const { page, complaints } = await open(look, `${desk}/sign-in`);
      expect(await violationsIn(page)).toEqual([]);
      await page.getByLabel("Name").fill("olga");
      await page.getByLabel("Secret").fill(secret);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL("**/operator/accounts");
      const ofAnn = ["", "/keys", "/keys/add", "/ban", "/plan"].map((part) => `account/ann${part}`);
      const paths = ["accounts", "accounts/add", "work", "work?all=yes", "health", "log", "account/nobody"];
      for (const path of [...paths, ...ofAnn]) {
        await page.goto(`${desk}/${path}`);
        expect([path, await faultsOf(page)]).toEqual([path, []]);
      }
      await page.goto(`${desk}/account/ann/credits`);
      await page.getByLabel("Add").fill("-20");
      await page.getByLabel("Reason").fill("An endlessly long reason ".repeat(8).trim());
      await page.getByRole("button", { name: "Add or take away credits" }).click();
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.getByRole("status").innerText()).toContain("took 20 credits away");
      expect(complaints.filter((line) => !line.includes("404"))).toEqual([]);
      await page.context().close();
    },
  );

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
    await signIn(page);
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

  it("a person without a session signs in, deselects a scope, sets a cap, allows, and returns to the program (5.4)", async () => {
    const fixture = await startOAuthFixture();
    const { address, arrived } = await landing();
    const client = (await fixture.register({ redirect_uris: [address], client_name: "A program" })).json;
    const changes = { client_id: client.client_id, redirect_uri: address };
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(fixture.authorizeUrl(changes));
    await signIn(page);
    await page.getByRole("heading", { name: "Connect A program" }).waitFor();
    await page.locator('input[name="scope"][value="books:read"]').uncheck();
    await page.getByLabel("Credits that it may spend in a month").fill("40");
    await page.getByRole("button", { name: "Allow" }).click();
    const query = await arrived;
    // Only a browser that has arrived may be sent on.
    await page.getByText("You may close this page.").waitFor();
    expect([query.get("state"), query.get("iss")]).toEqual(["s t&te=1", fixture.service.appUrl]);
    const tokens = (await fixture.redeem(query.get("code") ?? "", changes)).json;
    expect(tokens.scope.split(" ").toSorted()).toEqual(["account:read", "stories:write"]);
    expect((await fixture.get("/balance", tokens.access_token)).status).toBe(200);
    expect((await fixture.get("/books", tokens.access_token)).status).toBe(403);
    await page.goto(`${fixture.service.appUrl}/settings/keys`);
    expect(await page.locator("li.card", { hasText: "A program" }).innerText()).toContain("of at most 40");
    await page.locator("li.card", { hasText: "A program" }).getByRole("button").click();
    await page.getByText("No program is connected.").waitFor();
    expect((await fixture.get("/balance", tokens.access_token)).status).toBe(401);
    await page.context().close();
  });

  it("the player knows how long a recording is and can seek in it (2.3)", async () => {
    const fixture = await startOAuthFixture();
    const { storyId } = await fixture.makeBook();
    const { book } = await fixture.story(storyId);
    const page = await browser.newPage();
    await page.goto(book.url);
    await signIn(page);
    await page.waitForURL(book.url);
    const at = await page.locator("audio").evaluate(async (element) => {
      const audio = element as unknown as {
        duration: number;
        currentTime: number;
        readyState: number;
        addEventListener(name: string, listener: () => void, options: object): void;
      };
      const heard = (name: string) =>
        new Promise<void>((resolve) => audio.addEventListener(name, resolve, { once: true }));
      if (audio.readyState === 0) await heard("loadedmetadata");
      const jumped = heard("seeked");
      audio.currentTime = 0.5;
      await jumped;
      return { duration: audio.duration, currentTime: audio.currentTime };
    });
    expect(Math.abs(at.duration - 1.045)).toBeLessThan(0.1);
    expect(at.currentTime).toBe(0.5);
    await page.context().close();
  });
});
