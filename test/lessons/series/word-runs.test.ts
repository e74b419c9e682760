import { describe, expect, it } from "vitest";
import {
  distance,
  echoesAmong,
  outliersIn,
  repetitionIn,
  wordRunsOf,
} from "../../../src/lessons/series/passages.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";

const runsIn = (lang: string, ...sentences: readonly string[]) => wordRunsOf(sentences, languageOf(lang));

describe("runs of five words", () => {
  it("cross the ends of sentences, and ignore case and punctuation", () => {
    const { runs, sentences } = runsIn("en", "The dog runs.", "The cat sleeps well!");
    expect(runs).toEqual(["the dog runs the cat", "dog runs the cat sleeps", "runs the cat sleeps well"]);
    expect(sentences).toEqual([0, 0, 0]);
  });

  it("are longer runs of characters in scripts without word spacing", () => {
    expect(runsIn("zh", "早晨他去市场买新鲜的面包。").runs).toEqual(["早 晨 他 去 市 场 买 新 鲜 的 面 包"]);
  });

  it("show which other text shares most, and where", () => {
    const own = "Ana opens the old green door and waits.";
    const texts = [
      runsIn("en", "It is early.", own),
      runsIn("en", "Nothing is the same here, nothing at all today."),
      runsIn("en", own, "Then a train comes from far away."),
    ];
    const [first, second, third] = echoesAmong(texts);
    expect(second).toBeNull();
    expect(first).toMatchObject({ other: 2, sentences: [1] });
    expect(first?.share).toBeCloseTo(4 / 7, 5);
    expect(third).toMatchObject({ other: 0, sentences: [0] });
  });

  it("show how much a text repeats itself", () => {
    const again = "Every day she walks to the market.";
    expect(repetitionIn(runsIn("en", again, "She is happy now.", again)).sentences).toEqual([2]);
    expect(repetitionIn(runsIn("en", again)).share).toBe(0);
    expect(repetitionIn(runsIn("en", "Short.")).share).toBe(0);
  });
});

describe("outliers", () => {
  const isFar = (value: number, usual: number) => distance(value, usual) > 0.3;

  it("come with the median of the known values", () => {
    expect(outliersIn([10, 11, null, 10, 22, 9], isFar)).toEqual([
      null,
      null,
      null,
      null,
      { value: 22, usual: 10 },
      null,
    ]);
  });

  it("are none if the values' own spread is as large, or if there are too few values", () => {
    expect(outliersIn([5, 10, 20, 30, 40, 60], isFar).every((one) => one === null)).toBe(true);
    expect(outliersIn([10, 22], isFar)).toEqual([null, null]);
  });

  it("are equally far at half and at double the median", () => {
    expect(distance(5, 10)).toBe(1);
    expect(distance(20, 10)).toBe(1);
    expect(distance(0, 10)).toBe(Number.POSITIVE_INFINITY);
    expect(distance(0, 0)).toBe(0);
  });
});
