import { describe, expect, it } from "vitest";
import { localeFor, localeTags, readLocale } from "../../../src/package/locales/locale.ts";
import { findLanguage } from "../../../src/shared/languages/languages.ts";
import { course, lesson, packageOf } from "../fixtures.ts";

describe.each(localeTags())("the locale file of %s", (tag) => {
  const locale = localeFor({ bcp47: tag });

  it("has every text of the package, with a placeholder for each value", () => {
    expect(locale.tag).toBe(tag);
    expect(locale.level(7)).toContain("7");
    expect(locale.epub.toStory("casa", 3)).toMatch(/casa.*3/);
    expect(locale.lessonCount(1)).not.toBe(locale.lessonCount(2).replace("2", "1"));
  });

  it("names languages by the interface's codes, the same ones as other locales", () => {
    for (const code of Object.keys(locale.languages)) expect(findLanguage(code), code).toBeDefined();
    if (tag !== "en") {
      expect(Object.keys(locale.languages).sort()).toEqual(
        Object.keys(localeFor({ bcp47: "es" }).languages).sort(),
      );
    }
  });
});

it("a reader's language without a locale file falls back to English, with the right tag", () => {
  for (const bcp47 of ["ja", "constructor", "../de"]) expect(localeFor({ bcp47 }).tag).toBe("en");
  expect(localeFor({ bcp47: "de-AT" }).tag).toBe("de");
});

const english = {
  tag: "en",
  level: "Level {difficulty}",
  lessonCount: { one: "{count} lesson", other: "{count} lessons" },
};

it("a language with more forms than one and other counts with each of them", () => {
  const lessonCount = { one: "{count} lekcja", few: "{count} lekcje", other: "{count} lekcji" };
  const polish = readLocale({ tag: "pl", level: "Poziom {difficulty}", lessonCount }, english);
  const counted = [1, 2, 5, 22].map(polish.lessonCount);
  expect(counted).toEqual(["1 lekcja", "2 lekcje", "5 lekcji", "22 lekcje"]);
});

it.each([
  ["level must hold {difficulty} in braces", { level: "Level {number}" }],
  ["level must be written", { level: undefined }],
  ["title must be left out", { title: "Title" }],
  ["lessonCount.one must begin with {count}", { lessonCount: { one: "a lesson", other: "{count} lessons" } }],
])("a locale file that differs from the English one is reported with the place: %s", (told, change) => {
  expect(() => readLocale({ ...english, ...change }, english)).toThrow(told);
});

/** Every text in a set of strings; functions are called for theirs. */
function sentencesIn(strings: unknown): string[] {
  if (typeof strings === "string") return [strings];
  if (typeof strings === "function") return [String(strings("deux", "trois"))];
  return typeof strings === "object" && strings !== null
    ? Object.values(strings).flatMap((member) => sentencesIn(member))
    : [];
}

// French punctuation that lacks its narrow no-break space.
const crowded = /[\p{L}\p{N} \u00a0][;?!»]|[\p{L}\p{N} \u00a0]:(?!\/)|«[^\u202f]/u;

it("French sentences have a narrow no-break space before high punctuation", () => {
  const sentences = sentencesIn(localeFor({ bcp47: "fr" }));
  expect(sentences.length).toBeGreaterThan(200);
  expect(sentences.filter((sentence) => sentence.includes("\u202f")).length).toBeGreaterThan(20);
  expect(sentences.filter((sentence) => crowded.test(sentence))).toEqual([]);
});

it("French pages do so in composed texts, too, but names that people search for have a plain space", async () => {
  const text =
    "Le chat noir dort sur la chaise. Elle aime le pain du matin. Les enfants jouent dans le jardin.";
  const formats = ["web", "epub", "moodle", "cartridge", "teacher"];
  const made = course({
    reader: "fr",
    formats,
    license: "CC0",
    lessons: [lesson({ lang: "fr", title: "Le chat", text })],
  });
  const files = await packageOf(made);
  const page = (path: string) => files.text(path);
  expect(page("fr-2/web/lesson-01-exercises-a.html")).toContain('data-colon="\u202f: "');
  expect(page("fr-2/lms/moodle-questions.xml")).toMatch(/<name><text>1A\. [^<]+ : Le chat<\/text>/);
  expect(page("fr-2/lms/moodle-questions.xml")).not.toMatch(/<name><text>[^<]*\u202f/);
});
