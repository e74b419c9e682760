import { expect, test } from "vitest";
import { planHash } from "../../src/plan/fingerprint.ts";
import { goodPlan, planText } from "./fixtures.ts";

test("a plan asks nobody for approvals, one person, or two", async () => {
  const reviewOf = async (...lines: readonly string[]) => (await goodPlan(planText({}, ...lines))).review;
  expect(await reviewOf()).toBeNull();
  expect(await reviewOf("review: {}")).toEqual({ required: 1 });
  expect(await reviewOf("review: { required: 1 }")).toEqual({ required: 1 });
  expect(await reviewOf("review: { required: 2 }")).toEqual({ required: 2 });
});

test("what a plan asks of reviewers does not make another plan of it: a bill that was reviewed stays good", async () => {
  const plan = await goodPlan(planText());
  expect(planHash({ ...plan, review: { required: 2 } })).toBe(planHash(plan));
});
