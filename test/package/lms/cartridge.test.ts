import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { RelaxNGValidator, type XmlElement } from "libxml2-wasm";
import { describe, expect, onTestFinished, test } from "vitest";
import { cartridges } from "../../../src/package/cartridge/cartridge.ts";
import type { Course } from "../../../src/package/course.ts";
import { writePackage } from "../../../src/package/write-package.ts";
import { realFiles } from "../../../src/shared/real-files.ts";
import { cleanLine } from "../../../src/shared/text.ts";
import { course, saveBook, silence, testFolder, unzip } from "../rig.ts";
import { showcase } from "../showcase.ts";
import { hostileAsText, hostileWords, longCourse } from "../torture-course.ts";
import { all, answersOf, attr, filesOf, parsed, shown, textsOf, tortured } from "./rig.ts";

const versions = [
  { name: "cc11", tag: "v1p1", schema: "1.1.0" },
  { name: "cc12", tag: "v1p2", schema: "1.2.0" },
] as const;
type Version = (typeof versions)[number];

async function schemaOf({ tag, schema }: Version): Promise<RelaxNGValidator> {
  const text = await readFile(join(import.meta.dirname, "cc11.rng"), "utf8");
  const own = text
    .replaceAll("imsccv1p1", `imscc${tag}`)
    .replaceAll("imscc_xmlv1p1", `imscc_xml${tag}`)
    .replaceAll("CC_Rolesv1p1", `CC_Roles${tag}`)
    .replaceAll("1.1.0", schema);
  const validator = RelaxNGValidator.fromDoc(parsed(own));
  onTestFinished(() => validator.dispose());
  return validator;
}

/** Everything that a schema can't see: ids that are doubled or lead nowhere, files that are missing or that nothing names. */
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

const platformElements = [
  "a",
  "audio",
  "body",
  "dd",
  "div",
  "dl",
  "dt",
  "em",
  "h1",
  "h2",
  "h3",
  "head",
  "html",
];
const more = ["br", "li", "meta", "ol", "p", "span", "strong", "title"];
const attributes = ["charset", "content", "controls", "dir", "href", "lang", "name", "preload", "src"];

// Ours, for where a page is opened without a platform.
const ownStyle = "<style>body { overflow-wrap: anywhere; }</style>";

