import { randomUUID } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { LessonDocument } from "../../../src/review/documents.ts";
import type { Answer } from "../../../src/review/mail/answer-document.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { documentOf } from "../../fixtures.ts";
import { unzip } from "../../package/fixtures.ts";
import { sealed } from "../../review/mail/answers.ts";
import { needTool } from "../../tools.ts";
import { Served } from "../fixtures/served.ts";
import { OpenedDesk } from "./opened-desk.ts";
import { openLesson, pressOn, violationsOn } from "./press-on.ts";
import { ReviewerPage } from "./reviewer-page.ts";

const pictures = process.env.DESK_PICTURES;

describe.runIf(needTool("Chromium", chromiumPath))("an editor who corrects a lesson by keyboard", () => {
  let served: Served;
  let desk: OpenedDesk;
  let browser: Browser;
  let page: Page;
  let complaints: readonly string[] = [];

  beforeAll(async () => {
    served = await Served.start({ aligns: true, writingTime: "20ms" });
    served.plan(`course: course
title: Market days
budget: { credits: 500 }
languages: [es]
difficulties: [2]
defaults: { audiobook: false }
words: { w: { es: [{ word: pan, gloss: bread }] } }
topics: [{ id: first, topic: Bread, audiobook: true, words: [w] }, Second]
package: { formats: [web, epub] }
quality: { peak: { most: -20 } }
review: { required: 1 }
`);
    await served.run();
    desk = await OpenedDesk.start(served);
    browser = await openBrowser();
    ({ page, complaints } = await openLesson(browser, desk, { lesson: "Bread", width: 1366, height: 768 }));
  });

  const press = (...keys: string[]): Promise<void> => pressOn(page, ...keys);
  const showing = (selector: string, hasText: RegExp) =>
    page.locator(selector, { hasText }).first().waitFor();
  const textOf = (selector: string): Promise<string> => page.innerText(selector);
  const corrections = () => served.events().filter(({ type }) => type === "lesson.corrected");
  const picture = async (name: string): Promise<void> => {
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `correct-${name}.png`) });
  };
  /** Types another text for what is marked. */
  const correctTo = async (text: string): Promise<void> => {
    await press("e");
    await page.waitForSelector("#ask[open]");
    await press("Control+a");
    await page.keyboard.type(text);
  };
  const package_ = () => served.command(["package", "course.yaml", "--allow-partial"], {});
  let original = "";

  it("approves it, then corrects its title and a sentence; the approval counts no more", async () => {
    await press("a");
    await page.keyboard.type("Inés Ferrer");
    await press("Enter");
    await showing("#counts", /^1 approved/);
    await page.click('#queue button:has-text("Bread")');
    await showing("#status", /Approved by Inés/);
    await showing(".history", /approved it without hearing its recording/);
    expect(served.events().at(-1)).toMatchObject({ type: "lesson.approved", unheard: true });
    await press("e");
    await showing("#ask-title", /Correct the title/);
    await press("Control+a");
    await page.keyboard.type("El pan de la mañana");
    await press("Enter");
    await showing("h2", /^El pan de la mañana$/);
    await showing("#status", /approved it before its corrections changed/);
    await press("ArrowRight", "ArrowRight", "ArrowRight");
    original = await textOf('[data-unit="2"]');
    expect(await page.getAttribute('[data-unit="2"]', "aria-current")).toBe("true");
    await correctTo("Llega por fin una carta muy larga.");
    await showing("#ask-difference ins", /larga/);
    await picture("dialog");
    await press("Enter");
    await showing('[data-unit="2"].is-corrected', /^Llega por fin una carta muy larga\.$/);
  });

  it("is back where it was, with the difference shown, and the sentence no longer read along", async () => {
    expect(await page.getAttribute('[data-unit="2"]', "aria-current")).toBe("true");
    await showing("#corrections del", /pan|Bread|carta|./);
    await showing("#corrections", /The recording still has the old wording/);
    expect(await page.locator('[data-unit="2"].part').count()).toBe(0);
    expect(await page.locator('[data-unit="3"].part').count()).toBe(1);
    expect(corrections()).toMatchObject([
      { who: "Inés Ferrer", title: true, sentences: 0, undoes: null },
      { who: "Inés Ferrer", title: true, sentences: 1, undoes: null },
    ]);
  });

  it("corrects another sentence and takes that back in one step", async () => {
    await press("ArrowRight");
    const third = await textOf('[data-unit="3"]');
    await correctTo("Esto es un error.");
    await press("Enter");
    await showing('[data-unit="3"]', /^Esto es un error\.$/);
    await press("u");
    await showing("#message", /taken back/);
    expect(await textOf('[data-unit="3"]')).toBe(third);
    await showing('[data-unit="2"]', /^Llega por fin/);
    expect(corrections().at(-1)).toMatchObject({ sentences: 1, undoes: corrections()[2]?.correction });
    await correctTo("Esc changes nothing.");
    await press("Escape");
    await showing("#message", /What you typed is kept/);
    expect(await textOf('[data-unit="3"]')).toBe(third);
    expect(corrections()).toHaveLength(4);
    await page.reload();
    await showing("#unsent", /Esc changes nothing/);
    await page.click('#unsent button:has-text("Discard")');
    await page.waitForSelector("#unsent", { state: "hidden" });
    await page.click('#queue button:has-text("Bread")');
    await page.waitForSelector("#lesson[aria-busy=false] #corrections");
  });

  it("decides under the name that the tab shows, whatever another tab is told", async () => {
    const other = await page.context().newPage();
    await other.goto(desk.address.origin);
    await other.locator("#name", { hasText: "Inés Ferrer" }).waitFor();
    await pressOn(other, "n");
    await other.waitForSelector("#ask[open]");
    await other.keyboard.type("Otto");
    await pressOn(other, "Enter");
    await other.locator("#name", { hasText: "Otto" }).waitFor();
    await other.close();
    await showing("#name", /Inés Ferrer/);
    await press("c");
    await showing("#ask-title", /^Comment on/);
    await page.keyboard.type("Nice.");
    await press("Enter");
    await showing("#message", /^Commented/);
    expect(served.events().at(-1)).toMatchObject({ type: "comment.added", who: "Inés Ferrer" });
  });

  it("is told in the open dialog what can't be recorded, and why", async () => {
    const said = (pattern: RegExp) => showing("#ask-objection", pattern);
    await press("e");
    await page.waitForSelector("#ask[open]");
    for (const blank of ["", "  ", "\u200b\u200f"]) {
      await page.fill("#ask-text", blank);
      await press("Enter");
      await said(/A lesson needs a title/);
    }
    await page.fill("#ask-text", "x".repeat(2_001));
    await press("Enter");
    await said(/2,001 characters; at most 2,000/);
    await page.click("#ask-again");
    expect(await page.inputValue("#ask-text")).toBe("El pan de la mañana");
    await press("Escape");
    await press("h");
    await showing("#ask-title", /^Hold/);
    await press("Enter");
    await said(/Give the reason/);
    await press("Escape");
    await page.waitForSelector("#ask:not([open])", { state: "attached" });
    expect(corrections()).toHaveLength(4);
    expect(await page.locator("#unsent").isHidden()).toBe(true);
  });

  it("leaves a sentence out, and goes on with the next one", async () => {
    await page.click('[data-unit="4"]');
    await correctTo("");
    await press("Delete", "Enter");
    await showing('[data-unit="5"][aria-current]', /./);
    expect(await page.locator('[data-unit="4"]').count()).toBe(0);
    await press("u");
    await showing('[data-unit="4"]', /./);
  });

  it("has a package of the corrected text, and none of what it replaced, once it is approved again", async () => {
    expect((await package_()).code).toBe(4);
    await press("a");
    await showing("#counts", /^1 approved/);
    const said = await package_();
    expect(said.code, said.stderr).toBe(0);
    const files = await unzip(readFileSync(join(served.folder, "out", "course", "course-1.zip")));
    const texts = [...files]
      .filter(([path]) => /\.(html|txt|json|csv)$/.test(path))
      .map(([, content]) => String(content));
    expect(texts.join("\n")).toContain("Llega por fin una carta muy larga.");
    expect(texts.join("\n")).toContain("El pan de la mañana");
    expect(texts.join("\n")).not.toContain(original);
    expect(served.proxy.creations).toBe(2);
  });

  it.each([
    ["laptop-light", "light", 1366, 768],
    ["laptop-dark", "dark", 1366, 768],
    ["tablet-light", "light", 820, 1180],
    ["tablet-dark", "dark", 820, 1180],
  ] as const)("can be used by everybody: %s", async (name, colorScheme, width, height) => {
    await page.click('#queue button:has-text("Bread")');
    await page.waitForSelector("#lesson[aria-busy=false] #corrections");
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    await picture(name);
    await press("ArrowRight", "e");
    await page.waitForSelector("#ask[open]");
    await page.keyboard.type(" Y más.");
    await picture(`${name}-dialog`);
    await press("Escape");
    await page.click('#unsent button:has-text("Discard")');
  });

  it("keeps what was typed if it could not be recorded, and begins with it again", async () => {
    await page.click('#queue button:has-text("Bread")');
    await page.waitForSelector("#lesson[aria-busy=false] #corrections");
    const { origin } = desk.address;
    const answer = await page.request.get(`${origin}/api/lesson?job=first.es.2`);
    const { job, story, seen } = (await answer.json()) as LessonDocument;
    await press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
    const third = await textOf('[data-unit="3"]');
    await correctTo("Esto no se pierde.");
    const data = { job, story, seen, who: "Ben", id: randomUUID(), change: { kind: "title", text: "Otro" } };
    const meanwhile = await page.request.post(`${origin}/api/corrections`, { headers: { origin }, data });
    expect(meanwhile.status()).toBe(200);
    await press("Enter");
    await showing("#message", /has changed since it was shown/);
    await showing("#unsent", /Correct sentence 4, in “[^”]*”: .?Esto no se pierde\./);
    await showing("h2", /^Otro$/);
    expect(await textOf('[data-unit="3"]')).toBe(third);
    await page.click('[data-unit="3"]');
    await press("e");
    await page.waitForSelector("#ask[open]");
    expect(await page.inputValue("#ask-text")).toBe("Esto no se pierde.");
    await press("Escape");
    // The page takes keys again once the dialog has told that it is closed.
    await page.waitForSelector("#ask:not([open])", { state: "attached" });
    await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
    await press("u");
    await showing("#message", /taken back/);
  });

  it("shows a reviewer by mail what was corrected, who corrects more, approves that, and sends it back", async () => {
    const review = (...flags: string[]) => served.commandHere(["review", "course.yaml", ...flags], {});
    const path = join(served.folder, "reviewer.html");
    const said = await review("--export", path, "--with-sound");
    expect(said.code, said.stderr).toBe(0);
    const reviewer = await ReviewerPage.open(browser, path);
    const { page: mailed } = reviewer;
    await reviewer.choose("Bread");
    await mailed.locator("#corrections ins", { hasText: "larga" }).waitFor();
    expect(await mailed.locator("#lesson", { hasText: "--replace" }).count()).toBe(0);
    const fourth = await mailed.innerText('[data-unit="3"]');
    await mailed.click('[data-unit="3"]');
    await pressOn(mailed, "e");
    await mailed.waitForSelector("#ask[open]");
    await pressOn(mailed, "Control+a");
    await mailed.keyboard.type("Ben escribe desde lejos.");
    await pressOn(mailed, "Enter");
    await mailed.locator("#ask-title", { hasText: "Who is reviewing" }).waitFor();
    await mailed.keyboard.type("Ben Okafor");
    await pressOn(mailed, "Enter");
    await mailed.locator('[data-unit="3"].is-corrected', { hasText: "Ben escribe desde lejos." }).waitFor();
    await pressOn(mailed, "e");
    await mailed.waitForSelector("#ask[open]");
    await pressOn(mailed, "Control+a");
    await mailed.keyboard.type("Un error.");
    await pressOn(mailed, "Enter");
    await mailed.locator('[data-unit="3"]', { hasText: "Un error." }).waitFor();
    await pressOn(mailed, "u");
    await mailed.locator('[data-unit="3"]', { hasText: "Ben escribe" }).waitFor();
    await pressOn(mailed, "a");
    await mailed.locator("#message", { hasText: "Approved" }).waitFor();
    const answer = await reviewer.save(served.folder);
    expect(reviewer.complaints).toEqual([]);
    await mailed.close();

    const before = corrections().length;
    const entries = [{ kind: "corrected" }, { kind: "approved" }];
    const imported = async () =>
      documentOf(await review("--import", answer, "--yes", "--json")) as unknown as object;
    expect(await imported()).toMatchObject({ exitCode: 0, entries });
    expect(await imported()).toMatchObject({ exitCode: 0, entries: [{ before: true }, { before: true }] });
    expect(corrections().slice(before)).toMatchObject([{ who: "Ben Okafor", title: true, sentences: 2 }]);
    await page.reload();
    await page.click('#queue button:has-text("Bread")');
    await showing('[data-unit="3"]', /^Ben escribe desde lejos\.$/);
    await showing("#status", /Approved by Ben Okafor/);
    await press("u");
    await showing("#message", /taken back/);
    expect(await textOf('[data-unit="3"]')).toBe(fourth);
    expect(await imported()).toMatchObject({ exitCode: 0, entries: [{ before: true }, { before: true }] });
    const outdated = JSON.parse(readFileSync(answer, "utf8")) as Answer;
    const forged = {
      ...outdated,
      corrections: outdated.corrections?.map((one) => ({ ...one, id: randomUUID() })),
    };
    const { checksum: _, ...rest } = { ...forged, decisions: [] };
    await page.click('[data-unit="3"]');
    await correctTo("Otra cosa.");
    await press("Enter");
    await showing('[data-unit="3"]', /^Otra cosa\.$/);
    writeFileSync(answer, sealed(rest));
    expect(await imported()).toMatchObject({ exitCode: 4, entries: [{ recorded: false, why: "outdated" }] });
    await press("u");
    await showing("#message", /taken back/);
  });

  it("is told which file is lost, and takes that correction back", async () => {
    const overlay = corrections().findLast(({ undoes }) => undoes !== null)?.overlay as { file: string };
    rmSync(join(served.folder, "out", "course", overlay.file));
    await page.click('#queue button:has-text("Second")');
    await showing("h2", /Second/);
    await page.click('#queue button:has-text("Bread")');
    await showing("#lesson", new RegExp(overlay.file));
    await press("u");
    await showing("#message", /taken back/);
    expect(await textOf('[data-unit="2"]')).toBe(original);
    await showing("h2", /^El pan de la mañana$/);
    expect(complaints.filter((text) => !text.includes("409"))).toEqual([]);
  });

  it("sees that the desk has stopped, keeps the lesson and what was typed, and is known at the next desk", async () => {
    await page.click('[data-unit="3"]');
    await correctTo("El escritorio se para.");
    desk.running.process.kill("SIGKILL");
    await desk.running.finished;
    await showing("#gone", /The desk has stopped/);
    await press("Enter");
    await showing("#message", /could not be reached/);
    await showing("#unsent", /El escritorio se para/);
    await press("j");
    await showing("#message", /could not be reached/);
    await showing("h2", /^El pan de la mañana$/);
    desk = await OpenedDesk.start(served);
    await page.goto(desk.address.href);
    await page.waitForSelector("#status");
    expect(await page.locator("#gone").isHidden()).toBe(true);
    await press("c");
    await showing("#ask-title", /Who is reviewing/);
    // The name given last, in whichever tab.
    expect(await page.inputValue("#ask-text")).toBe("Otto");
    await press("Enter");
    await showing("#ask-title", /^Comment on/);
    await press("Escape");
  });
});
