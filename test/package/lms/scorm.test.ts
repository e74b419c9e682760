import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FrameLocator } from "playwright-core";
import { expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { scorm } from "../../../src/package/formats/scorm/index.ts";
import { hostileAsText, showcase, volumesOf } from "../courses.ts";
import { type Archive, course, filesOf, lesson } from "../fixtures.ts";
import { describeInBrowser, newPage, serve } from "../pages/browser.ts";
import { all, attr, parsed } from "./fixtures.ts";

const require = createRequire(import.meta.url);
const runtime = require.resolve("scorm-again/scorm12/min");

test("a lesson's SCORM package has one SCO, and a manifest that lists every file and no content except a title", async () => {
  for (const { files, volume } of await volumesOf(scorm)) {
    expect(files.paths).toEqual(volume.lessons.map(({ name }) => `${volume.folder}/lms/scorm12/${name}.zip`));
    for (const path of files.paths) {
      const inside = await files.inside(path);
      const manifest = parsed(inside.text("imsmanifest.xml"));
      const one = (name: string) => all(manifest, name)[0];
      expect(all(manifest, "resource")).toHaveLength(1);
      expect(attr(one("item"), "identifierref")).toBe(attr(one("resource"), "identifier"));
      expect(attr(one("organizations"), "default")).toBe(attr(one("organization"), "identifier"));
      const named = all(manifest, "file").map((file) => attr(file, "href"));
      expect([...named, "imsmanifest.xml"].sort()).toEqual(inside.paths.sort());
      expect(named).toContain(attr(one("resource"), "href"));
      for (const { content } of all(manifest, "title")) expect(content).not.toMatch(/[<>\n]|&\S/);
    }
  }
});

describeInBrowser("a lesson's SCORM package in a browser", () => {
  /** A page of a package on a server of its own, and what it has asked of anybody else. */
  async function openServed(files: Archive, path: string, viewport = { width: 1280, height: 900 }) {
    const url = await serve((path) => files.get(path));
    const { asked, ...opened } = await newPage({ viewport });
    await opened.page.goto(`${url}${path}`, { waitUntil: "load" });
    return { ...opened, foreign: () => asked.filter((each) => !each.startsWith(url)) };
  }

  /** A platform's page with a real SCORM 1.2 run-time around the lesson. `told`: the values reported to the platform. */
  async function launch(what: Course, name = "lesson-01") {
    const { files, volume } = await filesOf(scorm, what);
    const served = await files.inside(`${volume.folder}/lms/scorm12/${name}.zip`);
    served.set("platform.js", await readFile(runtime)).set("platform.html", Buffer.from(platform));
    const opened = await openServed(served, "platform.html");
    const { page } = opened;
    const told = (key: string) => page.evaluate(`API.LMSGetValue(${JSON.stringify(key)})`) as Promise<string>;
    const sco = page.frameLocator("iframe");
    return { ...opened, sco, told, score: async () => (await sco.locator(".score").textContent()) ?? "" };
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
    const { sco, told, score, complaints, foreign, page } = await launch(showcase(null));
    expect(await told("cmi.core.lesson_status")).toBe("incomplete");
    const points = await answer(sco, () => true);
    expect(points).toBeGreaterThan(15);
    expect(await score()).toBe(`${points} of ${points} points`);
    for (const [name, value] of Object.entries({
      lesson_status: "passed",
      "score.raw": "100",
      "score.max": "100",
    }))
      expect(await told(`cmi.core.${name}`)).toBe(value);
    await page.evaluate(`document.querySelector("iframe").remove()`);
    expect(await page.evaluate("heard")).toEqual([
      expect.stringMatching(/^0000:0\d:\d\d$/),
      "exit: ",
      "finished",
    ]);
    expect([...complaints, ...foreign()]).toEqual([]);
  });

  test.each<[string, (sco: FrameLocator) => Promise<unknown>]>([
    ["has answers missing", (sco) => sco.locator("[data-item]").first().evaluate(answering, "zzz")],
    [
      "was settled by unfolded answers",
      async (sco) => {
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
    for (const [points, more] of [
      [0.5, {}],
      [1, { almost: "full" }],
    ] as const) {
      const { sco, told, score } = await launch({ ...showcase(null), ...more });
      const word = sco.locator("[data-first]").first();
      const answer = (await word.getAttribute("data-answer")) ?? "";
      await word.locator("input").fill(`${answer}s`);
      await word.locator("input").blur();
      expect(await word.locator(".verdict").textContent()).toBe(`Almost: ${answer}`);
      const [, given, all] = /^([\d.]+) of (\d+) points$/.exec(await score()) ?? [];
      expect(given).toBe(String(points));
      expect(await told("cmi.core.score.raw")).toBe(String(Math.round((100 * points) / Number(all))));
    }
  });

  test("keeps its score once the learner has unfolded answers, even if it is opened again", async () => {
    const { sco, told, score, page } = await launch(showcase(null), "lesson-02");
    const reported = async () => [await told("cmi.core.score.raw"), await told("cmi.core.lesson_status")];
    const points = await answer(sco, (index) => index === 0);
    const raw = Math.round((100 * Number.parseInt(await score(), 10)) / points);
    expect(await reported()).toEqual([String(raw), "failed"]);
    expect(raw).toBeLessThan(50);
    await sco.locator("details summary").first().click();
    await sco.locator("#settled", { hasText: "Your score stays as it is" }).waitFor();
    const practise = async () => {
      await answer(sco, () => true);
      expect(await score()).toBe(`${points} of ${points} points`);
      expect(await reported()).toEqual([String(raw), "failed"]);
    };
    await practise();
    await page.evaluate(`resume()`);
    expect(await sco.locator("#settled").textContent()).toContain("Your score stays as it is");
    await practise();
  });

  test("is completed by opening if it has no exercises", async () => {
    const { told, sco } = await launch(course({ lessons: [lesson({ text: "Sí.", words: [] })] }));
    expect(await told("cmi.core.lesson_status")).toBe("completed");
    expect(await sco.locator("#exercises").count()).toBe(0);
  });

  test("works without a platform, and shows hostile content as text and nothing else, in every script", async () => {
    for (const { files, volume } of await volumesOf(scorm)) {
      const [first] = volume.lessons;
      const inside = await files.inside(`${volume.folder}/lms/scorm12/lesson-01.zip`);
      const { page, complaints, foreign } = await openServed(inside, "index.html", {
        width: 320,
        height: 800,
      });
      const text = closed(await page.textContent("main"));
      for (const { text: paragraph } of first?.paragraphs ?? []) expect(text).toContain(closed(paragraph));
      for (const { word, gloss } of first?.words ?? []) expect(text).toContain(closed(word + (gloss ?? "")));
      expect(closed(await page.textContent("h1"))).toBe(closed(first?.title ?? ""));
      if (volume.folder === "es-2") {
        expect(text).toContain(closed(hostileAsText("opening")));
        expect(await page.locator("[data-item]").count()).toBeGreaterThanOrEqual(8);
      }
      expect(await page.evaluate(interpreted)).toEqual([]);
      expect([...complaints, ...foreign()]).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
    }
  });
});

function closed(text: string | null): string {
  return (text ?? "").replace(/[\s\u2060]+/g, "");
}

// Elements and attributes that a lesson's page never contains by itself.
const interpreted = `[...document.querySelectorAll("*")].filter((element) => ["IMG", "B", "IFRAME", "STYLE"].includes(element.tagName.toUpperCase()) ||
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
