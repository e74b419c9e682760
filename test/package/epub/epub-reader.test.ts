import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { fileFolder } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { course, lesson, saveBook, silence, spoken, withTimes } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { hostileAsText, tortureCourse } from "../torture/torture-course.ts";
import { saveEpubs } from "./epub-fixtures.ts";
import { type LitUp, type ReadInBrowser, serveReader } from "./foliate-reader.ts";

// What checkers can't say: whether a reading program opens a book, turns its pages, and follows its sound, and whether a text in it runs.

describe.runIf(needTool("Chromium", chromiumPath))("In a reading program, an EPUB", () => {
  let books: ReadonlyMap<string, string>;
  let browser: Browser;
  let reader: Server;
  let base: string;

  beforeAll(async () => {
    const folder = fileFolder();
    const [short, long] = [silence(20), silence()];
    const book = await saveBook(join(folder, "book"), short, "audio/mpeg");
    const timed = withTimes(lesson({ book: await saveBook(join(folder, "long"), long, "audio/mpeg") }));
    const courses = {
      showcase: spoken({ ...showcase(book), soundIn: ["epub"] }),
      torture: tortureCourse(book),
      played: course({ lessons: [timed], soundIn: ["epub"] }),
    };
    books = await saveEpubs(courses, folder);
    browser = await openBrowser({ autoplay: true });
    reader = await serveReader(books);
    base = `http://127.0.0.1:${(reader.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await new Promise((closed) => reader.close(closed));
  });

  /** Opens a book and every chapter, in which nothing may run, complain or ask for anything else. */
  async function read(name: string) {
    const page = await browser.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("dialog", async (dialog) => {
      complaints.push(dialog.message());
      await dialog.dismiss();
    });
    await page.goto(base);
    await page.waitForFunction("window.readBook");
    const found = await page.evaluate<ReadInBrowser>(`window.readBook("/books/${name}")`);
    await page.close();
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(base) && !url.startsWith("blob:"))).toEqual([]);
    return found;
  }

  test("opens from its cover to its last page", async () => {
    const names = [...books.keys()].filter((file) => /^(showcase-(es|ja)|torture-ar)/.test(file));
    expect(names.length).toBeGreaterThanOrEqual(3);
    for (const name of names) {
      const { sections, toc, hasCover } = await read(name);
      expect([name, hasCover]).toEqual([name, true]);
      expect(sections.length).toBe(toc.length + 3);
      for (const { text, picture } of sections) expect(text.length > 0 || picture > 0).toBe(true);
    }
  });

  test("turns its pages in the right direction, and shows hostile text as text", async () => {
    const arabic = await read("torture-ar-3.epub");
    expect(arabic).toMatchObject({ dir: "rtl", language: "ar" });
    expect(arabic.sections[3]).toMatchObject({ dir: "rtl", lang: "ar" });
    const hostile = await read("torture-es-2.epub");
    expect(hostile).toMatchObject({ dir: "ltr", title: `${hostileAsText("course")}: Spanish, Level 2` });
    expect(hostile.toc[0]).toBe(hostileAsText("title"));
    expect(hostile.sections[3]?.text).toContain(hostileAsText("title"));
  });

  test("has a word's meaning shown beside the word", async () => {
    const page = await browser.newPage();
    await page.goto(base);
    await page.waitForFunction("window.noteOf");
    const note = await page.evaluate(
      `window.noteOf("/books/showcase-es-2.epub", "lesson-01.xhtml", "cesta")`,
    );
    await page.close();
    expect(note).toEqual({ type: "footnote", hidden: true, text: "cesta basket" });
  });

  test("has each sentence of a chapter highlighted while it is played", async () => {
    const page = await browser.newPage();
    await page.goto(base);
    await page.waitForFunction("window.playBook");
    const all = await page.evaluate<LitUp[]>(
      `window.playBook("/books/played-es-2.epub", "lesson-01.xhtml", "s3")`,
    );
    await page.close();
    // On a busy machine the program may highlight the sentence that it is at a second time.
    const lit = all.filter(({ id }, index) => id !== all[index - 1]?.id);
    expect(lit.map(({ id, text }) => [id, text])).toEqual([
      ["title", "La mañana en el mercado"],
      ["s1", "Ana va al mercado."],
      ["s2", "Compra pan."],
      ["s3", "El pan está caliente."],
    ]);
    for (const [index, { at }] of lit.entries()) {
      expect(at).toBeGreaterThanOrEqual(0.6 * index - 0.15);
      expect(at).toBeLessThan(0.6 * index + 0.6);
    }
  });
});
