import { describe, expect, it } from "vitest";
import { newWordsPerHundred, profiler } from "../../../src/lessons/profile/profiler.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

const spanish = languageOf("es");
const reader = languageOf("en");
const words = (level: number, ...list: readonly string[]) =>
  list.map((word) => ({ word, gloss: null, level }));

const headwords = [
  ...words(1, "el perro", "la casa", "y", "en", "ser", "un", "grande", "la", "el"),
  ...words(2, "correr", "ladrar", "viejo"),
  ...words(4, "desgraciadamente"),
];

describe("the lexical profile of a story", () => {
  const look = profiler(headwords, { language: spanish, reader });

  it("counts each running word at the level of its headword, in any form", () => {
    const profile = look(["Un perro grande corre y ladra en la casa."], 2);
    expect(profile).toMatchObject({ running: 9, known: 1, offList: [] });
    expect(profile?.byLevel).toEqual([
      { level: 1, running: 7 },
      { level: 2, running: 2 },
    ]);
  });

  it("lists the words that are not on any list up to its level, the most frequent first, with their sentences", () => {
    const story = ["El perro corre.", "Desgraciadamente el murciélago corre.", "El murciélago ladra."];
    const profile = look(story, 2);
    expect(profile?.running).toBe(10);
    expect(profile?.known).toBeCloseTo(0.7, 5);
    expect(profile?.offList).toEqual([
      { word: "murciélago", count: 2, sentence: 1 },
      { word: "Desgraciadamente", count: 1, sentence: 1 },
    ]);
    expect(look(story, 4)?.known).toBeCloseTo(0.8, 5);
  });

  it("leaves out names and numbers", () => {
    expect(look(["El perro Bobi corre.", "La casa 27."], 2)).toMatchObject({ running: 5, known: 1 });
  });

  it("segments the words of Chinese, and is null if words can't be told apart", () => {
    const chinese = profiler(words(1, "早晨", "市场", "他", "去"), { language: languageOf("zh"), reader });
    expect(chinese(["早晨他去市场。"], 1)).toMatchObject({ running: 4, known: 1 });
    const lao = languageOf("zh-classical");
    expect(profiler(words(1, "學"), { language: lao, reader })(["學而時習之"], 1)).toBeNull();
  });
});

it("a word is new only once in a volume", () => {
  const stories = [["El perro corre."], ["El perro ladra hoy."], ["El perro corre."]];
  expect(newWordsPerHundred(stories, spanish)).toEqual([100, 50, 0]);
});
