import { describe, expect, it } from "vitest";
import { coefficients } from "../../../src/lessons/align/signal/features.ts";
import { coarser, type Track } from "../../../src/lessons/align/track.ts";
import { bandAlong, diagonalBand, twoPassPath, warp } from "../../../src/lessons/align/warp.ts";
import { randomOf } from "../../random.ts";

/** A track with a frame for each letter of a text; equal letters have equal frames. */
function track(text: string): Track {
  const values = new Float32Array(text.length * coefficients);
  for (const [frame, letter] of [...text].entries()) {
    const random = randomOf(letter.charCodeAt(0));
    for (let k = 0; k < coefficients; k++) values[frame * coefficients + k] = random() - 0.5;
  }
  return { frames: text.length, values };
}

/** For each letter of the recording, the letters of the reference paired with it. */
function pairs(recording: string, reference: string, reach = 100): string[] {
  const band = diagonalBand(recording.length, reference.length, reach);
  const { first, last } = warp(track(recording), track(reference), band);
  return [...recording].map((_, row) => reference.slice(first[row], (last[row] ?? 0) + 1));
}

describe("the cheapest path", () => {
  it("pairs equal frames, however long they last", () => {
    expect(pairs("aabbbbc", "abc")).toEqual(["a", "a", "b", "b", "b", "b", "c"]);
    expect(pairs("abc", "aaabcc")).toEqual(["aaa", "b", "cc"]);
  });

  it("costs nothing if both tracks are equal, and does not touch the edge of the band", () => {
    const { cost, atEdge } = warp(track("abcdefgh"), track("abcdefgh"), diagonalBand(8, 8, 4));
    expect(cost).toBe(0);
    expect(atEdge).toBe(0);
  });

  it("reports how much of it runs along the edge of the band", () => {
    const { atEdge } = warp(
      track("abcdefghijklmnop"),
      track("aaaaaaaaaaaaabcdefghijklmnop"),
      diagonalBand(16, 28, 3),
    );
    expect(atEdge).toBeGreaterThan(0.3);
  });

  it("runs from end to end, even if the difference in length exceeds the width of the band", () => {
    const long = "abcdefghijklmnopqrstuvwxyz".repeat(20);
    for (const [recording, reference] of [
      ["ab", long],
      [long, "ab"],
      ["a", long],
      [long, "a"],
    ] as const) {
      const all = pairs(recording, reference, 5);
      expect(all[0]).toMatch(/^a/);
      expect(all.at(-1)?.endsWith(reference.at(-1) ?? "")).toBe(true);
    }
  });

  it("may end early if the rest is not spoken", () => {
    const band = diagonalBand(5, 12, 12);
    const { last } = warp(track("abcde"), track("abcdevwxyzuv"), band, { freeEnd: true });
    expect(last[4]).toBe(4);
  });
});

describe("two passes", () => {
  it("find the same path as one fine pass over everything", () => {
    const random = randomOf(3);
    const letters = Array.from({ length: 300 }, () => String.fromCharCode(97 + Math.floor(26 * random())));
    const reference = letters.map((letter) => letter.repeat(4)).join("");
    const recording = letters.map((letter) => letter.repeat(3 + Math.floor(4 * random()))).join("");
    const [a, b] = [track(recording), track(reference)];
    const whole = warp(a, b, diagonalBand(a.frames, b.frames, b.frames));
    const { fine } = twoPassPath(a, b);
    expect(fine.cost).toBeCloseTo(whole.cost, 6);
    expect([...fine.first]).toEqual([...whole.first]);
  });

  it("search in the second pass only near the path of the first", () => {
    const path = { first: Int32Array.of(0, 1, 2), last: Int32Array.of(0, 1, 2) };
    const { low, high } = bandAlong(
      { ...path, costs: new Float32Array(3), cost: 0, atEdge: 0 },
      { rows: 12, columns: 12 },
      { factor: 4, reach: 2 },
    );
    expect([...low]).toEqual([0, 0, 0, 0, 2, 2, 2, 2, 6, 6, 6, 6]);
    expect([...high]).toEqual([6, 6, 6, 6, 10, 10, 10, 10, 12, 12, 12, 12]);
  });

  it("merge several frames into their mean", () => {
    const { frames, values } = coarser(track("aab"), 2);
    expect(frames).toBe(2);
    expect(values[0]).toBe(track("a").values[0]);
    expect(values[coefficients]).toBe(track("b").values[0]);
  });
});
