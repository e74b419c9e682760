import { describe, expect, test } from "vitest";
import type { LessonSource } from "../../../src/package/contents/course.ts";
import { lesson, silence, withTimes } from "../fixtures.ts";
import { bind, tagsOf } from "./sound-fixtures.ts";

interface ReadChapter {
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly title: string;
}

interface ReadFrame {
  readonly name: string;
  readonly body: Buffer;
}

/** The frames of a tag of ID3v2.3, or those within one of them: four letters, a size in plain binary, two bytes of flags. */
function framesIn(bytes: Buffer): ReadFrame[] {
  const found: ReadFrame[] = [];
  for (let at = 0; at + 10 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at + 4);
    found.push({
      name: bytes.toString("latin1", at, at + 4),
      body: bytes.subarray(at + 10, at + 10 + size),
    });
    at += 10 + size;
  }
  return found;
}

/** Reads chapters by the ID3v2 Chapter Frame Addendum 1.0. */
function chaptersOf(file: Buffer | undefined): {
  chapters: ReadChapter[];
  contents: { flags: number; ids: string[] }[];
} {
  const bytes = file ?? Buffer.alloc(10);
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + bytes.readUInt8(at), 0);
  const tag = framesIn(bytes.subarray(10, 10 + size));
  const chapters = tag
    .filter(({ name }) => name === "CHAP")
    .map(({ body }) => {
      const end = body.indexOf(0);
      const [startMs = 0, endMs = 0, ...offsets] = [1, 5, 9, 13].map((at) => body.readUInt32BE(end + at));
      expect(offsets).toEqual([0xffffffff, 0xffffffff]);
      const [title, ...others] = framesIn(body.subarray(end + 17));
      expect([title?.name, title?.body[0], others]).toEqual(["TIT2", 1, []]);
      expect(title?.body.readUInt16LE(1)).toBe(0xfeff);
      const text = (title?.body.toString("utf16le", 3) ?? "").replace(/\0$/, "");
      return { id: body.toString("latin1", 0, end), startMs, endMs, title: text };
    });
  const contents = tag
    .filter(({ name }) => name === "CTOC")
    .map(({ body }) => {
      const end = body.indexOf(0);
      const ids = body.toString("latin1", end + 3).split("\0");
      expect(ids.pop()).toBe("");
      expect(ids).toHaveLength(body.readUInt8(end + 2));
      return { flags: body.readUInt8(end + 1), ids };
    });
  return { chapters, contents };
}

/** A story, and a recording in which each sentence takes as long as said, and the first one begins after that time. */
function longStory(paragraphs: readonly number[], sentenceMs: number): { text: string; sound: Buffer } {
  const sentences = paragraphs.reduce((sum, count) => sum + count, 0);
  const text = paragraphs
    .map((count, p) => Array.from({ length: count }, (_, n) => `Párrafo ${p} frase ${n} con gato.`).join(" "))
    .join("\n\n");
  return { text, sound: silence(Math.ceil(((sentences + 2) * sentenceMs * 44.1) / 1_152), 32) };
}

describe("a recording whose times are known", () => {
  const bindStory = async (
    paragraphs: readonly number[],
    change: Partial<LessonSource> = {},
    sentenceMs = 600,
  ) => {
    const { text, sound } = longStory(paragraphs, sentenceMs);
    const times = withTimes(lesson({ text, ...change }), "sentences", sentenceMs).times ?? null;
    const { files, zip } = await bind([sound], { each: () => ({ text, times, ...change }) });
    const file = files.get("es-2/audio/lesson-01.mp3");
    return { ...chaptersOf(file), file, zip };
  };

  test("has a chapter for each paragraph, named by its first words, and a table of contents", async () => {
    const { chapters, contents, file } = await bindStory([40, 5, 5, 40, 40]);
    expect(chapters).toEqual([
      { id: "chapter-1", startMs: 0, endMs: 24_600, title: "Párrafo 0 frase 0 con gato." },
      // Two short paragraphs are merged, with most of the next one.
      { id: "chapter-2", startMs: 24_600, endMs: 54_600, title: "Párrafo 1 frase 0 con gato." },
      { id: "chapter-3", startMs: 54_600, endMs: 79_203, title: "Párrafo 4 frase 0 con gato." },
    ]);
    // Top level, in order.
    expect(contents).toEqual([{ flags: 3, ids: chapters.map(({ id }) => id) }]);
    const { format, title, track } = await tagsOf(file);
    expect([format.tagTypes, title, track.no]).toEqual([["ID3v2.3"], "La mañana en el mercado", 1]);
  });

  test("has several consecutive chapters in a paragraph of several minutes", async () => {
    const { chapters } = await bindStory([400]);
    expect(chapters.length).toBe(4);
    for (const [index, { startMs, endMs }] of chapters.entries()) {
      expect(startMs).toBe(index === 0 ? 0 : chapters[index - 1]?.endMs);
      expect(endMs - startMs).toBeGreaterThanOrEqual(20_000);
    }
  });

  test("has no more chapters than a table of contents can count", async () => {
    const paragraphs = Array.from({ length: 220 }, () => 2);
    const { chapters, contents } = await bindStory(paragraphs, {}, 10_200);
    expect(chapters.length).toBeGreaterThan(100);
    expect(chapters.length).toBeLessThanOrEqual(201);
    expect(contents[0]?.ids).toHaveLength(chapters.length);
  });

  test("cuts a long title between words, and in a script without spaces between letters", async () => {
    const words = "Una mañana de mucho viento el viejo panadero del pueblo salió. ";
    const spanish = await bindStory([250], { text: words.repeat(250) });
    expect(spanish.chapters[0]?.title).toBe("Una mañana de mucho viento el viejo …");
    const sound = silence(6_000);
    const text = `${"早晨的市場".repeat(12)}。`.repeat(250);
    const times = withTimes(lesson({ text, lang: "zh" })).times ?? null;
    const { files } = await bind([sound], { each: () => ({ text, times, lang: "zh" }) });
    const { chapters } = chaptersOf(files.get("zh-2/audio/lesson-01.mp3"));
    expect(chapters[0]?.title).toBe(`${"早晨的市場".repeat(7)}早晨的市…`);
  });

  test("has the same bytes each time", async () => {
    expect((await bindStory([40, 40])).zip.equals((await bindStory([40, 40])).zip)).toBe(true);
  });

  test("has none if it is too short for two, or if its times are unknown", async () => {
    expect((await bindStory([20, 20])).chapters).toEqual([]);
    expect((await bindStory([40, 40], { times: null })).chapters).toEqual([]);
  });
});
