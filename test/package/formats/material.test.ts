import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { releaseOf } from "../../../src/package/contents/release.ts";
import { cartridge } from "../../../src/package/formats/cartridge/index.ts";
import { h5p } from "../../../src/package/formats/h5p/index.ts";
import { fileFolder } from "../../fixtures.ts";
import { packageOf } from "../bound.ts";
import { epubCheckTs } from "../epub/epub-checkers.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { course, lesson, png, unzip } from "../fixtures.ts";
import { all, attr, filesOf, parsed, shown } from "../lms/fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { tortureCourse } from "../torture/torture-course.ts";

// What a platform that decodes attributes would take for one of its own.
const image = { bytes: png, mediaType: "image/png", alt: `A <stall>" onerror="alert(1)` } as const;
const prompts = ["¿Qué compras tú <b>hoy</b>?", "Where do you buy bread, *here* or {there}?"];
// Its sheets fill less than a side of paper, so that the picture has room.
const text = plainStory.split("\n\n").slice(0, 3).join("\n\n");

/** Of a page's markup: its pictures with their attributes, and its text. */
function readPage(markup: string) {
  const document = parsed(
    `<div>${markup.replace(/^<!DOCTYPE html>\s*/, "").replace(/<style>.*?<\/style>/s, "")}</div>`,
  );
  const pictures = all(document, "img").map(({ attrs }) =>
    Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
  );
  return { pictures, text: document.root.content.replaceAll("\u2060", "").replace(/\s+/g, " ") };
}

const plain = (markup: string | undefined) => shown(markup ?? "").text.replaceAll("\u2060", "");

