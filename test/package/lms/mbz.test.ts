import { createHash } from "node:crypto";
import type { XmlDocument, XmlElement } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { mbz } from "../../../src/package/formats/mbz/index.ts";
import { scorm } from "../../../src/package/formats/scorm/index.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { recording, spoken, unzip } from "../fixtures.ts";
import { showcase } from "../torture/showcase.ts";
import { all, attr, parsed, recorded, shown, tortured } from "./fixtures.ts";

/** A backup's documents by path, and its pool. */
interface Backup {
  readonly xml: (path: string) => XmlDocument;
  readonly files: ReadonlyMap<string, Buffer>;
}

async function opened(bytes: Buffer | undefined): Promise<Backup> {
  const files = await unzip(bytes ?? Buffer.alloc(0));
  const documents = new Map<string, XmlDocument>();
  const xml = (path: string) => {
    const document = documents.get(path) ?? parsed(files.get(path)?.toString());
    documents.set(path, document);
    return document;
  };
  return { xml, files };
}

const sumsOf = ({ files }: Backup) => [...files].map(([path, bytes]) => [path, sha256(bytes)]);

/** The text of the first element with a name. */
const textOf = (from: XmlDocument | XmlElement, name: string) => all(from, name)[0]?.content ?? "";
const idsIn = (from: XmlDocument | XmlElement, name: string) =>
  all(from, name)
    .map((one) => attr(one, "id"))
    .filter((id) => id !== "");

/** Every activity of a backup, with the document that has it. */
function activitiesOf({ xml }: Backup) {
  return all(xml("moodle_backup.xml"), "activity").flatMap((listed) => {
    if (all(listed, "directory").length === 0) return [];
    const [folder, kind] = [textOf(listed, "directory"), textOf(listed, "modulename")];
    return [{ kind, folder, section: textOf(listed, "sectionid"), document: xml(`${folder}/${kind}.xml`) }];
  });
}

/** Every reference of a backup leads to what it names, and every file of the pool has the content that its name says. */
function expectWhole(backup: Backup): void {
  const { xml, files } = backup;
  const questions = xml("questions.xml");
  const listed = all(xml("files.xml"), "file");
  const pool = [...files.keys()].filter((path) => path.startsWith("files/"));
  for (const path of pool) {
    const sum = createHash("sha1")
      .update(files.get(path) ?? "")
      .digest("hex");
    expect(path).toBe(`files/${sum.slice(0, 2)}/${sum}`);
  }
  const named = listed.map((file) => textOf(file, "contenthash"));
  expect(new Set(named.map((sum) => `files/${sum.slice(0, 2)}/${sum}`))).toEqual(new Set(pool));
  const activities = activitiesOf(backup);
  const contexts = activities.map(({ document }) => attr(document.root, "contextid"));
  expect(new Set(contexts).size).toBe(activities.length);
  const course = attr(xml("course/course.xml").root, "contextid");
  for (const file of listed) expect([...contexts, course]).toContain(textOf(file, "contextid"));
  const entries = idsIn(questions, "question_bank_entry");
  const questionIds = idsIn(questions, "question");
  expect(new Set(questionIds).size).toBe(questionIds.length);
  expect(new Set(idsIn(questions, "answer")).size).toBe(all(questions, "answer").length);
  for (const sequence of all(questions, "sequence"))
    for (const id of sequence.content.split(",")) expect(questionIds).toContain(id);
  for (const parent of all(questions, "parent")
    .map(({ content }) => content)
    .filter((id) => id !== "0"))
    expect([...questionIds, ...idsIn(questions, "question_category")]).toContain(parent);
  for (const { folder, kind, section, document } of activities) {
    expect(files.has(`sections/section_${section}/section.xml`)).toBe(true);
    const module = xml(`${folder}/module.xml`);
    expect(attr(module.root, "id")).toBe(attr(document.root, "moduleid"));
    const references = xml(`${folder}/inforef.xml`);
    const context = attr(document.root, "contextid");
    const own = listed
      .filter((file) => textOf(file, "contextid") === context)
      .map((file) => attr(file, "id"));
    expect(all(references, "file").map(({ content }) => content.trim())).toEqual(own);
    for (const category of all(references, "question_category"))
      expect(idsIn(questions, "question_category")).toContain(category.content.trim());
    for (const reference of all(document, "question_reference")) {
      expect(entries).toContain(textOf(reference, "questionbankentryid"));
      expect(textOf(reference, "usingcontextid")).toBe(context);
    }
    const grades = all(xml(`${folder}/grades.xml`), "grade_item");
    expect(grades).toHaveLength(kind === "page" ? 0 : 1);
  }
}

