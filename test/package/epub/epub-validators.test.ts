import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { zipBytes } from "../../../src/shared/files/zip.ts";
import { chromiumPath } from "../../chromium.ts";
import { fileFolder } from "../../fixtures.ts";
import { needTool } from "../../tools.ts";
import { longCourse, showcase, tortureCourse } from "../courses.ts";
import { course, png, recording, silence, spoken, unzip } from "../fixtures.ts";
import { ace, aceFolder, epubCheck, epubCheckTs, javaTools } from "./epub-checkers.ts";
import { saveEpubs } from "./epub-fixtures.ts";

// One browser or one Java process examines all books in turn.

let folder: string;
/** Every book of every course of this file, by name. */
let books: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = fileFolder();
  const book = await recording(folder, silence(20));
  const courses = {
    showcase: showcase(book),
    whole: spoken(tortureCourse(book, { soundIn: ["epub"], rehearsal: true, reader: "de" })),
    spoken: spoken({ ...showcase(book), soundIn: ["epub"] }),
    long: longCourse(100, book),
    one: course({ cover: { bytes: png, mediaType: "image/png" } }),
  };
  books = await saveEpubs(courses, folder);
});

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
  const names = [...books.keys()].filter((name) => /^(?:showcase-(?:es|ja)|one|whole-(?:es|ur))/.test(name));
  expect(names).toHaveLength(5);
  return names;
}

const unclosed = (text: string) => text.replace("</h1>", "");

const javaIsThere = javaTools.map(([name, path]) => needTool(name, path)).every(Boolean);

describe("every EPUB", () => {
  test.runIf(javaIsThere)(
    "has no error and no warning from EPUBCheck, which finds a planted one",
    async () => {
      expect(books.size).toBe(22);
      const bad = await spoilt("showcase-es-2.epub", "EPUB/lesson-01.xhtml", unclosed);
      const found = await epubCheck([...books.values(), bad], folder);
      const byName = [...books.keys()].map((name, index) => [name, found[index]]);
      expect(byName).toEqual([...books.keys()].map((name) => [name, []]));
      expect(found.at(-1)?.join()).toContain("RSC-016");
    },
  );

  test("has no error and no warning from a second checker, which finds a planted sum of the durations of overlays", async () => {
    for (const [name, path] of books)
      expect([name, await epubCheckTs(await readFile(path))]).toEqual([name, []]);
    const wrong = /(<meta property="media:duration">)[^<]*/;
    const change = (text: string) => text.replace(wrong, "$199999s");
    const bad = await spoilt("spoken-es-2.epub", "EPUB/package.opf", change);
    expect((await epubCheckTs(await readFile(bad))).join()).toContain("MED-016");
  });

  test.runIf([needTool("Chromium", chromiumPath), needTool("Ace", aceFolder)].every(Boolean))(
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
