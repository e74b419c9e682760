import type { Forecast } from "../../rate-limit/forecast.ts";
import { formatDuration } from "../../shared/duration.ts";

/** How instants are written: in local time for a person at a terminal, in UTC everywhere else. */
interface InstantStyle {
  readonly isLocal: boolean;
  readonly now: number;
}

const dayMs = 86_400_000;
/** Up to this many days away, a weekday and a time are clear enough. */
const weekdayDays = 6;

/** An instant to the minute: `14:05`, `Tue 14:05` or `24 Nov 2026, 14:05` in local time, else `2026-11-24 14:05 UTC`. */
export function formatInstant(at: number, { isLocal, now }: InstantStyle): string {
  const date = new Date(at);
  if (!isLocal) return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const time = clockTime(at).slice(0, 5);
  if (date.toDateString() === new Date(now).toDateString()) return time;
  if (Math.abs(at - now) < weekdayDays * dayMs) return `${weekdays[date.getDay()]} ${time}`;
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}, ${time}`;
}

/** The local time of day, with seconds. */
export function clockTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const standsOn = (isMeasured: boolean): string =>
  isMeasured
    ? "judging by how long similar stories have taken"
    : "judging by typical times; the first run measures how long these stories take";

/** The time of a forecast, and whether times are shown in local time. Left out: in UTC. */
type ForecastSetting = Readonly<{ at: number; isLocal?: boolean }>;

/** When a run that starts now would finish, as text for people. */
export function describeForecast(forecast: Forecast, setting: ForecastSetting): string[] {
  const finish = forecastFinish(forecast, setting);
  return finish === null ? [] : [`time     ${finish}`];
}

/** When a run that starts now would finish, as part of a sentence; null if there is nothing to wait for. */
export function forecastFinish(forecast: Forecast, { at, isLocal = false }: ForecastSetting): string | null {
  const { lastCreationMs, finishMs, isMeasured } = forecast;
  if (finishMs === 0) return null;
  const creations =
    lastCreationMs === null || lastCreationMs < 1_000
      ? ""
      : `last creation after ${describeSpan(lastCreationMs)}, `;
  const minute = isFar(finishMs) ? "" : ` (${formatInstant(at + finishMs, { isLocal, now: at })})`;
  return `${creations}done in ${isFar(finishMs) ? "" : "about "}${describeSpan(finishMs)}${minute}, ${standsOn(isMeasured)}`;
}

/** The forecast for `--json`: instants in UTC, null if they are more than a year away. */
export function forecastDocument(forecast: Forecast, { at }: ForecastSetting) {
  const { lastCreationMs, finishMs, isMeasured, narration } = forecast;
  return {
    lastCreation: lastCreationMs === null ? null : instantOf(at, lastCreationMs),
    finish: instantOf(at, finishMs),
    seconds: Math.ceil(Math.min(finishMs, Number.MAX_SAFE_INTEGER) / 1000),
    measured: isMeasured,
    narration,
  };
}

/** Nothing further away is forecast: nobody waits for it, and limits and prices will have changed. */
const yearMs = 365 * 86_400_000;

const isFar = (ms: number): boolean => ms > yearMs;

function describeSpan(ms: number): string {
  return isFar(ms) ? "more than a year" : formatDuration(ms);
}

function instantOf(at: number, ms: number): string | null {
  return isFar(ms) ? null : new Date(at + ms).toISOString();
}
