import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { RelaxNGValidator } from "libxml2-wasm";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { cartridge, cartridge12 } from "../../../src/package/formats/cartridge/index.ts";
import { cleanLine } from "../../../src/shared/text.ts";
import { hostileAsText, hostileWords, showcase, volumesOf } from "../courses.ts";
import { type Archive, course, filesOf, lesson, packageOf, silence, soundOf } from "../fixtures.ts";
import { all, attr, expectOnly, parsed, textIn } from "./fixtures.ts";

const versions = [
  { format: cartridge, name: "cc11", tag: "v1p1", schema: "1.1.0" },
  { format: cartridge12, name: "cc12", tag: "v1p2", schema: "1.2.0" },
] as const;
type Version = (typeof versions)[number];

/** Throws where a manifest doesn't fit the schema of its version. */
function validatorOf({ tag, schema }: Version): (manifest: string) => void {
  const text = readFileSync(join(import.meta.dirname, "cc11.rng"), "utf8");
  const own = text.replaceAll(/(imscc(?:_xml)?)v1p1/g, `$1${tag}`).replaceAll("1.1.0", schema);
  const validator = RelaxNGValidator.fromDoc(parsed(own));
  onTestFinished(() => validator.dispose());
  return (manifest) => validator.validate(parsed(manifest));
}

/** Faults that a schema can't find: duplicate ids and titles, broken references, missing files, files that nothing references. */
function expectWhole(files: Archive): void {
  const manifest = parsed(files.text("imsmanifest.xml"));
  const valuesOf = (name: string) =>
    (manifest.find(`//@${name}`) as unknown as { value: string }[]).map(({ value }) => value);
  const ids = valuesOf("identifier");
  expect(new Set(ids).size).toBe(ids.length);
  const resources = all(manifest, "resource");
  const references = valuesOf("identifierref");
  expect(references.length).toBeGreaterThan(0);
  expect(resources.map((resource) => attr(resource, "identifier"))).toEqual(
    expect.arrayContaining(references),
  );
  // Moodle lists all quizzes together.
  const titles = all(manifest, "item").flatMap((item) =>
    attr(item, "identifierref") === "" ? [] : [textIn(item, "title").trim()],
  );
  expect(new Set(titles).size).toBe(titles.length);
  const filesIn = (from: Parameters<typeof all>[0]) => all(from, "file").map((file) => attr(file, "href"));
  expect([...filesIn(manifest), "imsmanifest.xml"].sort()).toEqual(files.paths.sort());
  for (const resource of resources) expect(["", ...filesIn(resource)]).toContain(attr(resource, "href"));
}

const ours = {
  elements: "a audio body br dd div dl dt em h1 h2 h3 head html img li meta ol p span strong title ul",
  attributes: "alt charset content controls dir height href lang name preload src width",
};
// Our own file, for pages that are opened without a platform.
const ownStyle = "<style>body { overflow-wrap: anywhere; } img { max-width: 100%; height: auto; }</style>";

