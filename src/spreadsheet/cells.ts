import type { Place } from "../plan/plan.ts";
import type { CellValue } from "../plan/xlsx.ts";
import { isBlank } from "../shared/text.ts";
import { type CellKind, foldName, languageNamed, meaningOf } from "./names.ts";
import type { SheetReport } from "./problem.ts";

export interface SheetCell {
  readonly value: CellValue;
  readonly place: Place;
}

export function isEmpty({ value }: SheetCell): boolean {
  return value === null || (typeof value === "string" && isBlank(value));
}

/** What a cell comes to in a plan, whatever language and program it was written in; undefined if it is empty, or a problem was reported. `name`: of its column or row. */
export function readCell(cell: SheetCell, kind: CellKind, name: string, report: SheetReport): unknown {
  if (isEmpty(cell)) return undefined;
  const { value, place } = cell;
  if (kind === "flag") return readFlag(cell, name, report);
  if (kind === "number") return readNumber(cell, name, report);
  if (kind === "numbers") return readNumbers(cell, name, report);
  if (kind === "day") return value instanceof Date ? dayOf(value) : readDay(String(value));
  if (value instanceof Date || (typeof value === "boolean" && kind !== "choice")) {
    const found = value instanceof Date ? "date" : "truth value";
    report.error(place, "cell_converted", {
      name,
      found,
      shown: value instanceof Date ? dayOf(value) : String(value),
    });
    return undefined;
  }
  const text = String(value).trim();
  switch (kind) {
    case "prose":
      return text;
    case "lines":
      return text
        .split(/[\r\n|]+/u)
        .map(oneLine)
        .filter((line) => line !== "");
    case "names":
      return listIn(text);
    case "choice":
      return choiceOf(text);
    case "choices":
      return listIn(text).map(choiceOf);
    case "language":
      return languageNamed(text) ?? text;
    case "languages":
      return [...new Set(listIn(text).map((one) => languageNamed(one) ?? one))];
    default:
      return oneLine(text);
  }
}

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** The items of a list, which people separate by commas, semicolons, strokes or lines. */
function listIn(text: string): string[] {
  return text
    .split(/[,;|/\r\n\u3001\u060c]+/u)
    .map(oneLine)
    .filter((item) => item !== "");
}

/** The plan's word for a value: its own names have underscores for spaces. */
function choiceOf(text: string): string {
  return (
    meaningOf("values", text) ??
    text
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/gu, "_")
  );
}

function readFlag({ value, place }: SheetCell, name: string, report: SheetReport): boolean | undefined {
  if (typeof value === "boolean") return value;
  const meaning = meaningOf("values", String(value));
  if (meaning === "true" || value === 1) return true;
  if (meaning === "false" || value === 0) return false;
  report.error(place, "bad_cell", { name, value: String(value), expected: "flag" });
  return undefined;
}

/** Numbers as text may have the separators of any locale: `1.500`, `1,500.00`, `1 500,00`. Three digits after the only separator are thousands. */
function readNumber({ value, place }: SheetCell, name: string, report: SheetReport): number | undefined {
  if (typeof value === "number") return value;
  const text = typeof value === "string" ? value.replace(/[\s'\u2019]/gu, "") : "";
  const [, whole = "", decimals = ""] = /^(\d+|\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/u.exec(text) ?? [];
  if (whole !== "") return Number(`${whole.replace(/[.,]/g, "")}.${decimals || "0"}`);
  report.error(place, "bad_cell", { name, value: shown(value), expected: "number" });
  return undefined;
}

/** A program with a decimal comma makes one number of `2,4`, and others make a date of `2-4`: neither tells what was typed. */
function readNumbers({ value, place }: SheetCell, name: string, report: SheetReport): number[] | undefined {
  if (value instanceof Date || (typeof value === "number" && !Number.isInteger(value))) {
    const found = value instanceof Date ? "date" : "fraction";
    report.error(place, "cell_converted", { name, found, shown: shown(value) });
    return undefined;
  }
  const numbers = listIn(String(value)).flatMap((item) => {
    const [, from, to = from] = /^(\d{1,3})(?:\s*[-\u2013]\s*(\d{1,3}))?$/u.exec(item) ?? [];
    if (from === undefined) return Number.NaN;
    const count = Number(to) - Number(from) + 1;
    return count < 1 ? Number.NaN : Array.from({ length: count }, (_, index) => Number(from) + index);
  });
  if (!numbers.some(Number.isNaN)) return [...new Set(numbers)];
  report.error(place, "bad_cell", { name, value: shown(value), expected: "numbers" });
  return undefined;
}

/** A day that only one reading of the numbers allows, as the plan has it; any other text as it is, and the plan says what is wrong. */
function readDay(text: string): string {
  const [, day = "", mark, month = "", year = ""] =
    /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/u.exec(text.trim()) ?? [];
  if (mark === "." || Number(day) > 12) return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return text.trim();
}

const dayOf = (date: Date): string => date.toISOString().slice(0, "2026-01-31".length);
const shown = (value: CellValue): string => (value instanceof Date ? dayOf(value) : String(value));

/** A header's language, as in `topic (es)`, `Thema: Spanisch` or `sujet_fr`; null if it names none. */
export function languageOfHeader(header: string): { readonly name: string; readonly lang: string } | null {
  const [, name = "", written = ""] =
    /^(.+?)[\s_:.]*[([:_\s.]\s*([^()[\]:_]+?)[\])]?\s*$/u.exec(header) ?? [];
  const lang = foldName(written) === "" ? null : languageNamed(written);
  return lang === null ? null : { name, lang };
}
