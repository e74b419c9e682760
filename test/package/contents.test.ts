import { join } from "node:path";
import { expect, test } from "vitest";
import type { SavedAlignment } from "../../src/lessons/align/alignment.ts";
import { paragraphsOf } from "../../src/lessons/text/sentences.ts";
import type { CorrectedParts, Course } from "../../src/package/contents/course.ts";
import { textSize } from "../../src/package/contents/lesson-text.ts";
import { lessonWords, textDirection } from "../../src/package/contents/lesson-words.ts";
import { heardAlone } from "../../src/package/contents/read-along.ts";
import { releaseIn, releaseOf, releaseSeconds } from "../../src/package/contents/release.ts";
import { csv } from "../../src/package/formats/words/index.ts";
import { plainName } from "../../src/package/quiz/lesson-markup.ts";
import { writePackage } from "../../src/package/write-package.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { languageOf } from "../../src/shared/languages/languages.ts";
import { newFolder } from "../fixtures.ts";
import { course, lesson, withTimes } from "./fixtures.ts";

test.each([
  ["a narrow space that French sets", "Relie\u202f: le\u00a0pain", "Relie : le pain"],
  ["what nobody sees", "\ufeffMar\u00adket\u200b\u2060\u200e day\u061c\u200f", "Market day"],
  ["a joiner that joins nothing", "a\u200db \u200dc\u200c d\u200d", "ab c d"],
  ["an ampersand", "Salt & Pepper, R&D, &amp;", "Salt & Pepper, R& D, & amp;"],
  ["what could be markup", "1 < 2 > 0, <b>x</b>", "1 ( 2 ) 0, (b)x(/b)"],
  ...["می\u200cخواهم", "क्\u200dष", "👨\u200d👩\u200d👧", "👍🏽\u200d❤️", "Ω και ώρα", "日本語の本"].map(
    (name) => ["what its script or emoji needs, as it is", name, name],
  ),
])("a name that people search for has %s in plain", (_, name = "", plain) => {
  expect(plainName(name)).toBe(plain);
  expect(plainName(plainName(name))).toBe(plain);
});

test("an edition's name shows which of two is newer, whatever its scheme, and comes before the number of its release", () => {
  const secondsOf = (edition: string, revision = 1) =>
    releaseSeconds({ edition, release: { content: "0".repeat(64), revision } });
  const rising = [
    ["draft", "1", "2", "10"],
    ["2026-W01", "2026-W09", "2026-W53", "2027-W01"],
    ["2026-01-31", "2026-02-01", "2027-01-01"],
    ["2026", "2027"],
    ["spring-2026-03", "autumn-2026-09"],
  ];
  for (const editions of rising) {
    const seconds = editions.map((edition) => secondsOf(edition));
    expect(seconds).toEqual([...new Set(seconds)].sort((a, b) => a - b));
  }
  expect(secondsOf("2026-W47")).toBe(Date.UTC(2026, 10, 16) / 1_000);
  // Anki skips a note that is not newer than the one it has.
  expect(secondsOf("2026-W47", 2)).toBeGreaterThan(secondsOf("2026-W47", 1));
  expect(secondsOf("2026-W48", 1)).toBeGreaterThan(secondsOf("2026-W47", 1_000));
  expect(secondsOf("2", 1)).toBeGreaterThan(secondsOf("1", 1_000));
});

const gloss = (text: string): Course =>
  course({ lessons: [lesson({ words: [{ word: "pan", gloss: text }] })] });

test("the same content is the same release; a corrected gloss is a later one, and so is its reversal", () => {
  const first = releaseOf(gloss("bread"), []);
  expect(first.revision).toBe(1);
  expect(releaseOf(gloss("bread"), [null, first, null])).toEqual(first);
  const second = releaseOf(gloss("loaf"), [first]);
  const third = releaseOf(gloss("bread"), [first, second]);
  expect([second.revision, third.revision]).toEqual([2, 3]);
  expect(third.content).toBe(first.content);
});

test("the content of a book makes another release, but not its path", () => {
  const at = (path: string, sha256: string) =>
    course({ lessons: [lesson({ book: { path, bytes: 1, sha256, contentType: null } })] });
  const first = releaseOf(at("/a/book.mp3", "a"), []);
  expect(releaseOf(at("/b/book.mp3", "a"), [first])).toEqual(first);
  expect(releaseOf(at("/a/book.mp3", "b"), [first]).revision).toBe(2);
});

