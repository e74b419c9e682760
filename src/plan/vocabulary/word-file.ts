import type { Place } from "../plan.ts";
import type { PlanProblem } from "../problem.ts";
import { type Field, type Rows, readDelimited } from "./delimited.ts";
import { readXlsx } from "./xlsx.ts";
import type { XlsxRefusal } from "./xlsx-limits.ts";

/** A word as written in a list, before cleaning and checking. */
export interface WrittenEntry {
  readonly word: string;
  readonly wordPlace: Place;
  readonly gloss: string | null;
  readonly glossPlace: Place;
  readonly forms: Field | null;
  readonly example: Field | null;
  readonly level: Field | null;
}

/** The columns that a list of words only leaves out. */
export const bareEntry = { gloss: null, forms: null, example: null, level: null } as const;

export interface WordFile {
  readonly entries: readonly WrittenEntry[];
  readonly problems: readonly PlanProblem[];
}

export type WordFileType = "csv" | "tsv" | "txt" | "xlsx";

/** The type according to a file's name, or `null` if it is no word list. */
export function wordFileType(path: string): WordFileType | null {
  const match = /\.(csv|tsv|txt|xlsx)$/i.exec(path);
  return match === null ? null : (match[1]?.toLowerCase() as WordFileType);
}

/**
 * Parses a word list: a table whose first row names its columns (`word`, and optionally `gloss`, `forms`, `example` and `level`), or one
 * word per line. A .csv file may separate its columns by commas, semicolons or tabs, because Excel does so by locale.
 */
export function readWordFile(text: string, type: Exclude<WordFileType, "xlsx">, file: string): WordFile {
  if (type === "txt") return readPlain(text, file);
  const separators = type === "csv" ? ([",", ";", "\t"] as const) : (["\t"] as const);
  // Only the first row decides the separator: a gloss may contain any of them.
  const [firstLine = ""] = text.split(/[\r\n]/u, 1);
  const separator = separators.find((one) =>
    columnsOf(readDelimited(firstLine, one, file).rows[0] ?? []).includes("word"),
  );
  const table = readDelimited(text, separator ?? separators[0], file);
  return readTable(table, { separator: type === "csv" ? "comma" : "tab", file });
}

/** Parses a word list in a spreadsheet. Places count its rows and columns. */
export async function readWordSheet(bytes: Buffer, file: string): Promise<WordFile | XlsxRefusal> {
  const table = await readXlsx(bytes, file);
  return typeof table === "string" ? table : readTable(table, { separator: "cell", file });
}

function readPlain(text: string, file: string): WordFile {
  const entries: WrittenEntry[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const word = line.trim();
    if (word === "" || word.startsWith("#")) continue;
    const place = { file, line: index + 1, column: line.indexOf(word) + 1 };
    entries.push({ ...bareEntry, word, wordPlace: place, glossPlace: place });
  }
  return { entries, problems: [] };
}

function columnsOf(header: readonly Field[]): string[] {
  return header.map((field) => field.text.trim().toLowerCase());
}

interface Table {
  readonly separator: "comma" | "tab" | "cell";
  readonly file: string;
}

function readTable({ rows, problems }: Rows, { separator, file }: Table): WordFile {
  const [header = [], ...body] = rows;
  const columns = columnsOf(header);
  if (!columns.includes("word")) {
    const place = header[0]?.place ?? { file, line: 1, column: 1 };
    const problem = { severity: "error", place, code: "no_word_column", columns, separator } as const;
    return { entries: [], problems: [...problems, problem] };
  }
  const isWide = (row: readonly Field[]) =>
    row.slice(columns.length).some((field) => field.text.trim() !== "");
  const wide = body.filter(isWide).map((row) => wideRow(row, columns.length));
  const entries = body.filter((row) => !isWide(row)).map((row) => readEntry(row, columns));
  return { entries: entries.filter((entry) => entry !== null), problems: [...problems, ...wide] };
}

function readEntry(row: readonly Field[], columns: readonly string[]): WrittenEntry | null {
  const cellOf = (name: string) => row[columns.indexOf(name)];
  const place = (cellOf("word") ?? row[0])?.place;
  if (place === undefined) return null;
  const gloss = cellOf("gloss");
  return {
    word: cellOf("word")?.text ?? "",
    wordPlace: place,
    gloss: gloss?.text ?? null,
    glossPlace: gloss?.place ?? place,
    forms: cellOf("forms") ?? null,
    example: cellOf("example") ?? null,
    level: cellOf("level") ?? null,
  };
}

/** A row with more fields than the header most often contains a separator that was meant as text. */
function wideRow(row: readonly Field[], columns: number): PlanProblem {
  const place = row[columns]?.place ?? { file: "", line: 1, column: 1 };
  return { severity: "error", place, code: "row_too_wide", fields: row.length, columns };
}
