import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { RelaxNGValidator } from "libxml2-wasm";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { cartridge, cartridge12 } from "../../../src/package/formats/cartridge/index.ts";
import { cleanLine } from "../../../src/shared/text.ts";
import { packageOf } from "../bound.ts";
import { course, lesson, silence, soundOf, unzip } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { hostileAsText, hostileWords, longCourse } from "../torture/torture-course.ts";
import { all, attr, filesOf, parsed, shown, textsOf, tortured } from "./fixtures.ts";

const versions = [
  { format: cartridge, name: "cc11", tag: "v1p1", schema: "1.1.0" },
  { format: cartridge12, name: "cc12", tag: "v1p2", schema: "1.2.0" },
] as const;
type Version = (typeof versions)[number];

async function schemaOf({ tag, schema }: Version): Promise<RelaxNGValidator> {
  const text = await readFile(join(import.meta.dirname, "cc11.rng"), "utf8");
  const own = text
    .replaceAll("imsccv1p1", `imscc${tag}`)
    .replaceAll("imscc_xmlv1p1", `imscc_xml${tag}`)
    .replaceAll("1.1.0", schema);
  const validator = RelaxNGValidator.fromDoc(parsed(own));
  onTestFinished(() => validator.dispose());
  return validator;
}

/** Faults that a schema can't find: duplicate ids, broken references, missing files, files that nothing references. */
function expectWhole(files: ReadonlyMap<string, string>): void {
  const manifest = parsed(files.get("imsmanifest.xml"));
  const ids = (manifest.find("//@identifier") as unknown as { value: string }[]).map(({ value }) => value);
  expect(new Set(ids).size).toBe(ids.length);
  const resources = all(manifest, "resource");
  const known = new Set(resources.map((resource) => attr(resource, "identifier")));
  const references = (manifest.find("//@identifierref") as unknown as { value: string }[]).map(
    ({ value }) => value,
  );
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter((reference) => !known.has(reference))).toEqual([]);
  const named = all(manifest, "file").map((file) => attr(file, "href"));
  expect([...named, "imsmanifest.xml"].sort()).toEqual([...files.keys()].sort());
  for (const resource of resources) {
    const href = attr(resource, "href");
    if (href !== "") expect(all(resource, "file").map((file) => attr(file, "href"))).toContain(href);
  }
}

const elements =
  "a audio body br dd div dl dt em h1 h2 h3 head html img li meta ol p span strong title ul".split(" ");
const attributes = "alt charset content controls dir height href lang name preload src width".split(" ");

// Our own file, for pages that are opened without a platform.
const ownStyle = "<style>body { overflow-wrap: anywhere; } img { max-width: 100%; height: auto; }</style>";

