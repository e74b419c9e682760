import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  answersFromText,
  answersToText,
  orderFromText,
  orderToText,
} from "../../../src/package/browser/exercises/kept-answers.ts";
import {
  type Action,
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
    {
      minLength: 1,
      maxLength: 40,
    },
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
  it.each([
    [0, -1],
    [0.4, 0],
    [1.9, 0],
    [2, 1],
    [4.9, 1],
    [5, 2],
    [15, 2],
    [16.5, 3],
    [99, 3],
  ])("at %d s is number %d, and stays so in the silence after it", (seconds, number) => {
    expect(partAt(parts, seconds)).toBe(number);
  });

  it("is the one that was sought, even if the browser seeks to slightly before it", () => {
    for (const [number, { start }] of parts.entries()) expect(partAt(parts, start - 0.02)).toBe(number);
  });

  it("is found among hundreds by binary search as by linear search", () => {
    fc.assert(
      fc.property(someParts, fc.integer({ min: 0, max: 300_000 }), (many, ms) => {
        const seconds = ms / 1_000;
        const found = many.filter(({ start }) => start <= seconds + 0.03).length - 1;
        expect(partAt(many, seconds)).toBe(found);
      }),
    );
  });

  it("is none if no times are known", () => {
    expect(partAt([], 3)).toBe(-1);
  });

  it("stops after its end, and before the next one begins", () => {
    expect(stopOf(parts, 0)).toBeCloseTo(1.45);
    expect(stopOf(parts, 1)).toBe(5);
    expect(stopOf(parts, 2)).toBeCloseTo(6.75);
    expect(stopOf(parts, 3)).toBeCloseTo(20.25);
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

describe("a step", () => {
  it("back leads to the beginning of the part, and from there to the one before", () => {
    expect(partBefore(parts, 4.5)).toBe(1);
    expect(partBefore(parts, 2.3)).toBe(0);
    expect(partBefore(parts, 0)).toBe(0);
  });

  it("forward leads to the next part, and from the last to its beginning", () => {
    expect(partAfter(parts, 0)).toBe(0);
    expect(partAfter(parts, 2.3)).toBe(2);
    expect(partAfter(parts, 19)).toBe(3);
  });
});

describe("the step after a part", () => {
  const off = { repeat: false, shadow: false, speed: 1 };

  it("is none outside practice", () => {
    expect(stepAfter(parts, 1, off)).toBeNull();
    expect(stepAfter([], -1, { ...off, repeat: true })).toBeNull();
    expect(stepAfter(parts, -1, { ...off, shadow: true })).toBeNull();
  });

  it("is the same part at once when repeating", () => {
    expect(stepAfter(parts, 3, { ...off, repeat: true })).toEqual({ next: 3, pause: 0 });
  });

  it("is the next part after a pause to say this one, and the end after the last", () => {
    expect(stepAfter(parts, 1, { ...off, shadow: true })).toEqual({ next: 2, pause: 0.6 + 1.2 * 3 });
    expect(stepAfter(parts, 3, { ...off, shadow: true })).toBeNull();
  });

  it("is the same part after a pause to say it when both are on", () => {
    expect(stepAfter(parts, 3, { repeat: true, shadow: true, speed: 1 })).toMatchObject({ next: 3 });
  });

  it("waits longer than the part lasts, at any speed, and never less than a breath", () => {
    expect(pauseFor({ start: 2, end: 2.3 }, 1)).toBe(1.5);
    for (const speed of [0.6, 0.75, 1, 1.5]) {
      expect(pauseFor({ start: 2, end: 7 }, speed)).toBeGreaterThan(5 / speed);
    }
    expect(pauseFor({ start: 2, end: 7 }, 0.6)).toBeGreaterThan(pauseFor({ start: 2, end: 7 }, 1));
  });
});

describe("the place that the browser remembers", () => {
  it("is the beginning of the sentence, or the second if no sentences are known", () => {
    expect(placeToKeep(parts, { currentTime: 4.4, ended: false })).toBe(2);
    expect(placeToKeep([], { currentTime: 4.4, ended: false })).toBe(4.4);
  });

  it("is none if the recording was hardly begun, or was played to its end", () => {
    expect(placeToKeep(parts, { currentTime: 1.4, ended: false })).toBeNull();
    expect(placeToKeep(parts, { currentTime: 20, ended: true })).toBeNull();
    expect(placeToKeep([], { currentTime: 0.3, ended: false })).toBeNull();
  });

  it.each([
    [null, null],
    ["", null],
    ["4.5", 4.5],
    ["0.2", null],
    ["-3", null],
    ["59.5", null],
    ["1e9", null],
    ["Infinity", null],
    ["<b>", null],
  ])("%j resumes at %j in a recording of a minute", (kept, at) => {
    expect(placeToGoOn(kept, 60)).toBe(at);
    expect(placeToGoOn(kept, Number.NaN)).toBeNull();
  });
});

describe("a key", () => {
  const press = (key: string, change: Partial<Pressed> = {}, focused = "body"): Action | null =>
    actionOf(
      { key, code: "", ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...change },
      focused,
    );

  it.each([
    [" ", "play"],
    ["ArrowLeft", "before"],
    ["ArrowRight", "after"],
    ["l", "again"],
    ["L", "again"],
    ["r", "repeat"],
    ["p", "shadow"],
    ["-", "slower"],
    ["+", "faster"],
    ["?", "help"],
    ["؟", "help"],
    ["x", null],
    ["ArrowDown", null],
    ["Escape", null],
    ["constructor", null],
    ["Tab", null],
  ])("%j has the action %j", (key, action) => {
    expect(press(key)).toBe(action);
  });

  it("of another script is recognized by its position", () => {
    expect(press("к", { code: "KeyR" })).toBe("repeat");
    expect(press("ق", { code: "KeyR" })).toBe("repeat");
    expect(press("é", { code: "Digit2" })).toBeNull();
  });

  it("is left to the browser with Ctrl, Alt or Command, and with Shift for selecting", () => {
    for (const held of ["ctrlKey", "altKey", "metaKey"]) expect(press("r", { [held]: true })).toBeNull();
    expect(press("ArrowLeft", { shiftKey: true })).toBeNull();
    expect(press("+", { shiftKey: true })).toBe("faster");
  });

  it("is left to the focused control if that handles it", () => {
    expect(press(" ", {}, "button")).toBeNull();
    expect(press(" ", {}, "input:checkbox")).toBeNull();
    expect(press("ArrowLeft", {}, "input:range")).toBeNull();
    expect(press("p", {}, "select")).toBeNull();
    expect(press("r", {}, "input:text")).toBeNull();
    expect(press("r", {}, "button")).toBe("repeat");
    expect(press(" ", {}, "a")).toBe("play");
    expect(press(" ", {}, "input:range")).toBe("play");
  });
});

describe("a sentence", () => {
  const view = { top: 16, bottom: 616 };

  it("in view does not scroll the page", () => {
    expect(scrollDistance({ top: 16, bottom: 80 }, view)).toBe(0);
    expect(scrollDistance({ top: 500, bottom: 616 }, view)).toBe(0);
  });

  it("out of view is scrolled to with some lines before it", () => {
    expect(scrollDistance({ top: 600, bottom: 680 }, view)).toBe(600 - 16 - 120);
    expect(scrollDistance({ top: -300, bottom: -200 }, view)).toBe(-300 - 16 - 120);
  });

  it("is completely visible if it fits, and otherwise from its beginning", () => {
    expect(scrollDistance({ top: 700, bottom: 1_250 }, view)).toBe(700 - 16 - 50);
    expect(scrollDistance({ top: 700, bottom: 2_000 }, view)).toBe(700 - 16);
  });
});

it("the speed changes to the next one of the list, and stops at its ends", () => {
  const speeds = [0.6, 0.75, 0.9, 1, 1.25, 1.5];
  expect(speedBeside(speeds, 1, -1)).toBe(0.9);
  expect(speedBeside(speeds, 1, 1)).toBe(1.25);
  expect(speedBeside(speeds, 0.6, -1)).toBe(0.6);
  expect(speedBeside(speeds, 1.5, 1)).toBe(1.5);
  expect(speedBeside(speeds, 1.1, -1)).toBe(1);
});

it.each([
  [0, "0:00"],
  [7.9, "0:07"],
  [187, "3:07"],
  [3_723, "1:02:03"],
  [Number.NaN, "0:00"],
  [Number.POSITIVE_INFINITY, "0:00"],
])("%d s are shown as %s", (seconds, clock) => {
  expect(clockOf(seconds)).toBe(clock);
});

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
