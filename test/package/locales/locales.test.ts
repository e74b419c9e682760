import { describe, expect, it } from "vitest";
import { localeFor, localeTags, readLocale } from "../../../src/package/locales/locale.ts";
import { findLanguage } from "../../../src/shared/languages/languages.ts";

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