function expectHarmless(markup: string): string {
  const page = shown(markup.replace(ownStyle, ""));
  for (const element of page.elements) expect(elements).toContain(element);
  for (const attribute of page.attributes) expect(attributes).toContain(attribute);
  expect(markup).not.toMatch(/\$IMS|@@|\[sound|\{\{/);
  return page.text;
}

/** Each question of a quiz has one right answer, or spellings of it, as platforms that support the profile read them. */
function expectAnswers(text: string): void {
  for (const item of all(parsed(text), "item")) {
    for (const { content } of all(item, "mattext")) expectHarmless(content);
    const labels = all(item, "response_label").map((label) => attr(label, "ident"));
    const isChoice = labels.length > 0;
    expect(all(item, "fieldentry")[0]?.content).toBe(isChoice ? "cc.multiple_choice.v0p1" : "cc.fib.v0p1");
    // Moodle and Open edX read only the first condition.
    const [first, ...others] = all(item, "respcondition").map((condition) => {
      expect(all(condition, "setvar").map(({ content }) => content)).toEqual(["100"]);
      return all(condition, "varequal");
    });
    const read = first?.map(({ content }) => content) ?? [];
    if (isChoice) expect(labels).toContain(read[0]);
    if (isChoice) expect(read).toHaveLength(1);
    for (const { parent } of first ?? []) expect(parent?.name).toBe("conditionvar");
    // For engines that require all values of a condition, each spelling also has a condition of its own.
    expect(others.flat().map(({ content }) => content)).toEqual(read.length > 1 ? read : []);
  }
}

describe.each(versions)("a Common Cartridge $schema", (version) => {
  const named = async (what: Course) => {
    const { files, volume } = await filesOf(version.format, what);
    const { folder } = volume;
    const path = `${folder}/lms/${folder}-${version.name}.imscc`;
    expect([...files.keys()]).toEqual([path]);
    return { files: await textsOf(files.get(path)), volume };
  };

  test("is valid by its schema, which rejects a broken one, and has no broken reference", async () => {
    const schema = await schemaOf(version);
    const { files } = await named(showcase(null));
    for (const [path, text] of files) if (path.endsWith("assessment.xml")) expectAnswers(text);
    const manifest = files.get("imsmanifest.xml") ?? "";
    expect(manifest.slice(0, 500)).toContain(
      `<manifest xmlns="http://www.imsglobal.org/xsd/imscc${version.tag}/imscp_v1p1"`,
    );
    expect(() => schema.validate(parsed(manifest))).not.toThrow();
    expectWhole(files);
    for (const broken of [
      manifest.replace("<schema>", "<schema>x"),
      manifest.replace('href="web_resources/', 'href="../web_resources/'),
      manifest.replace(version.schema, "1.3.0"),
      manifest.replace("<title>", "<title>&lt;b&gt;"),
    ]) {
      expect(broken).not.toBe(manifest);
      expect(() => schema.validate(parsed(broken))).toThrow();
    }
  });

  test("holds hostile content as text and nothing else, in every script", async () => {
    const schema = await schemaOf(version);
    for (const { files: made, volume } of await tortured(version.format)) {
      const { folder } = volume;
      const files = await textsOf(made.get(`${folder}/lms/${folder}-${version.name}.imscc`));
      expect(() => schema.validate(parsed(files.get("imsmanifest.xml")))).not.toThrow();
      expectWhole(files);
      for (const [path, text] of files) {
        expect(path).toMatch(/^[a-z0-9_./-]+$/);
        if (path.endsWith(".html")) expectHarmless(text);
        if (path.endsWith("assessment.xml")) expectAnswers(text);
      }
      if (volume.folder !== "es-2") continue;
      const closed = (text: string) => text.replace(/[\s\u2060]+/g, "");
      const page = closed(expectHarmless(files.get("web_resources/lesson-01.html") ?? ""));
      for (const name of ["title", "opening", "closing"]) expect(page).toContain(closed(hostileAsText(name)));
      for (const word of hostileWords) expect(page).toContain(closed(cleanLine(word)));
    }
  });
});

test("the sound of a cartridge is in it and listed if the course requests that, and named by its file otherwise", async () => {
  const packed = async (soundIn: Course["soundIn"]) => {
    const all = await packageOf((book) => ({ ...showcase(book), soundIn, formats: ["cartridge"] }));
    return unzip(all.get("es-2/lms/es-2-cc11.imscc") ?? Buffer.alloc(0));
  };
  const files = await packed(["cartridge"]);
  expect(soundOf(files.get("web_resources/lesson-01.mp3"))).toEqual(silence());
  const page = String(files.get("web_resources/lesson-01.html"));
  const [, src = ""] = /<audio [^>]*src="([^"]*)"/.exec(page) ?? [];
  expect(files.has(posix.join("web_resources", src))).toBe(true);
  // Moodle replaces a file's name once per occurrence, so that a second occurrence would corrupt both.
  expect(page.split("lesson-01.mp3")).toHaveLength(2);
  expectWhole(new Map([...files].map(([path, bytes]) => [path, String(bytes)])));
  const apart = await packed(["epub"]);
  expect([...apart.keys()].filter((path) => path.endsWith(".mp3"))).toEqual([]);
  const named = "The recording is the file lesson-01.mp3 of the course package.";
  expect(expectHarmless(String(apart.get("web_resources/lesson-01.html")))).toContain(named);
});

test("a hundred lessons are a hundred modules, whose titles all differ, because Moodle lists all quizzes together", async () => {
  const { files } = await filesOf(cartridge, longCourse(100));
  const texts = await textsOf(files.get("es-4/lms/es-4-cc11.imscc"));
  expectWhole(texts);
  const items = all(parsed(texts.get("imsmanifest.xml")), "item");
  const titles = items
    .filter((item) => attr(item, "identifierref") !== "")
    .map((item) => all(item, "title")[0]?.content.trim());
  expect(titles.length).toBeGreaterThan(200);
  expect(titles.slice(0, 3)).toEqual(["1. El día 1 de Lucía", "1. Exercises A", "1. Exercises B"]);
  expect(new Set(titles).size).toBe(titles.length);
});

describe("text stays text although Moodle decodes a page's character references after cleaning the page", () => {
  // PHP's html_entity_decode, applied several times.
  const decoded = (markup: string) =>
    markup
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
  const live = /<\s*(?:img|script|b|svg)\b|<[^>]*onerror/i;

  test.each([
    "<img src=x onerror=alert(1)>",
    "&lt;img src=x onerror=alert(1)&gt;",
    "&amp;lt;script&amp;gt;alert(1)",
    "&#60;b&#62;bold",
    "&#x3c;svg onload=alert(1)&#x3e;",
  ])("%s", async (text) => {
    expect(decoded(decoded(decoded(text)))).toMatch(live);
    const what = course({ lessons: [lesson({ title: text, text, words: [{ word: "pan", gloss: text }] })] });
    const { files } = await filesOf(cartridge, what);
    for (const archive of files.values()) {
      const pages = await textsOf(archive);
      let page = pages.get("web_resources/lesson-01.html") ?? "";
      const body = page.slice(page.indexOf("<body>"));
      const tags = body.match(/<\w+/g)?.length;
      page = body;
      for (let times = 0; times < 3; times++) {
        page = decoded(page);
        expect(page).not.toMatch(/<\s*(?:img|script|svg)\b/i);
        expect(page.match(/<\w+/g)?.length).toBe(tags);
      }
    }
  });
});
