import type { Place } from "../plan/plan.ts";
import type { Reading } from "../plan/reading.ts";
import type { CellValue } from "../plan/xlsx.ts";
import { isBlank } from "../shared/text.ts";
import { type CellKind, languageNamed, meaningOf } from "./names.ts";

export function isBlankCell(value: CellValue): boolean {
  return value === null || (typeof value === "string" && isBlank(value));
}

/**
 * The plan's value for a cell that isn't blank, whatever its language and the program that wrote it; undefined if a problem was reported. `name`: that
 * of its column or row.
 */
export function readCell(
  value: CellValue,
  { kind, name, place }: { readonly kind: CellKind; readonly name: string; readonly place: Place },
  reading: Reading,
): unknown {
  const text =
    value instanceof Date ? value.toISOString().slice(0, "2026-01-31".length) : String(value).trim();
  // A spreadsheet program makes a date of `1-2`.
  const isConverted =
    (value instanceof Date && kind !== "day") || (typeof value === "boolean" && kind !== "flag");
  const isRead = typeof value === "number" && kind === "number";
  const read = isConverted ? undefined : isRead ? value : readers[kind](text);
  if (read === undefined) reading.error(place, "sheet_bad_cell", { name, value: text, expected: kind });
  return read;
}

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();
const itemsIn = (text: string, separators: RegExp): string[] =>
  text
    .split(separators)
    .map(oneLine)
    .filter((item) => item !== "");

/** Items are separated by commas, semicolons, strokes or line breaks. */
const listIn = (text: string): string[] => itemsIn(text, /[,;|/\r\n\u3001\u060c]/u);

/** The plan's word for a value; the plan's own words have underscores in place of spaces. */
const choiceIn = (text: string): string =>
  meaningOf("values", text) ?? text.toLowerCase().replace(/[\s-]+/gu, "_");

const languageIn = (text: string): string => languageNamed(text) ?? text;

/** Undefined: the text can't be read as this kind. Whether a value is valid in other respects is checked when the plan is read. */
const readers: Readonly<Record<CellKind, (text: string) => unknown>> = {
  line: oneLine,
  lines: (text) => itemsIn(text, /[\r\n|]/u),
  names: listIn,
  choice: choiceIn,
  choices: (text) => listIn(text).map(choiceIn),
  language: languageIn,
  languages: (text) => [...new Set(listIn(text).map(languageIn))],
  flag: (text) => ({ true: true, false: false })[meaningOf("values", text) ?? ""],
  number: readNumber,
  numbers: readNumbers,
  day: readDay,
};

/** Accepts the separators of any locale: `1.500`, `1,500.00`, `1 500,00`. Three digits after a separator are thousands. */
function readNumber(text: string): number | undefined {
  const plain = text.replace(/[\s'\u2019]/gu, "");
  const [, whole, decimals = "0"] = /^(\d+|\d{1,3}(?:[.,]\d{3})+)(?:[.,](\d{1,2}))?$/u.exec(plain) ?? [];
  return whole === undefined ? undefined : Number(`${whole.replace(/[.,]/g, "")}.${decimals}`);
}

function readNumbers(text: string): number[] | undefined {
  const items = listIn(text);
  return items.every((item) => /^\d{1,3}$/u.test(item)) ? [...new Set(items.map(Number))] : undefined;
}

/** A day in the plan's format if the numbers allow only one reading; any other text unchanged. */
function readDay(text: string): string {
  const [, day = "", mark, month = "", year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/u.exec(text) ?? [];
  return mark === "." || Number(day) > 12
    ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
    : text;
}
