import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { documentOf } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { needTool } from "../../tools.ts";
import { Served } from "../fixtures/served.ts";
import { OpenedDesk } from "./opened-desk.ts";
import { pressOn, violationsOn } from "./press-on.ts";

const lessons = 12;
const topics = Array.from({ length: lessons - 1 }, (_, index) => `Market day ${index + 2}`);
const pictures = process.env.DESK_PICTURES;
/** How many characters the longest line of a lesson's text has on the page. */
const longestLine = `(() => {
  const counts = new Map();
  const range = document.createRange();
  const nodes = document.createTreeWalker(document.querySelector(".text"), NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    for (let at = 0; at < node.length; at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const line = Math.round(range.getBoundingClientRect().bottom);
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  return Math.max(...counts.values());
})()`;

describe.runIf(needTool("Chromium", chromiumPath))("an editor with a keyboard", () => {
  let served: Served;
  let desk: OpenedDesk;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    served = await Served.start({ aligns: true, writingTime: "20ms" });
    served.plan(`course: course
title: Market days
budget: { credits: 5000 }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
words: { w: { es: [{ word: pan, gloss: bread }, { word: rascacielos, gloss: skyscraper }] } }
topics: [{ id: first, topic: Bread, audiobook: true, words: [w] }, ${topics.join(", ")}]
package: { formats: [web] }
quality: { peak: { most: -20 }, silence: { most: 1s } }
review: { required: 1 }
`);
    await served.run();
    desk = await OpenedDesk.start(served);
    browser = await openBrowser();
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
    page = await context.newPage();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => asked.push(request.url()));
  });

  const text = (selector: string): Promise<string> => page.innerText(selector);
  // The page's policy forbids scripts from texts, and with them most ways to wait.
  const textMatches = (selector: string, hasText: RegExp) => page.locator(selector, { hasText }).waitFor();
  const counted = (pattern: RegExp) => textMatches("#counts", pattern);
  /** Goes through the queue to a lesson, by key. */
  const choose = async (entry: RegExp): Promise<void> => {
    const entries = await page.locator("#queue li").allInnerTexts();
    const [from, to] = [
      entries.indexOf(await text("#queue [aria-current]")),
      entries.findIndex((one) => entry.test(one)),
    ];
    for (let at = from; at !== to; at += Math.sign(to - from)) {
      await pressOn(page, to > from ? "j" : "k");
      await page.waitForSelector(`#lesson[aria-busy=false]`);
    }
    expect(await text("#queue [aria-current]")).toMatch(entry);
  };
  const picture = async (name: string): Promise<void> => {
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
  };

  it("opens the address, which loses its token, and sees the lessons with the gravest findings first", async () => {
    await page.goto(desk.address.href);
    await page.waitForSelector("#status");
    expect(page.url()).toBe(`${desk.address.origin}/`);
    expect(await page.locator("#queue li").count()).toBe(lessons);
    await counted(/^0 approved, 12 waiting/);
    expect(await text("#queue li:first-child")).toMatch(/^Bread\nes-2, waiting, [23] found$/);
  });

  it("finds a lesson that is read along with its sound, with the required words marked", async () => {
    await page.click('#queue button:has-text("Bread")');
    // Until the lesson has the focus, Space presses the button again.
    await page.waitForSelector("#lesson:focus");
    await pressOn(page, "Space");
    await page.waitForSelector(".part.is-heard");
    await picture("laptop-light");
    await pressOn(page, "Space");
    await page.waitForSelector(".part.is-heard", { state: "detached" });
    expect(await page.locator(".text mark", { hasText: /^pan$/ }).count()).toBeGreaterThan(0);
    expect(await text("aside")).toContain("skyscraper");
  });

  it("is asked for a name once, and approves, holds, rejects and comments with single keys", async () => {
    await pressOn(page, "?");
    await page.waitForSelector("#keys[open]");
    await pressOn(page, "Escape");
    await pressOn(page, "a");
    await page.keyboard.type("Inés Ferrer");
    await pressOn(page, "Enter");
    await counted(/^1 approved/);
    await pressOn(page, "h");
    await page.waitForSelector("#ask[open]");
    await page.keyboard.type("The third sentence says it twice.");
    await picture("dialog");
    await pressOn(page, "Enter");
    await counted(/^1 approved, 10 waiting, 1 held/);
    await pressOn(page, "r");
    await page.waitForSelector("#ask[open]");
    await page.keyboard.type("Not for children.");
    await pressOn(page, "Enter");
    await counted(/1 held, 1 rejected/);
    await pressOn(page, "c");
    await page.waitForSelector("#ask[open]");
    await page.keyboard.type("A lovely ending.");
    await pressOn(page, "Enter");
    await page.waitForSelector('.history q:has-text("A lovely ending.")');
  });

  it("sees in another window at once what was decided in this one", async () => {
    const other = await page.context().newPage();
    await other.goto(desk.address.origin);
    await other.locator("#counts", { hasText: /1 held, 1 rejected/ }).waitFor();
    await other.click("#queue .is-held");
    await other.locator("#status", { hasText: "says it twice" }).waitFor();
    const chosen = await text("#queue [aria-current] .topic");
    await pressOn(page, "c");
    await page.waitForSelector("#ask[open]");
    await page.keyboard.type("Seen from elsewhere.");
    await pressOn(page, "Enter");
    await textMatches("#message", /^Commented/);
    await other.locator("#queue button", { hasText: chosen }).click();
    await other.locator(".history q", { hasText: "Seen from elsewhere." }).waitFor();
    await pressOn(page, "c");
    await page.waitForSelector("#ask[open]");
    await page.keyboard.type("And again.");
    await pressOn(page, "Enter");
    await other.locator("#message", { hasText: "changed in another window" }).waitFor();
    await other.locator(".history q", { hasText: "And again." }).waitFor();
    await other.close();
  });

  it("asks the desk for the next lesson alone, not for the others or the queue again", async () => {
    const before = asked.length;
    await pressOn(page, "j");
    await page.waitForSelector("#lesson[aria-busy=false]");
    await pressOn(page, "k");
    await page.waitForSelector("#lesson[aria-busy=false]");
    const paths = asked.slice(before).map((url) => new URL(url).pathname);
    expect(paths.filter((path) => path !== "/api/sound")).toEqual(["/api/lesson", "/api/lesson"]);
  });

  it("decides nothing by what is typed after a key that came before its lesson, and goes on by as many as were asked", async () => {
    const decided = () => served.events().filter(({ type }) => /^(?:lesson|comment)\./.test(String(type)));
    const before = decided().length;
    const names = await page.locator("#queue li").allInnerTexts();
    const at = names.indexOf(await text("#queue [aria-current]"));
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/api/lesson?*", async (route) => {
      await arrived;
      await route.continue();
    });
    for (const key of ["j", "j"]) await page.keyboard.press(key);
    await page.waitForSelector("#lesson[aria-busy=true]");
    await page.keyboard.press("h");
    await page.keyboard.type("a reason that has all a hasty person needs");
    arrive();
    await page.waitForSelector("#lesson[aria-busy=false]");
    await textMatches("#message", /“h” came too soon, and did nothing/);
    expect((await text("#queue [aria-current]")).split("\n")[0]).toBe(names[at + 2]?.split("\n")[0]);
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(decided()).toHaveLength(before);
    await page.unroute("**/api/lesson?*");
    await page.reload();
    await page.waitForSelector("#lesson[aria-busy=false] #status");
    expect(decided()).toHaveLength(before);
  });

  it("approves all others one after the other, without a mouse", async () => {
    for (let approved = 2; approved <= lessons - 2; approved += 1) {
      await pressOn(page, "a");
      await counted(new RegExp(`^${approved} approved`));
    }
    await counted(/^10 approved, 0 waiting, 1 held, 1 rejected, of 12/);
    await textMatches("#message", /It is recorded\. No lesson is waiting\.$/);
    expect(served.events().filter(({ type }) => type === "lesson.approved")).toHaveLength(lessons - 2);
    const who = new Set(
      served
        .events()
        .flatMap((event) => (event.type.startsWith("lesson.") && "who" in event ? [event.who] : [])),
    );
    expect([...who]).toEqual(["Inés Ferrer"]);
  });

  it("is told before a lesson is approved that somebody held", async () => {
    await page.click("#queue .is-held");
    await textMatches(".status.is-held", /^Held by Inés Ferrer: “The third sentence says it twice\.”$/);
    await pressOn(page, "a");
    await textMatches("#message", /says it twice/);
    expect(served.events().filter(({ type }) => type === "lesson.approved")).toHaveLength(lessons - 2);
    await pressOn(page, "a");
    await counted(/^11 approved/);
  });

  it("has a package of the approved lessons", async () => {
    const said = documentOf(await served.command(["package", "course.yaml", "--allow-partial", "--json"]));
    expect(said).toMatchObject({ exitCode: 0, missing: 1 });
    expect(served.proxy.creations).toBe(lessons);
  });

  it("corrects two sentences, and approves the lesson again as it reads now", async () => {
    await choose(/Market day 9/);
    for (const [number, now] of [
      ["2", "Hace mucho frío en la plaza."],
      ["3", "Nadie compra helado."],
    ] as const) {
      while ((await page.getAttribute(`[data-unit="${number}"]`, "aria-current")) !== "true")
        await pressOn(page, "ArrowRight");
      await pressOn(page, "e");
      await page.waitForSelector("#ask[open]");
      await pressOn(page, "Control+a");
      await page.keyboard.type(now);
      await pressOn(page, "Enter");
      await page
        .locator(`#lesson[aria-busy=false] [data-unit="${number}"].is-corrected`, { hasText: now })
        .waitFor();
    }
    await textMatches("#status", /approved it before its corrections changed/);
    await pressOn(page, "a");
    await counted(/^11 approved, 0 waiting, 0 held, 1 rejected/);
  });

  it("reads what another story for the rejected lesson costs, buys it by the line that is shown, and approves it", async () => {
    await choose(/rejected/);
    const line = await text("code.command");
    await textMatches("aside p.quiet", /another story in place of this one\. The new story costs 13 credits/);
    expect(served.proxy.creations).toBe(lessons);
    const bought = await served.command([...line.split(" ").slice(1), "--poll", "100ms", "--json"]);
    expect(documentOf(bought).credits.committed, bought.stderr).toBeGreaterThan(0);
    expect(served.proxy.creations).toBe(lessons + 1);
    await page.reload();
    await counted(/^11 approved, 1 waiting, 0 held, 0 rejected/);
    await page.waitForSelector("#lesson[aria-busy=false] #status");
    await pressOn(page, "a");
    await counted(/^12 approved, 0 waiting/);
  });

  it("has the whole course bound, with what was corrected and none of the story that was rejected", async () => {
    const said = documentOf(await served.commandHere(["package", "course.yaml", "--json"]));
    expect(said).toMatchObject({ exitCode: 0 });
    const files = await unzip(readFileSync(join(served.folder, "out", "course", "course-1.zip")));
    const manifest = JSON.parse(String(files.get("publisher/manifest.json")));
    expect(manifest.lessons).toHaveLength(lessons);
    expect(manifest.gaps).toEqual([]);
    const texts = [...files].filter(([path]) => path.endsWith(".txt")).map(([, bytes]) => String(bytes));
    expect(texts.filter((one) => one.includes("Nadie compra helado."))).toHaveLength(1);
    expect(served.proxy.creations).toBe(lessons + 1);
  });

  it.each([
    ["laptop-dark", "dark", 1366, 768],
    ["tablet-light", "light", 820, 1180],
    ["tablet-dark", "dark", 820, 1180],
    ["phone-light", "light", 390, 844],
  ] as const)("can be used by everybody: %s", async (name, colorScheme, width, height) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    await picture(name);
  });

  it.each([
    [1440, 900],
    [1024, 768],
    [820, 1180],
    [390, 844],
  ])(
    "reads at least 60 characters a line where they fit, beside a player in sight: %i px",
    async (width, height) => {
      await page.setViewportSize({ width, height });
      await choose(/^Bread/);
      const longest = (await page.evaluate(longestLine)) as number;
      expect(longest).toBeGreaterThanOrEqual(width < 700 ? 35 : 60);
      await page.evaluate("document.querySelector('#lesson').scrollTo({ top: 600 })");
      const isInSight = await page.evaluate(`(() => {
        const [player, lesson] = ["audio", "#lesson"].map((name) => document.querySelector(name).getBoundingClientRect());
        return player.top >= lesson.top - 1 && player.bottom <= lesson.bottom;
      })()`);
      expect(isInSight).toBe(true);
    },
  );

  it("has asked nothing of anybody else, and complained of nothing", () => {
    expect(asked.filter((url) => !url.startsWith(desk.address.origin))).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
