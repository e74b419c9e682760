import { expect, test } from "vitest";
import { describeForecast, forecastDocument } from "../../src/cli/render/forecast.ts";

const at = Date.UTC(2026, 10, 22);
const forecastOf = (finishMs: number) => ({
  lastCreationMs: finishMs,
  finishMs,
  isMeasured: true,
  narration: "free" as const,
});

test("A forecast of days is shown in days, with the minute", () => {
  expect(describeForecast(forecastOf(62 * 86_400_000), { at })).toEqual([
    "time     last creation after 62 d, done in about 62 d (2027-01-23 00:00 UTC), judging by how long similar stories have taken",
  ]);
});

// A thousand lessons at one a month; and what a service may say in a wait, which has no bound.
test.for([366 * 86_400_000, 1e300, Number.POSITIVE_INFINITY])(
  "A forecast of %d ms is shown without a date, as more than a year",
  (finishMs) => {
    const setting = { at };
    expect(describeForecast(forecastOf(finishMs), setting)).toEqual([
      "time     last creation after more than a year, done in more than a year, judging by how long similar stories have taken",
    ]);
    expect(forecastDocument(forecastOf(finishMs), setting)).toMatchObject({
      lastCreation: null,
      finish: null,
    });
  },
);
