import { describe, expect, it } from "vitest";
import { localeSchema, pluralIn } from "../../../src/package/locales/locale.ts";
import { localeFor, localeTags } from "../../../src/package/locales/read-locale.ts";
import { findLanguage } from "../../../src/shared/languages/languages.ts";

describe.each(localeTags())("the locale file %s.yaml", (tag) => {
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

it("a language with more forms than one and other counts with each of them", () => {
  const count = pluralIn("pl").parse({
    one: "{count} lekcja",
    few: "{count} lekcje",
    other: "{count} lekcji",
  });
  expect([1, 2, 5, 22].map(count)).toEqual(["1 lekcja", "2 lekcje", "5 lekcji", "22 lekcje"]);
});

it("a text that lacks a placeholder, or has one too many, is reported with its place in the file", () => {
  const problems = localeSchema("en").safeParse({
    level: "Level {number}",
    lessonCount: { one: "a lesson", other: "{count} lessons" },
  });
  const told = problems.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  expect(told).toContain("level: must hold {difficulty}, each once, and nothing else in braces");
  expect(told).toContain("lessonCount.one: must begin with {count}");
});
