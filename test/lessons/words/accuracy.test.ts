import { expect, test } from "vitest";
import { markedLanguages, scoreOf } from "./sentences.ts";

// Sentences that were written and marked by hand, with words among them that only look alike (sentences/<lang>.yaml).
test.each(markedLanguages())("what is claimed in %s is right, and regular forms are found", async (lang) => {
  const score = await scoreOf(lang);
  expect(score.right / score.claimed, score.wrong.join("\n")).toBeGreaterThanOrEqual(0.98);
  expect(score.found / score.regular, score.missed.join("\n")).toBeGreaterThanOrEqual(0.9);
});

test("ten languages have sentences", () => {
  expect(markedLanguages()).toHaveLength(10);
});
