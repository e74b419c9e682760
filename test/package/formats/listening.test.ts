import { beforeAll, describe, expect, test } from "vitest";
import type { Course } from "../../../src/package/contents/course.ts";
import { plainStory } from "../exercises/fixtures.ts";
import { type Archive, course, lesson, packageOf, recording, spoken } from "../fixtures.ts";
import { all, attr, parsed, textIn } from "../lms/fixtures.ts";
import { babbled, decode } from "../sentence-sounds/fixtures.ts";

let sound: Buffer;
beforeAll(async () => {
  sound = await babbled(40);
});

/** A package whose lesson has a recording with times, its SCORM lesson and its cartridge. */
async function bound(soundIn: Course["soundIn"]) {
  const lessons = [lesson({ text: plainStory, book: await recording(undefined, sound) })];
  const formats = ["web", "print", "cartridge", "scorm", "moodle"];
  const files = await packageOf(spoken(course({ lessons, formats, soundIn })));
  return {
    files,
    scorm: await files.inside("es-2/lms/scorm12/lesson-01.zip"),
    cartridge: await files.inside("es-2/lms/es-2-cc11.imscc"),
    moodle: files.text("es-2/lms/moodle-questions.xml"),
  };
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** The times in seconds that a page plays or displays. */
const played = (page: string) =>
  matches(page, /data-from="(\d+\.\d+)"/g).map((from) => Math.floor(Number(from)));
const named = (page: string) =>
  matches(page, /Recording, (\d+:\d\d)–/g).map((clock) => {
    const [minutes = 0, seconds = 0] = clock.split(":").map(Number);
    return minutes * 60 + seconds;
  });

async function expectClean(mp3: Buffer): Promise<void> {
  const { errors, samples, rate } = await decode(mp3);
  expect(errors).toEqual([]);
  expect(Math.abs(samples.length / rate - 0.75)).toBeLessThan(0.25);
}

const quizzesIn = (cartridge: Archive) =>
  ["a", "b"]
    .map((set) => `lesson-01-${set}/assessment.xml`)
    .map((path) => ({ path, quiz: cartridge.text(path) }));

describe("a dictation and a listening cloze", () => {
  test("play the same sentences in the reader, on paper, in the SCORM lesson, the cartridge and Moodle", async () => {
    const { files, scorm, cartridge } = await bound(["epub", "cartridge", "scorm", "sentences"]);
    const sets = ["a", "b"].map((set) => files.text(`es-2/web/lesson-01-exercises-${set}.html`));
    const times = sets.map(played);
    // Five gaps, and the rest are sentences to write.
    expect(times.map(({ length }) => length)).toEqual([7, 7]);
    for (const set of sets) expect(set).toMatch(/exercise listening-cloze".*exercise dictation"/s);
    expect(named(files.text("es-2/print/lesson-01.html"))).toEqual(times.flat());
    expect(played(scorm.text("index.html"))).toEqual(times[0]);
    expect(quizzesIn(cartridge).map(({ quiz }) => named(quiz))).toEqual(times);
  });

  test("have each sentence's own sound in the cartridge, linked from the quiz and listed as its dependency, and with its question for Moodle", async () => {
    const { cartridge, moodle } = await bound(["sentences"]);
    const resources = all(parsed(cartridge.text("imsmanifest.xml")), "resource");
    const hrefOf = (one: (typeof resources)[number] | undefined) => one && attr(all(one, "file")[0], "href");
    for (const { path, quiz } of quizzesIn(cartridge)) {
      const linked = matches(quiz, /\$IMS-CC-FILEBASE\$\.\.\/([^&"]*)/g);
      expect(linked.length).toBe(7);
      const own = resources.filter((one) => hrefOf(one) === path).flatMap((one) => all(one, "dependency"));
      const needed = own.map((one) =>
        hrefOf(resources.find((each) => attr(each, "identifier") === attr(one, "identifierref"))),
      );
      expect(needed.sort()).toEqual([...linked].sort());
      for (const each of linked) await expectClean(cartridge.bytes(each));
    }
    expect(cartridge.has("web_resources/lesson-01.mp3")).toBe(false);
    let heard = 0;
    for (const question of all(parsed(moodle), "question")) {
      const held = all(question, "file");
      const sounds = matches(textIn(question, "questiontext"), /@@PLUGINFILE@@\/([\w.-]+)/g);
      expect(held.map((file) => attr(file, "name"))).toEqual(sounds);
      for (const file of held) {
        expect([attr(file, "path"), attr(file, "encoding")]).toEqual(["/", "base64"]);
        await expectClean(Buffer.from(file.content, "base64"));
      }
      heard += held.length;
    }
    expect(heard).toBe(14);
  });

  test("say where in the recording to listen if the course requests no sound", async () => {
    const { moodle, scorm, cartridge } = await bound([]);
    for (const text of [moodle, scorm.text("index.html"), quizzesIn(cartridge)[0]?.quiz ?? ""]) {
      expect(named(text).length).toBeGreaterThanOrEqual(7);
      expect(text).not.toMatch(/\.mp3[#"&]|PLUGINFILE|FILEBASE/);
    }
    expect([...cartridge.paths, ...scorm.paths].filter((path) => path.endsWith(".mp3"))).toEqual([]);
  });
});
