import { describe, expect, test } from "vitest";
import { isolateBidi, setPlain } from "../../../src/package/pages/story-text.ts";

const inRtl = (text: string) => isolateBidi(text, { dir: "rtl" }).toString();
const inLtr = (text: string) => isolateBidi(text, { dir: "ltr" }).toString();

describe("a word of the other direction", () => {
  test.each(["-ism", "#tag", "(x", "C++", "@me", "50 % off", "…ish", ".NET"])(
    "that is %s holds together",
    (word) => {
      expect(inRtl(word)).toBe(`<span dir="ltr">${word}</span>`);
      expect(setPlain(word, { dir: "rtl" })).toBe(`\u2068${word}\u2069`);
      expect(inLtr(word)).toBe(word);
    },
  );

  test.each(["iPhone", "x", "two words", "l’arbre"])("that is %s needs no help", (word) => {
    expect(inRtl(word)).toBe(word);
    expect(setPlain(word, { dir: "rtl" })).toBe(word);
  });

  test("stays together in a sentence, and the sentence keeps its own punctuation", () => {
    expect(inRtl("عن #tag -ism: حديقة")).toBe('عن <span dir="ltr">#tag -ism</span>: حديقة');
    expect(inRtl("«iPhone» (x) C++، نعم")).toBe('«iPhone» (x) <span dir="ltr">C++</span>، نعم');
    expect(inRtl("قرأ pre- اليوم.")).toBe('قرأ <span dir="ltr">pre-</span> اليوم.');
    expect(inLtr("La palabra -كتاب- es larga")).toBe('La palabra <span dir="rtl">-كتاب-</span> es larga');
  });

  test("is escaped like any text", () => {
    expect(inRtl("#<b>&")).toBe('<span dir="ltr">#&lt;b&gt;&amp;</span>');
    expect(inRtl("عن #<b> هنا")).toContain("&lt;");
    expect(inRtl("عن #<b> هنا")).not.toContain("<b>");
  });

  test("leaves every other text exactly as it is", () => {
    for (const text of ["", " ", "…", "12", "عن البيت.", "a b", "日本", "line one  two\u00a0three"]) {
      expect(setPlain(text, { dir: "rtl" }).replace(/[\u2068\u2069]/g, "")).toBe(text);
    }
    for (const text of ["", "…", "12", "a b", "日本", "¿Sí? (no)"])
      expect(setPlain(text, { dir: "ltr" })).toBe(text);
    const long = "عن #tag ".repeat(20_000);
    expect(setPlain(long, { dir: "rtl" }).replace(/[\u2068\u2069]/g, "")).toBe(long);
  });
});
