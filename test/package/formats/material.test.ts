import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { releaseOf } from "../../../src/package/contents/release.ts";
import { cartridge } from "../../../src/package/formats/cartridge/index.ts";
import { h5p } from "../../../src/package/formats/h5p/index.ts";
import { fileFolder } from "../../fixtures.ts";
import { showcase, tortureCourse } from "../courses.ts";
import { epubCheckTs } from "../epub/epub-checkers.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { type Archive, course, filesOf, lesson, packageOf, png } from "../fixtures.ts";
import { all, attr, parsed, shown, textIn } from "../lms/fixtures.ts";

// What a platform that decodes attributes would take for one of its own.
const image = { bytes: png, mediaType: "image/png", alt: `A <stall>" onerror="alert(1)` } as const;
const prompts = ["¿Qué compras tú <b>hoy</b>?", "Where do you buy bread, *here* or {there}?"];

/** Of a page's markup: its pictures with their attributes, and its text. */
function readPage(markup: string) {
  const page = markup.replace(/^<!DOCTYPE html>\s*/, "").replace(/<style>.*?<\/style>/s, "");
  const document = parsed(`<div>${page}</div>`);
  const pictures = all(document, "img").map(({ attrs }) =>
    Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
  );
  return { pictures, text: document.root.content.replaceAll("\u2060", "").replace(/\s+/g, " ") };
}

const plain = (markup: string) => shown(markup).text.replaceAll("\u2060", "");
const hasAll = (text: string, parts: readonly string[]) => parts.every((part) => text.includes(part));