describe("the Moodle backup", () => {
  test("has each lesson as a section with its story and sound, quizzes whose marks add up, and its SCORM package", async () => {
    const book = await recording();
    const soundIn = ["moodle", "scorm", "sentences"] as const;
    const view = await recorded({ ...spoken(showcase(book)), soundIn });
    const [entry] = mbz(view);
    const bytes = await entry?.read();
    const backup = await opened(bytes);
    expectWhole(backup);
    const again = mbz(view)[0]?.pieces?.() ?? [];
    const pieces: Buffer[] = [];
    for await (const piece of again) pieces.push(Buffer.from(piece));
    const streamed = await opened(Buffer.concat(pieces));
    expect(sumsOf(streamed)).toEqual(sumsOf(backup));

    const activities = activitiesOf(backup);
    expect(activities.map(({ kind }) => kind).slice(0, 4)).toEqual(["page", "quiz", "quiz", "scorm"]);
    const page = textOf(activities[0]?.document ?? backup.xml("files.xml"), "content");
    expect(shown(page).text).toContain("María se levanta temprano los sábados.");
    expect(page).toContain('src="@@PLUGINFILE@@/lesson-01.mp3"');
    const quizzes = activities.filter(({ kind }) => kind === "quiz");
    for (const { document } of quizzes) {
      const marks = all(document, "maxmark").map(({ content }) => Number(content));
      expect(Number(textOf(document, "sumgrades"))).toBe(marks.reduce((sum, mark) => sum + mark, 0));
      expect(Number(textOf(document, "grade"))).toBe(10);
    }
    const listed = all(backup.xml("files.xml"), "file");
    const archive = listed.find((file) => textOf(file, "filename") === "lesson-01.zip");
    const sum = archive === undefined ? "" : textOf(archive, "contenthash");
    const [beside] = scorm(view);
    expect(backup.files.get(`files/${sum.slice(0, 2)}/${sum}`)).toEqual(await beside?.read());
  });

  test("holds hostile content as text and nothing else, in names that Moodle's database takes", async () => {
    for (const { files, volume } of await tortured(mbz)) {
      const backup = await opened(files.get(`${volume.folder}/lms/${volume.folder}.mbz`));
      expectWhole(backup);
      const documents = [...backup.files.keys()].filter((path) => path.endsWith(".xml"));
      for (const path of documents) {
        for (const name of all(backup.xml(path), "name")) {
          expect(name.content).not.toMatch(/[<>]|&\S/);
          expect(name.content.length).toBeLessThanOrEqual(255);
        }
        for (const kind of ["content", "questiontext"]) {
          for (const { content } of all(backup.xml(path), kind)) {
            const { elements } = shown(content);
            const ours = ["br", "dd", "div", "dl", "dt", "h1", "h2", "li", "ol", "p", "span", "ul"];
            for (const element of elements) expect(ours).toContain(element);
            // What Moodle replaces as it restores or shows a text.
            expect(content.replaceAll("@@PLUGINFILE@@", "")).not.toMatch(/\$@|@\$|@@|\$\$|\[\[/);
          }
        }
      }
    }
  });
});
