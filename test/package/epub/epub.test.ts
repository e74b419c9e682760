import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import type { BookFile, Course } from "../../../src/package/contents/course.ts";
import { isDrawable } from "../../../src/package/cover/cover-picture.ts";
import { newFolder } from "../../fixtures.ts";
import { showcase, tortureCourse } from "../courses.ts";
import { course, lesson, recording, saveBook, silence, soundOf, withTimes } from "../fixtures.ts";
import { bookOf, booksOf } from "./epub-fixtures.ts";

describe("a volume's EPUB", () => {
  test("has metadata: language, level, edition, publisher, rights and accessibility", async () => {
    const opf = (await bookOf(showcase(null), "ar-3")).document("package.opf");
    expect(opf.text("//dc:title")).toBe("A Week of Small Journeys: Arabic, Level 3, Edition 2026-W47");
    expect(opf.texts("//opf:spine/opf:itemref/@idref").join(" ")).toBe(
      "cover title nav lesson-01 glossary rights",
    );
    // Kindles and libraries show the last language of several.
    expect(opf.texts("//dc:language")).toEqual(["ar"]);
    for (const name of ["creator", "publisher"])
      expect(opf.texts(`//dc:${name}`)).toEqual(["Lighthouse Readers"]);
    expect(opf.text("//dc:rights")).toBe("CC BY-NC 4.0");
    expect(opf.text("//opf:meta[@property='dcterms:modified']")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(opf.text("//dc:identifier")).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab]/);
    const schema = (name: string) => opf.texts(`//opf:meta[@property='schema:${name}']`);
    expect(schema("accessMode")).toEqual(["textual", "visual"]);
    expect(schema("accessModeSufficient")).toEqual(["textual"]);
    expect(schema("accessibilityHazard")).toEqual(["none"]);
    expect(schema("accessibilityFeature")).toContain("tableOfContents");
    expect(schema("accessibilitySummary")[0]).toContain("linked glossary");
  });

  test("has standard language tags, never the service's own codes, and turns its pages as its stories are written", async () => {
    const books = await booksOf(tortureCourse(null));
    const tags = [...books].map(([volume, book]) => [
      volume,
      book.document("package.opf").texts("//dc:language")[0],
      book.document("lesson-01.xhtml").text("/h:html/@lang"),
      book.document("package.opf").text("//opf:spine/@page-progression-direction"),
      book.document("lesson-01.xhtml").text("/h:html/@dir"),
    ]);
    expect(tags).toContainEqual(["he-biblical-3", "hbo", "hbo", "rtl", "rtl"]);
    expect(tags).toContainEqual(["ar-classical-3", "ar", "ar", "rtl", "rtl"]);
    expect(tags).toContainEqual(["zh-classical-3", "lzh", "lzh", "ltr", "ltr"]);
    expect(tags).toContainEqual(["ja-classical-3", "ja", "ja", "ltr", "ltr"]);
    expect(tags).toContainEqual(["ug-3", "ug-Latn", "ug-Latn", "ltr", "ltr"]);
  });

  test("has a style sheet without variables, which converters drop, and each script in one rule, as calibre's book check wants", async () => {
    const style = String((await bookOf(course())).files.get("EPUB/book.css"));
    expect(style).toContain('font-family: "Iowan Old Style"');
    expect(style).not.toContain("var(");
    const selectors = [...style.matchAll(/(?<!,\n)^(\.script-\w+) \{/gm)].map(([, selector]) => selector);
    expect(selectors).toContain(".script-kore");
    expect(selectors).toEqual([...new Set(selectors)]);
  });

  test("links each word with its meaning in the chapter, and glossary and stories, both ways", async () => {
    const book = await bookOf(showcase(null));
    const chapter = book.document("lesson-01.xhtml");
    const glossary = book.document("glossary.xhtml");
    expect(chapter.texts("//h:a[@role='doc-noteref']")).toContain("dos barras de pan");
    expect(chapter.text("//h:a[@epub:type='noteref'][.='cesta']/@href")).toBe("#n1");
    expect(chapter.text("//h:aside[@epub:type='footnote'][@id='n1']")).toBe("cesta basket");
    expect(chapter.text("//h:aside[@id='n1']//h:a/@href")).toBe("#w1");
    expect(glossary.text("//h:dt[@id='g1']/h:dfn")).toBe("cesta");
    expect(glossary.text("//h:dt[@id='g1']/following-sibling::h:dd[1]")).toBe("basket");
    expect(glossary.texts("//h:a[@role='doc-backlink']/@href")).toContain("lesson-01.xhtml#w1");
    expect(glossary.text("//h:dt[@id='g8']/following-sibling::h:dd[2]")).toBe(
      "not in the story in this form",
    );
  });

  test("has a word of several lessons once, with all its meanings and a link back to each story", async () => {
    const lessons = [
      lesson({ words: [{ word: "pan", gloss: "bread" }] }),
      lesson({ topicId: "b", words: [{ word: "PAN", gloss: "loaf" }] }),
    ];
    const glossary = (await bookOf(course({ lessons }))).document("glossary.xhtml");
    expect(glossary.texts("//h:dfn")).toEqual(["pan"]);
    expect(glossary.texts("//h:dd")).toEqual(["bread", "loaf", "In lessons: 1 2"]);
    expect(glossary.texts("//h:a/@href")).toEqual(["lesson-01.xhtml#w1", "lesson-02.xhtml#w1"]);
    // A word that occurs only inside a longer one leads back to the whole story.
    const inside = [
      { word: "pan caliente", gloss: "hot bread" },
      { word: "caliente", gloss: "hot" },
    ];
    const longer = await bookOf(course({ lessons: [lesson({ text: "El pan caliente.", words: inside })] }));
    const links = longer.document("glossary.xhtml").texts("//h:a/@href");
    expect(links).toEqual(["lesson-01.xhtml#w1", "lesson-01.xhtml"]);
  });

  test("says where a recording is in the package, and contains it if the course requests that and readers must support its kind", async () => {
    const book = await recording();
    const wave = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVEfmt "), Buffer.alloc(64)]);
    const other = await saveBook(join(newFolder(), "wave"), wave, "audio/wav");
    const bound = async (second: BookFile | null, soundIn: Course["soundIn"] = ["epub"]) => {
      const made = await bookOf(
        course({ lessons: [lesson({ book }), lesson({ topicId: "b", book: second })], soundIn }),
      );
      const sounds = made.names.filter((name) => name.includes("audio"));
      return { made, sounds, opf: made.document("package.opf") };
    };
    const linked = await bound(null, []);
    expect(linked.made.document("lesson-01.xhtml").text("//h:code")).toBe("es-2/audio/lesson-01.mp3");
    expect(linked.sounds).toEqual([]);
    const whole = await bound(other);
    expect(whole.sounds).toEqual(["EPUB/audio/lesson-01.mp3"]);
    expect(whole.made.document("lesson-02.xhtml").text("//h:code")).toBe("es-2/audio/lesson-02.wav");
    expect(whole.made.document("lesson-01.xhtml").text("//h:audio/@src")).toBe("audio/lesson-01.mp3");
    expect(soundOf(whole.made.files.get("EPUB/audio/lesson-01.mp3")).equals(silence())).toBe(true);
    expect(whole.opf.text("//opf:item[@media-type='audio/mpeg']/@href")).toBe("audio/lesson-01.mp3");
    expect(whole.opf.texts("//opf:meta[@property='schema:accessMode']")).toContain("auditory");
    for (const [{ opf }, says] of [
      [await bound(book), /The stories are also recordings/],
      [await bound(null), /Some of the stories are also recordings/],
      [whole, /Some of the stories are also recordings/],
    ] as const)
      expect(opf.text("//opf:meta[@property='schema:accessibilitySummary']")).toMatch(says);
  });

  test("has spans, overlays, durations and metadata for reading along if the times of its recordings are known", async () => {
    const source = lesson({ book: await recording() });
    const what = { soundIn: ["epub"] as const };
    const book = await bookOf(course({ lessons: [withTimes(source)], ...what }));
    const chapter = book.document("lesson-01.xhtml");
    expect(chapter.texts("//h:span[starts-with(@id, 's')]")).toEqual([
      "Ana va al mercado.",
      "Compra pan.",
      "El pan está caliente.",
    ]);
    const overlay = book.document("lesson-01.smil");
    expect(overlay.texts("//smil:text/@src")).toEqual([
      "lesson-01.xhtml#title",
      ...["s1", "s2", "s3"].map((id) => `lesson-01.xhtml#${id}`),
    ]);
    expect(overlay.texts("//smil:audio/@clipBegin")).toEqual(["0.000s", "0.600s", "1.200s", "1.800s"]);
    const document = book.document("package.opf");
    expect(document.text("//opf:item[@id='lesson-01']/@media-overlay")).toBe("overlay-1");
    expect(document.texts("//opf:meta[@property='media:duration']")).toEqual(["2.000s", "2.000s"]);
    expect(document.texts("//opf:meta[@property='schema:accessibilityFeature']")).toContain(
      "synchronizedAudioText",
    );
    const coarse = await bookOf(course({ lessons: [withTimes(source, "paragraphs")], ...what }));
    expect(coarse.document("lesson-01.xhtml").texts("//h:span[starts-with(@id, 's')]")).toEqual([
      "Ana va al mercado. Compra pan.",
      "El pan está caliente.",
    ]);
    const apart = await bookOf(course({ lessons: [withTimes(source)] }));
    expect(apart.names.filter((name) => name.endsWith(".smil"))).toEqual([]);
  });

  test("says on every page of a rehearsal that it is one, on the cover in the drawing, where a line above would push it to a second page", async () => {
    const book = await bookOf(course({ rehearsal: true, service: "local" }));
    const pages = book.names.filter((name) => name.endsWith(".xhtml")).map((name) => posix.basename(name));
    expect(pages).toHaveLength(6);
    for (const page of pages.filter((name) => name !== "cover.xhtml"))
      expect(book.document(page).text("//h:p[@class='rehearsal']")).toContain("Rehearsal");
    expect(book.document("cover.xhtml").texts("//h:p[@class='rehearsal']")).toEqual([]);
    expect(book.document("cover.svg").texts("//svg:text").join(" ")).toContain("Rehearsal");
  });

  test("has the plan's own cover, or else one drawn for it", async () => {
    const drawn = await bookOf(showcase(null));
    expect(drawn.document("cover.svg").texts("//svg:text").join(" ")).toContain("A Week of Small Journeys");
    expect(drawn.document("cover.xhtml").text("//h:img/@src")).toBe("cover.svg");
    // Kindles don't show an SVG cover.
    expect(drawn.document("package.opf").text("//opf:item[@properties='cover-image']/@href")).toBe(
      "cover.png",
    );
    const picture = drawn.files.bytes("EPUB/cover.png");
    expect(picture.toString("latin1", 0, 8)).toBe("\x89PNG\r\n\x1a\n");
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1000, 1500]);
    const png = Buffer.from("\x89PNG\r\n\x1a\n picture", "latin1");
    const own = await bookOf(course({ cover: { bytes: png, mediaType: "image/png" } }));
    expect(own.files.get("EPUB/cover.png")).toEqual(png);
    expect(own.document("cover.xhtml").text("//h:img/@src")).toBe("cover.png");
  });

  test("leaves out of the cover what its fonts can't draw: libraries show the title below it", () => {
    for (const title of ["El pan del sábado", "كتاب السوق", "Ёлка и ёж", "Το ψωμί", "ערב טוב", "“Q&A” – 2…"])
      expect(isDrawable(title)).toBe(true);
    for (const title of ["市場の朝", "बाज़ार", "Pan 😀", "ตลาด"]) expect(isDrawable(title)).toBe(false);
  });

  test("names its author as its creator, because libraries call a book without one unknown", async () => {
    const creators = async (change: Partial<Course>) =>
      (await bookOf(course(change))).document("package.opf").texts("//dc:creator");
    expect(await creators({ author: "Ana Díaz", publisher: "A press" })).toEqual(["Ana Díaz"]);
    expect(await creators({ publisher: "A press" })).toEqual(["A press"]);
  });

  test("keeps its identifier but gets a later date when it is corrected", async () => {
    const first = await bookOf(showcase(null));
    const corrected = await bookOf({
      ...showcase(null),
      license: "CC BY 4.0",
      release: { content: "1".repeat(64), revision: 2 },
    });
    const [before, after] = [first.document("package.opf"), corrected.document("package.opf")];
    const date = "//opf:meta[@property='dcterms:modified']";
    expect(after.text("//dc:identifier")).toBe(before.text("//dc:identifier"));
    expect(after.text(date) > before.text(date)).toBe(true);
    const other = await bookOf({ ...showcase(null), edition: "2026-W48" });
    expect(other.document("package.opf").text("//dc:identifier")).not.toBe(before.text("//dc:identifier"));
    expect(other.document("package.opf").text(date) > after.text(date)).toBe(true);
  });
});
