import type { Course } from "./course.ts";

const secondsOfDay = 86_400;
// Before any edition that a date names, and a date that a spreadsheet of Anki's shows without surprise.
const firstSeconds = Date.UTC(2010, 0, 1) / 1_000;

/**
 * When a release counts as written, in seconds since 1970: its edition's moment, and a second more for each release of that edition before it. So
 * it grows with the edition and with each correction, and readers and Anki take the newer book and the newer notes for what they are.
 */
export function releaseSeconds({ edition, release }: Pick<Course, "edition" | "release">): number {
  return editionSeconds(edition) + release.revision - 1;
}

/**
 * When an edition counts as written, in seconds. No clock may show in a package, so this is read from the edition's own name: a date, a week, a
 * month, a year, or a number that grows; any other name counts as the first.
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

// The week that has the year's fourth of January is its first.
function mondayOf(year: number, week: number): number {
  const fourth = Date.UTC(year, 0, 4) / 1_000;
  const weekday = (new Date(fourth * 1_000).getUTCDay() + 6) % 7;
  return fourth + ((week - 1) * 7 - weekday) * secondsOfDay;
}