describe("a topic's picture and questions, and the words to retell its story with,", () => {
  let files: Map<string, Buffer>;
  let retell: readonly string[];

  beforeAll(async () => {
    const formats = "web epub print teacher cartridge cartridge12 moodle scorm h5p".split(" ");
    const [first] = showcase(null).lessons;
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

  const page = (path: string) => String(files.get(path));
  const inside = (path: string) => unzip(files.get(path) ?? Buffer.alloc(0));
  function expectTold(told: string): void {
    expect(told).toContain("Tell the story");
    expect(told.replaceAll(" ", "")).toContain(retell.join("").replaceAll(" ", ""));
  }

  test("are in the reader, on paper and in the teacher's plan, and the picture's bytes are as they came", () => {
    const alt = 'alt="A &lt;stall&gt;&quot; onerror=&quot;alert(1)"';
    const web = page("es-2/web/lesson-01.html");
    expect(web).toContain(`<img src="images/lesson-01.png" ${alt}>`);
    expect(web).toContain("¿Qué compras tú &lt;b&gt;hoy&lt;/b&gt;?");
    expect(files.get("es-2/web/images/lesson-01.png")).toEqual(png);
    const sheet = page("es-2/print/lesson-03.html");
    expect(sheet).toContain(`src="data:image/png;base64,${png.toString("base64")}" ${alt}`);
    expect(sheet.match(/Where do you buy bread/g)).toHaveLength(2);
    expect(page("teacher/es-2/plan.html")).toContain("Where do you buy bread");
    for (const path of ["es-2/web/lesson-02.html", "es-2/print/lesson-02.html"])
      expect(page(path)).not.toMatch(/<img|To talk about/);
  });

  test("are in the e-book, which stays valid and says what its images are", async () => {
    expect(await epubCheckTs(files.get("es-2/book/es-2.epub") ?? Buffer.of())).toEqual([]);
    const book = await inside("es-2/book/es-2.epub");
    expect(book.get("EPUB/images/lesson-01.png")).toEqual(png);
    expect(String(book.get("EPUB/lesson-01.xhtml"))).toMatch(
      /<img src="images\/lesson-01\.png" .*Where do you buy bread/s,
    );
    const summary = "The images are the cover and the pictures of the stories";
    expect(String(book.get("EPUB/package.opf"))).toContain(summary);
  });

  test.each([
    ["1.1", "es-2/lms/es-2-cc11.imscc", "v1p1"],
    ["1.2", "es-2/lms/es-2-cc12.imscc", "v1p2"],
  ])("are in the cartridge %s: on the lesson's page, and as a discussion", async (_, path, tag) => {
    const cartridge = await inside(path);
    const source = String(cartridge.get("web_resources/lesson-01.html"));
    const { pictures, text: told } = readPage(source);
    expect(pictures).toMatchObject([{ src: "lesson-01.png", alt: "A (stall)” onerror=”alert(1)" }]);
    // Once more, as Moodle does with a page.
    expect(source.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).not.toMatch(
      /" onerror/,
    );
    expect(cartridge.get("web_resources/lesson-01.png")).toEqual(png);
    expectTold(told);
    const topic = parsed(String(cartridge.get("lesson-01-discussion/topic.xml")));
    expect(all(topic, "title")[0]?.content).toBe("1. To talk about");
    expect(topic.root.namespaceUri).toBe(`http://www.imsglobal.org/xsd/imscc${tag}/imsdt_${tag}`);
    const asked = all(topic, "text")[0]?.content;
    for (const prompt of prompts) expect(plain(asked)).toContain(prompt);
    expect(shown(asked ?? "").elements).toEqual(["div", "li", "ul"]);
    const typed = all(parsed(String(cartridge.get("imsmanifest.xml"))), "resource").map((each) => [
      attr(each, "type"),
      attr(all(each, "file")[0], "href"),
    ]);
    expect(typed).toContainEqual([`imsdt_xml${tag}`, "lesson-01-discussion/topic.xml"]);
    expect(typed).toContainEqual(["webcontent", "web_resources/lesson-01.png"]);
    expect([...cartridge.keys()].filter((each) => /lesson-02.*(?:png|discussion)/.test(each))).toEqual([]);
  });

  test("are in the Moodle backup: on the lesson's page, and as a forum that gives no grade", async () => {
    const backup = await inside("es-2/lms/es-2.mbz");
    const foldersOf = (kind: string) =>
      [...backup.keys()].flatMap((path) =>
        path.endsWith(`/${kind}.xml`) ? [path.slice(0, -kind.length - 5)] : [],
      );
    const xml = (path: string) => parsed(String(backup.get(path)));
    const [forum = "", ...others] = foldersOf("forum");
    expect(others).toHaveLength(1);
    for (const prompt of prompts)
      expect(plain(all(xml(`${forum}/forum.xml`), "intro")[0]?.content)).toContain(prompt);
    expect(all(xml(`${forum}/forum.xml`), "type").map(({ content }) => content)).toEqual(["single"]);
    expect(String(backup.get(`${forum}/grades.xml`))).not.toContain("<grade_item ");
    expect(String(backup.get(`${forum}/inforef.xml`))).not.toContain("grade_item");
    const { pictures, text: told } = readPage(
      all(xml(`${foldersOf("page")[0]}/page.xml`), "content")[0]?.content ?? "",
    );
    expect(pictures).toMatchObject([{ src: "@@PLUGINFILE@@/lesson-01.png" }]);
    expectTold(told);
    const listed = all(xml("files.xml"), "file").filter(
      (file) => all(file, "filename")[0]?.content === "lesson-01.png",
    );
    const areas = listed.map((file) => all(file, "component")[0]?.content).sort();
    expect(areas).toEqual(["mod_page", "mod_scorm"]);
    const sum = createHash("sha1").update(png).digest("hex");
    expect(backup.get(`files/${sum.slice(0, 2)}/${sum}`)).toEqual(png);
  });

  test("are in the SCORM lesson, without a part in its score", async () => {
    const scorm = await inside("es-2/lms/scorm12/lesson-01.zip");
    const page = String(scorm.get("index.html"));
    expect(page).toContain('<img src="lesson-01.png"');
    expect(scorm.get("lesson-01.png")).toEqual(png);
    expect(String(scorm.get("imsmanifest.xml"))).toContain('<file href="lesson-01.png"/>');
    const [asked = ""] = /<section class="prompts".*?<\/section>/s.exec(page) ?? [];
    const [aloud = ""] = /<section class="task-aloud".*?<\/section>/s.exec(page) ?? [];
    for (const word of retell) expect(aloud).toContain(word);
    expect(asked).toContain("Where do you buy bread");
    expect(asked + aloud).not.toMatch(/data-item|<input|<select/);
  });

  test("are in H5P: a picture, and texts of which none adds a point", async () => {
    const opened = await inside("es-2/lms/h5p/lesson-01.h5p");
    const { content } = JSON.parse(String(opened.get("content/content.json"))) as {
      content: { content: { library: string; params: { text?: string } } }[];
    };
    const of = (library: string) =>
      content.flatMap(({ content: own }) => (own.library.startsWith(`H5P.${library} `) ? [own.params] : []));
    const file = { path: "images/lesson-01.png", mime: "image/png" };
    expect(of("Image")).toMatchObject([{ file }]);
    expect(opened.get("content/images/lesson-01.png")).toEqual(png);
    const texts = of("AdvancedText").map((params) => plain(params.text));
    expect(texts.some((each) => prompts.every((prompt) => each.includes(prompt)))).toBe(true);
    expect(texts.some((each) => retell.every((word) => each.includes(word)))).toBe(true);
  });

  test("are in Moodle's question file as far as it has the kind: an essay with the words", () => {
    const [first, ...others] = all(parsed(page("es-2/lms/moodle-questions.xml")), "question").filter(
      (question) => attr(question, "type") === "essay",
    );
    expect(others).toHaveLength(1);
    const told = plain(first && all(first, "questiontext")[0]?.content);
    for (const word of retell) expect(told).toContain(word);
  });
});

test("an Arabic lesson's words to retell it with, and questions in Arabic, begin at the right with their bullets", async () => {
  const torture = tortureCourse(null);
  const lessons = torture.lessons
    .filter(({ lang }) => lang === "ar")
    .map((each) => ({ ...each, prompts: ["ما اسم هذه الشجرة؟"] }));
  const { files } = await filesOf(cartridge, { ...torture, lessons });
  const inside = await unzip(
    [...files].find(([path]) => path.endsWith("cc11.imscc"))?.[1] ?? Buffer.alloc(0),
  );
  expect(String(inside.get("web_resources/lesson-01.html"))).toMatch(/<ul dir="rtl">\s*<li>/);
  const topic = parsed(String(inside.get("lesson-01-discussion/topic.xml")));
  expect(all(topic, "text")[0]?.content).toMatch(/<ul lang="" dir="auto">\s*<li>ما اسم/);
});

test("pictures and questions count as content: another picture makes another release, and none keeps the hash of a lesson without", () => {
  const of = (change: Parameters<typeof lesson>[0]) =>
    releaseOf(course({ lessons: [lesson(change)] }), []).content;
  const hashes = [{}, { image }, { image: { ...image, bytes: Buffer.of(1) } }, { prompts }].map(of);
  expect(new Set(hashes).size).toBe(4);
});

test("H5P asks whether a statement is true, what comes next and what comes in which place with one right choice each", async () => {
  const { files, volume } = await filesOf(h5p, showcase(null));
  for (const { name, exercises } of volume.lessons) {
    const opened = await unzip(files.get(`es-2/lms/h5p/${name}.h5p`) ?? Buffer.alloc(0));
    const asked = String(opened.get("content/content.json"));
    const items = exercises()
      .flatMap((sheet) => sheet.exercises)
      .filter(({ kind }) => /^(?:what-next|sentence-order|story-order|true-false)$/.test(kind))
      .flatMap((each) => each.items);
    expect(asked.split('"library":"H5P.MultiChoice ').length - 1).toBe(items.length);
    expect(asked.split('"correct":true').length - 1).toBe(items.length);
  }
});
