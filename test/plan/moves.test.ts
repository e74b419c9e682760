import { expect, test } from "vitest";
import { goodPlan, planText } from "./fixtures.ts";

test("a job knows its former names, the newest first, in every language and at every difficulty", async () => {
  const plan = await goodPlan(
    planText(
      { difficulties: "difficulties: [2, 3]" },
      "edition: spring",
      "moved: [{ from: stroll, to: ramble }, { from: ramble, to: a-walk }]",
    ),
  );
  expect(plan.jobs.map(({ key, formerKeys }) => [key, ...formerKeys])).toEqual([
    ["spring/a-walk.es.2", "spring/ramble.es.2", "spring/stroll.es.2"],
    ["spring/a-walk.es.3", "spring/ramble.es.3", "spring/stroll.es.3"],
  ]);
});

test("topics that swapped ids, and renumbered lists, may be moved: each knows its former id", async () => {
  const topics = "topics: [{ id: t1, topic: New }, { id: t2, topic: One }, { id: t3, topic: Two }]";
  const shifted = await goodPlan(planText({ topics }, "moved: [{ from: t1, to: t2 }, { from: t2, to: t3 }]"));
  expect(shifted.jobs.map(({ formerKeys }) => formerKeys)).toEqual([
    [],
    ["1/t1.es.2"],
    ["1/t2.es.2", "1/t1.es.2"],
  ]);
  const swapped = await goodPlan(planText({ topics }, "moved: [{ from: t1, to: t2 }, { from: t2, to: t1 }]"));
  expect(swapped.jobs.map(({ formerKeys }) => formerKeys)).toEqual([["1/t2.es.2"], ["1/t1.es.2"], []]);
});

test("an entry of removed names its lessons by topic, language, story or text", async () => {
  const removed = await goodPlan(
    planText({}, "removed: [stroll, { lang: fr }, { story: 1a2b3c4d }, { text: A stroll }]"),
  );
  expect(removed.removed).toMatchObject([
    { topic: "stroll", lang: null, difficulty: null, settings: {}, story: null, text: null },
    { topic: null, lang: "fr", difficulty: null, settings: {}, story: null, text: null },
    { topic: null, lang: null, difficulty: null, settings: {}, story: "1a2b3c4d", text: null },
    { topic: null, lang: null, difficulty: null, settings: {}, story: null, text: "A stroll" },
  ]);
});
