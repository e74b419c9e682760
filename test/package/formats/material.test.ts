import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { releaseOf } from "../../../src/package/contents/release.ts";
import { pictureSize } from "../../../src/package/pages/picture.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { packageOf } from "../bound.ts";
import { epubCheckTs } from "../epub/epub-checkers.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { course, lesson, png, unzip } from "../fixtures.ts";

/** The beginning of a JPEG of 640 by 480. */
const jpeg = Buffer.from(
  "ffd8ffe000104a46494600010100000100010000ffc00011080 1e00280".replace(" ", ""),
  "hex",
);

const image = { bytes: png, mediaType: "image/png", alt: 'A <market> "stall"' } as const;
// Its sheets fill less than a side of paper, so that the picture has room.
const shortStory = plainStory.split("\n\n").slice(0, 3).join("\n\n");
const prompts = ["¿Qué compras tú <hoy>?", "Where do you buy bread?"];

describe("a topic's picture and questions", () => {
  test("are in the reader, the e-book, on paper and in the teacher's plan, escaped, and the picture's bytes are as they came", async () => {
    const formats = ["web", "epub", "print", "teacher"];
    const lessons = [
      lesson({ image, prompts, text: shortStory }),
      lesson({ topicId: "lake", title: "El lago" }),
    ];
    const files = await packageOf(course({ formats, lessons }));
    const alt = 'alt="A &lt;market&gt; &quot;stall&quot;"';
    const page = String(files.get("es-2/web/lesson-01.html"));
    expect(page).toContain(`<img src="images/lesson-01.png" ${alt} width="2" height="1">`);
    expect(page).toContain("¿Qué compras tú &lt;hoy&gt;?");
    expect(files.get("es-2/web/images/lesson-01.png")).toEqual(png);
    const listed = JSON.parse(String(files.get("publisher/manifest.json"))).files;
    expect(listed).toContainEqual({
      path: "es-2/web/images/lesson-01.png",
      bytes: png.length,
      sha256: sha256(png),
    });
    const sheet = String(files.get("es-2/print/lesson-01.html"));
    expect(sheet).toContain(`src="data:image/png;base64,${png.toString("base64")}" ${alt}`);
    expect(sheet.match(/Where do you buy bread\?/g)).toHaveLength(2);
    expect(String(files.get("teacher/es-2/plan.html"))).toContain("Where do you buy bread?");

    const bytes = files.get("es-2/book/es-2.epub") ?? Buffer.of();
    expect(await epubCheckTs(bytes)).toEqual([]);
    const book = await unzip(bytes);
    expect(book.get("EPUB/images/lesson-01.png")).toEqual(png);
    const chapter = String(book.get("EPUB/lesson-01.xhtml"));
    expect(chapter).toContain(`<img src="images/lesson-01.png" ${alt}/>`);
    expect(chapter).toContain("Where do you buy bread?");
    expect(String(book.get("EPUB/package.opf"))).toContain(
      "The images are the cover and the pictures of the stories",
    );

    for (const path of ["es-2/web/lesson-02.html", "es-2/print/lesson-02.html"]) {
      expect(String(files.get(path))).not.toMatch(/<img|To talk about/);
    }
  });

  test("count as content: another picture makes another release, and none keeps the hash of a lesson without", () => {
    const of = (change: Parameters<typeof lesson>[0]) =>
      releaseOf(course({ lessons: [lesson(change)] }), []).content;
    expect(of({ image })).not.toBe(of({}));
    expect(of({ image: { ...image, bytes: jpeg } })).not.toBe(of({ image }));
    expect(of({ prompts })).not.toBe(of({}));
  });

  test("keep their place while they load, as far as the file's header says its size", () => {
    expect(pictureSize({ bytes: jpeg, mediaType: "image/jpeg" })).toEqual({ width: 640, height: 480 });
    for (let length = 3; length < jpeg.length; length += 1) {
      expect(pictureSize({ bytes: jpeg.subarray(0, length), mediaType: "image/jpeg" })).toBeNull();
    }
    expect(pictureSize({ bytes: png.subarray(0, 20), mediaType: "image/png" })).toBeNull();
  });
});
