import { describe, expect, it } from "vitest";
import {
  type Action,
  actionOf,
  clockOf,
  type Pressed,
  scrollDistance,
  speedBeside,
} from "../../../src/package/browser/player/parts.ts";

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
