import { describe, expect, test } from "vitest";
import { foldCharacter, foldText } from "../../../src/lessons/text/fold-text.ts";
import { sentenceBounds, sentencesOf } from "../../../src/lessons/text/sentences.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

const split = (lang: string, text: string) => sentencesOf(text, languageOf(lang));

describe("a paragraph's sentences", () => {
  test.each([
    ["es", ["¡Hola, Ana!", "¿Qué tal?", "Bien."]],
    ["es", ["—¡Buenos días! —dice don Julio—.", "El Sr. García vive aquí."]],
    ["en", ["Dr. Smith came at 3. He was late.", "“Stop. Wait here!” she said.", "He did."]],
    ["de", ["Am 3. Mai kam er z. B. zu spät.", "„Warte. Ich komme“, sagte sie.", "»Gut. Ja.«"]],
    ["fr", ["« Bonjour. Ça va ? » dit-il.", "Oui."]],
    ["el", ["Πού είσαι;", "Εδώ."]],
    ["ru", ["Он пришёл… и ушёл.", "Всё."]],
    ["ar", ["ما اسمك؟", "اسمي علي."]],
    ["ur", ["یہ کتاب ہے۔", "وہ قلم ہے۔"]],
    ["hi", ["राम घर गया।", "वह सो गया।"]],
    ["am", ["ሰላም ነው።", "እንዴት ነህ፧"]],
    ["hy", ["Բարև։", "Ինչպե՞ս ես։"]],
  ])("are told apart in %s", (lang, sentences) => {
    expect(split(lang, sentences.join(" "))).toEqual(sentences);
  });

  test("are told apart without word spacing, and quoted speech stays whole", () => {
    expect(split("ja", "「今日。明日。」と言った。雨だ！そう？")).toEqual([
      "「今日。明日。」と言った。",
      "雨だ！",
      "そう？",
    ]);
    expect(split("zh", "他说：“走吧。快！”她笑了。")).toEqual(["他说：“走吧。快！”她笑了。"]);
    expect(split("my", "မင်္ဂလာပါ။ နေကောင်းလား။")).toHaveLength(2);
  });

  test("are phrases of a readable length in languages that do not mark sentence ends", () => {
    const text = "แม่ไปตลาด เธอซื้อผลไม้และปลาสด แล้วก็กลับบ้าน";
    expect(split("th", text).join(" ")).toBe(text);
    expect(split("th", text).length).toBeGreaterThan(1);
  });

  test("are found despite an unclosed quotation, and in lines of verse", () => {
    expect(split("en", "“Yes. No.")).toEqual(["“Yes.", "No."]);
    expect(split("en", "One\nline. Two.")).toEqual(["One line.", "Two."]);
    expect(split("en", "— … !")).toEqual([]);
  });
});

test("each sentence has its place, also in a paragraph of several lines", () => {
  const paragraph = "  Llueve.  «¿Adónde vas?»\nA casa.\n\t— *** —";
  const found = sentenceBounds(paragraph, languageOf("es"));
  expect(found.map(({ from, to }) => paragraph.slice(from, to))).toEqual([
    "Llueve.",
    "«¿Adónde vas?»",
    "A casa.",
  ]);
});

const western = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).filter(
  (sign) => !/\s/.test(sign),
);

test.each(["en", "de", "tr", "az", "lt", "el", "ar"])(
  "in %s a text is folded as its characters are, beside every other character",
  (tag) => {
    for (const sign of western) {
      for (const text of [`I${sign}Í J`, `${sign}ΑΣ`, `ab ${sign}`]) {
        const each = [...text].map((character) => foldCharacter(character, tag)).join("");
        expect(foldText(text, tag)).toBe(each);
      }
    }
  },
);

test("white space of any kind and length is one space", () => {
  expect(foldText("A  b\n\u00a0c", "en")).toBe("a b c");
});
