import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseTopics, editionBefore, type Pool, type Sequence } from "../../../src/plan/rotation.ts";

const poolOf = (size: number): string[] => Array.from({ length: size }, (_, index) => `t${index}`);
const open: Sequence = { from: 1, skipped: new Set() };

/** Teaches editions one after the other, and returns what each had. */
function teach(numbers: readonly number[], pool: (number: number) => Omit<Pool, "taught">) {
  const taught = new Map<number, readonly string[]>();
  for (const number of numbers) taught.set(number, chooseTopics(number, { ...pool(number), taught }));
  return taught;
}

test("three topics an edition: each takes its share, and the pool begins again when it is through", () => {
  const pool = { topics: poolOf(7), take: 3, sequence: open, taught: new Map() };
  expect([1, 2, 3, 4].map((number) => chooseTopics(number, pool).join(" "))).toEqual([
    "t0 t1 t2",
    "t3 t4 t5",
    "t0 t1 t6",
    "t2 t3 t4",
  ]);
});

test("what was taught and what is foreseen agree, in every pool, from any first edition on", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 3_000 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 5 }),
      (size, take, start, holidays) => {
        const sequence = { from: null, skipped: new Set(holidays.map((one) => start + one)) };
        const pool = { topics: poolOf(size), take, sequence };
        const numbers = Array.from({ length: 20 }, (_, index) => start + index).filter(
          (number) => !sequence.skipped.has(number),
        );
        const taught = teach(numbers, () => pool);
        for (const number of numbers)
          expect(chooseTopics(number, { ...pool, taught: new Map() })).toEqual(taught.get(number));
      },
    ),
  );
});

test("whatever is added to the pool and whichever editions are missed, no topic comes twice before all have come or are expected", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ adds: fc.nat(2), isMissed: fc.boolean() }), { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 4, max: 9 }),
      (weeks, take, size) => {
        const sequence = { from: 100, skipped: new Set<number>() };
        const taught = new Map<number, readonly string[]>();
        // Editions missed since the last taught one: they may still be taught, late.
        let expected = new Map<number, readonly string[]>();
        let topics = poolOf(size);
        for (const [week, { adds, isMissed }] of weeks.entries()) {
          const number = sequence.from + week;
          // What is added while editions are missed is foreseen for them, too.
          if (expected.size === 0) topics = poolOf(topics.length + adds);
          const chosen = chooseTopics(number, { topics, take, sequence, taught });
          const come = [...taught.values(), ...expected.values()].flat();
          const times = (id: string): number => come.filter((one) => one === id).length;
          const least = Math.min(...topics.filter((id) => !chosen.includes(id)).map(times));
          expect(chosen).toHaveLength(take);
          for (const id of chosen) expect(times(id)).toBeLessThanOrEqual(least);
          (isMissed && week > 0 ? expected : taught).set(number, chosen);
          if (!isMissed) expected = new Map();
        }
      },
    ),
    { seed: 4_711 },
  );
});

test("an edition keeps the topics that it has had, whatever is added to the pool afterwards", () => {
  const before = { topics: poolOf(4), take: 3, sequence: { from: null, skipped: new Set<number>() } };
  const taught = teach([2_950, 2_951, 2_952], () => before);
  const topics = poolOf(11);
  for (const [number, had] of taught)
    expect(chooseTopics(number, { ...before, topics, taught })).toEqual(had);
});

test("an edition that was stopped half way is filled up with the topics it was to have", () => {
  const pool = { topics: poolOf(9), take: 3, sequence: open };
  const taught = new Map([
    [1, ["t0", "t1", "t2"]],
    [2, ["t4"]],
  ]);
  expect(chooseTopics(2, { ...pool, taught })).toEqual(["t3", "t4", "t5"]);
});

test("a missed edition's topics come next, and late it takes others", () => {
  const pool = { topics: poolOf(9), take: 2, sequence: open };
  const taught = new Map([
    [1, ["t0", "t1"]],
    [3, ["t4", "t5"]],
  ]);
  expect(chooseTopics(4, { ...pool, taught })).toEqual(["t2", "t3"]);
  const later = new Map([...taught, [4, ["t2", "t3"]] as const]);
  expect(chooseTopics(2, { ...pool, taught: later })).toEqual(["t6", "t7"]);
});

test("an edition far away takes no time", () => {
  const pool = { topics: poolOf(9), take: 2, sequence: open, taught: new Map([[1, ["t0", "t1"]]]) };
  expect(chooseTopics(999_999_999, pool)).toHaveLength(2);
});

test("holidays do not count as earlier editions", () => {
  const sequence = { from: null, skipped: new Set([9, 8]) };
  expect([1, 2, 3].map((steps) => editionBefore(10, steps, sequence))).toEqual([7, 6, 5]);
});
