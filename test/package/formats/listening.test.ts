import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { packageOf } from "../bound.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { course, lesson, saveBook, spoken, testFolder, unzip } from "../fixtures.ts";
import { all, attr, parsed } from "../lms/fixtures.ts";
import { babbled, decode } from "../sentence-sounds/fixtures.ts";

type Files = ReadonlyMap<string, Buffer>;

let recording: Buffer;

beforeAll(async () => {
  recording = await babbled(40);
});

const formats = ["web", "print", "cartridge", "scorm", "moodle"];

/** A package whose lessons all have recordings with times. */
async function bound(soundIn: Course["soundIn"]): Promise<Files> {
  const folder = await testFolder();
  const book = await saveBook(join(folder, "book"), recording, "audio/mpeg");
  return packageOf(
    { ...spoken(course({ lessons: [lesson({ text: plainStory, book })] })), formats, soundIn },
    folder,
  );
}

const inside = (files: Files, path: string) => unzip(files.get(path) ?? Buffer.alloc(0));
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** The times in seconds that a page plays or displays. */
const played = (page: string) =>
  matches(page, /data-from="(\d+\.\d+)"/g).map((from) => Math.floor(Number(from)));
const named = (page: string) =>
  matches(page, /Recording, (\d+:\d\d)–/g).map((clock) => {
    const [minutes = 0, seconds = 0] = clock.split(":").map(Number);
    return minutes * 60 + seconds;
  });

async function isClean(mp3: Buffer): Promise<boolean> {
  const { errors, samples, rate } = await decode(mp3);
  return errors.length === 0 && samples.length / rate > 0.5 && samples.length / rate < 1;
}

describe("a dictation and a listening cloze", () => {
  test("play the same sentences in the reader, on paper, in the SCORM lesson, the cartridge and Moodle", async () => {
    const files = await bound(["epub", "cartridge", "scorm", "sentences"]);
    const sets = ["a", "b"].map((set) => String(files.get(`es-2/web/lesson-01-exercises-${set}.html`)));
    const times = sets.map(played);
    // Five gaps, and the rest are sentences to write.
    expect(times.map(({ length }) => length)).toEqual([7, 7]);
    for (const set of sets) expect(set).toMatch(/exercise listening-cloze".*exercise dictation"/s);
    expect(named(String(files.get("es-2/print/lesson-01.html")))).toEqual(times.flat());
    const scorm = await inside(files, "es-2/lms/scorm12/lesson-01.zip");
    expect(played(String(scorm.get("index.html")))).toEqual(times[0]);
    const cartridge = await inside(files, "es-2/lms/es-2-cc11.imscc");
    const quizzes = ["a", "b"].map((set) => String(cartridge.get(`lesson-01-${set}/assessment.xml`)));
    expect(quizzes.map(named)).toEqual(times);
  });

  test("have each sentence's own sound in the cartridge, linked from the quiz and listed as its dependency", async () => {
    const cartridge = await inside(await bound(["sentences"]), "es-2/lms/es-2-cc11.imscc");
    const manifest = parsed(String(cartridge.get("imsmanifest.xml")));
    const resources = all(manifest, "resource");
    const fileOf = (id: string) =>
      attr(all(resources.find((one) => attr(one, "identifier") === id) ?? manifest, "file")[0], "href");
    for (const set of ["a", "b"]) {
      const path = `lesson-01-${set}/assessment.xml`;
      const linked = matches(String(cartridge.get(path)), /\$IMS-CC-FILEBASE\$\.\.\/([^&"]*)/g);
      expect(linked.length).toBe(7);
      const quiz = resources.find((one) => attr(all(one, "file")[0], "href") === path);
      const needed = quiz === undefined ? [] : all(quiz, "dependency");
      expect(needed.map((one) => fileOf(attr(one, "identifierref"))).sort()).toEqual([...linked].sort());
      for (const each of linked) expect(await isClean(cartridge.get(each) ?? recording)).toBe(true);
    }
    expect(cartridge.has("web_resources/lesson-01.mp3")).toBe(false);
  });

  test("have each sentence's own sound with its question for Moodle, and no other", async () => {
    const files = await bound(["sentences"]);
    const questions = all(parsed(String(files.get("es-2/lms/moodle-questions.xml"))), "question");
    let heard = 0;
    for (const question of questions) {
      const text = all(question, "questiontext")[0]?.content ?? "";
      const sounds = matches(text, /@@PLUGINFILE@@\/([\w.-]+)/g);
      const held = all(question, "file");
      expect(held.map((file) => attr(file, "name"))).toEqual(sounds);
      for (const file of held) {
        expect([attr(file, "path"), attr(file, "encoding")]).toEqual(["/", "base64"]);
        expect(await isClean(Buffer.from(file.content, "base64"))).toBe(true);
      }
      heard += held.length;
    }
    expect(heard).toBe(14);
  });

  test("say where in the recording to listen if the course requests no sound", async () => {
    const files = await bound([]);
    const moodle = String(files.get("es-2/lms/moodle-questions.xml"));
    const scorm = await inside(files, "es-2/lms/scorm12/lesson-01.zip");
    const cartridge = await inside(files, "es-2/lms/es-2-cc11.imscc");
    const quiz = String(cartridge.get("lesson-01-a/assessment.xml"));
    for (const text of [moodle, String(scorm.get("index.html")), quiz]) {
      expect(named(text).length).toBeGreaterThanOrEqual(7);
      expect(text).not.toMatch(/\.mp3[#"&]|PLUGINFILE|FILEBASE/);
    }
    expect([...cartridge.keys(), ...scorm.keys()].filter((path) => path.endsWith(".mp3"))).toEqual([]);
  });
});
