import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  answersFromText,
  answersToText,
  orderFromText,
  orderToText,
} from "../../../src/package/browser/exercises/kept-answers.ts";
import {
  actionOf,
  clockOf,
  type Part,
  type Pressed,
  partAfter,
  partAt,
  partBefore,
  pauseFor,
  placeToGoOn,
  placeToKeep,
  scrollDistance,
  speedBeside,
  stepAfter,
  stopOf,
} from "../../../src/package/browser/player/parts.ts";

// A title, then sentences: one after a pause, one immediately after it, one after a long silence.
const parts: readonly Part[] = [
  { start: 0.4, end: 1.2 },
  { start: 2, end: 5 },
  { start: 5, end: 6.5 },
  { start: 16.5, end: 20 },
];

const someParts = fc
  .array(
    fc.record({ silence: fc.integer({ min: 0, max: 3_000 }), length: fc.integer({ min: 1, max: 9_000 }) }),
    { minLength: 1, maxLength: 40 },
  )
  .map((list) => {
    let at = 0;
    return list.map(({ silence, length }) => {
      const start = at + silence;
      at = start + length;
      return { start: start / 1_000, end: at / 1_000 };
    });
  });

describe("the current part", () => {
  it("is the one that began last, also in the silence after it, and none if no times are known", () => {
    const seconds = [0, 0.4, 1.9, 2, 4.9, 5, 15, 16.5, 99];
    expect(seconds.map((second) => partAt(parts, second))).toEqual([-1, 0, 0, 1, 1, 2, 2, 3, 3]);
    expect(partAt([], 3)).toBe(-1);
    // Browsers seek to slightly before what is sought.
    expect(parts.map(({ start }) => partAt(parts, start - 0.02))).toEqual([0, 1, 2, 3]);
  });

  it("is found among hundreds by binary search as by linear search", () => {
    fc.assert(
      fc.property(someParts, fc.integer({ min: 0, max: 300_000 }), (many, ms) => {
        const found = many.filter(({ start }) => start <= ms / 1_000 + 0.03).length - 1;
        expect(partAt(many, ms / 1_000)).toBe(found);
      }),
    );
  });

  it("stops after its end, and before the next one begins", () => {
    for (const [number, second] of [1.45, 5, 6.75, 20.25].entries())
      expect(stopOf(parts, number)).toBeCloseTo(second);
    fc.assert(
      fc.property(someParts, (many) => {
        for (const [number, { end }] of many.entries()) {
          expect(stopOf(many, number)).toBeGreaterThanOrEqual(end);
          expect(stopOf(many, number)).toBeLessThanOrEqual(many[number + 1]?.start ?? end + 0.25);
        }
      }),
    );
  });
});

test("a step back leads to the beginning of the part, and from there to the one before; a step forward never beyond the last", () => {
  expect([4.5, 2.3, 0].map((second) => partBefore(parts, second))).toEqual([1, 0, 0]);
  expect([0, 2.3, 19].map((second) => partAfter(parts, second))).toEqual([0, 2, 3]);
});

describe("the step after a part", () => {
  const off = { repeat: false, shadow: false, speed: 1 };

  it.each([
    ["none outside practice", 1, off, null],
    ["none where there is no part", -1, { ...off, shadow: true }, null],
    ["the same part at once when repeating", 3, { ...off, repeat: true }, { next: 3, pause: 0 }],
    ["the next part after a pause to say it", 1, { ...off, shadow: true }, { next: 2, pause: 0.6 + 1.2 * 3 }],
    ["the end after the last", 3, { ...off, shadow: true }, null],
    [
      "the same part after a pause with both",
      3,
      { ...off, repeat: true, shadow: true },
      { next: 3, pause: 4.8 },
    ],
  ])("is %s", (_, number, practice, step) => {
    expect(stepAfter(parts, number, practice)).toEqual(step);
  });

  it("waits longer than the part lasts, at any speed, and never less than a breath", () => {
    expect(pauseFor({ start: 2, end: 2.3 }, 1)).toBe(1.5);
    for (const speed of [0.6, 0.75, 1, 1.5])
      expect(pauseFor({ start: 2, end: 7 }, speed)).toBeGreaterThan(5 / speed);
    expect(pauseFor({ start: 2, end: 7 }, 0.6)).toBeGreaterThan(pauseFor({ start: 2, end: 7 }, 1));
  });
});