function expectHarmless(markup: string): string {
  expect(markup).not.toMatch(/\$IMS|@@|\[sound|\{\{/);
  return expectOnly(markup.replace(ownStyle, ""), ours);
}

/** Each question of a quiz has one right answer, or spellings of it, as platforms that support the profile read them. */
function expectAnswers(text: string): void {
  for (const item of all(parsed(text), "item")) {
    for (const { content } of all(item, "mattext")) expectHarmless(content);
    const labels = all(item, "response_label").map((label) => attr(label, "ident"));
    const isChoice = labels.length > 0;
    expect(textIn(item, "fieldentry")).toBe(isChoice ? "cc.multiple_choice.v0p1" : "cc.fib.v0p1");
    // Moodle and Open edX read only the first condition.
    const [first, ...others] = all(item, "respcondition").map((condition) => {
      expect(all(condition, "setvar").map(({ content }) => content)).toEqual(["100"]);
      return all(condition, "varequal");
    });
    const read = first?.map(({ content }) => content) ?? [];
    if (isChoice) expect([read.length, labels]).toEqual([1, expect.arrayContaining(read)]);
    for (const { parent } of first ?? []) expect(parent?.name).toBe("conditionvar");
    // For engines that require all values of a condition, each spelling also has a condition of its own.
    expect(others.flat().map(({ content }) => content)).toEqual(read.length > 1 ? read : []);
  }
}

describe.each(versions)("a Common Cartridge $schema", (version) => {
  const inside = ({ files, volume: { folder } }: Awaited<ReturnType<typeof filesOf>>) => {
    const path = `${folder}/lms/${folder}-${version.name}.imscc`;
    expect(files.paths).toEqual([path]);
    return files.inside(path);
  };

  test("is valid by its schema, which rejects a broken one, and has no broken reference", async () => {
    const validate = validatorOf(version);
    const files = await inside(await filesOf(version.format, showcase(null)));
    const manifest = files.text("imsmanifest.xml");
    const root = `<manifest xmlns="http://www.imsglobal.org/xsd/imscc${version.tag}/imscp_v1p1"`;
    expect(manifest.slice(0, 500)).toContain(root);
    for (const [from, to] of [
      ["<schema>", "<schema>x"],
      ['href="web_resources/', 'href="../web_resources/'],
      [version.schema, "1.3.0"],
      ["<title>", "<title>&lt;b&gt;"],
    ] as const) {
      expect(manifest).toContain(from);
      expect(() => validate(manifest.replace(from, to))).toThrow();
    }
  });

  test("holds hostile content as text and nothing else, in every script", async () => {
    const validate = validatorOf(version);
    for (const made of [
      ...(await volumesOf(version.format)),
      await filesOf(version.format, showcase(null)),
    ]) {
      const files = await inside(made);
      validate(files.text("imsmanifest.xml"));
      expectWhole(files);
      for (const path of files.paths) {
        expect(path).toMatch(/^[a-z0-9_./-]+$/);
        if (path.endsWith(".html")) expectHarmless(files.text(path));
        if (path.endsWith("assessment.xml")) expectAnswers(files.text(path));
      }
      if (made.volume.lessons[0]?.topicId !== "evil") continue;
      const closed = (text: string) => text.replace(/[\s\u2060]+/g, "");
      const page = closed(expectHarmless(files.text("web_resources/lesson-01.html")));
      for (const name of ["title", "opening", "closing"]) expect(page).toContain(closed(hostileAsText(name)));
      for (const word of hostileWords) expect(page).toContain(closed(cleanLine(word)));
    }
  });
});

test("the sound of a cartridge is in it and listed if the course requests that, and named by its file otherwise", async () => {
  const packed = async (soundIn: Course["soundIn"]) =>
    (await packageOf((book) => ({ ...showcase(book), soundIn, formats: ["cartridge"] }))).inside(
      "es-2/lms/es-2-cc11.imscc",
    );
  const files = await packed(["cartridge"]);
  expect(soundOf(files.get("web_resources/lesson-01.mp3")).equals(silence())).toBe(true);
  const page = files.text("web_resources/lesson-01.html");
  const [, src = ""] = /<audio [^>]*src="([^"]*)"/.exec(page) ?? [];
  expect(files.has(posix.join("web_resources", src))).toBe(true);
  // Moodle replaces a file's name once per occurrence, so that a second occurrence would corrupt both.
  expect(page.split("lesson-01.mp3")).toHaveLength(2);
  expectWhole(files);
  const apart = await packed(["epub"]);
  expect(apart.paths.filter((path) => path.endsWith(".mp3"))).toEqual([]);
  const named = "The recording is the file lesson-01.mp3 of the course package.";
  expect(expectHarmless(apart.text("web_resources/lesson-01.html"))).toContain(named);
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

  test.each([
    "<img src=x onerror=alert(1)>",
    "&lt;img src=x onerror=alert(1)&gt;",
    "&amp;lt;script&amp;gt;alert(1)",
    "&#60;b&#62;bold",
    "&#x3c;svg onload=alert(1)&#x3e;",
  ])("%s", async (text) => {
    expect(decoded(decoded(decoded(text)))).toMatch(/<\s*(?:img|script|b|svg)\b|<[^>]*onerror/i);
    const lessons = [lesson({ title: text, text, words: [{ word: "pan", gloss: text }] })];
    const { files } = await filesOf(cartridge, course({ lessons }));
    const source = (await files.inside("es-2/lms/es-2-cc11.imscc")).text("web_resources/lesson-01.html");
    let page = source.slice(source.indexOf("<body>"));
    const tags = page.match(/<\w+/g)?.length;
    for (let times = 0; times < 3; times++) {
      page = decoded(page);
      expect(page).not.toMatch(/<\s*(?:img|script|svg)\b/i);
      expect(page.match(/<\w+/g)?.length).toBe(tags);
    }
  });
});
