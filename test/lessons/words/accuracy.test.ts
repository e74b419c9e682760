import { expect, test } from "vitest";
import { markedLanguages, scoreOf } from "./sentences.ts";

// Sentences written and annotated by hand, which also have words that only look alike (sentences/<lang>.yaml).
test.each(markedLanguages())(
  "in %s, claimed occurrences are right and regular forms are found",
  async (lang) => {
    const score = await scoreOf(lang);
    expect(score.right / score.claimed, score.wrong.join("\n")).toBeGreaterThanOrEqual(0.98);
    expect(score.found / score.regular, score.missed.join("\n")).toBeGreaterThanOrEqual(0.9);
  },
);

test("ten languages have sentences", () => {
  expect(markedLanguages()).toHaveLength(10);
});
