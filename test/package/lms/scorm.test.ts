import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { scorm } from "../../../src/package/formats/scorm/index.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { course, unzip } from "../fixtures.ts";
import { serve, watch } from "../pages/browser.ts";
import { showcase } from "../torture/showcase.ts";
import { hostileAsText } from "../torture/torture-course.ts";
import { all, attr, filesOf, parsed, textsOf, tortured } from "./fixtures.ts";

const require = createRequire(import.meta.url);
const runtime = require.resolve("scorm-again/scorm12/min");

describe("a lesson's SCORM package", () => {
  test("has one SCO, and a manifest that lists every file and no content except a title", async () => {
    for (const { files, volume } of await tortured(scorm)) {
      expect([...files.keys()]).toEqual(
        volume.lessons.map(({ name }) => `${volume.folder}/lms/scorm12/${name}.zip`),
      );
      for (const zip of files.values()) {
        const texts = await textsOf(zip);
        const manifest = parsed(texts.get("imsmanifest.xml"));
        const [resource, ...others] = all(manifest, "resource");
        expect(others).toEqual([]);
        expect(attr(all(manifest, "item")[0], "identifierref")).toBe(attr(resource, "identifier"));
        expect(attr(all(manifest, "organizations")[0], "default")).toBe(
          attr(all(manifest, "organization")[0], "identifier"),
        );
        const named = all(manifest, "file").map((file) => attr(file, "href"));
        expect([...named, "imsmanifest.xml"].sort()).toEqual([...texts.keys()].sort());
        expect(named).toContain(attr(resource, "href"));
        for (const { content } of all(manifest, "title")) expect(content).not.toMatch(/[<>\n]|&\S/);
      }
    }
  });
});

