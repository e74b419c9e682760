import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseTopics, editionBefore, type Pool, type Sequence } from "../../../src/plan/rotation.ts";

const poolOf = (size: number): string[] => Array.from({ length: size }, (_, index) => `t${index}`);
const open: Sequence = { from: 1, skipped: new Set() };

/** What editions have, each begun after the one before it in the list. */
function begin(numbers: readonly number[], pool: Omit<Pool, "past">): (readonly string[])[] {
  const past: (readonly string[])[] = [];
  for (const number of numbers) past.push(chooseTopics(number, { ...pool, past }));
  return past;
}

test("a missed week takes nothing: the next one has the topics that never came", () => {
  const pool = { topics: ["a", "b", "c", "d", "e", "f"], take: 2, sequence: open };
  expect(begin([1, 2, 4, 5], pool).map((ids) => ids.join(" "))).toEqual(["a b", "c d", "e f", "a b"]);
});

test("an edition that is late has what never came, or came longest ago", () => {
  const pool = { topics: poolOf(9), take: 2, sequence: open };
  const past = [
    ["t0", "t1"],
    ["t4", "t5"],
    ["t2", "t3"],
    ["t6", "t7"],
  ];
  expect(chooseTopics(2, { ...pool, past })).toEqual(["t0", "t8"]);
});

test("before anything was begun, each edition has its share of the pool, as it comes when none is missed", () => {
  fc.assert(
    fc.property(fc.nat(12), fc.integer({ min: 1, max: 5 }), fc.nat(3_000), (size, take, start) => {
      const pool = { topics: poolOf(size + 1), take, sequence: { from: null, skipped: new Set<number>() } };
      const numbers = Array.from({ length: 20 }, (_, index) => start + index);
      const past = begin(numbers, pool);
      // Where the first edition would have a topic twice, it has it once.
      if (take > pool.topics.length || pool.topics.length % take !== 0) return;
      for (const [index, number] of numbers.entries())
        expect(chooseTopics(number, { ...pool, past: [] })).toEqual(past[index]);
    }),
  );
});

test("between two editions with a topic, all others of the pool have come, whatever is added and whichever weeks are missed or late", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ adds: fc.nat(2), week: fc.nat(60) }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 4, max: 9 }),
      (weeks, take, size) => {
        const past: (readonly string[])[] = [];
        let topics = poolOf(size);
        for (const { adds, week } of weeks) {
          topics = poolOf(topics.length + adds);
          const chosen = chooseTopics(week, { topics, take, sequence: open, past });
          expect(chosen).toHaveLength(take);
          for (const id of chosen) {
            const since = past.slice(past.findLastIndex((ids) => ids.includes(id)));
            if (since.length === 0 || !past.some((ids) => ids.includes(id))) continue;
            expect(new Set([...since.flat(), ...chosen])).toEqual(new Set(topics));
          }
          past.push(chosen);
        }
      },
    ),
    { seed: 4_711 },
  );
});

test("an edition far away takes no time", () => {
  const pool = { topics: poolOf(9), take: 2, sequence: open, past: [["t0", "t1"]] };
  expect(chooseTopics(999_999_999, pool)).toHaveLength(2);
});

test("holidays do not count as earlier editions", () => {
  const sequence = { from: null, skipped: new Set([9, 8]) };
  expect([1, 2, 3].map((steps) => editionBefore(10, steps, sequence))).toEqual([7, 6, 5]);
});
