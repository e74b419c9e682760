import { describe, expect, test } from "vitest";
import { paragraphsOf } from "../../../src/lessons/text/sentences.ts";
import { textSize } from "../../../src/package/contents/lesson-text.ts";
import { lessonWords } from "../../../src/package/contents/lesson-words.ts";
import { textDirection } from "../../../src/package/contents/text-direction.ts";
import { csv } from "../../../src/package/formats/words/index.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

describe("a story's direction", () => {
  test("is the language's own, despite foreign words in the story", () => {
    expect(textDirection("قال: OK OK OK OK OK", languageOf("ar"))).toMatchObject({ dir: "rtl", tag: "ar" });
    expect(textDirection("Hola", languageOf("es"))).toMatchObject({
      dir: "ltr",
      tag: "es",
      overruled: false,
    });
  });

  test("follows the script if the language has two, and the tag then names it", () => {
    expect(textDirection("بو بیر حکایه دیر", languageOf("az"))).toEqual({
      dir: "rtl",
      tag: "az-Arab",
      script: "Arab",
      overruled: true,
    });
    expect(textDirection("Bu bir hikayədir", languageOf("az"))).toMatchObject({ dir: "ltr", tag: "az" });
    expect(textDirection("Bu yaxshi hékaye", languageOf("ug"))).toMatchObject({ dir: "ltr", tag: "ug-Latn" });
  });

  test("stays the language's own for a text without letters", () => {
    expect(textDirection("1, 2, 3", languageOf("ckb"))).toMatchObject({ dir: "rtl", overruled: false });
  });
});

describe("a story's length", () => {
  test("is counted in words in scripts with word spacing, and in characters in others", () => {
    expect(textSize("—¿Qué es esto? —dijo.", languageOf("es"))).toEqual({
      unit: "words",
      count: 4,
      minutes: 1,
    });
    expect(textSize("我在火车站。", languageOf("zh"))).toEqual({ unit: "characters", count: 5, minutes: 1 });
    expect(textSize("palabra ".repeat(600), languageOf("es")).minutes).toBe(5);
  });
});

describe("a story's paragraphs", () => {
  test("are separated by empty lines, or by line ends if there are none", () => {
    expect(paragraphsOf("Uno.\ndos.\n\n \nTres.\n")).toEqual(["Uno.\ndos.", "Tres."]);
    expect(paragraphsOf("Uno.\r\nDos.\n")).toEqual(["Uno.", "Dos."]);
    expect(paragraphsOf(" \n ")).toEqual([]);
  });
});

describe("a lesson's words", () => {
  test("count once in any case, with the first gloss that one of them has", () => {
    const { words } = lessonWords(
      ["El PAN"],
      {
        words: [
          { word: "Pan", gloss: null },
          { word: "pan", gloss: "bread" },
          { word: "tren", gloss: "  " },
          { word: "\u202e", gloss: "nothing" },
        ],
      },
      { language: languageOf("es"), reader: languageOf("en") },
    );
    expect(words).toEqual([
      { word: "Pan", gloss: "bread", forms: [], found: "exact", used: true },
      { word: "tren", gloss: null, forms: [], found: "missing", used: false },
    ]);
  });
});

describe("a table for spreadsheets", () => {
  test("is quoted by RFC 4180 and starts with a byte order mark", () => {
    expect(csv([["a", 'b "c"', "d,e", 7, "f\ng"]])).toBe('\ufeffa,"b ""c""","d,e",7,"f\ng"\r\n');
  });

  test("never contains a cell that a spreadsheet would evaluate", () => {
    const hostile = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "＝1"];
    expect(csv([hostile])).toBe("\ufeff'=1+1,'+1,'-1,'@SUM(A1),'\tx,'＝1\r\n");
    expect(csv([["a-1", -1]])).toBe("\ufeffa-1,-1\r\n");
  });
});
