import type { ForNextMonth } from "../../pipeline/foretell.ts";
import type { Forecast } from "../../remote/forecast.ts";
import { counted } from "../../shared/counted.ts";
import { sayDuration } from "../../shared/duration.ts";

const standsOn = (isMeasured: boolean): string =>
  isMeasured
    ? "by how long such stories took"
    : "by what is usual; how long such stories take is learned by the first run";

/** When a run that begins now would be done, for people. */
export function sayForecast(forecast: Forecast, now: number): string[] {
  const { lastCreationMs, finishMs, isMeasured } = forecast;
  if (finishMs === 0) return [];
  const creations =
    lastCreationMs === null || lastCreationMs === 0
      ? ""
      : `last creation after ${sayDuration(lastCreationMs)}, `;
  return [
    `time     ${creations}done in about ${sayDuration(finishMs)} (${minuteOf(now + finishMs)}), ${standsOn(isMeasured)}`,
  ];
}

export function sayForNextMonth(rest: ForNextMonth | null): string[] {
  if (rest === null) return [];
  const { jobs, credits, from } = rest;
  return [
    `waits    ${jobs} of them (${counted(credits, "credit")}) for the next month's budget, from ${from}; --first makes those that this month's covers`,
  ];
}

/** The forecast as `--json` shows it: instants in UTC. */
export function forecastDocument(forecast: Forecast, rest: ForNextMonth | null, now: number) {
  const { lastCreationMs, finishMs, isMeasured, narration } = forecast;
  const instant = (ms: number): string => new Date(now + ms).toISOString();
  return {
    lastCreation: lastCreationMs === null ? null : instant(lastCreationMs),
    finish: instant(finishMs),
    seconds: Math.ceil(finishMs / 1000),
    measured: isMeasured,
    narration,
    nextMonth: rest,
  };
}

function minuteOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
