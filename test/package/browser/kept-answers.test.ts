import { describe, expect, test } from "vitest";
import {
  answersFromText,
  answersToText,
  orderFromText,
  orderToText,
} from "../../../src/package/browser/exercises/kept-answers.ts";

describe("answers that a browser keeps", () => {
  const text = answersToText("0123", ["pan", "", "2,0,1"]);

  test("come back for the same questions only", () => {
    expect(answersFromText(text, "0123", 3)).toEqual(["pan", "", "2,0,1"]);
    expect(answersFromText(text, "4567", 3)).toBeNull();
    expect(answersFromText(text, "0123", 2)).toBeNull();
  });

  test("are no entry at all as long as nothing is answered", () => {
    expect(answersToText("0123", ["", ""])).toBeNull();
    expect(answersFromText(null, "0123", 2)).toBeNull();
  });

  test("that something else has written are ignored", () => {
    const spoiled = ["", "{", "7", "null", "[]", '{"sheet":"0123"}', '{"sheet":"0123","answers":[1,2,3]}'];
    for (const written of spoiled) expect(answersFromText(written, "0123", 3)).toBeNull();
  });

  test("that are an order are read back, and refused if they fit no tiles", () => {
    for (const order of [[], [0], [2, 0, 1]]) expect(orderFromText(orderToText(order), 3)).toEqual(order);
    for (const spoiled of ["3", "0,0", "-1", "1.5", "pan", "0,,1"])
      expect(orderFromText(spoiled, 3)).toBeNull();
  });
});
