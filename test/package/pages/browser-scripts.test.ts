import { expect, it, test } from "vitest";
import { browserScript } from "../../../src/package/browser-file.ts";
import { foldAnswer } from "../../../src/package/exercises/answer.ts";

it.each(["reader.js", "scorm-lesson.js"] as const)(
  "the script %s is self-contained, and has no syntax that browsers a few years old don't support",
  (name) => {
    const script = browserScript(name);
    expect(script).not.toMatch(/^\s*(import|export)\b|\brequire\(/m);
    expect(() => new Function(script)).not.toThrow();
    expect(script).not.toMatch(/\(\?<[=!]/);
    expect(script).not.toMatch(/\?\?=|\|\|=|&&=/);
  },
);

test("an answer of a million punctuation marks is folded in linear time", () => {
  const signs = "!".repeat(1_000_000);
  expect(foldAnswer(`a${signs}b${signs}`, { bcp47: "es" })).toBe(`a${signs}b`);
  expect(foldAnswer(signs, { bcp47: "es" })).toBe(signs);
});
