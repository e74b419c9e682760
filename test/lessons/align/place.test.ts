import { describe, expect, it } from "vitest";
import { pausesIn, snapped } from "../../../src/lessons/align/place.ts";

const loudnessOf = (blocks: readonly (readonly [db: number, ms: number])[]) => ({
  frames: 0,
  values: new Float32Array(),
  loudness: Float32Array.from(blocks.flatMap(([db, ms]) => new Array<number>(ms / 10).fill(db))),
});

describe("clear pauses", () => {
  it("are 150 ms and longer", () => {
    const sound = loudnessOf([
      [-90, 200],
      [-20, 1_000],
      [-90, 140],
      [-20, 1_000],
      [-90, 150],
      [-20, 500],
    ]);
    expect(pausesIn(sound)).toEqual([
      { from: 0, to: 200 },
      { from: 2_340, to: 2_490 },
    ]);
  });

  it("are found above noise", () => {
    const sound = loudnessOf([
      [-18, 1_000],
      [-42, 300],
      [-20, 1_000],
      [-41, 300],
    ]);
    expect(pausesIn(sound)).toHaveLength(2);
  });
});

describe("a border", () => {
  const pauses = [{ from: 1_000, to: 1_400 }];

  it("in or next to a pause is moved to the end of the pause, and the previous sentence's end to its beginning", () => {
    const heard = [
      { startMs: 100, endMs: 1_150 },
      { startMs: 1_250, endMs: 2_000 },
    ];
    expect(snapped(heard, pauses)).toEqual([
      { startMs: 100, endMs: 1_000 },
      { startMs: 1_400, endMs: 2_000 },
    ]);
  });

  it("that is far from any pause stays where it is", () => {
    expect(snapped([{ startMs: 1_800, endMs: 2_500 }], pauses)).toEqual([{ startMs: 1_800, endMs: 2_500 }]);
  });

  it("never comes before the one before it", () => {
    const heard = [{ startMs: 1_300, endMs: 1_350 }, { startMs: 1_360, endMs: 1_380 }, null];
    const [first, second, third] = snapped(heard, pauses);
    expect(first).toEqual({ startMs: 1_400, endMs: 1_400 });
    expect(second?.startMs).toBe(1_400);
    expect(second?.endMs).toBeGreaterThanOrEqual(1_400);
    expect(third).toBeNull();
  });
});
