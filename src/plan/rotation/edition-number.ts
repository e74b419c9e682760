/** What editions are counted in. Numbers of different scales can't be compared. */
export type EditionScale = "week" | "day" | "month" | "year" | `number ${string}`;

export interface EditionNumber {
  readonly scale: EditionScale;
  readonly number: number;
}

/** An edition's number, and how the editions after it are written: a pattern with the placeholders of its date, or with `#` for digits. */
export interface CountedEdition extends EditionNumber {
  readonly pattern: string;
}

const dayMs = 86_400_000;
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

// Editions that were typed (`--edition 2026-W47`) are read like the plan's own pattern.
const usualPatterns = ["{isoYear}-W{isoWeek}", "{date}", "{year}-{month}"];

/**
 * The place of an edition in the sequence of all editions, so that the next one is one further: the week, day, month or year of its date,
 * counted on across the turn of a year, or the number at its end. `pattern` is the plan's own `edition`. Null: it has neither.
 */
export function numberOfEdition(edition: string, pattern: string | null): CountedEdition | null {
  for (const one of pattern === null ? usualPatterns : [pattern, ...usualPatterns]) {
    const dated = datedNumber(edition, one);
    if (dated !== null) return { ...dated, pattern: one };
  }
  const [, before = "", digits] = /^(.*?)(\d{1,9})$/.exec(edition) ?? [];
  if (digits === undefined) return null;
  return {
    scale: `number ${before}`,
    number: Number(digits),
    pattern: before + "#".repeat(digits.length),
  };
}

/** The edition so many steps after a counted one: its pattern as `readEdition` takes it, and an instant within it. */
export function editionAfter(first: CountedEdition, steps: number): { edition: string; at: number } {
  const { scale, pattern } = first;
  const number = first.number + steps;
  if (scale === "week") return { edition: pattern, at: (number * 7 + firstMonday) * dayMs };
  if (scale === "day") return { edition: pattern, at: number * dayMs };
  if (scale === "month") return { edition: pattern, at: Date.UTC(Math.floor(number / 12), number % 12, 1) };
  if (scale === "year") return { edition: pattern, at: Date.UTC(number, 0, 1) };
  const digits = pattern.length - pattern.replace(/#+$/, "").length;
  return { edition: pattern.slice(0, -digits) + String(number).padStart(digits, "0"), at: 0 };
}

function datedNumber(edition: string, pattern: string): EditionNumber | null {
  const found = matcherOf(pattern)?.exec(edition)?.groups;
  if (found === undefined) return null;
  const [year, month, day] = (found.date ?? "").split("-");
  return (
    weekNumber(found.isoYear, found.isoWeek) ??
    dayNumber(year ?? found.year, month ?? found.month, day ?? found.day) ??
    monthNumber(found.year, found.month) ??
    yearNumber(found)
  );
}

/** Null for a pattern that has no placeholder, or one twice. */
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
function weekNumber(year: string | undefined, week: string | undefined): EditionNumber | null {
  if (year === undefined || week === undefined) return null;
  const fourth = daysSince1970(Number(year), 1, 4);
  const weekOfFourth = Math.floor((fourth - firstMonday) / 7);
  const number = weekOfFourth + Number(week) - 1;
  const weeks = Math.floor((daysSince1970(Number(year) + 1, 1, 4) - firstMonday) / 7) - weekOfFourth;
  return Number(week) >= 1 && Number(week) <= weeks ? { scale: "week", number } : null;
}

function dayNumber(year?: string, month?: string, day?: string): EditionNumber | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  const number = daysSince1970(Number(year), Number(month), Number(day));
  const isReal = new Date(number * dayMs).toISOString().slice(0, 10) === `${year}-${month}-${day}`;
  return isReal ? { scale: "day", number } : null;
}

function monthNumber(year?: string, month?: string): EditionNumber | null {
  if (year === undefined || month === undefined) return null;
  const isReal = Number(month) >= 1 && Number(month) <= 12;
  return isReal ? { scale: "month", number: Number(year) * 12 + Number(month) - 1 } : null;
}

function yearNumber({
  year,
  month,
  day,
}: Readonly<Record<string, string | undefined>>): EditionNumber | null {
  const isAlone = month === undefined && day === undefined;
  return year !== undefined && isAlone ? { scale: "year", number: Number(year) } : null;
}

function daysSince1970(year: number, month: number, day: number): number {
  return Math.floor(Date.UTC(year, month - 1, day) / dayMs);
}
