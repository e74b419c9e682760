import { shorten } from "../shared/text.ts";
import type { Place, Plan } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { WrittenPlan } from "./schema.ts";

const dayMs = 86_400_000;

const shownMost = 60;

const namePattern = /^(?!\.+$)[A-Za-z0-9._-]{1,64}$/;

/**
 * Fills in an edition's placeholders, in UTC. Reports a problem and returns null if one is unknown, or if the result is not a safe file name: 1 to 64
 * of `A-Z a-z 0-9 . _ -`, not only dots.
 */
export function readEdition(template: string, at: number, place: Place, reading: Reading): string | null {
  const like = withFittingYear(template);
  if (like !== template) reading.warn(place, "bad_edition", { fault: "year", edition: template, like });
  const edition = fillIn(template, at);
  const unknown = edition.match(/\{[^{}]*\}/g) ?? [];
  for (const one of unknown) {
    const known = Object.keys(placeholders).map((name) => `{${name}}`);
    const found = { name: shorten(one, shownMost), ...reading.unknown(one, known) };
    reading.error(place, "unknown_name", { what: "placeholder", ...found });
  }
  if (unknown.length > 0) return null;
  if (namePattern.test(edition)) return edition;
  reading.error(place, "bad_edition", { edition: shorten(edition, shownMost), fault: "no_name" });
  return null;
}

/** Weeks are counted in the ISO year and months in the calendar year. With the other year, a name would return at the turn of the year. */
function withFittingYear(template: string): string {
  const hasWeek = template.includes("{isoWeek}");
  if (hasWeek === template.includes("{month}")) return template;
  return hasWeek ? template.replace("{year}", "{isoYear}") : template.replace("{isoYear}", "{year}");
}

/** The place of an edition that was given by name, not by the plan. */
export const givenEdition: Place = { file: "--edition", line: 1, column: 1 };

/**
 * Whether a plan with this `edition` can have the given one. A name that looks like a value of its placeholders without being one is probably a typing
 * mistake, and would be bought as a new edition; any other name is the user's own. Reports the problem if the edition doesn't fit.
 */
export function fitsPattern(edition: string, pattern: string, at: number, reading: Reading): boolean {
  const like = fillIn(pattern, at);
  const formOf = (text: string): string => text.toLowerCase().replace(/\d+/g, "0");
  // Some patterns name no date, such as a month without its year.
  if (datedNumber(like, pattern) === null || datedNumber(edition, pattern) !== null) return true;
  if (formOf(edition) !== formOf(like)) return true;
  reading.error(givenEdition, "bad_edition", { fault: "unlike", edition, like });
  return false;
}

/** The edition that the plan's edition is based on; null if there is none, or if a problem was reported. */
export function readBasedOn(
  written: WrittenPlan,
  { edition, at }: { readonly edition: string | null; readonly at: number },
  reading: Reading,
): Plan["basedOn"] {
  if (written.basedOn === undefined) return null;
  const place = reading.places.of(written, "basedOn");
  const basis = readEdition(written.basedOn, at, place, reading);
  if (basis !== null && basis === edition)
    reading.error(place, "bad_edition", { fault: "own_basis", edition: basis });
  return basis === null ? null : { edition: basis, place };
}

function fillIn(template: string, at: number): string {
  const day = new Date(at);
  const date = day.toISOString().slice(0, 10);
  const [year = "", month = "", dayOfMonth = ""] = date.split("-");
  // ISO 8601: weeks start on Monday, and a week belongs to the year of its Thursday.
  const thursday = new Date(at + (3 - ((day.getUTCDay() + 6) % 7)) * dayMs);
  const isoYear = thursday.getUTCFullYear();
  const dayOfYear = Math.floor((thursday.getTime() - Date.UTC(isoYear, 0, 1)) / dayMs);
  const isoWeek = String(Math.floor(dayOfYear / 7) + 1).padStart(2, "0");
  const values = { date, year, month, day: dayOfMonth, isoYear: String(isoYear), isoWeek };
  const fill = (whole: string, name: string) => new Map(Object.entries(values)).get(name) ?? whole;
  return withFittingYear(template).replace(/\{([^{}]*)\}/g, fill);
}

