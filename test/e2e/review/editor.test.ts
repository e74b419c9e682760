import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { LessonDocument } from "../../../src/review/documents.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { documentOf } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { manifestOf, packagedTexts } from "../fixtures/packaged.ts";
import { rig, type Served } from "../fixtures/served.ts";
import { decide } from "./decide.ts";
import { OpenedDesk, requestAbout } from "./opened-desk.ts";
import { ReviewerPage, screens } from "./reviewer-page.ts";

const lessons = 6;
const topics = Array.from({ length: lessons - 1 }, (_, index) => `Market day ${index + 2}`);
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
const isPlayerInSight = `(() => {
  document.querySelector("#lesson").scrollTo({ top: 600 });
  const [player, lesson] = ["audio", "#lesson"].map((name) => document.querySelector(name).getBoundingClientRect());
  return player.top >= lesson.top - 1 && player.bottom <= lesson.bottom;
})()`;

/** One editor's way through a course: each step stands on those before. */
describe.runIf(needTool("Chromium", chromiumPath))("an editor with a keyboard", () => {
  let served: Served;
  let desk: OpenedDesk;
  let browser: Browser;
  let editor: ReviewerPage;
  let page: Page;

  beforeAll(async () => {
    served = await rig({
      aligns: true,
      writingTime: "20ms",
      plan: `course: course
title: Market days
budget: { credits: 5000 }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
words: { w: { es: [{ word: pan, gloss: bread }, { word: rascacielos, gloss: skyscraper }] } }
topics: [{ id: first, topic: Bread, audiobook: true, words: [w] }, ${topics.join(", ")}]
package: { formats: [web, epub] }
quality: { peak: { most: -20 }, silence: { most: 1s } }
review: { required: 1 }
`,
    });
    await served.runHere();
    desk = await OpenedDesk.start(served);
    browser = await openBrowser();
    editor = await ReviewerPage.open(browser, desk.address);
    page = editor.page;
  });

  const events = (type: RegExp) => served.events().filter((event) => type.test(event.type));
  const corrections = () => events(/^lesson\.corrected/);
  const packaged = async (...flags: string[]): Promise<string[]> => {
    const made = await served.commandHere(["package", "course.yaml", "--json", ...flags], {});
    expect(documentOf(made), made.stderr).toMatchObject({ exitCode: 0, missing: flags.length });
    expect((await manifestOf(served)).gaps).toHaveLength(flags.length);
    return (await packagedTexts(served)).map(([, text]) => text);
  };

  it("opens the address, which loses its token, and sees the lessons with the gravest findings first", async () => {
    expect(page.url()).toBe(`${desk.address.origin}/`);
    // Only `open` has another page of the course to go to.
    expect(await page.locator("a").count()).toBe(0);
    expect(await page.locator("#queue li").count()).toBe(lessons);
    await editor.counted(/^0 approved, 6 waiting/);
    expect(await editor.text("#queue li:first-child")).toMatch(
      /^Bread\nSpanish, level 2 · waiting · [23] things to check$/,
    );
  });

  it("is asked for a name once, and approves, holds, rejects and comments with single keys", async () => {
    await editor.choose("Bread");
    await editor.press("?");
    await page.waitForSelector("#keys[open]");
    await editor.press("Escape");
    await editor.answering("a", "Inés Ferrer");
    await editor.counted(/^1 approved/);
    expect(served.events().at(-1)).toMatchObject({ type: "lesson.approved", unheard: true });
    await editor.answering("h", "The third sentence says it twice.");
    await editor.counted(/^1 approved, 4 waiting, 1 held/);
    await editor.answering("r", "Not for children.");
    await editor.counted(/1 held, 1 rejected/);
    await editor.answering("c", "A lovely ending.");
    await editor.showing(".history q", "A lovely ending.");
  });

  it("finds a lesson that is read along with its sound, with the required words marked", async () => {
    await editor.choose("Bread");
    await editor.showing(".history", /approved it without hearing its recording/);
    await editor.press("Space");
    await page.waitForSelector(".part.is-heard");
    await editor.press("Space");
    await page.waitForSelector(".part.is-heard", { state: "detached" });
    expect(await page.locator(".text mark", { hasText: /^pan$/ }).count()).toBeGreaterThan(0);
    expect(await editor.text("aside")).toContain("skyscraper");
  });

  it("sees in another window at once what was decided in this one", async () => {
    const other = await editor.tab(desk.address.origin);
    await other.counted(/1 held, 1 rejected/);
    await other.page.click("#queue .is-held");
    await other.showing("#status", "says it twice");
    const chosen = await editor.text("#queue [aria-current] .topic");
    await editor.answering("c", "Seen from elsewhere.");
    await editor.showing("#message", /^Commented/);
    await other.choose(chosen);
    await other.showing(".history q", "Seen from elsewhere.");
    await editor.answering("c", "And again.");
    await other.showing("#message", "changed elsewhere");
    await other.showing(".history q", "And again.");
    await other.page.close();
  });

  it("decides nothing by what is typed after a key that came before its lesson, and goes on by as many as were asked", async () => {
    const before = served.events().length;
    const names = await page.locator("#queue li").allInnerTexts();
    const at = names.indexOf(await editor.text("#queue [aria-current]"));
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
    await editor.showing("#message", /“h” was pressed too soon and did nothing/);
    expect((await editor.text("#queue [aria-current]")).split("\n")[0]).toBe(names[at + 2]?.split("\n")[0]);
    expect(await page.locator("dialog[open]").count()).toBe(0);
    await page.unroute("**/api/lesson?*");
    await page.reload();
    await page.waitForSelector("#lesson[aria-busy=false] #status");
    expect(served.events()).toHaveLength(before);
  });

  it("approves all others one after the other, without a mouse, and is told before approving what somebody held", async () => {
    for (let approved = 2; approved <= lessons - 2; approved += 1) {
      await editor.press("a");
      await editor.counted(new RegExp(`^${approved} approved`));
    }
    await editor.counted(/^4 approved, 0 waiting, 1 held, 1 rejected, of 6/);
    await editor.showing("#message", /It is recorded\. No lesson is waiting\.$/);
    await page.click("#queue .is-held");
    await editor.showing(".status.is-held", /^Held by Inés Ferrer: “The third sentence says it twice\.”$/);
    await editor.press("a");
    await editor.showing("#message", /says it twice/);
    expect(events(/^lesson\.approved/)).toHaveLength(lessons - 2);
    await editor.press("a");
    await editor.counted(/^5 approved/);
    expect(new Set(events(/^lesson\./).map(({ who }) => who))).toEqual(new Set(["Inés Ferrer"]));
    await packaged("--allow-partial");
  });

  it("reads what another story for the rejected lesson costs, buys it by the line that is shown, and approves it", async () => {
    await editor.choose("rejected");
    const line = await editor.text("code.command");
    await editor.showing(
      "aside p.quiet",
      /another story in place of this one\. The new story costs 13 credits/,
    );
    expect(served.proxy.creations).toBe(lessons);
    const bought = await served.commandHere([...line.split(" ").slice(1), "--poll", "100ms", "--json"]);
    expect(documentOf(bought).credits.committed, bought.stderr).toBeGreaterThan(0);
    expect(served.proxy.creations).toBe(lessons + 1);
    await page.reload();
    await editor.counted(/^5 approved, 1 waiting, 0 held, 0 rejected/);
    await page.waitForSelector("#lesson[aria-busy=false] #status");
    await editor.press("a");
    await editor.counted(/^6 approved, 0 waiting/);
    await packaged();
  });

  let original = "";

  it("corrects a title and a sentence, with the difference shown: the approval counts no more, and the sentence is not read along", async () => {
    await editor.choose("Bread");
    await editor.showing("#status", /Approved by Inés/);
    await editor.showing("button", /^Correct the title e$/);
    await editor.retype("El pan de la mañana");
    await editor.showing("#ask-title", /Correct the title/);
    await editor.press("Enter");
    await editor.showing("h2", /^El pan de la mañana$/);
    await editor.showing("#status", /approved the lesson before its corrections changed/);
    await editor.press("ArrowRight", "ArrowRight", "ArrowRight");
    await editor.showing("button", /^Correct sentence 3 e$/);
    original = await editor.text('[data-unit="2"]');
    await editor.retype("Llega por fin una carta muy larga.");
    await editor.showing("#ask-difference ins", /larga/);
    await editor.press("Enter");
    await editor.showing('[data-unit="2"].is-corrected', /^Llega por fin una carta muy larga\.$/);
    expect(await page.getAttribute('[data-unit="2"]', "aria-current")).toBe("true");
    await editor.showing("#corrections del", /./);
    await editor.showing("#corrections", /The recording still has the old wording/);
    expect(await page.locator('[data-unit="2"].part').count()).toBe(0);
    expect(await page.locator('[data-unit="3"].part').count()).toBe(1);
    expect(corrections()).toMatchObject([
      { who: "Inés Ferrer", title: true, sentences: 0, undoes: null },
      { who: "Inés Ferrer", title: true, sentences: 1, undoes: null },
    ]);
  });

  it("takes a correction back in one step, leaves a sentence out, and finds again after a reload what Esc has kept", async () => {
    const third = await editor.text('[data-unit="3"]');
    await editor.correct(3, "Esto es un error.");
    await editor.showing('[data-unit="3"]', /^Esto es un error\.$/);
    await editor.undo();
    expect(await editor.text('[data-unit="3"]')).toBe(third);
    await editor.showing('[data-unit="2"]', /^Llega por fin/);
    expect(corrections().at(-1)).toMatchObject({ undoes: corrections()[2]?.correction });
    await page.click('[data-unit="4"]');
    await editor.retype("");
    await editor.press("Delete", "Enter");
    await editor.showing('[data-unit="5"][aria-current]', /./);
    expect(await page.locator('[data-unit="4"]').count()).toBe(0);
    await editor.undo();
    await editor.showing('[data-unit="4"]', /./);
    const before = corrections().length;
    await page.click('[data-unit="3"]');
    await editor.retype("Esc changes nothing.");
    await editor.press("Escape");
    await editor.showing("#message", /Your text is kept/);
    expect(await editor.text('[data-unit="3"]')).toBe(third);
    expect(corrections()).toHaveLength(before);
    await page.reload();
    await editor.showing("#unsent", /Esc changes nothing/);
    await page.click('#unsent button:has-text("Discard")');
    await page.waitForSelector("#unsent", { state: "hidden" });
  });

  it("decides under the name that the tab shows, whatever another tab is told", async () => {
    const other = await editor.tab(desk.address.origin);
    await other.answering("n", "Otto");
    await other.showing("#name", "Otto");
    await other.page.close();
    await editor.showing("#name", "Inés Ferrer");
    await editor.answering("c", "Nice.");
    await editor.showing("#message", /^Commented/);
    expect(served.events().at(-1)).toMatchObject({ type: "comment.added", who: "Inés Ferrer" });
  });

  it("is told in the open dialog what can't be recorded, and why", async () => {
    const before = corrections().length;
    const objection = (pattern: RegExp) => editor.showing("#ask-objection", pattern);
    await editor.choose("Bread");
    await editor.press("e");
    await page.waitForSelector("#ask[open]");
    for (const [text, why] of [
      ["", /A lesson needs a title/],
      ["  ", /A lesson needs a title/],
      ["\u200b\u200f", /A lesson needs a title/],
      ["x".repeat(2_001), /2,001 characters; at most 2,000/],
    ] as const) {
      await page.fill("#ask-text", text);
      await editor.press("Enter");
      await objection(why);
    }
    await page.click("#ask-again");
    expect(await page.inputValue("#ask-text")).toBe("El pan de la mañana");
    await editor.press("Escape", "h");
    await editor.showing("#ask-title", /^Hold/);
    await editor.press("Enter");
    await objection(/Give a reason/);
    await editor.press("Escape");
    await page.waitForSelector("#ask", { state: "detached" });
    expect(corrections()).toHaveLength(before);
    expect(await page.locator("#unsent").isHidden()).toBe(true);
  });

  it("has a package of the corrected text, and none of what it replaced, once it is approved again", async () => {
    expect((await served.commandHere(["package", "course.yaml"], {})).code).toBe(4);
    await editor.press("a");
    await editor.counted(/^6 approved/);
    // Another lesson may have the sentence of before.
    const texts = (await packaged())
      .filter((text) => text.includes("Llega por fin una carta muy larga."))
      .join("\n");
    expect(texts).toContain("El pan de la mañana");
    expect(texts).not.toContain(original);
  });

  it("can use the page on every screen, and read at least 60 characters a line where they fit, beside a player in sight", async () => {
    await editor.choose("Bread");
    expect(await editor.obstacles()).toEqual([]);
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [820, 1180],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(longestLine)).toBeGreaterThanOrEqual(width < 700 ? 35 : 60);
      expect(await page.evaluate(isPlayerInSight)).toBe(true);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
  });

  it.each([
    ["de", "6 freigegeben, 0 wartend", "Freigeben a"],
    ["fr", "Approuvées : 6, en attente : 0", "Approuver a"],
    ["es", "Aprobadas: 6, en espera: 0", "Aprobar a"],
    ["en", "6 approved, 0 waiting", "Approve a"],
  ])("can use the page in %s, and its keys are what they were", async (tag, counts, approve) => {
    await page.selectOption(".language select", tag);
    expect(await page.getAttribute("html", "lang")).toBe(tag);
    expect((await editor.text("#counts")).replaceAll("\u00a0", " ")).toContain(counts);
    expect(await editor.text("button.main >> nth=0")).toBe(approve);
    expect(await editor.obstacles()).toEqual([]);
    await page.setViewportSize(screens.laptop);
    await page.click("h2");
    await editor.press("?");
    await page.waitForSelector("#keys[open]");
    expect(await editor.obstacles(["phone"])).toEqual([]);
    await page.setViewportSize(screens.laptop);
    await editor.press("Escape");
    // It stays for the next page.
    await page.reload();
    await page.waitForSelector("#lesson[aria-busy=false] #status");
    expect(await page.getAttribute("html", "lang")).toBe(tag);
  });

  it("keeps what was typed if it could not be recorded, and begins with it again", async () => {
    await editor.choose("Bread");
    const { origin } = desk.address;
    const answer = await page.request.get(`${origin}/api/lesson?job=first.es.2`);
    const about = requestAbout((await answer.json()) as LessonDocument);
    const third = await editor.text('[data-unit="3"]');
    await page.click('[data-unit="3"]');
    await editor.retype("Esto no se pierde.");
    const data = { ...about, change: { kind: "title", text: "Otro" } };
    const meanwhile = await page.request.post(`${origin}/api/corrections`, { headers: { origin }, data });
    expect(meanwhile.status()).toBe(200);
    await editor.press("Enter");
    await editor.showing("#message", /has changed since it was shown/);
    await editor.showing("#unsent", /Correct sentence 4, in “[^”]*”: .?Esto no se pierde\./);
    await editor.showing("h2", /^Otro$/);
    expect(await editor.text('[data-unit="3"]')).toBe(third);
    await page.click('[data-unit="3"]');
    await editor.press("e");
    await page.waitForSelector("#ask[open]");
    expect(await page.inputValue("#ask-text")).toBe("Esto no se pierde.");
    await editor.press("Escape");
    // The page takes keys again once the dialog has told that it is closed.
    await page.waitForSelector("#ask", { state: "detached" });
    await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
    await editor.undo();
  });

  it("sees that the desk has stopped, keeps the lesson and what was typed, and is known at the next desk", async () => {
    expect(editor.complaints.filter((text) => !text.includes("409"))).toEqual([]);
    expect(editor.asked.filter((url) => !url.startsWith(desk.address.origin))).toEqual([]);
    await page.click('[data-unit="3"]');
    await editor.retype("El escritorio se para.");
    desk.running.process.kill("SIGKILL");
    await desk.running.finished;
    await editor.showing("#gone", /The desk has stopped/);
    await editor.press("Enter");
    await editor.showing("#message", /could not be reached/);
    await editor.showing("#unsent", /El escritorio se para/);
    await editor.press("j");
    await editor.showing("#message", /could not be reached/);
    await editor.showing("h2", /^El pan de la mañana$/);
    desk = await OpenedDesk.start(served);
    await page.goto(desk.address.href);
    await page.waitForSelector("#status");
    expect(await page.locator("#gone").isHidden()).toBe(true);
    await editor.press("c");
    await editor.showing("#ask-title", /Who is reviewing/);
    // The name given last, in whichever tab.
    expect(await page.inputValue("#ask-text")).toBe("Otto");
    await editor.press("Enter");
    await editor.showing("#ask-title", /^Comment on/);
    await editor.press("Escape");
    await page.waitForSelector("#ask", { state: "detached" });
  });

  it("sees within two seconds what another program has recorded", async () => {
    await editor.choose("Bread");
    await decide(served, { who: "Cho Lin", job: "first.es.2", kind: "held", why: "Not from this desk." });
    await page.locator(".history q", { hasText: "Not from this desk." }).waitFor({ timeout: 2_000 });
    await editor.showing("#message", /changed elsewhere/);
  });
});
