import { describe, expect, it } from "vitest";
import { foldWord } from "../../../src/lessons/words/exact.ts";
import { browserScript } from "../../../src/package/browser-file.ts";
import { foldAnswer } from "../../../src/package/exercises/answer.ts";
import { hostileWords } from "../torture/torture-course.ts";
import { scriptStories } from "../torture/torture-texts.ts";

describe.each(["reader.js", "scorm-lesson.js"] as const)("the script %s", (name) => {
  const script = browserScript(name);

  it("is self-contained, and folds answers as the package does", () => {
    expect(script).not.toMatch(/^\s*(import|export)\b|\brequire\(/m);
    expect(script).toContain("function foldAnswer(");
    expect(() => new Function(script)).not.toThrow();
  });

  it("has no syntax that browsers a few years old don't support", () => {
    expect(script).not.toMatch(/\(\?<[=!]/);
    expect(script).not.toMatch(/\?\?=|\|\|=|&&=/);
  });
});

describe("an answer", () => {
  const words = scriptStories.flatMap(({ text, words: listed }) => [
    ...text.split(/\s+/),
    ...listed.map(([word]) => word),
  ]);
  const odd = [
    ...hostileWords,
    "",
    " ",
    "İI",
    "ΌΣ ΣΑΣ",
    "e\u0301 A\u030a",
    "а\u00a0\u3000b",
    "ـكتاب",
    "Straße",
  ];

  it("without surrounding punctuation is folded like the words of a list", () => {
    expect(words.length).toBeGreaterThan(100);
    for (const word of [...words, ...odd]) {
      const bare = word.normalize("NFC").replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, "");
      if (bare === "" || /[\u2018\u2019\u02bc\u0060\u00b4\u2010-\u2013]/.test(bare)) continue;
      for (const bcp47 of ["es", "tr", "el", "ar", "lt"])
        expect(foldAnswer(word, { bcp47 })).toBe(foldWord(bare, { bcp47 }));
    }
  });

  it("of a million punctuation marks is folded in linear time", () => {
    const signs = "!".repeat(1_000_000);
    expect(foldAnswer(`a${signs}b${signs}`, { bcp47: "es" })).toBe(`a${signs}b`);
    expect(foldAnswer(signs, { bcp47: "es" })).toBe(signs);
  });
});
