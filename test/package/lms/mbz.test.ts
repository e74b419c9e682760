import { createHash } from "node:crypto";
import type { XmlDocument, XmlElement } from "libxml2-wasm";
import { expect, test } from "vitest";
import { mbz } from "../../../src/package/formats/mbz/index.ts";
import { scorm } from "../../../src/package/formats/scorm/index.ts";
import { showcase, volumesOf } from "../courses.ts";
import { type Archive, recorded, recording, spoken, unzip } from "../fixtures.ts";
import { all, attr, expectOnly, parsed, shown, textIn } from "./fixtures.ts";

/** A backup's documents by path, and its pool. */
interface Backup {
  readonly xml: (path: string) => XmlDocument;
  readonly files: Archive;
}

function opened(files: Archive): Backup {
  const documents = new Map<string, XmlDocument>();
  const xml = (path: string) => {
    const document = documents.get(path) ?? parsed(files.text(path));
    documents.set(path, document);
    return document;
  };
  return { xml, files };
}

const idsIn = (from: XmlDocument | XmlElement, name: string) =>
  all(from, name)
    .map((one) => attr(one, "id"))
    .filter((id) => id !== "");

const inPool = (sum: string): string => `files/${sum.slice(0, 2)}/${sum}`;

/** Every activity of a backup, with the document that has it. */
function activitiesOf({ xml }: Backup) {
  return all(xml("moodle_backup.xml"), "activity").flatMap((listed) => {
    if (all(listed, "directory").length === 0) return [];
    const [folder, kind] = [textIn(listed, "directory"), textIn(listed, "modulename")];
    const document = xml(`${folder}/${kind}.xml`);
    const context = attr(document.root, "contextid");
    return [{ kind, folder, section: textIn(listed, "sectionid"), document, context }];
  });
}

/** Every reference of a backup leads to what it names, and every file of the pool has the content that its name says. */
function expectWhole(backup: Backup): void {
  const { xml, files } = backup;
  const questions = xml("questions.xml");
  const listed = all(xml("files.xml"), "file");
  const pool = files.paths.filter((path) => path.startsWith("files/"));
  for (const path of pool)
    expect(path).toBe(inPool(createHash("sha1").update(files.bytes(path)).digest("hex")));
  expect(new Set(listed.map((file) => inPool(textIn(file, "contenthash"))))).toEqual(new Set(pool));
  const activities = activitiesOf(backup);
  const contexts = activities.map(({ context }) => context);
  expect(new Set(contexts).size).toBe(activities.length);
  const course = attr(xml("course/course.xml").root, "contextid");
  for (const file of listed) expect([...contexts, course]).toContain(textIn(file, "contextid"));
  const entries = idsIn(questions, "question_bank_entry");
  const categories = idsIn(questions, "question_category");
  const questionIds = idsIn(questions, "question");
  expect(new Set(questionIds).size).toBe(questionIds.length);
  expect(new Set(idsIn(questions, "answer")).size).toBe(all(questions, "answer").length);
  const asked = all(questions, "sequence").flatMap(({ content }) => content.split(","));
  expect(questionIds).toEqual(expect.arrayContaining(asked));
  const parents = all(questions, "parent").map(({ content }) => content);
  expect(["0", ...questionIds, ...categories]).toEqual(expect.arrayContaining(parents));
  for (const { folder, kind, section, document, context } of activities) {
    expect(files.has(`sections/section_${section}/section.xml`)).toBe(true);
    expect(attr(xml(`${folder}/module.xml`).root, "id")).toBe(attr(document.root, "moduleid"));
    const references = xml(`${folder}/inforef.xml`);
    const referred = (name: string) => all(references, name).map(({ content }) => content.trim());
    const own = listed.filter((file) => textIn(file, "contextid") === context);
    expect(referred("file")).toEqual(own.map((file) => attr(file, "id")));
    expect(categories).toEqual(expect.arrayContaining(referred("question_category")));
    for (const reference of all(document, "question_reference")) {
      expect(entries).toContain(textIn(reference, "questionbankentryid"));
      expect(textIn(reference, "usingcontextid")).toBe(context);
    }
    expect(all(xml(`${folder}/grades.xml`), "grade_item")).toHaveLength(kind === "page" ? 0 : 1);
  }
}

test("a Moodle backup has each lesson as a section with its story and sound, quizzes whose marks add up, and its SCORM package", async () => {
  const soundIn = ["moodle", "scorm", "sentences"] as const;
  const view = await recorded({ ...spoken(showcase(await recording())), soundIn });
  const [entry] = mbz(view);
  const backup = opened(await unzip((await entry?.read()) as Buffer));
  expectWhole(backup);
  const pieces: Buffer[] = [];
  for await (const piece of mbz(view)[0]?.pieces?.() ?? []) pieces.push(Buffer.from(piece));
  expect(await unzip(Buffer.concat(pieces))).toEqual(backup.files);

  const activities = activitiesOf(backup);
  expect(activities.map(({ kind }) => kind).slice(0, 4)).toEqual(["page", "quiz", "quiz", "scorm"]);
  const page = textIn(activities[0]?.document, "content");
  expect(shown(page).text).toContain("María se levanta temprano los sábados.");
  expect(page).toContain('src="@@PLUGINFILE@@/lesson-01.mp3"');
  for (const { document } of activities.filter(({ kind }) => kind === "quiz")) {
    const marks = all(document, "maxmark").map(({ content }) => Number(content));
    expect(Number(textIn(document, "sumgrades"))).toBe(marks.reduce((sum, mark) => sum + mark, 0));
    expect(Number(textIn(document, "grade"))).toBe(10);
  }
  const listed = all(backup.xml("files.xml"), "file");
  const archive = listed.find((file) => textIn(file, "filename") === "lesson-01.zip");
  const [beside] = scorm(view);
  expect(backup.files.bytes(inPool(textIn(archive, "contenthash")))).toEqual(await beside?.read());
});

test("a Moodle backup holds hostile content as text and nothing else, in names that Moodle's database takes", async () => {
  for (const { files, volume } of await volumesOf(mbz)) {
    const backup = opened(await files.inside(`${volume.folder}/lms/${volume.folder}.mbz`));
    expectWhole(backup);
    for (const path of backup.files.paths.filter((path) => path.endsWith(".xml"))) {
      const document = backup.xml(path);
      for (const { content } of all(document, "name")) {
        expect(content).not.toMatch(/[<>]|&\S/);
        expect(content.length).toBeLessThanOrEqual(255);
      }
      for (const { content } of [...all(document, "content"), ...all(document, "questiontext")]) {
        expectOnly(content, { elements: "br dd div dl dt h1 h2 li ol p span ul" });
        // What Moodle replaces as it restores or shows a text.
        expect(content.replaceAll("@@PLUGINFILE@@", "")).not.toMatch(/\$@|@\$|@@|\$\$|\[\[/);
      }
    }
  }
});
