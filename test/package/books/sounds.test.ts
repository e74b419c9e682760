import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { parseBuffer } from "music-metadata";
import { describe, expect, test } from "vitest";
import { soundFrames } from "../../../src/lessons/recording/mpeg-frames.ts";
import { fileType } from "../../../src/package/books/inspect-book.ts";
import type { Course, LessonSource } from "../../../src/package/contents/course.ts";
import { coverPicture } from "../../../src/package/cover/cover-picture.ts";
import { iso6392Of, languages } from "../../../src/shared/languages/languages.ts";
import { newFolder } from "../../fixtures.ts";
import {
  type Archive,
  bind as bindCourse,
  course,
  lesson,
  saveBook,
  silence,
  soundOf,
  unzip,
  withTimes,
  zipOf,
} from "../fixtures.ts";

/** Binds a course with a lesson for each recording. */
async function bind(
  recordings: readonly Buffer[],
  { as = {}, each = () => ({}) }: { as?: Partial<Course>; each?: (n: number) => Partial<LessonSource> } = {},
): Promise<{ files: Archive; folder: string; zip: Buffer }> {
  const folder = newFolder();
  const lessons = await Promise.all(
    recordings.map(async (bytes, n) =>
      lesson({
        topicId: `topic-${n}`,
        ...each(n),
        book: await saveBook(join(folder, `book-${n}`), bytes, "audio/mpeg"),
      }),
    ),
  );
  const { files, zip } = await bindCourse(course({ ...as, lessons }), folder);
  return { files, folder, zip };
}

/** Parses a recording's tags. */
async function tagsOf(file: Buffer | undefined) {
  const { common, quality, format } = await parseBuffer(file ?? Buffer.alloc(0), "audio/mpeg");
  expect(quality.warnings).toEqual([]);
  return { ...common, format };
}

/** A tag of the oldest format around some bytes. */
function tagAround(body: Buffer): Buffer {
  const head = Buffer.from("ID3\u0003\0\0\0\0\0\0", "latin1");
  // Seven bits a byte.
  for (const [at, shift] of [21, 14, 7, 0].entries()) head.writeUInt8((body.length >> shift) & 127, 6 + at);
  return Buffer.concat([head, body]);
}
const tag = (bytes: number): Buffer => tagAround(Buffer.alloc(bytes, "T"));

/** A tag by another program. */
function otherTag(title: string): Buffer {
  const text = Buffer.concat([Buffer.from([0]), Buffer.from(title, "latin1")]);
  const frame = Buffer.alloc(10);
  frame.write("TIT2", "latin1");
  frame.writeUInt32BE(text.length, 4);
  return tagAround(Buffer.concat([frame, text]));
}

const frames = silence(60);

