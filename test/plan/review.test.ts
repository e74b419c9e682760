import { expect, test } from "vitest";
import { goodPlan, planText } from "./fixtures.ts";

test.each([
  ["", null],
  ["review: {}", { required: 1, gate: null, narrator: null }],
  ["review: { required: 2, gate: 3 }", { required: 2, gate: 3, narrator: null }],
  ["review: { narrator: openai }", { required: 1, gate: null, narrator: "openai" }],
])("a plan with %j asks for these reviews", async (line, review) => {
  expect((await goodPlan(planText({}, line))).review).toEqual(review);
});
