import fc from "fast-check";
import { expect, test } from "vitest";
import { lowerCase } from "../../src/lessons/text/fold-text.ts";
import { cutsOf } from "../../src/lessons/words/exact.ts";
import { isUsed, statusesOf } from "../../src/lessons/words/occurrence.ts";
import { wordFinder } from "../../src/lessons/words/word-finder.ts";
import { marksOf } from "../../src/package/contents/lesson-words.ts";
import { languageOf } from "../../src/shared/languages/languages.ts";

function findWords(text: string, words: readonly string[], lang: string) {
  const language = languageOf(lang);
  const list = words.map((word) => ({ word, gloss: null }));
  const occurrences = wordFinder(list, { language })(text, cutsOf(text, language));
  return { marks: marksOf(occurrences), used: statusesOf(occurrences, list.length).map(isUsed) };
}

test.each([
  ["in any case, as whole words only", "es", "Pan y panadero. ¡PAN!", ["pan"], ["Pan", "PAN"]],
  ["across a line break", "es", "dos\nbarras  de pan", ["dos barras de pan"], ["dos\nbarras  de pan"]],
  ["by the language's own rules of case", "tr", "IŞIK ve ışık", ["ışık"], ["IŞIK", "ışık"]],
  ["by the language's own rules of case", "tr", "İzmir", ["izmir"], ["İzmir"]],
  ["with accents that tell words apart", "el", "ΟΔΟΣ και οδός, ΛΌΓΟΣ", ["λόγος"], ["ΛΌΓΟΣ"]],
  ["with vowel points or without", "ar", "بيتٌ قديمٌ هنا", ["قديم"], ["قديمٌ"]],
  ["with vowel points or without", "he", "כתבתי שָׁלוֹם לכולם", ["שלום"], ["שָׁלוֹם"]],
  [
    "anywhere where nothing separates words",
    "zh",
    "我在火车站等火车。",
    ["火车", "火车站"],
    ["火车站", "火车"],
  ],
  ["anywhere where nothing separates words", "ja", "傘を持った人", ["傘"], ["傘"]],
  ["as a whole cluster", "th", "เขาดื่มน้ำ", ["น้ำ"], ["น้ำ"]],
  ["never inside a syllable's cluster", "th", "น้ำ", ["น"], []],
  ["never inside a syllable's cluster", "th", "เก", ["ก"], []],
  ["never inside a syllable's cluster", "km", "ខ្មែរ", ["ម"], []],
  ["never before a vowel sign of the letter", "hi", "किताब और किताबें", ["किताब"], ["किताब"]],
  ["before a particle, never inside a word", "ko", "학교에 갑니다. 중학교는 멀다.", ["학교"], ["학교"]],
  ["as one word across a non-joiner", "fa", "می‌روم", ["می"], []],
  ["as one word across a non-joiner", "fa", "می‌روم", ["می‌روم"], ["می‌روم"]],
  ["beyond the basic plane", "en", "😀 𐐀𐐁 😀", ["𐐨𐐩"], ["𐐀𐐁"]],
  ["not as a part that is only spelt alike", "de", "Der Verstand.", ["der Stand"], []],
])("required words are found %s (%s)", (_, lang, text, words, found) => {
  expect(findWords(text, words, lang).marks.map(({ start, end }) => text.slice(start, end))).toEqual(found);
});

test("the longest word is found first, and what it contains counts as used", () => {
  const { marks, used } = findWords("la casa blanca", ["casa", "casa blanca"], "es");
  expect(marks).toEqual([{ start: 3, end: 14, word: 1 }]);
  expect(used).toEqual([true, true]);
  expect(findWords("texto", ["", " "], "es")).toEqual({ marks: [], used: [false, false] });
});

test("a compound means something else than its parts: it shows them, and doesn't count as used", () => {
  const text = "Der Bahnhofschef grüßt. Die Chefin geht zum Bahnhof.";
  const { marks, used } = findWords(text, ["der Bahnhof", "der Turm"], "de");
  expect(marks.map(({ start, end, parts }) => [text.slice(start, end), parts?.join(" + ")])).toEqual([
    ["Bahnhofschef", "Bahnhof + Chef"],
    ["Bahnhof", undefined],
  ]);
  expect(used).toEqual([true, false]);
  expect(findWords("Der Bahnhofschef grüßt.", ["der Bahnhof"], "de").used).toEqual([false]);
});

test("words are found in order, without overlaps, and inside the text, for random texts and words", () => {
  const signs = ["a", "B", "é", "e\u0301", " ", "\n", "İ", "ς", "น", "ำ", "ر", "\u064b", "😀", "-"];
  const text = fc.string({ unit: fc.constantFrom(...signs), maxLength: 40 });
  const lists = fc.array(text, { maxLength: 5 });
  fc.assert(
    fc.property(text, lists, fc.constantFrom("es", "th", "ar", "tr"), (story, words, lang) => {
      let at = 0;
      for (const { start, end } of findWords(story, words, lang).marks) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThan(start);
        at = end;
      }
      expect(at).toBeLessThanOrEqual(story.length);
    }),
  );
});

test.each([
  ["tr-TR", "IĞDIR İzmir", "ığdır izmir"],
  ["az-Latn", "QIZIL", "qızıl"],
  ["es-419", "NIÑO", "niño"],
  ["el-GR", "ΟΔΟΣ", "οδος"],
])("a tag with a region or a script lower-cases %s as its language does", (tag, text, lower) => {
  expect(lowerCase(text, tag)).toBe(lower);
  expect(lowerCase(text, tag)).toBe(text.toLocaleLowerCase(tag));
});