describe("a recording in the package", () => {
  test("has a tag with its title, course, number, language, author and cover", async () => {
    const { files } = await bind([frames, frames], {
      as: { author: "Rosa Díaz", publisher: "Ediciones Sol" },
      each: (n) => ({ title: n === 0 ? "La mañana" : "El tren" }),
    });
    const tags = await tagsOf(files.get("es-2/audio/lesson-02.mp3"));
    expect(tags).toMatchObject({
      title: "El tren",
      album: "Weekly Spanish: Spanish, Level 2, Edition 2026-W47",
      track: { no: 2, of: 2 },
      language: "spa",
      artist: "Rosa Díaz",
      label: ["Ediciones Sol"],
    });
    expect(tags.format.tagTypes).toEqual(["ID3v2.3"]);
    const [cover] = tags.picture ?? [];
    expect(cover).toMatchObject({ format: "image/png", type: "Cover (front)" });
    expect(cover?.data.length).toBeLessThan(60_000);
    expect(Buffer.from(cover?.data ?? []).readUInt32BE(16)).toBe(300);
  });

  test("has the lesson's title in its own script", async () => {
    const titles = [
      ["ar", "السوق في الصباح 😀", "ara"],
      ["zh", "早晨的市場", "zho"],
      ["ar-classical", "سوق", "ara"],
      ["de", 'Der <b>Markt</b>\u202e & "mehr"', "deu"],
    ] as const;
    const sounds = titles.map(() => frames);
    const each = (n: number) => ({ lang: titles[n]?.[0] ?? "", title: titles[n]?.[1] ?? "" });
    const { files } = await bind(sounds, { each });
    for (const [lang, title, language] of titles)
      expect(await tagsOf(files.get(`${lang}-2/audio/lesson-01.mp3`))).toMatchObject({
        title: title.replace("\u202e", ""),
        language,
      });
  });

  test("has our tag instead of its own tags, and its sound unchanged, frame by frame", async () => {
    const recordings = [
      frames,
      Buffer.concat([otherTag("Other"), frames]),
      Buffer.concat([otherTag("Other"), otherTag("Again"), frames]),
      // Longer than our tag, which has a cover.
      Buffer.concat([otherTag("Other".repeat(100_000)), frames]),
      zipOf([{ name: "audio.mp3", bytes: Buffer.concat([otherTag("Other"), frames]) }]),
    ];
    const { files, folder } = await bind(recordings);
    for (const n of recordings.keys()) {
      const file = files.get(`es-2/audio/lesson-0${n + 1}.mp3`);
      expect(soundOf(file).equals(frames)).toBe(true);
      expect(file?.includes("Other")).toBe(false);
      expect((await tagsOf(file)).title).toBe("La mañana en el mercado");
      expect((await readFile(join(folder, `book-${n}`))).equals(recordings[n] ?? frames)).toBe(true);
    }
    // What is only named like a recording stays as it is.
    const lying = Buffer.concat([
      Buffer.from("ID3\u0003\0\0\0\0\u007f\u007f", "latin1"),
      Buffer.alloc(500, 7),
    ]);
    expect((await bind([lying])).files.get("es-2/audio/lesson-01.mp3")?.equals(lying)).toBe(true);
  });

  test("is the same file in the zip, the book, the cartridge and the SCORM lesson", async () => {
    const formats = ["epub", "cartridge", "scorm"];
    const as = { formats, soundIn: ["epub", "cartridge", "scorm"] as const };
    // Larger than the buffers.
    const long = silence(5_000);
    const { files, zip } = await bind([Buffer.concat([otherTag("Other"), long])], { as });
    const file = files.bytes("es-2/audio/lesson-01.mp3");
    expect(soundOf(file).equals(long)).toBe(true);
    const inside = [
      ["es-2/book/es-2.epub", "EPUB/audio/lesson-01.mp3"],
      ["es-2/lms/es-2-cc11.imscc", "web_resources/lesson-01.mp3"],
      ["es-2/lms/scorm12/lesson-01.zip", "lesson-01.mp3"],
    ] as const;
    for (const [archive, path] of inside) {
      expect((await unzip(files.get(archive) ?? zip)).get(path)?.equals(file)).toBe(true);
    }
  });

  test("has the plan's own cover, scaled down if it is large", async () => {
    const drawing = (detail: string) =>
      coverPicture(
        `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1200"><rect width="800" height="1200" fill="#357"/>${detail}</svg>`,
      );
    const small = await drawing("");
    const circle = (n: number) =>
      `<circle cx="${(n * 37) % 800}" cy="${(n * 91) % 1200}" r="${n % 17}" fill="#${100 + (n % 899)}"/>`;
    const noise = Array.from({ length: 4_000 }, (_, n) => circle(n));
    const large = await drawing(noise.join(""));
    expect(large.length).toBeGreaterThan(100_000);
    const coverIn = async (bytes: Buffer) => {
      const { files } = await bind([frames], { as: { cover: { bytes, mediaType: "image/png" } } });
      return Buffer.from((await tagsOf(files.get("es-2/audio/lesson-01.mp3"))).picture?.[0]?.data ?? []);
    };
    expect((await coverIn(small)).equals(small)).toBe(true);
    const made = await coverIn(large);
    expect(made.readUInt32BE(16)).toBe(300);
    expect(made.length).toBeGreaterThan(10_000);
  });
});

test("every language of the interface has a three-letter code for tags", () => {
  expect(languages.filter(({ bcp47 }) => !/^[a-z]{3}$/.test(iso6392Of(bcp47)))).toEqual([]);
  expect(languages.filter(({ bcp47 }) => iso6392Of(bcp47) === "und")).toEqual([]);
});

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

const hundredFrames = silence(100);
const msOf = (count: number) => Math.round((count * 1_152 * 1_000) / 44_100);

describe("a sound in pieces of any size", () => {
  test.each([
    ["frames alone", hundredFrames, msOf(100), 0],
    ["frames behind a tag", Buffer.concat([tag(300), hundredFrames]), msOf(100), 310],
    ["frames behind two tags", Buffer.concat([tag(300), tag(20), hundredFrames]), msOf(100), 340],
    ["frames whose last was cut", hundredFrames.subarray(0, -200), msOf(99), 0],
    [
      "frames with noise between",
      Buffer.concat([hundredFrames, Buffer.alloc(77, 1), hundredFrames]),
      msOf(200),
      0,
    ],
    ["a tag that is longer than the file", tag(9_000).subarray(0, 600), 0, 9_010],
  ])("%s: has the same duration and the same first byte as in one piece", (_, bytes, ms, start) => {
    expect(fileType(bytes.subarray(0, 512), null).extension).toBe("mp3");
    const read = async (sizes: readonly number[]) => {
      let [durationMs, soundStart] = [0, 0];
      for await (const piece of soundFrames(lent(bytes, sizes))) {
        soundStart = piece.soundStart;
        for (const frame of piece.frames) durationMs += frame.ms;
      }
      return { durationMs: Math.round(durationMs), soundStart };
    };
    const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 });
    return fc.assert(
      fc.asyncProperty(sizes, async (some) => {
        expect(await read(some)).toEqual({ durationMs: ms, soundStart: start });
      }),
      { numRuns: 30 },
    );
  });
});

/** Reuses the memory of each piece, as reading a file does. */
async function* lent(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const memory = Buffer.alloc(400);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const piece = memory.subarray(0, bytes.copy(memory, 0, at, at + (sizes[turn % sizes.length] ?? 1)));
    yield piece;
    at += piece.length;
    memory.fill(0xff, 0, 1);
  }
}
