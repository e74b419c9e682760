import { expect, test } from "vitest";
import { goodPlan, planText, readText } from "./fixtures.ts";

const reviewOf = async (...lines: readonly string[]) => (await goodPlan(planText({}, ...lines))).review;

test("a plan asks nobody for approvals, one person, or two", async () => {
  expect(await reviewOf()).toBeNull();
  expect(await reviewOf("review: {}")).toEqual({ required: 1, gate: null, narrator: null });
  expect(await reviewOf("review: { required: 1 }")).toEqual({ required: 1, gate: null, narrator: null });
  expect(await reviewOf("review: { required: 2 }")).toEqual({ required: 2, gate: null, narrator: null });
});

test("a plan may want the first lessons of each volume approved before it buys the others", async () => {
  expect(await reviewOf("review: { gate: 3 }")).toEqual({ required: 1, gate: 3, narrator: null });
  expect(await reviewOf("review: { required: 2, gate: 1 }")).toEqual({
    required: 2,
    gate: 1,
    narrator: null,
  });
});

test("a plan may choose who speaks corrected sentences anew, but names no server and no key", async () => {
  expect(await reviewOf("review: { narrator: embedded }")).toEqual({
    required: 1,
    gate: null,
    narrator: "embedded",
  });
  expect(await reviewOf("review: { narrator: openai }")).toMatchObject({ narrator: "openai" });
  const { lines } = await readText(planText({}, "review: { narrator: opnai }"));
  expect(lines).toMatchObject([expect.stringMatching(/opnai.*openai/)]);
});
