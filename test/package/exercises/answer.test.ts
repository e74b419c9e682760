import { expect, test } from "vitest";
import { sameAnswer, spellingsOf } from "../../../src/package/exercises/answer.ts";

test.each([
  ["es", "  Pan ", "pan"],
  ["es", "estacio\u0301n", "estación"],
  ["fr", "aujourd'hui", "aujourd’hui"],
  ["tr", "IŞIK", "ışık"],
  ["el", "ΔΡΌΜΟΣ", "δρόμος"],
  ["ar", "قديم", "قديمٌ"],
  ["he", "שלום", "שָׁלוֹם"],
  ["es", "dos  barras", "dos barras."],
  ["es", "…", "…"],
])("in %s %j is the answer %j", (bcp47, given, answer) => {
  expect(sameAnswer(given, answer, { bcp47 })).toBe(true);
});

test("a program that compares letter by letter gets an Arabic word with all its marks, with the tanwin on the alef, and with none", () => {
  expect(spellingsOf("كِتابًا", { bcp47: "ar" })).toEqual(["كِتابًا", "كِتاباً", "كتابا"]);
  expect(spellingsOf("حديقةٌ", { bcp47: "ar" })).toEqual(["حديقةٌ", "حديقة"]);
});

test.each([
  ["es", "estacion", "estación"],
  ["es", "", "pan"],
  ["es", "panes", "pan"],
  ["tr", "isik", "ışık"],
  ["es", "", "…"],
])("in %s %j is not the answer %j", (bcp47, given, answer) => {
  expect(sameAnswer(given, answer, { bcp47 })).toBe(false);
});