/** An edition's position on a scale: weeks, days, months, years, or numbers after a text. Editions on different scales can't be compared. */
export interface EditionNumber {
  readonly scale: "week" | "day" | "month" | "year" | `number ${string}`;
  readonly number: number;
}

/** `pattern`: the form of later editions, with the placeholders of a date or with `#` for digits. */
type CountedEdition = EditionNumber & { readonly pattern: string };

// 1970-01-05, the first Monday since 1970.
const firstMonday = 4;

const placeholders: Readonly<Record<string, string>> = {
  date: String.raw`(?<date>\d{4}-\d{2}-\d{2})`,
  year: String.raw`(?<year>\d{4})`,
  month: String.raw`(?<month>\d{2})`,
  day: String.raw`(?<day>\d{2})`,
  isoYear: String.raw`(?<isoYear>\d{4})`,
  isoWeek: String.raw`(?<isoWeek>\d{2})`,
};

// Editions given on the command line (`--edition 2026-W47`) are read by these patterns as well as the plan's own.
const usualPatterns = ["{isoYear}-W{isoWeek}", "{date}", "{year}-{month}"];

/**
 * An edition's number: the week, day, month or year of its date, counted on across years, or the number at the end of its name; null if it has
 * neither. `pattern`: the plan's own `edition`.
 */
export function numberOfEdition(edition: string, pattern: string | null): CountedEdition | null {
  for (const one of pattern === null ? usualPatterns : [pattern, ...usualPatterns]) {
    const dated = datedNumber(edition, one);
    if (dated !== null) return { ...dated, pattern: one };
  }
  const [, before = "", digits] = /^(.*?)(\d{1,9})$/.exec(edition) ?? [];
  if (digits === undefined) return null;
  const ofDigits = before + "#".repeat(digits.length);
  return { scale: `number ${before}`, number: Number(digits), pattern: ofDigits };
}

/** The edition a given number of steps after `first`: its pattern, and an instant within it. */
export function editionAfter(first: CountedEdition, steps: number): { edition: string; at: number } {
  const { scale, pattern: edition } = first;
  const number = first.number + steps;
  if (scale === "week") return { edition, at: (number * 7 + firstMonday) * dayMs };
  if (scale === "day") return { edition, at: number * dayMs };
  if (scale === "month") return { edition, at: Date.UTC(Math.floor(number / 12), number % 12, 1) };
  if (scale === "year") return { edition, at: Date.UTC(number, 0, 1) };
  return { edition: edition.replace(/#+$/, (digits) => String(number).padStart(digits.length, "0")), at: 0 };
}

function datedNumber(edition: string, pattern: string): EditionNumber | null {
  const found = matcherOf(withFittingYear(pattern))?.exec(edition)?.groups;
  if (found === undefined) return null;
  const [year, month, day] = found.date?.split("-") ?? [found.year, found.month, found.day];
  return weekNumber(Number(found.isoYear), Number(found.isoWeek)) ?? dateNumber(year, month, day);
}

function matcherOf(pattern: string): RegExp | null {
  const names: string[] = [];
  const source = pattern.split(/\{([^{}]*)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    names.push(part);
    return placeholders[part] ?? null;
  });
  const isUsable = names.length > 0 && new Set(names).size === names.length && !source.includes(null);
  return isUsable ? new RegExp(`^${source.join("")}$`) : null;
}

/** Weeks of a year are counted from the one with its first Thursday, which is the one with 4 January (ISO 8601). */
function weekNumber(year: number, week: number): EditionNumber | null {
  const firstOf = (one: number) => Math.floor((Date.UTC(one, 0, 4) / dayMs - firstMonday) / 7);
  const isReal = week >= 1 && week <= firstOf(year + 1) - firstOf(year);
  return isReal ? { scale: "week", number: firstOf(year) + week - 1 } : null;
}

function dateNumber(year?: string, month?: string, day?: string): EditionNumber | null {
  if (year === undefined || (month === undefined && day !== undefined)) return null;
  if (month === undefined) return { scale: "year", number: Number(year) };
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1));
  if (!new Date(ms).toISOString().startsWith(`${year}-${month}-${day ?? ""}`)) return null;
  if (day !== undefined) return { scale: "day", number: ms / dayMs };
  return { scale: "month", number: Number(year) * 12 + Number(month) - 1 };
}
