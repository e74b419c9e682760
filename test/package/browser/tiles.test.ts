import { describe, expect, test } from "vitest";
import { arrange } from "../../../src/package/browser/exercises/arrange.ts";
import { tilesIn } from "../../../src/package/browser/exercises/letter-tiles.ts";

describe("meanings", () => {
  test("move beside the words that they are linked to, and the others stay where they are", () => {
    expect(arrange([0, 1, 2, 3], [null, null, null, null])).toEqual([0, 1, 2, 3]);
    expect(arrange([0, 1, 2, 3], [2, null, null, null])).toEqual([2, 1, 0, 3]);
    expect(arrange([2, 1, 0, 3], [2, null, null, 0])).toEqual([2, 1, 3, 0]);
    expect(arrange([3, 2, 1, 0], [0, 1, 2, 3])).toEqual([0, 1, 2, 3]);
  });

  test("that several words claim come to rest beside one of them", () => {
    expect(arrange([0, 1, 2], [1, 1, null]).toSorted()).toEqual([0, 1, 2]);
  });
});

describe("letters that are typed", () => {
  test("use each tile once, in any case, with a letter's marks on the same tile", () => {
    expect(tilesIn("paPe", ["e", "p", "a", "p"])).toEqual([1, 2, 3, 0]);
    expect(tilesIn("ppp", ["p", "p"])).toEqual([0, 1]);
    expect(tilesIn("ς", ["σ"])).toEqual([0]);
    expect(tilesIn("पुस्तक", ["प", "पु", "क", "स्त"])).toEqual([1, 3, 2]);
    expect(tilesIn("xyz", ["a"])).toEqual([]);
  });
});
