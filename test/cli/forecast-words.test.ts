import { expect, test } from "vitest";
import { describeForecast, forecastDocument } from "../../src/cli/messages/money/forecast-words.ts";

const at = Date.UTC(2026, 10, 22);
const yearMs = 365.25 * 86_400_000;
const forecastOf = (finishMs: number) => ({
  lastCreationMs: finishMs,
  finishMs,
  isMeasured: true,
  narration: "free" as const,
});

test("A forecast of days is shown in days, with the minute", () => {
  expect(describeForecast(forecastOf(62 * 86_400_000), { at, beyond: null })).toEqual([
    "time     last creation after 62 d, done in about 62 d (2027-01-23 00:00 UTC), by how long such stories took",
  ]);
});

// A million lessons at one a month; and what a service may say in a wait, which has no bound.
test.for([1_000_000 * 31 * 86_400_000, 1e300, Number.POSITIVE_INFINITY])(
  "A forecast of %d ms is shown without a date, as more than a hundred years",
  (finishMs) => {
    const setting = { at, beyond: null };
    expect(describeForecast(forecastOf(finishMs), setting)).toEqual([
      "time     last creation after more than 100 years, done in more than 100 years, by how long such stories took",
    ]);
    expect(forecastDocument(forecastOf(finishMs), setting)).toMatchObject({
      lastCreation: null,
      finish: null,
    });
  },
);

test("A forecast whose year has four digits keeps its date", () => {
  expect(forecastDocument(forecastOf(200 * yearMs), { at, beyond: null }).finish).toMatch(/^2226-/);
});