test("a package states its release; a missing or broken one, or one of another edition, has none", async () => {
  const folder = newFolder();
  const release = { content: "a".repeat(64), revision: 7 };
  const { path } = await writePackage(course({ release }), { path: join(folder, "p.zip"), files: realFiles });
  expect(await releaseIn(path, "2026-W47")).toEqual(release);
  expect(await releaseIn(path, "2026-W48")).toBeNull();
  for (const none of [join(folder, "none.zip"), import.meta.filename])
    expect(await releaseIn(none, "2026-W47")).toBeNull();
});

test.each([
  ["قال: OK OK OK OK OK", "ar", { dir: "rtl", tag: "ar" }],
  ["Hola", "es", { dir: "ltr", tag: "es" }],
  ["بو بیر حکایه دیر", "az", { dir: "rtl", tag: "az-Arab", script: "Arab" }],
  ["Bu bir hikayədir", "az", { dir: "ltr", tag: "az" }],
  ["Bu yaxshi hékaye", "ug", { dir: "ltr", tag: "ug-Latn" }],
  ["1, 2, 3", "ckb", { dir: "rtl" }],
])(
  "%s is in the direction of its language (%s), or of its script if the language has two",
  (text, lang, direction) => {
    expect(textDirection(text, languageOf(lang))).toMatchObject(direction);
  },
);

test.each([
  ["—¿Qué es esto? —dijo.", "es", { unit: "words", count: 4, minutes: 1 }],
  ["我在火车站。", "zh", { unit: "characters", count: 5, minutes: 1 }],
  ["palabra ".repeat(600), "es", { unit: "words", count: 600, minutes: 5 }],
])(
  "a story's length is counted in words, or in characters where nothing stands between words: %s",
  (text, lang, size) => {
    expect(textSize(text, languageOf(lang))).toEqual(size);
  },
);

test("a story's paragraphs are separated by empty lines, or by line ends if there are none", () => {
  expect(paragraphsOf("Uno.\ndos.\n\n \nTres.\n")).toEqual(["Uno.\ndos.", "Tres."]);
  expect(paragraphsOf("Uno.\r\nDos.\n")).toEqual(["Uno.", "Dos."]);
  expect(paragraphsOf(" \n ")).toEqual([]);
});

test("a lesson's words count once in any case, with the first gloss that one of them has", () => {
  const list = { Pan: null, pan: "bread", tren: "  ", "\u202e": "nothing" };
  const words = Object.entries(list).map(([word, gloss]) => ({ word, gloss }));
  const languages = { language: languageOf("es"), reader: languageOf("en") };
  expect(lessonWords(["El PAN"], { words }, languages).words).toEqual([
    { word: "Pan", gloss: "bread", forms: [], found: "exact", used: true },
    { word: "tren", gloss: null, forms: [], found: "missing", used: false },
  ]);
});

test("a table for spreadsheets is quoted by RFC 4180, and never contains a cell that a spreadsheet would evaluate", () => {
  expect(csv([["a", 'b "c"', "d,e", 7, "f\ng"]])).toBe('\ufeffa,"b ""c""","d,e",7,"f\ng"\r\n');
  const hostile = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1"];
  expect(csv([hostile])).toBe("\ufeff'=1+1,'+1,'-1,'@SUM(A1),'\tx,'＝1\r\n");
  expect(csv([["a-1", -1]])).toBe("\ufeffa-1,-1\r\n");
});

const sentence = (from: number, startMs: number) => {
  const place = { paragraph: 0, from, to: from + 10 };
  return { ...place, startMs, endMs: startMs + 990, confidence: 1 };
};

test("a sentence is played with a margin, but never into its neighbours, nor into one that was corrected since", () => {
  const [first, second, third] = [sentence(0, 1_000), sentence(10, 2_000), sentence(20, 3_000)];
  const text = "x".repeat(40);
  const { times } = withTimes(lesson({ text }));
  const heard = (sentences: (typeof first)[], unwritten: CorrectedParts["unwritten"]) => {
    const own = { ...(times as SavedAlignment), durationMs: 5_000, sentences };
    return heardAlone({ times: own, corrected: { unwritten }, sound: {}, paragraphs: [{ text }] });
  };
  const whole = heard([first, second, third], []);
  expect(whole(second)).toEqual({ startMs: 1_990, endMs: 3_000 });
  expect(whole(third)).toEqual({ startMs: 2_990, endMs: 4_070 });
  const corrected = heard([first, third], [{ startMs: 2_000, endMs: 2_990 }]);
  expect(corrected(first)).toEqual({ startMs: 960, endMs: 2_000 });
  expect(corrected(third)).toEqual({ startMs: 2_990, endMs: 4_070 });
  expect(corrected(second)).toBeNull();
});
