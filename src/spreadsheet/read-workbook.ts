import { extname } from "node:path";
import { decodeText } from "../plan/files.ts";
import type { Place } from "../plan/plan.ts";
import type { Reading } from "../plan/reading.ts";
import { readDelimitedRows } from "../plan/word-files.ts";
import { type CellValue, readSheets } from "../plan/xlsx.ts";
import { isBlankCell, readCell } from "./cells.ts";
import { languageInName, meaningOf, type NameTable, namesIn } from "./names.ts";

/** A value for a plan, with the cell that it comes from. */
export interface Placed {
  readonly value: unknown;
  readonly place: Place;
}

/** The values of a row that isn't empty, by their paths in the plan, such as `image.file`, or `topic.es` for one language. */
export interface SheetRow {
  readonly place: Place;
  readonly values: ReadonlyMap<string, Placed>;
}

interface Rows {
  readonly rows: readonly SheetRow[];
  /** The plan's paths for which the sheet has columns, even if their cells are empty. */
  readonly columns: ReadonlySet<string>;
}

export interface SheetList extends Rows {
  readonly name: string;
  readonly place: Place;
}

/** The content of a workbook about a course. */
export interface CourseWorkbook {
  /** The course sheet; null: there is none. Empty cells are left out. */
  readonly course: SheetRow | null;
  readonly topics: Rows & { readonly place: Place };
  readonly lists: readonly SheetList[];
}

interface Cell {
  readonly value: CellValue;
  readonly place: Place;
}