describe.runIf(needTool("Chromium", chromiumPath))("a lesson's SCORM package in a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });

  interface Opened {
    readonly page: Page;
    readonly sco: FrameLocator;
    readonly complaints: string[];
    /** What the page has asked of somebody else. */
    readonly foreign: () => string[];
    /** The values reported to the platform. */
    readonly told: (name: string) => Promise<string>;
  }

  /** A platform's page with a real SCORM 1.2 run-time around the lesson. */
  async function launch(what: Course, name = "lesson-01"): Promise<Opened> {
    const { files, volume } = await filesOf(scorm, what);
    const served = new Map(
      await unzip(files.get(`${volume.folder}/lms/scorm12/${name}.zip`) ?? Buffer.alloc(0)),
    );
    served.set("platform.js", await readFile(runtime));
    served.set("platform.html", Buffer.from(platform));
    const url = await serve((path) => served.get(path));
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const { asked, complaints } = watch(page);
    await page.goto(`${url}platform.html`, { waitUntil: "load" });
    const told = (key: string) => page.evaluate(`API.LMSGetValue(${JSON.stringify(key)})`) as Promise<string>;
    return {
      page,
      sco: page.frameLocator("iframe"),
      complaints,
      told,
      foreign: () => asked.filter((each) => !each.startsWith(url)),
    };
  }

  const platform = `<!doctype html><meta charset="utf-8"><title>A platform</title><script src="platform.js"></script>
<script>window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
window.heard = [];
API.on("LMSSetValue.cmi.core.session_time", (name, value) => heard.push(value));
API.on("LMSSetValue.cmi.core.exit", (name, value) => heard.push("exit: " + value));
API.on("LMSFinish", () => heard.push("finished"));</script>
<iframe src="index.html" width="900" height="900"></iframe>
<script>async function resume() {
  const frame = document.querySelector("iframe");
  const left = new Promise((done) => API.on("LMSFinish", done));
  const there = new Promise((done) => frame.addEventListener("load", done, { once: true }));
  const kept = JSON.parse(JSON.stringify(API.cmi));
  frame.contentWindow.addEventListener("pagehide", () => {
    API.reset();
    API.loadFromJSON(kept);
  });
  frame.contentWindow.location.reload();
  await left;
  await there;
}</script>`;

  test("is passed with full marks when every answer is right", async () => {
    const { sco, told, complaints, foreign, page } = await launch(showcase(null));
    expect(await told("cmi.core.lesson_status")).toBe("incomplete");
    const points = await answer(sco, () => true);
    expect(points).toBeGreaterThan(15);
    expect(await sco.locator(".score").textContent()).toBe(`${points} of ${points} points`);
    expect(await told("cmi.core.lesson_status")).toBe("passed");
    expect(await told("cmi.core.score.raw")).toBe("100");
    expect(await told("cmi.core.score.max")).toBe("100");
    await page.evaluate(`document.querySelector("iframe").remove()`);
    expect(await page.evaluate("heard")).toEqual([
      expect.stringMatching(/^0000:0\d:\d\d$/),
      "exit: ",
      "finished",
    ]);
    expect([...complaints, ...foreign()]).toEqual([]);
  });

  test.each([
    [
      "has answers missing",
      async (sco: FrameLocator) => void (await sco.locator("[data-item]").first().evaluate(answering, "zzz")),
    ],
    [
      "was settled by unfolded answers",
      async (sco: FrameLocator) => {
        await sco.locator("details summary").first().click();
        await answer(sco, () => true);
      },
    ],
  ])("stays open as long as it %s", async (_, work) => {
    const { sco, page } = await launch(showcase(null), "lesson-02");
    await work(sco);
    await page.evaluate(`document.querySelector("iframe").remove()`);
    expect(await page.evaluate("heard")).toContain("exit: suspend");
  });

  test("gives half a point for a word that is right but for its spelling, and shows the right form", async () => {
    for (const [almost, points] of [
      [undefined, "0.5"],
      ["full", "1"],
    ] as const) {
      const { sco, told } = await launch({ ...showcase(null), ...(almost && { almost }) });
      const word = sco.locator("[data-first]").first();
      const answer = (await word.getAttribute("data-answer")) ?? "";
      await word.locator("input").fill(`${answer}s`);
      await word.locator("input").blur();
      expect(await word.locator(".verdict").textContent()).toBe(`Almost: ${answer}`);
      expect(await sco.locator(".score").textContent()).toMatch(new RegExp(`^${points} of \\d+ points$`));
      const all = Number(/of (\d+)/.exec((await sco.locator(".score").textContent()) ?? "")?.[1]);
      expect(await told("cmi.core.score.raw")).toBe(String(Math.round((100 * Number(points)) / all)));
    }
  });

  test("keeps its score once the learner has unfolded answers, even if it is opened again", async () => {
    const { sco, told, page } = await launch(showcase(null), "lesson-02");
    const points = await answer(sco, (index) => index === 0);
    const raw = await told("cmi.core.score.raw");
    const right = Number(/^\d+/.exec((await sco.locator(".score").textContent()) ?? "")?.[0]);
    expect([raw, await told("cmi.core.lesson_status")]).toEqual([
      String(Math.round((100 * right) / points)),
      "failed",
    ]);
    expect(Number(raw)).toBeLessThan(50);
    await sco.locator("details summary").first().click();
    await sco.locator("#settled", { hasText: "Your score stays as it is" }).waitFor();
    const practise = async () => {
      await answer(sco, () => true);
      expect(await sco.locator(".score").textContent()).toBe(`${points} of ${points} points`);
      expect([await told("cmi.core.score.raw"), await told("cmi.core.lesson_status")]).toEqual([
        raw,
        "failed",
      ]);
    };
    await practise();
    await page.evaluate(`resume()`);
    expect(await sco.locator("#settled").textContent()).toContain("Your score stays as it is");
    await practise();
  });

  test("is completed by opening if it has no exercises", async () => {
    const lessons = course().lessons.map((each) => ({ ...each, text: "Sí.", words: [] }));
    const { told, sco } = await launch(course({ lessons }));
    expect(await told("cmi.core.lesson_status")).toBe("completed");
    expect(await sco.locator("#exercises").count()).toBe(0);
  });

  test("works without a platform, and shows hostile content as text and nothing else, in every script", async () => {
    for (const { files, volume } of await tortured(scorm)) {
      const [first] = volume.lessons;
      const zip = files.get(`${volume.folder}/lms/scorm12/lesson-01.zip`) ?? Buffer.alloc(0);
      const inside = await unzip(zip);
      const url = await serve((path) => inside.get(path));
      const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
      const { asked, complaints } = watch(page);
      await page.goto(`${url}index.html`, { waitUntil: "load" });
      const text = closed(await page.textContent("main"));
      for (const { text: paragraph } of first?.paragraphs ?? []) expect(text).toContain(closed(paragraph));
      for (const { word, gloss } of first?.words ?? []) expect(text).toContain(closed(word + (gloss ?? "")));
      expect(closed(await page.textContent("h1"))).toBe(closed(first?.title ?? ""));
      if (volume.folder === "es-2") {
        expect(text).toContain(closed(hostileAsText("opening")));
        expect(await page.locator("[data-item]").count()).toBeGreaterThanOrEqual(8);
      }
      expect(await page.evaluate(foreign)).toEqual([]);
      expect([...complaints, ...asked.filter((each) => !each.startsWith(url))]).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      await page.close();
    }
  });
});

