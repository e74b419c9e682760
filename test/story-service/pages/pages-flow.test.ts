import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { spokenStory, undo } from "../fixtures.ts";
import { startOAuthFixture } from "../oauth/oauth-fixtures.ts";

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

describe.runIf(needTool("Chromium", chromiumPath))("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

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
    const { id } = (await fixture.post("/stories", spokenStory)).json;
    await fixture.write();
    const { book } = (await fixture.get(`/stories/${id}`)).json;
    await fixture.narrate();
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
