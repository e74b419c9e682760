import { expect, it } from "vitest";
import { plantAll } from "../../bench/quality/planted.ts";

/** The same as `npm run bench:quality`, with fewer recordings. */
it("the quality gate finds at least 32 of 36 planted faults, and nothing in 99 of 100 good lessons", async () => {
  const languages = ["es", "fr", "de", "en", "it", "nl", "pt", "ru"];
  const { planted, good, alarms } = await plantAll({ languages, recorded: { es: 5 } });
  const missed = planted.filter(({ isFound }) => !isFound).map(({ says }) => says);
  expect(planted).toHaveLength(36);
  expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(4);
  expect(good).toBe(85);
  expect(alarms.map(({ job, check }) => `${job} ${check}`)).toEqual([]);
});
