import { describe, expect, test } from "vitest";
import { nothingShown } from "../../../src/package/exercises/draft.ts";
import { heardItems } from "../../../src/package/exercises/exercise.ts";
import { type HeardAt, unseenSentences } from "../../../src/package/exercises/exercise-sheets.ts";
import { dictation } from "../../../src/package/exercises/kinds/typing.ts";
import { isEnough } from "../../../src/package/exercises/kinds.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { draftOf, exerciseOf, plainStory, sheetsOf, storyIn } from "./fixtures.ts";

const everywhere = () => true;

describe("listening exercises", () => {
  const made = { text: plainStory, words: ["queso", "sopa", "tren"], isHeard: everywhere };

  test("are none if no times are known, and nothing else changes then", () => {
    const silent = sheetsOf({ ...made, isHeard: () => false });
    const heard = sheetsOf(made);
    for (const [index, { exercises }] of silent.entries()) {
      expect(exercises.map(({ kind }) => kind)).not.toContain("dictation");
      expect(heard[index]?.exercises.slice(0, exercises.length)).toEqual(exercises);
      expect(heard[index]?.exercises.slice(exercises.length).map(({ kind }) => kind)).toEqual([
        "listening-cloze",
        "dictation",
      ]);
    }
  });

  test("play sentences in the order of the recording, each at its own time, and none that the sheet shows elsewhere", () => {
    for (const { exercises } of sheetsOf(made)) {
      for (const exercise of exercises.slice(-2)) {
        const heard = heardItems(exercise);
        const starts = heard.map((item) => item.heard.startMs);
        expect(starts.length).toBeGreaterThanOrEqual(2);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        expect(starts).toEqual(heard.map(({ place }) => (place.paragraph * 10_000 + place.from) * 1_000));
      }
      const used = exercises.flatMap(({ items }) => items.flatMap(({ sentences }) => sentences));
      expect(new Set(used).size).toBe(used.length);
    }
  });
});

describe("a dictation", () => {
  /** The sentences that a dictation chooses, each a paragraph, if no other exercise uses any. */
  const answers = (
    lines: readonly string[],
    { lang = "es", title = "", isHeard = everywhere as (sentence: string) => boolean } = {},
  ) => {
    const story = storyIn(lines, lang);
    const heardAt: HeardAt = ({ paragraph }) =>
      isHeard(lines[paragraph] ?? "") ? { startMs: paragraph, endMs: paragraph + 1 } : null;
    const source = { title, heardAt, language: languageOf(lang) };
    const heard = unseenSentences(source, { story, shown: nothingShown });
    const made = dictation(draftOf(story, { heard }));
    return made !== null && isEnough(made) ? made.items.map(({ answer }) => answer) : [];
  };
  const good = ["Ana va a casa.", "¿Quién es él?", "¡No me lo creo!"];

  test("has sentences of one clause that are short enough to remember: no list, no number, no heading", () => {
    const bad = [
      "Ana, Luis y Eva van.",
      "Son las 7 en punto.",
      "—Sí —dice ella— ya voy.",
      "El segundo capítulo",
      "Ven.",
      "La mujer del panadero de mi calle no quiere que nadie le diga lo que tiene que hacer.",
      "Vive en «La Casa» con él.",
    ];
    expect(answers([...good, ...bad])).toEqual(good);
  });

  test("never has the title, nor a sentence that occurs twice in the story", () => {
    const lines = [...good, "El mar es azul.", "Ya es de noche.", "Ya es de noche."];
    expect(answers(lines, { title: "El mar es azul" })).toEqual(good);
  });

  test("has only sentences whose times are certain enough, and is left out with fewer than two", () => {
    const known = (...sentences: string[]) => ({
      isHeard: (sentence: string) => sentences.includes(sentence),
    });
    expect(answers([...good, "Ya voy para allá."], known(...good.slice(0, 2)))).toEqual(good.slice(0, 2));
    expect(answers(good, known("Ana va a casa."))).toEqual([]);
  });

  test("counts characters in scripts without word spacing, and is left out if sentences can't be told apart", () => {
    const japanese = [
      "雨が降っています。",
      "猫がいる。",
      "雪。",
      "今日は、公園に行けない。",
      `${"長い文".repeat(8)}です。`,
    ];
    expect(answers(japanese, { lang: "ja" })).toEqual(["雨が降っています。", "猫がいる。"]);
    expect(answers(["วันนี้ฝนตกหนัก", "ฉันอยู่ที่บ้าน"], { lang: "th" })).toEqual([]);
  });
});

test("a listening cloze is left out in a language without word spacing if the story has no suitable gaps", () => {
  const chinese = "我今天去学校看书。他明天去城里买东西。我们晚上在家吃饭。";
  expect(exerciseOf("listening-cloze", { text: chinese, lang: "zh", isHeard: everywhere })).toBeUndefined();
});
