import fc from "fast-check";
import { expect, test } from "vitest";
import { editionAfter, numberOfEdition, readEdition } from "../../src/plan/edition.ts";
import { Reading } from "../../src/plan/reading.ts";
import { goodPlan, planText, readText } from "./fixtures.ts";

const place = { file: "plan.yaml", line: 1, column: 1 };

test.each([
  ["2026-01-01", "2026-W01"],
  ["2025-12-28", "2025-W52"],
  ["2025-12-29", "2026-W01"],
  ["2027-01-01", "2026-W53"],
  ["2027-01-04", "2027-W01"],
  ["2020-12-31", "2020-W53"],
  ["2021-01-03", "2020-W53"],
  ["2024-12-30", "2025-W01"],
  ["2023-01-01", "2022-W52"],
])("on %s the ISO week is %s", async (date, week) => {
  for (const time of ["00:00:00.000", "23:59:59.999"]) {
    const plan = await goodPlan(
      planText({}, 'edition: "{isoYear}-W{isoWeek}"'),
      {},
      Date.parse(`${date}T${time}Z`),
    );
    expect(plan.edition).toBe(week);
  }
});

test("every ISO week has seven days and the years have 52 or 53 weeks", () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1970, 0, 5), max: Date.UTC(2399, 0, 1) }), (at) => {
      const week = (days: number) =>
        readEdition("{isoYear}-{isoWeek}", at + days * 86_400_000, place, new Reading("plan.yaml"));
      const monday = -((new Date(at).getUTCDay() + 6) % 7);
      expect(new Set([0, 1, 2, 3, 4, 5, 6].map((day) => week(monday + day)))).toEqual(new Set([week(0)]));
      expect(week(monday - 1)).not.toBe(week(0));
      expect(Number(week(0)?.slice(5))).toBeLessThanOrEqual(53);
    }),
  );
});

test("dates are filled in, in UTC", async () => {
  const at = Date.parse("2026-03-01T00:30:00+02:00");
  const plan = await goodPlan(planText({}, 'edition: "{date}_{year}.{month}.{day}"'), {}, at);
  expect(plan.edition).toBe("2026-02-28_2026.02.28");
});

test.each([
  ["{year}-W{isoWeek}", "{isoYear}-W{isoWeek}", "2026-W53", "2027-W01"],
  ["{isoYear}-{month}", "{year}-{month}", "2027-01", "2027-02"],
])("the year of %s is that of %s, with a warning: %s, then %s", async (pattern, like, edition, after) => {
  const at = Date.parse("2027-01-01");
  const { result, lines } = await readText(planText({}, `edition: "${pattern}"`), {}, { at });
  expect(lines).toEqual([expect.stringContaining(`plan.yaml:7:10: warning: "${pattern}" mixes`)]);
  expect(lines[0]).toContain(`it is read as "${like}"`);
  expect(result.ok && result.plan.edition).toBe(edition);
  const next = editionAfter(numberOfEdition(edition, pattern) ?? expect.fail(), 1);
  expect(readEdition(next.edition, next.at, place, new Reading("plan.yaml"))).toBe(after);
});

test("the edition on the command line overrides the plan's", async () => {
  const text = planText({}, 'edition: "{date}"');
  const { result } = await readText(text, {}, { edition: "special-{year}" });
  expect(result.ok && result.plan.edition).toBe("special-2026");
  expect((await readText(text, {}, { edition: "a/b" })).lines).toEqual([
    "--edition:1:1: error: the edition \"a/b\" can't be part of a file's name; use 1 to 64 characters from A-Z a-z 0-9 . _ - (not only dots)",
  ]);
});

test.each([
  ["{isoYear}-W{isoWeek}", ["2026-w51", "2026-W99", "2025-W53", "2026-W051"], "2026-W53"],
  ["{date}", ["2026-02-30", "2026-1-05"], "2028-02-29"],
  ["{year}.{isoWeek}", ["2026.5", "2026.99"], "2026.53"],
])(
  "of a plan with the edition %s, what looks like a value of that pattern must be one: not %j",
  async (pattern, others, fits) => {
    const text = planText({}, `edition: "${pattern}"`);
    for (const edition of others)
      expect((await readText(text, {}, { edition })).lines, edition).toEqual([
        expect.stringContaining(
          `--edition:1:1: error: "${edition}" isn't an edition of this plan; write one that looks like "2026`,
        ),
      ]);
    expect((await readText(text, {}, { edition: fits })).result.ok).toBe(true);
    const [mistyped = ""] = others;
    const begun = new Map([[mistyped, { lessons: [], isComposed: true }]]);
    expect((await readText(text, {}, { edition: mistyped, past: async () => begun })).result.ok).toBe(true);
    for (const edition of ["spring", "2", "W51"])
      expect((await readText(text, {}, { edition })).result.ok).toBe(true);
  },
);

test.each([
  ['edition: "{isoYear}-W{isoWeek}"', "2026-W48", "2026-W99"],
  ['edition: "{isoYear}-W{isoWeek}"', "2026-W48", "W51"],
  ['edition: "1"', "1", "2026-W49"],
])("an edition that isn't like the plan's is blamed, not the plan's from: %s", async (own, from, edition) => {
  const rotate = `rotate: { topics: 1, from: "${from}" }\nskip: ["${from}"]`;
  const text = planText({ topics: "topics: [One, Two]" }, own, rotate);
  expect((await readText(text, {}, { edition })).lines).toEqual([
    expect.stringMatching(new RegExp(`^--edition:1:1: error: "${edition}" isn't an edition of this plan`)),
  ]);
});

test("an edition has 64 characters and not 65, after its placeholders are filled in", async () => {
  const fits = `${"x".repeat(54)}{date}`;
  expect((await goodPlan(planText({}, `edition: "${fits}"`))).edition).toHaveLength(64);
  expect((await readText(planText({}, `edition: "x${fits}"`))).lines[0]).toContain("use 1 to 64 characters");
  expect((await readText(planText({}, 'edition: ""'))).lines[0]).toContain("use 1 to 64 characters");
});
