import { expect, test } from "vitest";
import { foldAnswer } from "../../../src/package/exercises/answer.ts";
import { answerScript } from "../../../src/package/exercises/answer-script.ts";
import { hostileWords } from "../torture-course.ts";
import { scriptStories } from "../torture-texts.ts";

const inPages: (answer: string, tag: string) => string = new Function(
  `${answerScript}\nreturn foldAnswer;`,
)();

test("a page folds an answer as the package does", () => {
  const words = scriptStories.flatMap(({ text, words: listed }) => [
    ...text.split(/\s+/),
    ...listed.map(([word]) => word),
  ]);
  const odd = [
    ...hostileWords,
    "",
    " ",
    "…",
    "İI",
    "ΌΣ ΣΑΣ",
    "l’eau",
    "e\u0301 A\u030a",
    "а\u00a0\u3000b",
    "«Sí.»",
    "ـكتاب",
    "Straße",
  ];
  expect(words.length).toBeGreaterThan(100);
  for (const word of [...words, ...odd]) {
    for (const tag of ["es", "tr", "el", "ar", "lt"]) {
      expect(inPages(word, tag)).toBe(foldAnswer(word, { bcp47: tag }));
    }
  }
});

test("a page folds an answer of a million signs without going over them again and again", () => {
  const signs = "!".repeat(1_000_000);
  expect(inPages(`a${signs}b${signs}`, "es")).toBe(`a${signs}b`);
  expect(inPages(signs, "es")).toBe(signs);
});

test("what a page runs has no pattern that an older browser can't read", () => {
  expect(answerScript).not.toMatch(/\(\?<[=!]/);
});
