import { describe, expect, test } from "vitest";
import { explore, tell } from "./explore.ts";
import { allGuards } from "./state.ts";
import { missingGuards, openWindows, safeWorlds, secondLines } from "./worlds.ts";

describe("with every guard, in every order of events, no lesson is paid for twice and no story is lost", () => {
  test.each(safeWorlds)("$name", (world) => {
    const explored = explore(world);
    expect(tell(world, explored)).toContain("every promise is kept");
    // A world with few states would keep any promise.
    expect(explored.states).toBeGreaterThan(2_000);
  });
});

describe("a promise is broken", () => {
  test.each(missingGuards)("in $world.name, without $without", ({ world, without = [], promise }) => {
    const { counterexample } = explore({ ...world, without });
    expect(counterexample?.promise).toMatch(promise);
    expect(counterexample?.steps.length).toBeGreaterThan(4);
  });

  test.each(openWindows)("in $world.name, where no guard reaches: $windows", (expected) => {
    const { world, windows = [], promise } = expected;
    expect(explore({ ...world, windows }).counterexample?.promise).toMatch(promise);
  });
});

describe("another guard is enough", () => {
  test.each(secondLines)("in $world.name, without $without", ({ world, without }) => {
    expect(explore({ ...world, without }).counterexample).toBeNull();
  });
});

test("every guard is needed in some world", () => {
  const shown = new Set(missingGuards.flatMap(({ without = [] }) => without));
  expect(allGuards.filter((guard) => !shown.has(guard))).toEqual([]);
});