describe("the place that the browser remembers", () => {
  it.each([
    ["the sentence's beginning", parts, 4.4, false, 2],
    ["the second if no sentences are known", [], 4.4, false, 4.4],
    ["none if the recording was hardly begun", parts, 1.4, false, null],
    ["none if it was hardly begun, without sentences", [], 0.3, false, null],
    ["none if it was played to its end", parts, 20, true, null],
  ])("is %s", (_, some, currentTime, ended, kept) => {
    expect(placeToKeep(some, { currentTime, ended })).toBe(kept);
  });

  it("is gone to if it is one within the recording", () => {
    const kept = [null, "", "4.5", "0.2", "-3", "59.5", "1e9", "Infinity", "<b>"];
    expect(kept.map((each) => placeToGoOn(each, 60)).filter((at) => at !== null)).toEqual([4.5]);
    expect(kept.map((each) => placeToGoOn(each, Number.NaN)).filter((at) => at !== null)).toEqual([]);
  });
});

describe("a key", () => {
  const press = (key: string, change: Partial<Pressed> = {}, focused = "body") =>
    actionOf(
      { key, code: "", ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...change },
      focused,
    );

  it("has an action, of another script by its position", () => {
    const keys = [" ", "ArrowLeft", "ArrowRight", "l", "L", "r", "p", "-", "+", "?", "؟"];
    expect(keys.map((key) => press(key)).join(" ")).toBe(
      "play before after again again repeat shadow slower faster help help",
    );
    for (const key of ["x", "ArrowDown", "Escape", "constructor", "Tab"]) expect(press(key)).toBeNull();
    for (const key of ["к", "ق"]) expect(press(key, { code: "KeyR" })).toBe("repeat");
    expect(press("é", { code: "Digit2" })).toBeNull();
  });

  it("is left to the browser with Ctrl, Alt or Command, and with Shift for selecting", () => {
    for (const held of ["ctrlKey", "altKey", "metaKey"]) expect(press("r", { [held]: true })).toBeNull();
    expect(press("ArrowLeft", { shiftKey: true })).toBeNull();
    expect(press("+", { shiftKey: true })).toBe("faster");
  });

  it.each([
    ["button", " ", null],
    ["input:checkbox", " ", null],
    ["input:range", "ArrowLeft", null],
    ["select", "p", null],
    ["input:text", "r", null],
    ["button", "r", "repeat"],
    ["a", " ", "play"],
    ["input:range", " ", "play"],
  ])("is left to the focused control if that handles it: %s, %j", (focused, key, action) => {
    expect(press(key, {}, focused)).toBe(action);
  });
});

test.each([
  ["in view does not scroll the page", 16, 80, 0],
  ["at the foot of the view doesn't either", 500, 616, 0],
  ["below is scrolled to with some lines before it", 600, 680, 600 - 16 - 120],
  ["above is scrolled to with some lines before it", -300, -200, -300 - 16 - 120],
  ["that just fits is completely visible", 700, 1_250, 700 - 16 - 50],
  ["that doesn't fit is shown from its beginning", 700, 2_000, 700 - 16],
])("a sentence %s", (_, top, bottom, distance) => {
  expect(scrollDistance({ top, bottom }, { top: 16, bottom: 616 })).toBe(distance);
});

it("the speed changes to the next one of the list, and stops at its ends", () => {
  const speeds = [0.6, 0.75, 0.9, 1, 1.25, 1.5];
  expect([1, 0.6, 1.1].map((speed) => speedBeside(speeds, speed, -1))).toEqual([0.9, 0.6, 1]);
  expect([1, 1.5].map((speed) => speedBeside(speeds, speed, 1))).toEqual([1.25, 1.5]);
});

it("seconds are shown as a clock", () => {
  const seconds = [0, 7.9, 187, 3_723, Number.NaN, Number.POSITIVE_INFINITY];
  expect(seconds.map(clockOf)).toEqual(["0:00", "0:07", "3:07", "1:02:03", "0:00", "0:00"]);
});

describe("answers that a browser keeps", () => {
  const text = answersToText("0123", ["pan", "", "2,0,1"]);

  test("come back for the same questions only, and are no entry at all as long as nothing is answered", () => {
    expect(answersFromText(text, "0123", 3)).toEqual(["pan", "", "2,0,1"]);
    expect(answersFromText(text, "4567", 3)).toBeNull();
    expect(answersFromText(text, "0123", 2)).toBeNull();
    expect(answersToText("0123", ["", ""])).toBeNull();
    expect(answersFromText(null, "0123", 2)).toBeNull();
  });

  test("that something else has written are ignored", () => {
    const objects = ['{"sheet":"0123"}', '{"sheet":"0123","answers":[1,2,3]}'];
    for (const spoiled of ["", "{", "7", "null", "[]", ...objects])
      expect(answersFromText(spoiled, "0123", 3)).toBeNull();
    for (const order of [[], [0], [2, 0, 1]]) expect(orderFromText(orderToText(order), 3)).toEqual(order);
    for (const spoiled of ["3", "0,0", "-1", "1.5", "pan", "0,,1"])
      expect(orderFromText(spoiled, 3)).toBeNull();
  });
});
