import type { Place } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { PlanProblem } from "./problem.ts";
import { sampleOf } from "./schema/kinds.ts";
import { suggest } from "./schema/suggest.ts";

export interface EditionResult {
  /** `null` if it is not a valid edition. */
  readonly edition: string | null;
  readonly problems: readonly PlanProblem[];
}

const dayMs = 86_400_000;

/**
 * Fills `{date}`, `{year}`, `{month}`, `{day}`, `{isoYear}` and `{isoWeek}` into an edition, in UTC, and checks that the result has 1 to 64
 * of `A-Z a-z 0-9 . _ -` and not only dots, so that it is a safe file name. `at` is in ms since 1970.
 */
export function readEdition(template: string, at: number, place: Place): EditionResult {
  const values = placeholdersAt(at);
  const problems: PlanProblem[] = [];
  const edition = template.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = values.get(name);
    if (value !== undefined) return value;
    const suggestion = suggest(name, values.keys());
    const placeholder = sampleOf(name);
    problems.push({ severity: "error", place, code: "unknown_placeholder", placeholder, suggestion });
    return whole;
  });
  if (problems.length > 0) return { edition: null, problems };
  const fault = faultOf(edition);
  if (fault === null) return { edition, problems: [] };
  const problem = { code: "bad_edition", edition: sampleOf(edition), fault } as const;
  return { edition: null, problems: [{ severity: "error", place, ...problem }] };
}

function faultOf(edition: string): "empty" | "long" | "characters" | "dots" | null {
  if (edition === "") return "empty";
  if (!/^[A-Za-z0-9._-]+$/.test(edition)) return "characters";
  if (/^\.+$/.test(edition)) return "dots";
  return edition.length > planLimits.editionCharacters ? "long" : null;
}

function placeholdersAt(at: number): ReadonlyMap<string, string> {
  const day = new Date(at);
  const date = day.toISOString().slice(0, 10);
  const { isoYear, isoWeek } = isoWeekOf(day);
  return new Map([
    ["date", date],
    ["year", date.slice(0, 4)],
    ["month", date.slice(5, 7)],
    ["day", date.slice(8, 10)],
    ["isoYear", String(isoYear)],
    ["isoWeek", String(isoWeek).padStart(2, "0")],
  ]);
}

/** ISO 8601: weeks start on Monday, and a week belongs to the year of its Thursday. */
function isoWeekOf(day: Date): { readonly isoYear: number; readonly isoWeek: number } {
  const daysSinceMonday = (day.getUTCDay() + 6) % 7;
  const thursday = new Date(day.getTime() + (3 - daysSinceMonday) * dayMs);
  const isoYear = thursday.getUTCFullYear();
  const dayOfYear = Math.floor((thursday.getTime() - Date.UTC(isoYear, 0, 1)) / dayMs);
  return { isoYear, isoWeek: Math.floor(dayOfYear / 7) + 1 };
}
