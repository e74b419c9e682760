import { describe, expect, test } from "vitest";
import { sameAnswer } from "../../../src/package/exercises/answer.ts";
import { chanceOf } from "../../../src/package/exercises/chance.ts";
import { dictation } from "../../../src/package/exercises/dictation.ts";
import type { Exercise } from "../../../src/package/exercises/exercise.ts";
import { type HeardAt, unseenSentences } from "../../../src/package/exercises/heard-sentences.ts";
import { storyOf } from "../../../src/package/exercises/story.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { exerciseOf, plainStory, sheetsOf } from "./fixtures.ts";

const everywhere = () => true;
const heardIn = (exercise: Exercise | undefined) =>
  exercise?.kind === "dictation" || exercise?.kind === "listening-cloze" ? exercise.items : [];

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

  test("play sentences in the order of the recording, each at its own time", () => {
    for (const { exercises } of sheetsOf(made)) {
      for (const exercise of exercises.slice(-2)) {
        const starts = heardIn(exercise).map(({ heard }) => heard.startMs);
        expect(starts.length).toBeGreaterThanOrEqual(2);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        for (const { heard, place } of heardIn(exercise))
          expect(heard.startMs).toBe((place.paragraph * 10_000 + place.from) * 1_000);
      }
    }
  });

  test("ask for no sentence that the sheet shows or asks for elsewhere", () => {
    for (const { exercises } of sheetsOf(made)) {
      const asked = exercises.flatMap((exercise) => {
        switch (exercise.kind) {
          case "cloze":
          case "first-letter":
          case "listening-cloze":
            return exercise.items.map(({ before, answer, after }) => before + answer + after);
          case "dictation":
            return exercise.items.map(({ answer }) => answer);
          case "word-order":
            return exercise.items.map(({ answer, end }) => answer.join(" ") + end);
          case "sentence-order":
            return exercise.sentences;
          default:
            return [];
        }
      });
      const listening = heardIn(exercises.at(-1)).length + heardIn(exercises.at(-2)).length;
      const lower = asked.map((text) => text.toLowerCase());
      const last = lower.slice(-listening);
      for (const text of last) expect(lower.filter((other) => other === text)).toEqual([text]);
    }
  });

  test("ask for other words than the other gaps", () => {
    const [sheet] = sheetsOf(made);
    const wordsOf = (kind: Exercise["kind"]) =>
      sheet?.exercises.flatMap((each) =>
        each.kind === kind && "items" in each ? each.items.map(({ answer }) => answer) : [],
      ) ?? [];
    expect(wordsOf("listening-cloze").filter((word) => wordsOf("cloze").includes(word))).toEqual([]);
  });
});

describe("a dictation", () => {
  /** The sentences that a dictation chooses, each a paragraph, if no other exercise uses any. */
  const answers = (
    lines: readonly string[],
    {
      lang = "es",
      title = "",
      isHeard = everywhere,
    }: Partial<Record<"lang" | "title", string>> & {
      isHeard?: (sentence: string) => boolean;
    } = {},
  ) => {
    const paragraphs = lines.map((text) => ({ text, marks: [], cuts: null, occurrences: [] }));
    const story = storyOf({ paragraphs, words: [] }, languageOf(lang));
    const heardAt: HeardAt = ({ paragraph }) =>
      isHeard(lines[paragraph] ?? "") ? { startMs: paragraph, endMs: paragraph + 1 } : null;
    const heard = unseenSentences(story, { exercises: [], title, heardAt });
    return dictation(story, heard, chanceOf("seed"))?.items.map(({ answer }) => answer) ?? [];
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

  test("accepts an answer without punctuation, in any case", () => {
    const [, question = ""] = good;
    expect(sameAnswer("quién es él", question, languageOf("es"))).toBe(true);
    expect(sameAnswer("quien es el", question, languageOf("es"))).toBe(false);
  });
});

test("a listening cloze is left out in a language without word spacing if the story has no suitable gaps", () => {
  const chinese = "我今天去学校看书。他明天去城里买东西。我们晚上在家吃饭。";
  expect(exerciseOf("listening-cloze", { text: chinese, lang: "zh", isHeard: everywhere })).toBeUndefined();
});