interface Table {
  readonly name: string;
  readonly place: Place;
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Reads a spreadsheet about a course: an .xlsx file, or a .csv file with only the topics. Reports all problems to `reading`. Null: the file has nothing
 * that could be the course's topics. Never throws because of the file's content, and executes no formulas: a cell has the value that was saved with it.
 */
export async function readCourseWorkbook(
  bytes: Buffer,
  file: string,
  reading: Reading,
): Promise<CourseWorkbook | null> {
  const tables = await readTables(bytes, file, reading);
  if (tables === null) return null;
  const topics = tables.find((table) => hasColumn(table, "columns", "topic"));
  if (topics === undefined) {
    const sheets = tables.flatMap(({ name }) => (name === "" ? [] : [name]));
    reading.error({ file, sheet: tables[0]?.name ?? "", line: 1, column: 1 }, "sheet_no_topics", { sheets });
    return null;
  }
  const course = tables.find(({ name }) => meaningOf("sheets", name) === "course");
  const lists = tables.flatMap((table) => {
    const isOther = table !== topics && table !== course && meaningOf("sheets", table.name) !== "notes";
    return isOther ? (readList(table, topics.name, reading) ?? []) : [];
  });
  return {
    course: course === undefined ? null : readSettings(course, reading),
    topics: { ...readRows(topics, "columns", reading), place: topics.place },
    lists,
  };
}

async function readTables(bytes: Buffer, file: string, reading: Reading): Promise<readonly Table[] | null> {
  const tableOf = (name: string, rows: readonly (readonly CellValue[])[]): Table => {
    const placed = rows.map((row, line) =>
      row.map((value, column) => ({
        value,
        place: { file, sheet: name, line: line + 1, column: column + 1 },
      })),
    );
    return { name, place: { file, sheet: name, line: 1, column: 1 }, rows: placed };
  };
  const extension = extname(file).toLowerCase();
  if (extension === ".xlsx") {
    const sheets = await readSheets(bytes);
    if (!("reason" in sheets)) return sheets.map(({ name, rows }) => tableOf(name, rows));
    const { reason, ...cell } = sheets;
    reading.error({ file, sheet: "", ...cell }, "sheet_unread", { reason });
    return null;
  }
  if (extension === ".csv" || extension === ".tsv") {
    const text = decodeText(bytes, file, reading);
    const isName = (name: string): boolean => columnNamed("columns", name) !== null;
    const rows = text === null ? [] : await readDelimitedRows(text, file, isName, reading);
    return reading.hasErrors()
      ? null
      : [
          tableOf(
            "",
            rows.map((row) => row.map((cell) => cell.text)),
          ),
        ];
  }
  const reason = /^\.f?ods$/.test(extension) ? "ods" : "no_spreadsheet";
  reading.error({ file, sheet: "", line: 1, column: 1 }, "sheet_unread", { reason });
  return null;
}

const textOf = ({ value }: Cell): string => String(value ?? "").trim();
const hasCells = (row: readonly Cell[]): boolean => row.some(({ value }) => !isBlankCell(value));

/** The first row that isn't empty. */
function headerOf({ rows }: Table): readonly Cell[] {
  return rows.find(hasCells) ?? [];
}

/** The plan's path for a column or row of this name; null: unknown. */
function columnNamed(table: NameTable, name: string): string | null {
  const path = meaningOf(table, name);
  const { name: base, lang } = path === null ? languageInName(name) : { name: "", lang: null };
  if (path !== null || lang === null) return path;
  const general = meaningOf(table, base);
  return general !== null && namesIn(table)[general]?.isByLanguage === true ? `${general}.${lang}` : null;
}

function readRows(table: Table, names: NameTable, reading: Reading): Rows {
  const what = names === "settings" ? "row" : "column";
  const columns = new Map<string, Cell & { readonly index: number }>();
  for (const [index, cell] of headerOf(table).entries()) {
    const name = textOf(cell);
    const path = columnNamed(names, name);
    const first = columns.get(path ?? "");
    if (name !== "" && path === null) {
      const known = Object.values(namesIn(names)).flatMap((one) =>
        Object.values(one.names).map(([best = ""]) => best),
      );
      reading.warn(cell.place, "sheet_name_unknown", { what, name, ...reading.unknown(name, known) });
    }
    if (first !== undefined)
      reading.error(cell.place, "given_twice", { what, value: name, first: first.place });
    else if (path !== null) columns.set(path, { ...cell, index });
  }
  const body = table.rows.slice(table.rows.indexOf(headerOf(table)) + 1).filter(hasCells);
  const rows = body.map((row): SheetRow => {
    const values = new Map<string, Placed>();
    for (const [path, header] of columns) {
      const { value, place } = row[header.index] ?? { value: null, place: table.place };
      const kind = (namesIn(names)[path] ?? namesIn(names)[path.split(".")[0] ?? ""])?.kind ?? "line";
      const read = isBlankCell(value)
        ? undefined
        : readCell(value, { kind, name: textOf(header), place }, reading);
      if (read !== undefined) values.set(path, { value: read, place });
    }
    return { place: { ...table.place, ...row[0]?.place, column: 1 }, values };
  });
  return { rows, columns: new Set(columns.keys()) };
}

/** Reads the course sheet: names in the first column, their values beside them. */
function readSettings(table: Table, reading: Reading): SheetRow {
  const pairs = table.rows.filter(([name]) => name !== undefined && !isBlankCell(name.value));
  const empty = { value: null, place: table.place };
  const turned = [0, 1].map((index) => pairs.map((row) => row[index] ?? empty));
  const { rows } = readRows({ ...table, rows: turned }, "settings", reading);
  return { place: table.place, values: rows[0]?.values ?? new Map<string, Placed>() };
}

function hasColumn(table: Table, names: NameTable, path: string): boolean {
  return headerOf(table).some((cell) => columnNamed(names, textOf(cell)) === path);
}

/** Null if the sheet isn't a word list. */
function readList(table: Table, topics: string, reading: Reading): SheetList | null {
  const { name, place } = table;
  if (headerOf(table).length === 0) return null;
  if (!hasColumn(table, "words", "word")) {
    if (hasColumn(table, "columns", "topic")) reading.error(place, "sheet_twice", { name, first: topics });
    else reading.warn(place, "sheet_name_unknown", { what: "sheet", name, known: [], suggestion: null });
    return null;
  }
  const list = readRows(table, "words", reading);
  if (list.rows.length === 0) reading.error({ ...place, line: 2 }, "text_empty", { key: "word" });
  return { ...list, name, place };
}
