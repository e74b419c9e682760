import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Lesson } from "../../../src/package/contents/contents.ts";
import type { Course } from "../../../src/package/contents/course.ts";
import { scorm } from "../../../src/package/formats/scorm/index.ts";
import { localeFor } from "../../../src/package/locales/read-locale.ts";
import { type Question, questionsOf } from "../../../src/package/quiz/question.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { needTool } from "../../tools.ts";
import { course, unzip } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { hostileAsText } from "../torture/torture-course.ts";
import { all, attr, filesOf, parsed, textsOf, tortured } from "./fixtures.ts";

const require = createRequire(import.meta.url);
const runtime = require.resolve("scorm-again/scorm12/min");

describe("a lesson's SCORM package", () => {
  test("has one SCO, and a manifest that lists every file and no content except a title", async () => {
    for (const { files, volume } of await tortured(scorm.entries)) {
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

  afterAll(async () => {
    await browser.close();
  });

  interface Opened {
    readonly page: Page;
    readonly sco: FrameLocator;
    readonly complaints: string[];
    readonly lesson: Lesson;
    /** The values reported to the platform. */
    readonly told: (name: string) => Promise<string>;
  }

  /** A platform's page with a real SCORM 1.2 run-time around the lesson. */
  async function launch(what: Course, name = "lesson-01"): Promise<Opened> {
    const { files, volume } = await filesOf(scorm.entries, what);
    const served = new Map(
      await unzip(files.get(`${volume.folder}/lms/scorm12/${name}.zip`) ?? Buffer.alloc(0)),
    );
    served.set("platform.js", await readFile(runtime));
    served.set("platform.html", Buffer.from(platform));
    const { url } = await serve(served);
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", async (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(url)) complaints.push(request.url());
    });
    await page.goto(`${url}platform.html`, { waitUntil: "load" });
    const told = (key: string) => page.evaluate(`API.LMSGetValue(${JSON.stringify(key)})`) as Promise<string>;
    const lesson = volume.lessons.find((each) => each.name === name);
    if (lesson === undefined) throw new Error(`no ${name}`);
    return { page, sco: page.frameLocator("iframe"), complaints, lesson, told };
  }

  const platform = `<!doctype html><meta charset="utf-8"><title>A platform</title><script src="platform.js"></script>
<script>window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
window.heard = [];
API.on("LMSSetValue.cmi.core.session_time", (name, value) => heard.push(value));
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
    const { sco, lesson, told, complaints, page } = await launch(showcase(null));
    expect(await told("cmi.core.lesson_status")).toBe("incomplete");
    const questions = asked(lesson);
    expect(questions.length).toBeGreaterThan(20);
    await answer(sco, questions, () => true);
    await sco.locator(check).click();
    expect(await sco.locator("#score").textContent()).toBe(
      `${questions.length} of ${questions.length} right`,
    );
    expect(await told("cmi.core.lesson_status")).toBe("passed");
    expect(await told("cmi.core.score.raw")).toBe("100");
    expect(await told("cmi.core.score.max")).toBe("100");
    expect(await sco.locator("#settled").textContent()).toContain("Your score stays as it is");
    await page.evaluate(`document.querySelector("iframe").remove()`);
    expect(await page.evaluate("heard")).toEqual([expect.stringMatching(/^0000:0\d:\d\d$/), "finished"]);
    expect(complaints).toEqual([]);
  });

  test("is failed with the share of right answers, and passed once they are corrected", async () => {
    const { sco, lesson, told } = await launch(showcase(null), "lesson-02");
    const questions = asked(lesson);
    expect(await sco.locator("#reveal").isVisible()).toBe(false);
    await answer(sco, questions, (index) => index % 3 === 0);
    await sco.locator(check).click();
    const right = questions.filter((_, index) => index % 3 === 0).length;
    expect(await told("cmi.core.lesson_status")).toBe("failed");
    expect(await told("cmi.core.score.raw")).toBe(String(Math.round((100 * right) / questions.length)));
    expect(await sco.locator(".is-right").count()).toBe(right);
    expect(await sco.locator(".is-wrong .verdict").allTextContents()).toEqual(
      Array.from({ length: questions.length - right }, () => "Not yet"),
    );
    expect(await sco.locator(".answer:visible").count()).toBe(0);
    await answer(sco, questions, () => true);
    await sco.locator(check).click();
    expect(await told("cmi.core.lesson_status")).toBe("passed");
    expect(await told("cmi.core.score.raw")).toBe("100");
  });

  test("shows the right answers once it is passed, beside wrong ones", async () => {
    const { sco, lesson, told } = await launch(showcase(null));
    const questions = asked(lesson);
    await answer(sco, questions, (index) => index > 2);
    await sco.locator(check).click();
    expect(await told("cmi.core.lesson_status")).toBe("passed");
    const shown = await sco.locator(".answer:visible").allTextContents();
    expect(shown).toEqual(questions.slice(0, 3).map(answerText));
    expect(await sco.locator("#reveal").isVisible()).toBe(false);
  });

  test("keeps its score once the learner has asked for the answers, even if it is opened again", async () => {
    const { sco, lesson, told, page } = await launch(showcase(null), "lesson-02");
    const questions = asked(lesson);
    await answer(sco, questions, (index) => index === 0);
    await sco.locator(check).click();
    const raw = String(Math.round(100 / questions.length));
    expect(await told("cmi.core.score.raw")).toBe(raw);
    await sco.locator("#reveal").click();
    expect(await sco.locator(".answer:visible").allTextContents()).toEqual(
      questions.slice(1).map(answerText),
    );
    const practise = async () => {
      await answer(sco, questions, () => true);
      await sco.locator(check).click();
      expect(await sco.locator("#score").textContent()).toBe(
        `${questions.length} of ${questions.length} right`,
      );
      expect([await told("cmi.core.score.raw"), await told("cmi.core.lesson_status")]).toEqual([
        raw,
        "failed",
      ]);
    };
    await practise();
    await page.evaluate(`resume()`);
    expect(await sco.locator(".answer:visible").count()).toBe(0);
    await practise();
  });

  test("shows the word bank in a box, without duplicates", async () => {
    const { sco, lesson } = await launch(showcase(null));
    const [cloze] = (lesson.exercises()[0]?.exercises ?? []).filter(({ kind }) => kind === "cloze");
    expect(cloze?.kind === "cloze" && cloze.bank.length).toBeGreaterThan(3);
    expect(await sco.locator(".bank li").allTextContents()).toEqual(
      cloze?.kind === "cloze" ? cloze.bank : [],
    );
  });

  test("is completed by opening if it has no exercises", async () => {
    const lessons = course().lessons.map((each) => ({ ...each, text: "Sí.", words: [] }));
    const { told, sco } = await launch(course({ lessons }));
    expect(await told("cmi.core.lesson_status")).toBe("completed");
    expect(await sco.locator("form").count()).toBe(0);
  });

  test("works without a platform, and shows hostile content as text and nothing else, in every script", async () => {
    const complaints: string[] = [];
    for (const { files, volume } of await tortured(scorm.entries)) {
      const [first] = volume.lessons;
      const zip = files.get(`${volume.folder}/lms/scorm12/lesson-01.zip`) ?? Buffer.alloc(0);
      const { url } = await serve(await unzip(zip));
      const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("dialog", (dialog) => {
        complaints.push(dialog.message());
        return dialog.dismiss();
      });
      page.on("request", (request) => {
        if (!request.url().startsWith(url)) complaints.push(request.url());
      });
      await page.goto(`${url}index.html`, { waitUntil: "load" });
      const text = closed(await page.textContent("main"));
      for (const { text: paragraph } of first?.paragraphs ?? []) expect(text).toContain(closed(paragraph));
      for (const { word, gloss } of first?.words ?? []) expect(text).toContain(closed(word + (gloss ?? "")));
      expect(closed(await page.textContent("h1"))).toBe(closed(first?.title ?? ""));
      if (volume.folder === "es-2") {
        expect(text).toContain(closed(hostileAsText("opening")));
        expect(asked(first as Lesson).length).toBeGreaterThanOrEqual(10);
      }
      if ((await page.locator(check).count()) > 0) {
        await page.click(check);
        expect(await page.textContent("#score")).toMatch(/^0 of \d+ right$/);
        await page.click("#reveal");
        const answers = await page.locator(".answer:visible").allTextContents();
        expect(answers).toEqual(asked(first as Lesson).map(answerText));
      }
      expect(await page.evaluate(foreign)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
      await page.close();
    }
    expect(complaints).toEqual([]);
  });
});

const check = "button[type=submit]";

function answerText(question: Question): string | undefined {
  return question.kind === "choice" ? question.choices[question.right] : question.accepted[0];
}

function closed(text: string | null): string {
  return (text ?? "").replace(/[\s\u2060]+/g, "");
}

// Elements and attributes that a lesson's page never contains by itself.
const foreign = `[...document.querySelectorAll("*")].filter((element) => ["IMG", "B", "IFRAME", "STYLE", "A"].includes(element.tagName.toUpperCase()) && element.className !== "skip" ||
  [...element.attributes].some(({ name, value }) => name.startsWith("on") || /^javascript:/.test(value))).map(({ outerHTML }) => outerHTML)`;

function asked(lesson: Lesson): Question[] {
  return (lesson.exercises()[0]?.exercises ?? []).flatMap((exercise) =>
    questionsOf(exercise, { language: lesson.language, strings: localeFor(languageOf("en")).exercises }),
  );
}

/** Answers like a learner, by choosing and typing. */
async function answer(sco: FrameLocator, questions: readonly Question[], right: (index: number) => boolean) {
  const rows = sco.locator("[data-accepted]");
  expect(await rows.count()).toBe(questions.length);
  for (const [index, question] of questions.entries()) {
    const row = rows.nth(index);
    if (question.kind === "choice") {
      const chosen = right(index) ? question.right : (question.right + 1) % question.choices.length;
      await row.locator("select").selectOption({ index: chosen + 1 });
    } else
      await row.locator("input").fill(right(index) ? `  ${question.accepted[0]?.toUpperCase()} ` : "zzz");
  }
}

async function serve(files: ReadonlyMap<string, Buffer>): Promise<{ url: string }> {
  const types: Record<string, string> = { html: "text/html", js: "text/javascript", css: "text/css" };
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? "/").slice(1);
    const bytes = files.get(path);
    const type = types[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    response.writeHead(bytes === undefined ? 404 : 200, { "content-type": `${type}; charset=utf-8` });
    response.end(bytes);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
