import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lowerCase } from "../../src/lessons/text/lower-case.ts";
import { cutsOf } from "../../src/lessons/words/exact.ts";
import { isUsed, statusesOf } from "../../src/lessons/words/occurrence.ts";
import { wordFinder } from "../../src/lessons/words/word-finder.ts";
import { marksOf, type WordMark } from "../../src/package/contents/lesson-words.ts";
import { type LanguageFacts, languageOf } from "../../src/shared/languages/languages.ts";

function findWords(
  text: string,
  words: readonly string[],
  language: LanguageFacts,
): { marks: WordMark[]; used: boolean[] } {
  const list = words.map((word) => ({ word, gloss: null }));
  const occurrences = wordFinder(list, { language })(text, cutsOf(text, language));
  return { marks: marksOf(occurrences), used: statusesOf(occurrences, list.length).map(isUsed) };
}

function found(text: string, words: readonly string[], lang: string): string[] {
  return findWords(text, words, languageOf(lang)).marks.map(({ start, end }) => text.slice(start, end));
}

describe("required words are found in a story", () => {
  test("in any case, as whole words only", () => {
    expect(found("Pan y panadero. ¡PAN!", ["pan"], "es")).toEqual(["Pan", "PAN"]);
  });

  test("the longest first, without overlapping", () => {
    const { marks, used } = findWords("la casa blanca", ["casa", "casa blanca"], languageOf("es"));
    expect(marks).toEqual([{ start: 3, end: 14, word: 1 }]);
    expect(used).toEqual([true, true]);
  });

  test("not as a part of a compound, which means something else and shows its parts", () => {
    const text = "Der Bahnhofschef grüßt. Die Chefin geht zum Bahnhof.";
    const { marks, used } = findWords(text, ["der Bahnhof", "der Turm"], languageOf("de"));
    expect(marks.map(({ start, end, parts }) => [text.slice(start, end), parts?.join(" + ")])).toEqual([
      ["Bahnhofschef", "Bahnhof + Chef"],
      ["Bahnhof", undefined],
    ]);
    expect(used).toEqual([true, false]);
    expect(findWords("Der Bahnhofschef grüßt.", ["der Bahnhof"], languageOf("de")).used).toEqual([false]);
    expect(found("Der Verstand.", ["der Stand"], "de")).toEqual([]);
  });

  test("across a line break between their parts", () => {
    expect(found("dos\nbarras  de pan", ["dos barras de pan"], "es")).toEqual(["dos\nbarras  de pan"]);
  });

  test("by the language's own rules of case", () => {
    expect(found("IŞIK ve ışık", ["ışık"], "tr")).toEqual(["IŞIK", "ışık"]);
    expect(found("İzmir", ["izmir"], "tr")).toEqual(["İzmir"]);
    expect(found("ΟΔΟΣ και οδός, ΛΌΓΟΣ", ["λόγος"], "el")).toEqual(["ΛΌΓΟΣ"]);
  });

  test("in Arabic and Hebrew with their vowel points or without, the points included", () => {
    expect(found("بيتٌ قديمٌ هنا", ["قديم"], "ar")).toEqual(["قديمٌ"]);
    expect(found("כתבתי שָׁלוֹם לכולם", ["שלום"], "he")).toEqual(["שָׁלוֹם"]);
  });

  test("in Chinese and Japanese anywhere, because nothing separates the words", () => {
    expect(found("我在火车站等火车。", ["火车", "火车站"], "zh")).toEqual(["火车站", "火车"]);
    expect(found("傘を持った人", ["傘"], "ja")).toEqual(["傘"]);
  });

  test("in Thai and Khmer never inside a syllable's cluster", () => {
    expect(found("เขาดื่มน้ำ", ["น้ำ"], "th")).toEqual(["น้ำ"]);
    expect(found("น้ำ", ["น"], "th")).toEqual([]);
    expect(found("เก", ["ก"], "th")).toEqual([]);
    expect(found("ខ្មែរ", ["ម"], "km")).toEqual([]);
  });

  test("in Hindi never before a vowel sign that belongs to the letter", () => {
    expect(found("किताब और किताबें", ["किताब"], "hi")).toEqual(["किताब"]);
  });

  test("in Korean before a particle, but never inside another word", () => {
    expect(found("학교에 갑니다. 중학교는 멀다.", ["학교"], "ko")).toEqual(["학교"]);
  });

  test("in Persian as one word across a non-joiner", () => {
    expect(found("می‌روم", ["می"], "fa")).toEqual([]);
    expect(found("می‌روم", ["می‌روم"], "fa")).toEqual(["می‌روم"]);
  });

  test("beyond the basic plane, with offsets that cut no pair", () => {
    expect(found("😀 𐐀𐐁 😀", ["𐐨𐐩"], "en")).toEqual(["𐐀𐐁"]);
  });

  test("not at all if the list is empty", () => {
    expect(findWords("texto", ["", " "], languageOf("es"))).toEqual({ marks: [], used: [false, false] });
  });

  test("in order, without overlaps, and inside the text, for random texts and words", () => {
    const alphabet = fc.constantFrom(
      "a",
      "B",
      "é",
      "e\u0301",
      " ",
      "\n",
      "İ",
      "ς",
      "น",
      "ำ",
      "ر",
      "\u064b",
      "😀",
      "-",
    );
    const text = fc.string({ unit: alphabet, maxLength: 40 });
    fc.assert(
      fc.property(
        text,
        fc.array(text, { maxLength: 5 }),
        fc.constantFrom("es", "th", "ar", "tr"),
        (story, words, lang) => {
          let at = 0;
          for (const { start, end } of findWords(story, words, languageOf(lang)).marks) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(end).toBeGreaterThan(start);
            at = end;
          }
          expect(at).toBeLessThanOrEqual(story.length);
        },
      ),
    );
  });
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
