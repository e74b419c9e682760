import { describe, expect, it } from "vitest";
import { alignSound } from "../../../src/lessons/align/align-sound.ts";
import type { Alignment } from "../../../src/lessons/align/alignment.ts";
import { referenceOf, type Said, say } from "./synthetic.ts";

const numbers = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

const align = (said: Said, text: readonly number[], hasTitle = false): Alignment =>
  alignSound({
    features: said.features,
    durationMs: said.durationMs,
    reference: referenceOf(text),
    hasTitle,
    sentences: text.slice(hasTitle ? 1 : 0).map((number) => ({ paragraph: 0, from: number, to: number + 1 })),
  });

const pauses = [250, 900, 400, 1_300, 180];

describe("a recording that matches its text", () => {
  const said = say(numbers(20), { pace: 0.8, pauses });
  const found = align(said, numbers(20));

  it("has the time of every sentence to within 50 ms, in order, with high confidence", () => {
    expect(found).toMatchObject({ level: "sentences", why: null, title: null, hints: [] });
    for (const [index, { startMs, endMs }] of said.times.entries()) {
      expect(Math.abs((found.sentences[index]?.startMs ?? 0) - startMs)).toBeLessThanOrEqual(50);
      expect(Math.abs((found.sentences[index]?.endMs ?? 0) - endMs)).toBeLessThanOrEqual(60);
      expect(found.sentences[index]?.confidence).toBeGreaterThan(0.5);
    }
  });

  it("has no overlapping sentences, and none beyond its end", () => {
    let before = 0;
    for (const { startMs, endMs } of found.sentences) {
      expect(startMs).toBeGreaterThanOrEqual(before);
      expect(endMs).toBeGreaterThan(startMs);
      before = endMs;
    }
    expect(before).toBeLessThanOrEqual(found.durationMs);
  });

  it("gives the same result whenever it is aligned", () => {
    expect(align(said, numbers(20))).toEqual(found);
  });
});

describe("the title", () => {
  it("has a time of its own if it is read aloud", () => {
    const said = say(numbers(12), { pace: 0.9, pauses });
    const found = align(said, numbers(12), true);
    expect(Math.abs((found.title?.startMs ?? 0) - (said.times[0]?.startMs ?? 0))).toBeLessThanOrEqual(50);
    expect(Math.abs((found.sentences[0]?.startMs ?? 0) - (said.times[1]?.startMs ?? 0))).toBeLessThanOrEqual(
      50,
    );
  });

  it("has none if it is not, and the first sentence begins where it is spoken", () => {
    const said = say(numbers(11, 1), { pace: 0.9, pauses });
    const found = align(said, numbers(12), true);
    expect(found.title).toBeNull();
    expect(Math.abs((found.sentences[0]?.startMs ?? 0) - (said.times[0]?.startMs ?? 0))).toBeLessThanOrEqual(
      50,
    );
  });
});

describe("a recording that does not match the text", () => {
  it("of another story has no times, but a reason", () => {
    const found = align(say(numbers(20, 100), { pauses }), numbers(20));
    expect(found).toMatchObject({ level: "none", why: "unlike", sentences: [] });
  });

  it("has none either if the other story shares a third of its sentences", () => {
    const said = say([...numbers(6), ...numbers(12, 100)], { pace: 0.9, pauses });
    expect(align(said, numbers(18))).toMatchObject({ level: "none", why: "unlike", sentences: [] });
  });

  it("without sound has none", () => {
    const nothing = say([], { pauses: [300] });
    expect(align(nothing, numbers(3))).toMatchObject({ level: "none", why: "no_sound" });
  });

  it.each([
    ["missing", [...numbers(8), ...numbers(11, 9)]],
    ["repeated", [...numbers(9), 8, ...numbers(11, 9)]],
    ["swapped", [...numbers(8), 9, 8, ...numbers(10, 10)]],
  ] as const)("with a sentence %s names the place, and is right again soon after", (kind, spoken) => {
    const said = say(spoken, { pace: 0.85, pauses });
    const { hints, sentences } = align(said, numbers(20));
    expect(hints).toHaveLength(1);
    expect(hints[0]?.kind).toBe(kind);
    expect(Math.abs((hints[0]?.sentence ?? 0) - 8)).toBeLessThanOrEqual(1);
    for (const [index, number] of spoken.entries()) {
      if (number < 11) continue;
      const { startMs = 0 } = said.times[index] ?? {};
      expect(Math.abs((sentences[number]?.startMs ?? 0) - startMs)).toBeLessThanOrEqual(100);
    }
  });
});
