import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../fixtures.ts";
import { Chance } from "../simulation/chance.ts";
import { WeeklyCourse } from "./weeks.ts";

// Each seed is a year of its own; a failure names it.
const seeds = [3, 4, 5, 7];

test("through a year of edits, no week of the past buys or changes, topics come round, and words that come back were taught", async () => {
  const { path, dispose } = temporaryFolder();
  const courses = seeds.map((seed) => new WeeklyCourse(new Chance(seed), join(path, "course.yaml")));
  try {
    for (const [index, course] of courses.entries()) {
      let week = 1;
      try {
        for (; week <= 52; week += 1) await course.live(week);
        await course.lookBackAtAll();
      } catch (error) {
        throw new Error(`seed ${seeds[index]}, week ${week}`, { cause: error });
      }
    }
  } finally {
    await dispose();
  }
  const seen = courses.map((course) => course.seen);
  expect(new Set(seen.flatMap(({ edits }) => [...edits])).size).toBeGreaterThan(20);
  for (const of of ["partial", "late", "recalled"] as const)
    expect(seen.some((one) => one[of] > 0)).toBe(true);
});
