import type { Place } from "../plan.ts";
import type { PlanProblem } from "../problem.ts";
import { type Field, readDelimited } from "./delimited.ts";

/** A word as written in a list, before cleaning and checking. */
export interface WrittenEntry {
  readonly word: string;
  readonly wordPlace: Place;
  readonly gloss: string | null;
  readonly glossPlace: Place;
}

export interface WordFile {
  readonly entries: readonly WrittenEntry[];
  readonly problems: readonly PlanProblem[];
}

export type WordFileType = "csv" | "tsv" | "txt";

/** The type according to a file's name, or `null` if it is no word list. */
export function wordFileType(path: string): WordFileType | null {
  const match = /\.(csv|tsv|txt)$/i.exec(path);
  return match === null ? null : (match[1]?.toLowerCase() as WordFileType);
}

/** Parses a word list: a table with the columns `word` and optionally `gloss`, or one word per line. */
export function readWordFile(text: string, type: WordFileType, file: string): WordFile {
  return type === "txt" ? readPlain(text, file) : readTable(text, type, file);
}

function readPlain(text: string, file: string): WordFile {
  const entries: WrittenEntry[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const word = line.trim();
    if (word === "" || word.startsWith("#")) continue;
    const place = { file, line: index + 1, column: line.indexOf(word) + 1 };
    entries.push({ word, wordPlace: place, gloss: null, glossPlace: place });
  }
  return { entries, problems: [] };
}

function readTable(text: string, type: "csv" | "tsv", file: string): WordFile {
  const { rows, problems } = readDelimited(text, type === "csv" ? "," : "\t", file);
  const [header = [], ...body] = rows;
  const columns = header.map((field) => field.text.trim().toLowerCase());
  const wordColumn = columns.indexOf("word");
  const glossColumn = columns.indexOf("gloss");
  if (wordColumn < 0) {
    const place = header[0]?.place ?? { file, line: 1, column: 1 };
    const separator = type === "csv" ? "comma" : "tab";
    const problem = { severity: "error", place, code: "no_word_column", columns, separator } as const;
    return { entries: [], problems: [...problems, problem] };
  }
  const isWide = (row: readonly Field[]) =>
    row.slice(columns.length).some((field) => field.text.trim() !== "");
  const wide = body.filter(isWide).map((row) => wideRow(row, columns.length));
  const entries = body.filter((row) => !isWide(row)).map((row) => readEntry(row, wordColumn, glossColumn));
  return { entries: entries.filter((entry) => entry !== null), problems: [...problems, ...wide] };
}

function readEntry(row: readonly Field[], wordColumn: number, glossColumn: number): WrittenEntry | null {
  const place = (row[wordColumn] ?? row[0])?.place;
  if (place === undefined) return null;
  const gloss = row[glossColumn];
  const word = row[wordColumn]?.text ?? "";
  return { word, wordPlace: place, gloss: gloss?.text ?? null, glossPlace: gloss?.place ?? place };
}

/** A row with more fields than the header usually contains a separator that was meant as text. */
function wideRow(row: readonly Field[], columns: number): PlanProblem {
  const place = row[columns]?.place ?? { file: "", line: 1, column: 1 };
  return { severity: "error", place, code: "row_too_wide", fields: row.length, columns };
}
