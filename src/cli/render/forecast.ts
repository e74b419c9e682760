import type { Forecast } from "../../rate-limit/forecast.ts";
import type { BeyondThisMonth } from "../../run/forecast.ts";
import { formatDuration } from "../../shared/duration.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { formatInstant } from "./instants.ts";

/** The time of a forecast, and the lessons that the forecast leaves out because the month's budget does not cover them. */
export interface ForecastSetting {
  readonly at: number;
  readonly beyond: BeyondThisMonth | null;
}

const standsOn = (isMeasured: boolean): string =>
  isMeasured
    ? "judging by how long similar stories have taken"
    : "judging by typical times; the first run measures how long these stories take";

/** Whether times are by the clock on the wall. Left out: in UTC. */
interface InLocalTime {
  readonly isLocal?: boolean;
}

/** When a run that starts now would finish, as text for people. */
export function describeForecast(forecast: Forecast, setting: ForecastSetting & InLocalTime): string[] {
  const finish = forecastFinish(forecast, setting);
  return finish === null ? [] : [`time     ${finish}`];
}

/** When a run that starts now would finish, as part of a sentence; null if there is nothing to wait for. */
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
  const minute = isFar(finishMs) ? "" : ` (${formatInstant(at + finishMs, { isLocal, now: at })})`;
  const about = beyond === null ? "" : ", not counting the lessons that wait";
  return `${creations}done in ${isFar(finishMs) ? "" : "about "}${describeSpan(finishMs)}${minute}${about}, ${standsOn(isMeasured)}`;
}

/** The lessons that must wait for later months' budgets, and how to select the lessons that this month's budget covers. */
export function describeBeyondThisMonth(beyond: BeyondThisMonth | null): string[] {
  if (beyond === null) return [];
  const { jobs, credits, covered, first, limit } = beyond;
  const choice =
    first === null ? "" : `; --first ${first} makes the ${covered} that this month's budget covers`;
  return [
    `waits    ${pluralize(jobs, "lesson")} (${pluralize(credits, "credit")}) must wait for later months' budgets of ${pluralize(limit, "credit")}${choice}`,
  ];
}

/** The forecast for `--json`: instants in UTC, null if they are more than a year away. */
export function forecastDocument(forecast: Forecast, { at, beyond }: ForecastSetting) {
  const { lastCreationMs, finishMs, isMeasured, narration } = forecast;
  return {
    lastCreation: lastCreationMs === null ? null : instantOf(at, lastCreationMs),
    finish: instantOf(at, finishMs),
    seconds: Math.ceil(Math.min(finishMs, Number.MAX_SAFE_INTEGER) / 1000),
    measured: isMeasured,
    narration,
    nextMonth: beyond,
  };
}

/** What is further away is not foretold: nobody waits for it, and limits and prices will have changed. */
const yearMs = 365 * 86_400_000;

const isFar = (ms: number): boolean => ms > yearMs;

function describeSpan(ms: number): string {
  return isFar(ms) ? "more than a year" : formatDuration(ms);
}

function instantOf(at: number, ms: number): string | null {
  return isFar(ms) ? null : new Date(at + ms).toISOString();
}
