import { readFile, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { zipBytes } from "../../../src/package/zip/zip.ts";
import { chromiumPath, openBrowser } from "../../chromium.ts";
import { fileFolder } from "../../fixtures.ts";
import { shareOf } from "../../share.ts";
import { needTool } from "../../tools.ts";
import { packageOf } from "../bound.ts";
import { course, lesson, png, saveBook, silence, spoken, unzip, withTimes } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { hostileAsText, longCourse, tortureCourse } from "../torture/torture-course.ts";
import { ace, aceFolder, epubCheck, epubCheckTs, javaTools } from "./epub-checkers.ts";
import { type LitUp, type ReadInBrowser, serveReader } from "./foliate-reader.ts";

// One browser or one Java process examines all books in turn.

let folder: string;
/** Every book of every course of this file, by name. */
const books = new Map<string, string>();

beforeAll(async () => {
  folder = fileFolder();
  const book = await saveBook(join(folder, "book"), silence(20), "audio/mpeg");
  const courses = {
    showcase: showcase(book),
    torture: tortureCourse(book),
    whole: spoken(
      tortureCourse(book, {
        soundIn: ["epub", "cartridge", "scorm", "anki"],
        rehearsal: true,
        reader: "de",
      }),
    ),
    spoken: spoken({ ...showcase(book), soundIn: ["epub"] }),
    long: longCourse(100, book),
    played: course({
      lessons: [withTimes(lesson({ book: await saveBook(join(folder, "long"), silence(), "audio/mpeg") }))],
      soundIn: ["epub"],
    }),
    one: course({ cover: { bytes: png, mediaType: "image/png" } }),
  };
  for (const [name, what] of Object.entries(courses)) {
    for (const [path, bytes] of await packageOf({ ...what, formats: ["epub"] }, folder)) {
      if (path.endsWith(".epub")) await keep(`${name}-${basename(path)}`, bytes);
    }
  }
});

async function keep(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  books.set(name, path);
  return path;
}

/** A book with a fault in one of its files, which a checker must find. */
async function spoilt(name: string, file: string, change: (text: string) => string): Promise<string> {
  const files = await unzip(await readFile(books.get(name) ?? ""));
  const entries = [...files].map(([path, bytes]) => ({
    path,
    read: async () => (path === file ? Buffer.from(change(String(bytes))) : bytes),
  }));
  const path = join(folder, `spoilt-${name}`);
  await writeFile(path, await zipBytes(entries));
  return path;
}

// A browser takes seconds for a book, so there is one of each kind and each writing system.
function ofEachKind(): string[] {
  const kinds = /^(?:showcase-(?:es|ja)|one|whole-(?:es|ur))/;
  // What is hostile and what runs from right to left is also in the whole course, with sound.
  const alike = shareOf(2) === 1 ? /^(?:showcase-ar|torture-es)/ : /^$/;
  const names = [...books.keys()].filter((name) => kinds.test(name) || alike.test(name));
  expect(names).toHaveLength(shareOf(2) === 1 ? 7 : 5);
  return names;
}

const playedBook = "played-es-2.epub";
const unclosed = (text: string) => text.replace("</h1>", "");

const javaIsThere = javaTools.map(([name, path]) => needTool(name, path)).every(Boolean);

describe("every EPUB", () => {
  test.runIf(javaIsThere)(
    "has no error and no warning from EPUBCheck, which finds a planted one",
    async () => {
      expect(books.size).toBe(37);
      const bad = await spoilt("showcase-es-2.epub", "EPUB/lesson-01.xhtml", unclosed);
      const found = await epubCheck([...books.values(), bad], folder);
      const byName = [...books.keys()].map((name, index) => [name, found[index]]);
      expect(byName).toEqual([...books.keys()].map((name) => [name, []]));
      expect(found.at(-1)?.join()).toContain("RSC-016");
    },
  );

  test("with overlays has one for every chapter with sound, and durations that add up: a checker finds a planted sum", async () => {
    const name = "spoken-es-2.epub";
    const files = await unzip(await readFile(books.get(name) ?? ""));
    const document = String(files.get("EPUB/package.opf"));
    expect(document.match(/ media-overlay="/g)).toHaveLength(2);
    expect([...files.keys()].filter((path) => path.endsWith(".smil"))).toHaveLength(2);
    const wrong = /(<meta property="media:duration">)[^<]*/;
    const bad = await spoilt(name, "EPUB/package.opf", (text) => text.replace(wrong, "$199999s"));
    expect((await epubCheckTs(await readFile(bad))).join()).toContain("MED-016");
  });

  test("has no error and no warning from a second checker, which finds a planted one", async () => {
    for (const [name, path] of books)
      expect([name, await epubCheckTs(await readFile(path))]).toEqual([name, []]);
    const bad = await spoilt("showcase-es-2.epub", "EPUB/lesson-01.xhtml", unclosed);
    expect(await epubCheckTs(await readFile(bad))).not.toEqual([]);
  });
});

describe.runIf(needTool("Chromium", chromiumPath))("in Chromium, every EPUB", () => {
  let browser: Browser;
  let reader: Server;

  beforeAll(async () => {
    browser = await openBrowser({ autoplay: true });
    reader = await serveReader(books);
  });

  afterAll(async () => {
    await new Promise((closed) => reader.close(closed));
  });

  /** Opens a book and every chapter. */
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
    const base = `http://127.0.0.1:${(reader.address() as AddressInfo).port}`;
    await page.goto(base);
    await page.waitForFunction("window.readBook");
    const read = await page.evaluate<ReadInBrowser>(`window.readBook("/books/${name}")`);
    await page.close();
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(base) && !url.startsWith("blob:"))).toEqual([]);
    return read;
  }

  test("opens in a reading program, from its cover to its last page", async () => {
    for (const name of ofEachKind()) {
      const { sections, toc, hasCover } = await read(name);
      expect([name, hasCover]).toEqual([name, true]);
      expect(sections.length).toBe(toc.length + 3);
      for (const { text, picture } of sections) expect(text.length > 0 || picture > 0).toBe(true);
    }
  });

  test("turns its pages in the right direction there, and shows hostile text as text", async () => {
    const arabic = await read("torture-ar-3.epub");
    expect(arabic).toMatchObject({ dir: "rtl", language: "ar" });
    expect(arabic.sections[3]).toMatchObject({ dir: "rtl", lang: "ar" });
    const hostile = await read("torture-es-2.epub");
    expect(hostile).toMatchObject({ dir: "ltr", title: `${hostileAsText("course")}: Spanish, Level 2` });
    expect(hostile.toc[0]).toBe(hostileAsText("title"));
    expect(hostile.sections[3]?.text).toContain(hostileAsText("title"));
  });

  test("has each sentence of a chapter highlighted in a reading program while it is played", async () => {
    const page = await browser.newPage();
    const base = `http://127.0.0.1:${(reader.address() as AddressInfo).port}`;
    await page.goto(base);
    await page.waitForFunction("window.playBook");
    const lit = await page.evaluate<LitUp[]>(
      `window.playBook("/books/${playedBook}", "lesson-01.xhtml", "s3")`,
    );
    await page.close();
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

  test.runIf(needTool("Ace", aceFolder))(
    "passes Ace without a message, and Ace finds a planted fault",
    async () => {
      const names = ofEachKind();
      const summary = /<meta property="schema:accessMode">[^<]*<\/meta>/g;
      const bad = await spoilt("showcase-ar-3.epub", "EPUB/package.opf", (text) => text.replace(summary, ""));
      const results = await ace([...names.map((name) => books.get(name) ?? ""), bad], folder, chromiumPath);
      expect(results.slice(0, -1)).toEqual(names.map(() => ({ outcome: "pass", lines: [] })));
      expect(results.at(-1)?.outcome).toBe("fail");
    },
  );
});
