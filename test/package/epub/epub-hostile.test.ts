import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { recording } from "../fixtures.ts";
import { hostileAsText, hostileWords, tortureCourse } from "../torture/torture-course.ts";
import { bookOf, booksOf } from "./epub-fixtures.ts";

describe("hostile content in an EPUB", () => {
  test("is text and nothing else, in every field", async () => {
    const book = await bookOf(tortureCourse(await recording()));
    const opf = book.document("package.opf");
    expect(opf.text("//dc:title")).toBe(`${hostileAsText("course")}: Spanish, Level 2`);
    expect(opf.text("//dc:description")).toBe(hostileAsText("description"));
    expect(opf.text("//dc:publisher")).toBe(hostileAsText("publisher"));
    expect(opf.text("//dc:rights")).toBe(hostileAsText("license"));
    const chapter = book.document("lesson-01.xhtml");
    expect(chapter.text("//h:h1")).toBe(hostileAsText("title"));
    expect(chapter.text("//h:p[@class='topic']")).toBe(hostileAsText("topic"));
    // The story has line ends where the title has spaces.
    const story = chapter.texts("//h:div/h:p").map((text) => text.replace(/\s/g, ""));
    expect(story[0]).toBe(hostileAsText("opening").replaceAll(" ", ""));
    expect(story.at(-1)).toBe(hostileAsText("closing").replaceAll(" ", ""));
    const words = book.document("glossary.xhtml").texts("//h:dfn");
    expect(words).toHaveLength(hostileWords.length);
    expect(words).toContain("]]></mattext>");
    expect(words).toContain("&lt;b&gt;&#x41;");
    expect(book.document("nav.xhtml").texts("//h:nav[1]//h:a")[0]).toBe(hostileAsText("title"));
    expect(book.document("title.xhtml").text("//h:h1")).toBe(hostileAsText("course"));
    expect(book.document("rights.xhtml").texts("//h:p/h:span")).toContain(hostileAsText("license"));
  });

  test("creates no element, attribute or URL", async () => {
    for (const book of (await booksOf(tortureCourse(await recording()))).values()) {
      for (const name of book.names.filter((each) => /\.(xhtml|svg|opf)$/.test(each))) {
        const { texts } = book.document(posix.relative("EPUB", name));
        expect(texts("//h:script | //svg:script | //h:style | //h:iframe | //h:object")).toEqual([]);
        expect(texts("//@*[starts-with(local-name(), 'on')]")).toEqual([]);
        expect(texts("//comment() | //processing-instruction()")).toEqual([]);
        const links = texts("//@href | //@src | //@*[local-name()='href']");
        expect(
          links.filter((href) => !/^[a-z0-9/-]+\.(xhtml|css|svg|png|mp3)(#[gw]\d+)?$/.test(href)),
        ).toEqual([]);
        expect(texts("//@id").filter((id) => !/^[a-z0-9-]+$/.test(id))).toEqual([]);
      }
    }
  });
});
