import { parseBuffer } from "music-metadata";
import { describe, expect, test } from "vitest";
import type { LessonSource } from "../../../src/package/contents/course.ts";
import { lesson, silence, withTimes } from "../fixtures.ts";
import { bind, tagsOf } from "./sound-fixtures.ts";

interface Chapter {
  readonly label: string;
  readonly info: { readonly startTime: number; readonly endTime: number };
  readonly frames: ReadonlyMap<string, string>;
}

interface TableOfContents {
  readonly flags: { readonly topLevel: boolean; readonly ordered: boolean };
  readonly childElementIds: readonly string[];
}

/** The chapters of a tag, and its tables of contents, as another library reads them. */
async function chaptersOf(file: Buffer | undefined) {
  const { native } = await parseBuffer(file ?? Buffer.alloc(0), "audio/mpeg", { includeChapters: true });
  const framesOf = (name: string) => (native["ID3v2.3"] ?? []).filter(({ id }) => id === name);
  const chapters = framesOf("CHAP").map(({ value }) => {
    const { label, info, frames } = value as Chapter;
    return { id: label, startMs: info.startTime, endMs: info.endTime, title: frames.get("TIT2") };
  });
  const contents = framesOf("CTOC").map(({ value }) => {
    const { flags, childElementIds: ids } = value as TableOfContents;
    return { flags, ids };
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
    const { files } = await bind([sound], { each: () => ({ text, times, ...change }) });
    const file = files.get("es-2/audio/lesson-01.mp3");
    return { ...(await chaptersOf(file)), file };
  };

  test("has a chapter for each paragraph, named by its first words, and a table of contents", async () => {
    const { chapters, contents, file } = await bindStory([40, 5, 5, 40, 40]);
    expect(chapters).toEqual([
      { id: "chapter-1", startMs: 0, endMs: 24_600, title: "Párrafo 0 frase 0 con gato." },
      // Two short paragraphs are merged, with most of the next one.
      { id: "chapter-2", startMs: 24_600, endMs: 54_600, title: "Párrafo 1 frase 0 con gato." },
      { id: "chapter-3", startMs: 54_600, endMs: 79_203, title: "Párrafo 4 frase 0 con gato." },
    ]);
    const flags = { topLevel: true, ordered: true };
    expect(contents).toEqual([{ flags, ids: chapters.map(({ id }) => id) }]);
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
    const { chapters } = await chaptersOf(files.get("zh-2/audio/lesson-01.mp3"));
    expect(chapters[0]?.title).toBe(`${"早晨的市場".repeat(7)}早晨的市…`);
  });

  test("has none if it is too short for two, or if its times are unknown", async () => {
    expect((await bindStory([20, 20])).chapters).toEqual([]);
    expect((await bindStory([40, 40], { times: null })).chapters).toEqual([]);
  });
});
