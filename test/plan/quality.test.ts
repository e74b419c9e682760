import { expect, test } from "vitest";
import { defaultQuality } from "../../src/plan/quality-checks.ts";
import { goodPlan, planText } from "./fixtures.ts";

test("a plan that says nothing of quality has every check warn at most", async () => {
  const { quality } = await goodPlan(planText());
  expect(quality).toEqual(defaultQuality);
  expect(new Set(Object.values(quality).map(({ severity }) => severity))).toEqual(
    new Set(["warn", "ignore"]),
  );
});

test("a check is given a severity, a limit, or both, and the others stay as they are", async () => {
  const { quality } = await goodPlan(
    planText(
      {},
      "quality: { inflected: warn, language: hold, offList: { most: 7.5%, then: fail }, silence: { most: 2500ms } }",
    ),
  );
  expect(quality).toEqual({
    ...defaultQuality,
    inflected: { ...defaultQuality.inflected, severity: "warn" },
    language: { ...defaultQuality.language, severity: "hold" },
    offList: { ...defaultQuality.offList, most: 0.075, severity: "fail" },
    silence: { ...defaultQuality.silence, most: 2_500 },
  });
});

test("levels name lists of headwords by number and language; a word has the lowest level that it is on", async () => {
  const plan = await goodPlan(
    planText({}, "levels: { 2: { es: { file: two.csv } }, 1: { es: [casa, { word: perro, gloss: dog }] } }"),
    { "two.csv": "word,gloss\ncorrer,run\ncasa,house\n" },
  );
  expect(plan.levels.get("es")).toEqual([
    { word: "casa", gloss: null, level: 1 },
    { word: "perro", gloss: "dog", level: 1 },
    { word: "correr", gloss: "run", level: 2 },
  ]);
  expect((await goodPlan(planText())).levels).toEqual(new Map());
});
