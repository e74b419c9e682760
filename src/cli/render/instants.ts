import type { Forecast } from "../../rate-limit/forecast.ts";
import { formatDuration } from "../../shared/duration.ts";

/** An instant to the minute: `2026-11-24 14:05 UTC`. */
export function formatInstant(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

const standsOn = (isMeasured: boolean): string =>
  isMeasured
    ? "judging by how long similar stories have taken"
    : "judging by typical times; the first run measures how long these stories take";

/** When a run that starts now would finish, as text for people. */
export function describeForecast(forecast: Forecast, at: number): string[] {
  const finish = forecastFinish(forecast, at);
  return finish === null ? [] : [`time     ${finish}`];
}

/** When a run that starts now would finish, as part of a sentence; null if there is nothing to wait for. */
export function forecastFinish(forecast: Forecast, at: number): string | null {
  const { lastCreationMs, finishMs, isMeasured } = forecast;
  if (finishMs === 0) return null;
  const creations =
    lastCreationMs === null || lastCreationMs < 1_000
      ? ""
      : `last creation after ${describeSpan(lastCreationMs)}, `;
  const minute = isFar(finishMs) ? "" : ` (${formatInstant(at + finishMs)})`;
  return `${creations}done in ${isFar(finishMs) ? "" : "about "}${describeSpan(finishMs)}${minute}, ${standsOn(isMeasured)}`;
}

/** The forecast for `--json`: instants in UTC, null if they are more than a year away. */
export function forecastDocument(forecast: Forecast, at: number) {
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