function expectHarmless(markup: string): string {
  const page = shown(markup.replace(ownStyle, ""));
  for (const element of page.elements) expect([...platformElements, ...more]).toContain(element);
  for (const attribute of page.attributes) expect(attributes).toContain(attribute);
  expect(markup).not.toMatch(/\$IMS|@@|\[sound|\{\{/);
  return page.text;
}

interface Quizzed {
  readonly prompt: string;
  readonly accepted: readonly string[];
}

/** The questions of a quiz with what is right, as a platform that knows the profile reads them. */
function quizOf(text: string | undefined): Quizzed[] {
  return all(parsed(text), "item").map((item) => {
    const mattexts = (from: XmlElement | undefined) =>
      from === undefined ? [] : all(from, "mattext").map(({ content }) => expectHarmless(content));
    const labels = new Map(
      all(item, "response_label").map((label) => [attr(label, "ident"), mattexts(label)[0] ?? ""]),
    );
    const right = all(item, "respcondition").flatMap((condition) => {
      expect(all(condition, "setvar").map(({ content }) => content)).toEqual(["100"]);
      return all(condition, "varequal").map(({ content }) => labels.get(content) ?? content);
    });
    const profile = all(item, "fieldentry")[0]?.content;
    expect(profile).toBe(labels.size > 0 ? "cc.multiple_choice.v0p1" : "cc.fib.v0p1");
    if (labels.size > 0) expect(right).toHaveLength(1);
    return { prompt: mattexts(all(item, "material")[0])[0] ?? "", accepted: right };
  });
}

describe.each(versions)("a Common Cartridge $schema", (version) => {
  const named = async (what: Course) => {
    const { files, volume } = await filesOf(cartridges, what);
    const file = files.get(`${volume.folder}/lms/${volume.folder}-${version.name}.imscc`);
    return { files: await textsOf(file), volume };
  };

  test("is valid by its schema, which refuses a broken one, and every reference leads somewhere", async () => {
    const schema = await schemaOf(version);
    const { files } = await named(showcase(null));
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
      manifest.replace("Instructor", "Everybody"),
    ]) {
      expect(broken).not.toBe(manifest);
      expect(() => schema.validate(parsed(broken))).toThrow();
    }
  });

  test("has a module for each lesson, and keeps the answer keys from learners", async () => {
    const { files } = await named(showcase(null));
    const manifest = parsed(files.get("imsmanifest.xml"));
    const titles = all(manifest, "title").map(({ content }) => content.trim());
    expect(titles.slice(1, 6)).toEqual([
      "1. El pan del sábado",
      "Story",
      "Exercises A",
      "Exercises B",
      "Answer key for the teacher",
    ]);
    for (const resource of all(manifest, "resource")) {
      const roles = all(resource, "value").map(({ content }) => content);
      expect(roles).toEqual(attr(resource, "href").endsWith("-key.html") ? ["Instructor"] : []);
    }
    const key = files.get("web_resources/lesson-01-key.html") ?? "";
    expect(expectHarmless(key)).toContain("—Falta un trozo de … —dice. pan");
    expect(files.get("web_resources/lesson-01.html")).toContain('<div lang="es" dir="ltr">');
  });

  test("asks what the lesson's exercises ask, and takes their answers", async () => {
    const { files, volume } = await named(showcase(null));
    const [lesson] = volume.lessons;
    for (const sheet of lesson?.exercises ?? []) {
      const quiz = quizOf(files.get(`lesson-01-${sheet.version.toLowerCase()}/assessment.xml`));
      const expected = sheet.exercises.flatMap((exercise) =>
        exercise.kind === "sentence-order"
          ? [exercise.sentences[exercise.key.indexOf(0)]]
          : answersOf(exercise),
      );
      expect(quiz.map(({ accepted }) => accepted[0]?.toLowerCase())).toEqual(
        expected.map((answer) => answer?.toLowerCase()),
      );
    }
  });

  test("holds hostile content as text and nothing else, in every script", async () => {
    const schema = await schemaOf(version);
    for (const { files: made, volume } of await tortured(cartridges)) {
      const files = await textsOf(made.get(`${volume.folder}/lms/${volume.folder}-${version.name}.imscc`));
      expect(() => schema.validate(parsed(files.get("imsmanifest.xml")))).not.toThrow();
      expectWhole(files);
      for (const [path, text] of files) {
        expect(path).toMatch(/^[a-z0-9_./-]+$/);
        if (path.endsWith(".html")) expectHarmless(text);
        if (path.endsWith("assessment.xml")) quizOf(text);
      }
      if (volume.folder !== "es-2") continue;
      const closed = (text: string) => text.replace(/\s+/g, "");
      const page = closed(expectHarmless(files.get("web_resources/lesson-01.html") ?? ""));
      for (const name of ["title", "opening", "closing"]) expect(page).toContain(closed(hostileAsText(name)));
      for (const word of hostileWords) expect(page).toContain(closed(cleanLine(word)));
    }
  });
});

describe("the sound of a cartridge", () => {
  async function packed(audio: "link" | "embed") {
    const folder = await testFolder();
    const book = await saveBook(join(folder, "book"), silence(), "audio/mpeg");
    const what = { ...showcase(book), audio, formats: ["cartridge"] };
    const { path } = await writePackage(what, { path: join(folder, "package.zip"), files: realFiles });
    const all = await unzip(await readFile(path));
    return await unzip(all.get("es-2/lms/es-2-cc11.imscc") ?? Buffer.alloc(0));
  }

  test("is in it when it was asked for, played by the page and named by the manifest", async () => {
    const files = await packed("embed");
    expect(files.get("web_resources/lesson-01.mp3")).toEqual(silence());
    const page = String(files.get("web_resources/lesson-01.html"));
    const [, src = ""] = /<audio [^>]*src="([^"]*)"/.exec(page) ?? [];
    expect(files.has(posix.join("web_resources", src))).toBe(true);
    expectWhole(new Map([...files].map(([path, bytes]) => [path, String(bytes)])));
  });

  test("is else told by its file's name", async () => {
    const files = await packed("link");
    expect([...files.keys()].filter((path) => path.endsWith(".mp3"))).toEqual([]);
    const page = String(files.get("web_resources/lesson-01.html"));
    expect(expectHarmless(page)).toContain("The recording is the file lesson-01.mp3 of the course package.");
  });
});

test("a cartridge says that a rehearsal is one, and three hundred lessons are three hundred modules", async () => {
  const { files } = await filesOf(cartridges, course({ rehearsal: true }));
  const texts = await textsOf(files.get("es-2/lms/es-2-cc12.imscc"));
  expect(texts.get("web_resources/lesson-01.html")).toContain("Rehearsal.");
  const long = await filesOf(cartridges, longCourse(300));
  const many = await textsOf(long.files.get("es-4/lms/es-4-cc11.imscc"));
  expectWhole(many);
  expect(all(parsed(many.get("imsmanifest.xml")), "item").length).toBeGreaterThan(900);
});