function closed(text: string | null): string {
  return (text ?? "").replace(/[\s\u2060]+/g, "");
}

// Elements and attributes that a lesson's page never contains by itself.
const foreign = `[...document.querySelectorAll("*")].filter((element) => ["IMG", "B", "IFRAME", "STYLE"].includes(element.tagName.toUpperCase()) ||
  [...element.attributes].some(({ name, value }) => name.startsWith("on") || /^javascript:/.test(value))).map(({ outerHTML }) => outerHTML)`;

/** Answers like a learner, by choosing, typing, building and moving; the number of points that there are. */
async function answer(sco: FrameLocator, isRight: (index: number) => boolean): Promise<number> {
  const items = sco.locator("[data-item]");
  let points = 0;
  for (let index = 0; index < (await items.count()); index += 1) {
    const item = items.nth(index);
    points += Math.max(1, await item.locator("[data-place]").count());
    const right = (await item.getAttribute("data-answer")) ?? "";
    await item.evaluate(answering, isRight(index) ? right : "zzz");
  }
  return points;
}

// In the page, because lists beside columns are hidden behind their tiles.
const answering = new Function(
  "item",
  "wanted",
  `  const isWrong = wanted === "zzz";
  const field = item.querySelector("select, input");
  if (field?.tagName === "SELECT") {
    const other = [...field.options].find(({ value }) => value !== "" && value !== item.dataset.answer);
    field.value = isWrong ? other.value : wanted;
  } else if (field !== null) field.value = isWrong ? wanted : "  " + wanted.toUpperCase() + " ";
  field?.dispatchEvent(new Event("change", { bubbles: true }));
  for (const tile of item.querySelectorAll(".line button")) tile.click();
  let rest = wanted.toLowerCase();
  for (;;) {
    const tiles = [...item.querySelectorAll(".tiles button")];
    const next = isWrong ? tiles[0] : tiles.find(({ textContent }) => (rest + " ").startsWith(textContent.toLowerCase() + " "));
    if (next === undefined) break;
    rest = rest.slice(next.textContent.length + 1);
    next.click();
  }
  const list = item.querySelector(".order");
  if (list === null) return;
  const rows = [...list.children].sort((a, b) => a.dataset.place - b.dataset.place);
  list.append(...(isWrong ? rows.reverse() : rows));
  item.querySelector(":scope > button").click();`,
) as (item: unknown, wanted: string) => void;
