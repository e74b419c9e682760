import { expect, test } from "vitest";
import { planHash } from "../../src/plan/fingerprint.ts";
import { goodPlan, planText } from "./rig.ts";

test("a job knows the names that it had before, the newest first, in every language and at every difficulty", async () => {
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

test("where a topic was before changes nothing of a plan's meaning", async () => {
  const moved = await goodPlan(planText({}, "moved: [{ from: stroll, to: a-walk }]"));
  expect(planHash(moved)).toBe(planHash(await goodPlan(planText())));
});
