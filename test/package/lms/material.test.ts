import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { cartridge, cartridge12 } from "../../../src/package/formats/cartridge/index.ts";
import type { Format } from "../../../src/package/formats/format.ts";
import { h5p } from "../../../src/package/formats/h5p/index.ts";
import { mbz } from "../../../src/package/formats/mbz/index.ts";
import { moodle } from "../../../src/package/formats/moodle/index.ts";
import { scorm } from "../../../src/package/formats/scorm/index.ts";
import { course, lesson, png, unzip } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { tortureCourse } from "../torture/torture-course.ts";
import { all, attr, filesOf, parsed, shown } from "./fixtures.ts";

// What a platform that decodes attributes would take for one of its own.
const image = { bytes: png, mediaType: "image/png", alt: `A <stall>" onerror="alert(1)` } as const;
const prompts = ["¿Qué compras tú <b>hoy</b>?", "Where do you buy bread, *here* or {there}?"];
const asShown = ["¿Qué compras tú <b>hoy</b>?", "Where do you buy bread, *here* or {there}?"];

const [first] = showcase(null).lessons;
const described = course({
  lessons: [lesson({ ...first, image, prompts }), lesson({ topicId: "lake", title: "El lago" })],
});

async function written({ entries }: Format, path: string, source: Course = described) {
  const { files, volume } = await filesOf(entries, source);
  const [opening] = volume.lessons;
  if (opening === undefined) throw new Error("no lesson");
  const [sheet] = opening.exercises();
  const retell = sheet?.retell ?? [];
  expect(retell.length).toBeGreaterThanOrEqual(5);
  return { files: await unzip(files.get(path) ?? Buffer.alloc(0)), retell };
}

/** Of a page's markup: its pictures, and its text. */
function readPage(markup: string) {
  const document = parsed(
    `<div>${markup.replace(/^<!DOCTYPE html>\s*/, "").replace(/<style>.*?<\/style>/s, "")}</div>`,
  );
  const pictures = all(document, "img").map((picture) => ({
    src: attr(picture, "src"),
    alt: attr(picture, "alt"),
  }));
  const handlers = all(document, "img").flatMap(({ attrs }) => attrs.map(({ name }) => name));
  return { pictures, handlers, text: document.root.content.replaceAll("\u2060", "").replace(/\s+/g, " ") };
}

