import type { Forecast } from "../../../rate-limit/forecast.ts";
import type { BeyondThisMonth, LaterMonths } from "../../../run/forecast-run.ts";
import { formatDuration } from "../../../shared/duration.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { formatInstant } from "../instants.ts";

/** The time of a forecast, and what it leaves out: lessons that the month's budget does not cover. */
export interface ForecastSetting {
  readonly at: number;
  readonly beyond: BeyondThisMonth | null;
}

const standsOn = (isMeasured: boolean): string =>
  isMeasured
    ? "by how long such stories took"
    : "by what is usual; how long such stories take is learned by the first run";

/** Whether times are by the clock on the wall. Left out: in UTC. */
interface InLocalTime {
  readonly isLocal?: boolean;
}

/** When a run that starts now would finish, for people. */
export function describeForecast(forecast: Forecast, setting: ForecastSetting & InLocalTime): string[] {
  const finish = forecastFinish(forecast, setting);
  return finish === null ? [] : [`time     ${finish}`];
}

/** The same as a part of a sentence; null if there is nothing to wait for. */
export function forecastFinish(
  forecast: Forecast,
  { at, beyond, isLocal = false }: ForecastSetting & InLocalTime,
): string | null {
  const { lastCreationMs, finishMs, isMeasured } = forecast;
  if (finishMs === 0) return null;
  const creations =
    lastCreationMs === null || lastCreationMs === 0
      ? ""
      : `last creation after ${describeSpan(lastCreationMs)}, `;
  const finish = instantOf(at + finishMs);
  const minute = finish === null ? "" : ` (${formatInstant(at + finishMs, { isLocal, now: at })})`;
  const about = beyond === null ? "" : ", without what waits";
  return `${creations}done in ${finishMs > spanMostMs ? "" : "about "}${describeSpan(finishMs)}${minute}${about}, ${standsOn(isMeasured)}`;
}

/** What the month's budget leaves for later months, or can never cover, and how to select the rest. */
export function describeBeyondThisMonth(beyond: BeyondThisMonth | null): string[] {
  if (beyond === null) return [];
  const { covered, first, later, never, limit } = beyond;
  const choice = first === null ? "" : `; --first ${first} makes the ${covered} that this month's covers`;
  const waits = later === null ? [] : [`waits    ${describeLater(later)}${choice}`];
  if (never.jobs === 0) return waits;
  const each = `${pluralize(never.jobs, "lesson costs", "lessons cost")} more than a whole month's budget of ${pluralize(limit, "credit")}`;
  const cure = "raise the month's budget in the plan, or leave them out with --only or exclude";
  return [...waits, `never    ${each}: ${cure}${later === null ? choice : ""}`];
}

function describeLater({ jobs, credits, months, from, last }: LaterMonths): string {
  const what = `${jobs} of them (${pluralize(credits, "credit")})`;
  return months === 1
    ? `${what} for the next month's budget, from ${from}`
    : `${what} for the budgets of the next ${months} months, from ${from} to the last from ${last}`;
}

/** The forecast for `--json`: instants in UTC, null if their year has more than four digits. */
export function forecastDocument(forecast: Forecast, { at, beyond }: ForecastSetting) {
  const { lastCreationMs, finishMs, isMeasured, narration } = forecast;
  return {
    lastCreation: lastCreationMs === null ? null : instantOf(at + lastCreationMs),
    finish: instantOf(at + finishMs),
    seconds: Math.ceil(finishMs / 1000),
    measured: isMeasured,
    narration,
    nextMonth: beyond === null ? null : monthsDocument(beyond),
  };
}

function monthsDocument({ covered, first, later, never }: BeyondThisMonth) {
  const { jobs, credits, months, from, last } = later ?? noMonths;
  return { jobs, credits, from, months, last, covered, first, never };
}

const noMonths = { jobs: 0, credits: 0, months: 0, from: null, last: null } as const;

const spanMostYears = 100;
const spanMostMs = spanMostYears * 365.25 * 86_400_000;

/** Beyond a hundred years, days are not shown. */
function describeSpan(ms: number): string {
  return ms > spanMostMs ? `more than ${spanMostYears} years` : formatDuration(ms);
}

const afterLastYear = Date.UTC(10_000, 0);

/** An instant with a four-digit year; null for a later one, which may even exceed the range of Date. */
function instantOf(at: number): string | null {
  return at < afterLastYear ? new Date(at).toISOString() : null;
}