describe("a topic's picture and questions, and the words to retell its story with,", () => {
  let files: Archive;
  let retell: readonly string[];

  beforeAll(async () => {
    const formats = "web epub print teacher cartridge cartridge12 moodle scorm h5p".split(" ");
    const [first] = showcase(null).lessons;
    // Its sheets fill less than a side of paper, so that the picture has room.
    const text = plainStory.split("\n\n").slice(0, 3).join("\n\n");
    const lessons = [
      lesson({ ...first, image, prompts }),
      lesson({ topicId: "lake", title: "El lago" }),
      lesson({ topicId: "short", image, prompts, text }),
    ];
    const what = course({ formats, lessons });
    files = await packageOf(what, fileFolder());
    const { volume } = await filesOf(h5p, what);
    retell = volume.lessons[0]?.exercises()[0]?.retell ?? [];
    expect(retell.length).toBeGreaterThanOrEqual(5);
  });

  function expectTold(told: string): void {
    expect(told).toContain("Tell the story");
    expect(told.replaceAll(" ", "")).toContain(retell.join("").replaceAll(" ", ""));
  }

  test("are in the reader, on paper and in the teacher's plan, and the picture's bytes are as they came", () => {
    const alt = 'alt="A &lt;stall&gt;&quot; onerror=&quot;alert(1)"';
    const inline = `src="data:image/png;base64,${png.toString("base64")}" ${alt}`;
    for (const [path, ...told] of [
      ["es-2/web/lesson-01.html", `<img src="images/lesson-01.png" ${alt}>`, "tú &lt;b&gt;hoy&lt;/b&gt;?"],
      ["es-2/print/lesson-03.html", inline],
      ["teacher/es-2/plan.html", "Where do you buy bread"],
    ] as const)
      for (const text of told) expect(files.text(path)).toContain(text);
    expect(files.get("es-2/web/images/lesson-01.png")).toEqual(png);
    expect(files.text("es-2/print/lesson-03.html").match(/Where do you buy bread/g)).toHaveLength(2);
    for (const path of ["es-2/web/lesson-02.html", "es-2/print/lesson-02.html"])
      expect(files.text(path)).not.toMatch(/<img|To talk about/);
  });

  test("are in the e-book, which stays valid and says what its images are", async () => {
    expect(await epubCheckTs(files.bytes("es-2/book/es-2.epub"))).toEqual([]);
    const book = await files.inside("es-2/book/es-2.epub");
    expect(book.get("EPUB/images/lesson-01.png")).toEqual(png);
    const chapter = /<img src="images\/lesson-01\.png" .*Where do you buy bread/s;
    expect(book.text("EPUB/lesson-01.xhtml")).toMatch(chapter);
    const summary = "The images are the cover and the pictures of the stories";
    expect(book.text("EPUB/package.opf")).toContain(summary);
  });

  test.each([
    ["1.1", "es-2/lms/es-2-cc11.imscc", "v1p1"],
    ["1.2", "es-2/lms/es-2-cc12.imscc", "v1p2"],
  ])("are in the cartridge %s: on the lesson's page, and as a discussion", async (_, path, tag) => {
    const inside = await files.inside(path);
    const source = inside.text("web_resources/lesson-01.html");
    const { pictures, text: told } = readPage(source);
    expect(pictures).toMatchObject([{ src: "lesson-01.png", alt: "A (stall)” onerror=”alert(1)" }]);
    // Once more, as Moodle does with a page.
    const decoded = source.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(decoded).not.toMatch(/" onerror/);
    expect(inside.get("web_resources/lesson-01.png")).toEqual(png);
    expectTold(told);
    const topic = parsed(inside.text("lesson-01-discussion/topic.xml"));
    expect(textIn(topic, "title")).toBe("1. To talk about");
    expect(topic.root.namespaceUri).toBe(`http://www.imsglobal.org/xsd/imscc${tag}/imsdt_${tag}`);
    const asked = textIn(topic, "text");
    expect(hasAll(plain(asked), prompts)).toBe(true);
    expect(shown(asked).elements).toEqual(["div", "li", "ul"]);
    const typed = all(parsed(inside.text("imsmanifest.xml")), "resource").map(
      (each) => `${attr(each, "type")} ${attr(all(each, "file")[0], "href")}`,
    );
    expect(typed).toContain(`imsdt_xml${tag} lesson-01-discussion/topic.xml`);
    expect(typed).toContain("webcontent web_resources/lesson-01.png");
    expect(inside.paths.filter((each) => /lesson-02.*(?:png|discussion)/.test(each))).toEqual([]);
  });

  test("are in the Moodle backup: on the lesson's page, and as a forum that gives no grade", async () => {
    const backup = await files.inside("es-2/lms/es-2.mbz");
    const [page = ""] = backup.paths.filter((path) => path.endsWith("/page.xml"));
    const forums = backup.paths.filter((path) => path.endsWith("/forum.xml"));
    expect(forums).toHaveLength(2);
    const [forum = ""] = forums;
    const document = parsed(backup.text(forum));
    expect(hasAll(plain(textIn(document, "intro")), prompts)).toBe(true);
    expect(all(document, "type").map(({ content }) => content)).toEqual(["single"]);
    expect(backup.text(forum.replace("forum.xml", "grades.xml"))).not.toContain("<grade_item ");
    expect(backup.text(forum.replace("forum.xml", "inforef.xml"))).not.toContain("grade_item");
    const { pictures, text: told } = readPage(textIn(parsed(backup.text(page)), "content"));
    expect(pictures).toMatchObject([{ src: "@@PLUGINFILE@@/lesson-01.png" }]);
    expectTold(told);
    const areas = all(parsed(backup.text("files.xml")), "file").flatMap((file) =>
      textIn(file, "filename") === "lesson-01.png" ? [textIn(file, "component")] : [],
    );
    expect(areas.sort()).toEqual(["mod_page", "mod_scorm"]);
    const sum = createHash("sha1").update(png).digest("hex");
    expect(backup.get(`files/${sum.slice(0, 2)}/${sum}`)).toEqual(png);
  });

  test("are in the SCORM lesson, without a part in its score", async () => {
    const scorm = await files.inside("es-2/lms/scorm12/lesson-01.zip");
    const page = scorm.text("index.html");
    expect(page).toContain('<img src="lesson-01.png"');
    expect(scorm.get("lesson-01.png")).toEqual(png);
    expect(scorm.text("imsmanifest.xml")).toContain('<file href="lesson-01.png"/>');
    const [asked = ""] = /<section class="prompts".*?<\/section>/s.exec(page) ?? [];
    const [aloud = ""] = /<section class="task-aloud".*?<\/section>/s.exec(page) ?? [];
    expect(hasAll(aloud, retell)).toBe(true);
    expect(asked).toContain("Where do you buy bread");
    expect(asked + aloud).not.toMatch(/data-item|<input|<select/);
  });

  test("are in H5P: a picture, and texts of which none adds a point", async () => {
    const opened = await files.inside("es-2/lms/h5p/lesson-01.h5p");
    const { content }: { content: { content: { library: string; params: { text?: string } } }[] } =
      opened.json("content/content.json");
    const of = (library: string) =>
      content.flatMap(({ content: own }) => (own.library.startsWith(`H5P.${library} `) ? [own.params] : []));
    const file = { path: "images/lesson-01.png", mime: "image/png" };
    expect(of("Image")).toMatchObject([{ file }]);
    expect(opened.get("content/images/lesson-01.png")).toEqual(png);
    const texts = of("AdvancedText").map((params) => plain(params.text ?? ""));
    for (const parts of [prompts, retell]) expect(texts.some((each) => hasAll(each, parts))).toBe(true);
  });

  test("are in Moodle's question file as far as it has the kind: an essay with the words", () => {
    const questions = all(parsed(files.text("es-2/lms/moodle-questions.xml")), "question");
    const essays = questions.filter((question) => attr(question, "type") === "essay");
    expect(essays).toHaveLength(2);
    expect(hasAll(plain(textIn(essays[0], "questiontext")), retell)).toBe(true);
  });
});

test("an Arabic lesson's words to retell it with, and questions in Arabic, begin at the right with their bullets", async () => {
  const torture = tortureCourse(null);
  const arabic = torture.lessons.filter(({ lang }) => lang === "ar");
  const lessons = arabic.map((each) => ({ ...each, prompts: ["ما اسم هذه الشجرة؟"] }));
  const { files } = await filesOf(cartridge, { ...torture, lessons });
  const inside = await files.inside("ar-3/lms/ar-3-cc11.imscc");
  expect(inside.text("web_resources/lesson-01.html")).toMatch(/<ul dir="rtl">\s*<li>/);
  const topic = parsed(inside.text("lesson-01-discussion/topic.xml"));
  expect(textIn(topic, "text")).toMatch(/<ul lang="" dir="auto">\s*<li>ما اسم/);
});

test("pictures and questions count as content: another picture makes another release, and none keeps the hash of a lesson without", () => {
  const of = (change: Parameters<typeof lesson>[0]) =>
    releaseOf(course({ lessons: [lesson(change)] }), []).content;
  const hashes = [{}, { image }, { image: { ...image, bytes: Buffer.of(1) } }, { prompts }].map(of);
  expect(new Set(hashes).size).toBe(4);
});