/** Once more, as Moodle does with a page. */
function decoded(markup: string): string {
  return markup.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

function expectTold(text: string, retell: readonly string[]): void {
  expect(text).toContain("Tell the story");
  expect(text.replaceAll(" ", "")).toContain(retell.join("").replaceAll(" ", ""));
}

test("an Arabic lesson's words to retell it with, and questions in Arabic, begin at the right with their bullets", async () => {
  const torture = tortureCourse(null);
  const lessons = torture.lessons
    .filter(({ lang }) => lang === "ar")
    .map((each) => ({ ...each, prompts: ["ما اسم هذه الشجرة؟"] }));
  const { files } = await filesOf(cartridge.entries, { ...torture, lessons });
  const pages = [...files].filter(([path]) => path.endsWith("cc11.imscc"));
  expect(pages.length).toBeGreaterThan(0);
  for (const [, bytes] of pages) {
    const inside = await unzip(bytes);
    expect(String(inside.get("web_resources/lesson-01.html"))).toMatch(/<ul dir="rtl">\s*<li>/);
    const topic = parsed(String(inside.get("lesson-01-discussion/topic.xml")));
    expect(all(topic, "text")[0]?.content).toMatch(/<ul lang="" dir="auto">\s*<li>ما اسم/);
  }
});

describe("a topic's picture and questions, and the words to retell its story with,", () => {
  test.each([
    ["1.1", cartridge, "es-2/lms/es-2-cc11.imscc", "v1p1"],
    ["1.2", cartridge12, "es-2/lms/es-2-cc12.imscc", "v1p2"],
  ])("are in the cartridge %s: on the lesson's page, and as a discussion", async (_, format, path, tag) => {
    const { files, retell } = await written(format, path);
    const source = String(files.get("web_resources/lesson-01.html"));
    const page = readPage(source);
    expect(page.pictures).toEqual([{ src: "lesson-01.png", alt: "A (stall)” onerror=”alert(1)" }]);
    expect(decoded(source)).not.toMatch(/" onerror/);
    expect(files.get("web_resources/lesson-01.png")).toEqual(png);
    expectTold(page.text, retell);
    const topic = parsed(String(files.get("lesson-01-discussion/topic.xml")));
    expect(all(topic, "title")[0]?.content).toBe("1. To talk about");
    expect(topic.root.namespaceUri).toBe(`http://www.imsglobal.org/xsd/imscc${tag}/imsdt_${tag}`);
    const asked = shown(all(topic, "text")[0]?.content ?? "");
    for (const prompt of asShown) expect(asked.text.replaceAll("\u2060", "")).toContain(prompt);
    expect(asked.elements).toEqual(["div", "li", "ul"]);
    const manifest = parsed(String(files.get("imsmanifest.xml")));
    const typed = all(manifest, "resource").map((each) => [
      attr(each, "type"),
      attr(all(each, "file")[0], "href"),
    ]);
    expect(typed).toContainEqual([`imsdt_xml${tag}`, "lesson-01-discussion/topic.xml"]);
    expect(typed).toContainEqual(["webcontent", "web_resources/lesson-01.png"]);
    expect([...files.keys()].filter((each) => each.includes("lesson-02"))).not.toContainEqual(
      expect.stringMatching(/png|discussion/),
    );
  });

  test("are in the Moodle backup: on the lesson's page, and as a forum that gives no grade", async () => {
    const { files, retell } = await written(mbz, "es-2/lms/es-2.mbz");
    const folderOf = (kind: string) =>
      [...files.keys()]
        .filter((path) => path.endsWith(`/${kind}.xml`))
        .map((path) => path.split(`/${kind}.xml`)[0]);
    const [forum = "", ...others] = folderOf("forum");
    expect(others).toEqual([]);
    const document = parsed(String(files.get(`${forum}/forum.xml`)));
    const asked = shown(all(document, "intro")[0]?.content ?? "");
    for (const prompt of asShown) expect(asked.text.replaceAll("\u2060", "")).toContain(prompt);
    expect(all(document, "type").map(({ content }) => content)).toEqual(["single"]);
    expect(String(files.get(`${forum}/grades.xml`))).not.toContain("<grade_item ");
    expect(String(files.get(`${forum}/inforef.xml`))).not.toContain("grade_item");
    const [pageFolder = ""] = folderOf("page");
    const page = parsed(String(files.get(`${pageFolder}/page.xml`)));
    const read = readPage(all(page, "content")[0]?.content ?? "");
    expect(read.pictures.map(({ src }) => src)).toEqual(["@@PLUGINFILE@@/lesson-01.png"]);
    expectTold(read.text, retell);
    const listed = all(parsed(String(files.get("files.xml"))), "file").filter(
      (file) => all(file, "filename")[0]?.content === "lesson-01.png",
    );
    const areas = listed.map((file) => all(file, "component")[0]?.content).toSorted();
    expect(areas).toEqual(["mod_page", "mod_scorm"]);
    const sum = createHash("sha1").update(png).digest("hex");
    expect(files.get(`files/${sum.slice(0, 2)}/${sum}`)).toEqual(png);
  });

  test("are in the SCORM lesson, without a part in its score", async () => {
    const { files, retell } = await written(scorm, "es-2/lms/scorm12/lesson-01.zip");
    const page = String(files.get("index.html"));
    expect(page).toContain('<img src="lesson-01.png"');
    expect(files.get("lesson-01.png")).toEqual(png);
    expect(String(files.get("imsmanifest.xml"))).toContain('<file href="lesson-01.png"/>');
    const [prompts = "", aloud = ""] = [
      /<section class="prompts".*?<\/section>/s,
      /<section class="task-aloud".*?<\/section>/s,
    ].map((section) => section.exec(page)?.[0] ?? "");
    for (const word of retell) expect(aloud).toContain(word);
    expect(prompts).toContain("Where do you buy bread");
    expect(prompts + aloud).not.toMatch(/data-item|<input|<select/);
  });

  test("are in H5P: a picture, a text, and an essay that finds the words but gives no points", async () => {
    const { files, retell } = await written(h5p, "es-2/lms/h5p/lesson-01.h5p");
    const { content } = JSON.parse(String(files.get("content/content.json"))) as {
      content: { content: { library: string; params: Record<string, never> } }[];
    };
    const of = (library: string) =>
      content.map((each) => each.content).filter((each) => each.library.startsWith(`H5P.${library} `));
    expect(of("Image").map(({ params }) => params)).toEqual([
      expect.objectContaining({
        file: expect.objectContaining({
          path: "images/lesson-01.png",
          mime: "image/png",
          width: 2,
          height: 1,
        }),
      }),
    ]);
    expect(files.get("content/images/lesson-01.png")).toEqual(png);
    const [essay] = of("Essay").map(({ params }) => params as unknown as Essay);
    expect(essay?.keywords.map(({ keyword }) => keyword)).toEqual(retell);
    expect(essay?.behaviour.ignoreScoring).toBe(true);
    const texts = of("AdvancedText").map(({ params }) =>
      shown(String(params.text)).text.replaceAll("\u2060", ""),
    );
    expect(texts.some((text) => asShown.every((prompt) => text.includes(prompt)))).toBe(true);
  });

  test("are in Moodle's question file as far as it has the kind: an essay with the words", async () => {
    const { files, volume } = await filesOf(moodle.entries, described);
    const essays = all(parsed(String(files.get("es-2/lms/moodle-questions.xml"))), "question").filter(
      (question) => attr(question, "type") === "essay",
    );
    const sheets = volume.lessons
      .flatMap(({ exercises }) => exercises())
      .filter(({ retell }) => retell.length > 0);
    expect(essays.length).toBe(sheets.length);
    for (const [index, { retell }] of sheets.entries()) {
      const text = shown(all(essays[index] ?? parsed("<x/>"), "questiontext")[0]?.content ?? "").text;
      for (const word of retell) expect(text).toContain(word);
    }
  });
});

interface Essay {
  readonly keywords: readonly { readonly keyword: string }[];
  readonly behaviour: { readonly ignoreScoring: boolean };
}

describe("H5P asks", () => {
  test("whether a statement is true, what comes next and what comes in which place with one right choice each", async () => {
    const { files, volume } = await filesOf(h5p.entries, showcase(null));
    for (const { name, exercises } of volume.lessons) {
      const opened = await unzip(files.get(`es-2/lms/h5p/${name}.h5p`) ?? Buffer.alloc(0));
      const asked = String(opened.get("content/content.json"));
      const sheets = exercises();
      const of = (...kinds: string[]) =>
        sheets.flatMap((sheet) => sheet.exercises.filter(({ kind }) => kinds.includes(kind)));
      const items = of("what-next", "sentence-order", "story-order", "true-false").flatMap(
        (each) => each.items,
      );
      expect(asked.split('"library":"H5P.MultiChoice ').length - 1).toBe(items.length);
      expect(asked.split('"correct":true').length - 1).toBe(items.length);
    }
  });
});
