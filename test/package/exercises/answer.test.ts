import { expect, it, test } from "vitest";
import { browserScript } from "../../../src/package/browser-file.ts";
import {
  foldAnswer,
  type Mark,
  markOf,
  nearSpellingsOf,
  spellingsOf,
} from "../../../src/package/exercises/answer.ts";

test("a program that compares letter by letter gets an Arabic word with all its marks, with the tanwin on the alef, and with none", () => {
  expect(spellingsOf("كِتابًا", { bcp47: "ar" })).toEqual(["كِتابًا", "كِتاباً", "كتابا"]);
  expect(spellingsOf("حديقةٌ", { bcp47: "ar" })).toEqual(["حديقةٌ", "حديقة"]);
});

test("a program that knows no Turkish capitals gets them, and no capitals elsewhere", () => {
  expect(spellingsOf("ışık", { bcp47: "tr" })).toEqual(["ışık", "IŞIK", "Işık"]);
  expect(spellingsOf("istasyon", { bcp47: "tr" })).toEqual(["istasyon", "İSTASYON", "İstasyon"]);
  for (const [bcp47, word] of [
    ["tr", "deve"],
    ["de", "straße"],
    ["es", "lápices"],
    ["en", "in"],
  ] as const)
    expect(spellingsOf(word, { bcp47 })).toEqual([word]);
});

const typed: readonly (readonly [bcp47: string, given: string, answer: string, mark: Mark])[] = [
  // Accents.
  ["es", "lápices", "lápices", "right"],
  ["es", "lapices", "lápices", "almost"],
  ["es", "estacio\u0301n", "estación", "right"],
  ["es", "nino", "niño", "almost"],
  ["fr", "eteindre", "éteindre", "almost"],
  ["fr", "coeur", "cœur", "almost"],
  ["pl", "lodz", "łódź", "almost"],
  ["vi", "tieng", "tiếng", "almost"],
  ["el", "δρομος", "δρόμος", "almost"],
  ["ru", "елка", "ёлка", "almost"],
  // Case: a keyboard adds a capital by itself, but takes none away.
  ["es", "Corazón", "corazón", "right"],
  ["es", "CORAZÓN", "corazón", "right"],
  ["es", "el Corazón", "el corazón", "almost"],
  ["de", "bahnhof", "Bahnhof", "almost"],
  ["de", "BAHNHOF", "Bahnhof", "right"],
  ["en", "he said I am", "He said I am", "almost"],
  // Punctuation and space.
  ["es", "  Pan ", "pan", "right"],
  ["es", "dos  barras", "dos barras.", "right"],
  ["es", "dos barras", "dos barras.", "right"],
  ["es", "  Sale el tren ", "Sale el tren.", "right"],
  ["es", "Qué quieres", "¿Qué quieres?", "right"],
  ["de", "Er kommt weil er will.", "Er kommt, weil er will.", "almost"],
  ["en", "well known", "well-known", "almost"],
  ["es", "", "…", "wrong"],
  ["es", "…", "…", "right"],
  // One letter.
  ["es", "mecanica", "mecánica", "almost"],
  ["es", "mecnica", "mecánica", "almost"],
  ["es", "mecániica", "mecánica", "almost"],
  ["es", "mecáinca", "mecánica", "almost"],
  ["es", "mecxnyca", "mecánica", "wrong"],
  ["es", "panes", "pan", "wrong"],
  ["es", "pon", "pan", "wrong"],
  ["es", "tren", "pan", "wrong"],
  ["es", "", "pan", "wrong"],
  ["en", "in 1976 it rained", "in 1975 it rained", "wrong"],
  ["es", "dosbarras", "dos barras", "almost"],
  // Apostrophes and hyphens.
  ["fr", "aujourd'hui", "aujourd’hui", "right"],
  ["fr", "aujourd‘hui", "aujourd’hui", "right"],
  ["fr", "aujourd´hui", "aujourd’hui", "right"],
  ["fr", "aujourdhui", "aujourd’hui", "almost"],
  ["en", "don`t", "don't", "right"],
  ["fr", "peut\u2011être", "peut-être", "right"],
  // German without its letters.
  ["de", "Strasse", "Straße", "almost"],
  ["de", "STRASSE", "Straße", "almost"],
  ["de", "Baer", "Bär", "almost"],
  ["de", "Loewen", "Löwen", "almost"],
  ["da", "graad", "gråd", "almost"],
  // The two Turkish letters i.
  ["tr", "IŞIK", "ışık", "right"],
  ["tr", "isik", "ışık", "almost"],
  ["tr", "İstanbul", "İstanbul", "right"],
  ["tr", "istanbul", "İstanbul", "almost"],
  ["tr", "ISTANBUL", "İstanbul", "almost"],
  // Arabic and Hebrew.
  ["ar", "قديم", "قديمٌ", "right"],
  ["ar", "احمد", "أحمد", "almost"],
  ["ar", "إحمد", "أحمد", "almost"],
  ["ar", "القران", "القرآن", "almost"],
  ["ar", "مدرسه", "مدرسة", "almost"],
  ["ar", "كتاب", "قلم", "wrong"],
  ["he", "שלום", "שָׁלוֹם", "right"],
  // Full-width signs, and spaces where there are none between words.
  ["en", "ｔｒａｉｎ", "train", "right"],
  ["ja", "ＡＢＣ", "ABC", "right"],
  ["ja", "駅 の 前", "駅の前", "right"],
  ["ja", "駅　の前。", "駅の前", "right"],
  ["ja", "ﾄﾞｱ", "ドア", "right"],
  ["ja", "駅の後", "駅の前", "wrong"],
  ["ja", "かき", "かぎ", "wrong"],
  ["zh", "火车 站", "火车站", "right"],
  ["ko", "학교에서", "학교에도", "wrong"],
  ["hi", "विद्यालै", "विद्यालय", "almost"],
];

test.each(typed)("in %s %j for %j is marked by its slip", (bcp47, given, answer, mark) => {
  expect(markOf(given, answer, { bcp47 })).toBe(mark);
});

test("a platform that knows half points gets the spellings that are almost right", () => {
  expect(nearSpellingsOf("lápices", { bcp47: "es" })).toEqual(["lapices"]);
  expect(nearSpellingsOf("Bär", { bcp47: "de" })).toEqual(["bar", "baer"]);
  expect(nearSpellingsOf("pan", { bcp47: "es" })).toEqual([]);
  expect(nearSpellingsOf("está allí", { bcp47: "es" }).sort()).toEqual([
    "esta alli",
    "esta allí",
    "está alli",
  ]);
  expect(nearSpellingsOf("Er kommt, weil es schön ist.", { bcp47: "de" })).toEqual(
    expect.arrayContaining([
      "er kommt weil es schön ist.",
      "er kommt weil es schön ist",
      "er kommt, weil es schon ist.",
    ]),
  );
  expect(nearSpellingsOf("peut-être", { bcp47: "fr" })).toEqual(
    expect.arrayContaining(["peut être", "peut etre"]),
  );
  for (const spelling of nearSpellingsOf("Ja, die Straße!", { bcp47: "de" }))
    expect(markOf(spelling, "Ja, die Straße!", { bcp47: "de" })).toBe("almost");
});

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
