import { expect, test } from "vitest";
import { loadAnalyser } from "../../../src/shared/languages/analyser.ts";
import { type Ruby, rubyOf, withKnown, withWord } from "../../../src/shared/languages/ruby.ts";
import { withBrackets } from "./with-brackets.ts";

test.each([
  ["食べる", "たべる", "食[た]べる"],
  ["取り扱い", "とりあつかい", "取[と]り扱[あつか]い"],
  ["お母さん", "オカアサン", "お母[かあ]さん"],
  ["人々", "ひとびと", "人々[ひとびと]"],
  ["ドア", "どあ", "ドア"],
  ["きれい", "きれい", "きれい"],
  ["一ヶ月", "いっかげつ", "一ヶ月[いっかげつ]"],
  ["食べる", "taberu", "食べる[taberu]"],
  ["吃饭", "chī fàn", "吃[chī]饭[fàn]"],
  ["吃饭", "chīfàn", "吃饭[chīfàn]"],
  ["a(b)字", "a(b)じ", "a(b)字[a(b)じ]"],
])("%s with the reading %s is shown as %s", (word, reading, shown) => {
  expect(withBrackets(word, rubyOf(word, reading))).toBe(shown);
});

test("a word takes the place of what was there, but never of a part of a longer reading", () => {
  const before: Ruby[] = [{ from: 0, to: 3, reading: "にっぽんじん" }];
  expect(withWord(before, { start: 0, end: 2 }, rubyOf("日本", "にほん"))).toEqual(before);
  expect(withWord(before, { start: 0, end: 3 }, rubyOf("日本人", "にほんじん"))).toEqual([
    { from: 0, to: 3, reading: "にほんじん" },
  ]);
});

test("a known word is read so between the boundaries of words, not behind a numeral, and not inside another word", () => {
  const text = "人は三人と二人と大人です。";
  const cuts = new Set([0, 1, 2, 3, 4, 5, 7, 8, 10]);
  const known = new Map([
    ["人", "ひと"],
    ["二人", "ふたり"],
  ]);
  expect(withBrackets(text, withKnown({ text, cuts }, [], known))).toBe(
    "人[ひと]は三人と二人[ふたり]と大人です。",
  );
  const twenty = "二十日と十日";
  const days = withKnown({ text: twenty, cuts: new Set([0, 1, 3, 4, 6]) }, [], new Map([["十日", "とおか"]]));
  expect(withBrackets(twenty, days)).toBe("二十日と十日[とおか]");
});

test("the Japanese analyser reads kanji by their context, and numbers as they are counted", async () => {
  const analyse = await loadAnalyser("ja");
  if (typeof analyse !== "function") throw new Error("no analyser");
  const read = (text: string) => withBrackets(text, analyse(text));
  expect(read("今日は日本人の友達と一人で来ました。\n来る人を待つ。")).toBe(
    "今日[きょう]は日本人[にほんじん]の友達[ともだち]と一人[ひとり]で来[き]ました。\n来[く]る人[ひと]を待[ま]つ。",
  );
  expect(read("学校へ行った。会議を行った。")).toBe(
    "学校[がっこう]へ行[い]った。会議[かいぎ]を行[おこな]った。",
  );
  expect(read("𠮷野家で３人、三人。長い間、一分間。")).toContain(
    "で３人[にん]、三[さん]人[にん]。長[なが]い間[あいだ]、",
  );
  expect(read("きれいなドア")).toBe("きれいなドア");
});

test("the Chinese analyser reads each character by its word, with the tones of a dictionary", async () => {
  const analyse = await loadAnalyser("zh");
  if (typeof analyse !== "function") throw new Error("no analyser");
  const text = "银行很长，他长大了。🙂一个A";
  expect(withBrackets(text, analyse(text))).toBe(
    "银[yín]行[háng]很[hěn]长[cháng]，他[tā]长[zhǎng]大[dà]了[le]。🙂一[yī]个[gè]A",
  );
  expect(await loadAnalyser("yue")).toBeNull();
});
