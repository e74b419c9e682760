import { expect, it } from "vitest";
import { plantAll } from "./planted/planted.ts";

it("the quality gate finds at least 21 of 23 faults planted in texts, and nothing in 99 of 100 good lessons", async () => {
  const { planted, good, alarms } = await plantAll(["es", "fr", "de", "en", "it", "nl", "pt", "ru"]);
  const missed = planted.filter(({ isFound }) => !isFound).map(({ says }) => says);
  expect(planted).toHaveLength(23);
  expect(missed.length, missed.join("; ")).toBeLessThanOrEqual(2);
  expect(good).toBe(80);
  // The offline writer has three plots, and stories of the same one share a third and more: that is found, and no false alarm.
  const others = alarms.filter((each) => each.check !== "echo" || each.share <= 0.25);
  expect(others.map(({ job, check }) => `${job} ${check}`)).toEqual([]);
});
