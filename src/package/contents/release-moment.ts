import type { Course } from "./course.ts";

const secondsOfDay = 86_400;
// Earlier than any edition named by a date, and still a plausible date in Anki's browser.
const firstSeconds = Date.UTC(2010, 0, 1) / 1_000;

/**
 * The moment that counts as a release's date, in seconds since 1970: the edition's moment plus one second per earlier release of that
 * edition. It increases with every edition and every correction, so e-readers and Anki recognize the newer book and the newer notes.
 */
export function releaseSeconds({ edition, release }: Pick<Course, "edition" | "release">): number {
  return editionSeconds(edition) + release.revision - 1;
}

/**
 * The moment that counts as an edition's date, in seconds. No clock may show in a package, so it comes from the edition's name: a date, a
 * week, a month, a year, or a growing number; any other name counts as the first.
 */
function editionSeconds(edition: string): number {
  const week = /(\d{4})-?W(\d{2})/.exec(edition);
  if (week !== null) return mondayOf(Number(week[1]), Number(week[2]));
  const date = /(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(edition);
  const year = Number(date?.[1] ?? 0);
  if (date !== null && year >= 2010 && year < 2100) {
    return Date.UTC(year, Number(date[2] ?? 1) - 1, Number(date[3] ?? 1)) / 1_000;
  }
  const number = Number(/\d{1,5}/.exec(edition)?.[0] ?? 0);
  return firstSeconds + number * secondsOfDay;
}

// ISO 8601: week 1 is the week of January 4th.
function mondayOf(year: number, week: number): number {
  const fourth = Date.UTC(year, 0, 4) / 1_000;
  const weekday = (new Date(fourth * 1_000).getUTCDay() + 6) % 7;
  return fourth + ((week - 1) * 7 - weekday) * secondsOfDay;
}
