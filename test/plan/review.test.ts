import { expect, test } from "vitest";
import { planHash } from "../../src/plan/fingerprint.ts";
import { goodPlan, planText } from "./fixtures.ts";

const reviewOf = async (...lines: readonly string[]) => (await goodPlan(planText({}, ...lines))).review;

test("a plan asks nobody for approvals, one person, or two", async () => {
  expect(await reviewOf()).toBeNull();
  expect(await reviewOf("review: {}")).toEqual({ required: 1, gate: null });
  expect(await reviewOf("review: { required: 1 }")).toEqual({ required: 1, gate: null });
  expect(await reviewOf("review: { required: 2 }")).toEqual({ required: 2, gate: null });
});

test("a plan may want the first lessons of each volume approved before it buys the others", async () => {
  expect(await reviewOf("review: { gate: 3 }")).toEqual({ required: 1, gate: 3 });
  expect(await reviewOf("review: { required: 2, gate: 1 }")).toEqual({ required: 2, gate: 1 });
});

test("what a plan asks of reviewers does not make another plan of it: a bill that was reviewed stays good", async () => {
  const plan = await goodPlan(planText());
  expect(planHash({ ...plan, review: { required: 2, gate: null } })).toBe(planHash(plan));
});
