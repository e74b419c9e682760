import { extname } from "node:path";
import { decodeText } from "../plan/files.ts";
import type { Place } from "../plan/plan.ts";
import { Reading } from "../plan/reading.ts";
import { readDelimitedRows } from "../plan/word-files.ts";
import { readSheets } from "../plan/xlsx.ts";
import { isEmpty, languageOfHeader, readCell, type SheetCell } from "./cells.ts";
import { foldName, knownNames, meaningOf, spreadsheetNames } from "./names.ts";
import { type SheetProblem, SheetReport } from "./problem.ts";

/** A value for a plan, with the cell that it came from. */
export interface Placed<Value = unknown> {
  readonly value: Value;
  readonly place: Place;
}

export interface SheetTopic {
  /** Its row: the place of its text, or of the first cell. */
  readonly place: Place;
  readonly id: Placed<string> | null;
  /** By the path in the plan's topic, such as `image.file`. */
  readonly values: ReadonlyMap<string, Placed>;
  /** For `topic` and `prompts`: the values by language; "" is for all languages. */
  readonly byLanguage: ReadonlyMap<string, ReadonlyMap<string, Placed>>;
}

export interface ListRow {
  /** The cells by column, such as `word`. */
  readonly cells: ReadonlyMap<string, Placed<string>>;
  /** Null: the language of the sheet. */
  readonly languages: readonly string[] | null;
}

export interface SheetList {
  readonly name: string;
  readonly place: Place;
  /** Named by the sheet, as in `market (es)`; null: by a column, or the course's only one. */
  readonly language: string | null;
  readonly columns: ReadonlySet<string>;
  readonly rows: readonly ListRow[];
}

/** What a workbook says of a course, cell by cell. */
export interface CourseWorkbook {
  readonly file: string;
  /** By the path in the plan, such as `budget.credits`, in the order of a new plan. Empty cells say nothing. */
  readonly settings: ReadonlyMap<string, Placed>;
  /** The cells with the names of settings, by path, whatever the value. */
  readonly settingPlaces: ReadonlyMap<string, Place>;
  /** The sheet about the course; null: there is none. */
  readonly coursePlace: Place | null;
  readonly topicsPlace: Place;
  /** The paths in the plan's topic that the sheet has columns for: where a cell is empty, the topic has none. */
  readonly columns: ReadonlySet<string>;
  readonly topics: readonly SheetTopic[];
  readonly lists: readonly SheetList[];
}

/** The workbook, as far as it can be read, and every problem. */
export interface WorkbookResult {
  /** Null: nothing in the file can be the topics of a course. */
  readonly workbook: CourseWorkbook | null;
  readonly problems: readonly SheetProblem[];
}

interface Table {
  readonly name: string;
  readonly rows: readonly (readonly SheetCell[])[];
  readonly place: Place;
}

/**
 * Reads a spreadsheet about a course: an .xlsx file, or a .csv file with the topics alone. Reports all problems at once. Never throws because of the file's
 * content, and executes no formulas: a cell has the value that was saved with it.
 */
export async function readCourseWorkbook(bytes: Buffer, fileName: string): Promise<WorkbookResult> {
  const report = new SheetReport();
  const tables = await readTables(bytes, fileName, report);
  const workbook = tables === null ? null : readCourse(tables, fileName, report);
  return { workbook, problems: report.problems };
}

async function readTables(bytes: Buffer, file: string, report: SheetReport): Promise<Table[] | null> {
  const place = { file, line: 1, column: 1, sheet: "" };
  const extension = extname(file).toLowerCase();
  if (extension === ".xlsx") {
    const sheets = await readSheets(bytes);
    if (typeof sheets === "string") {
      report.error(place, "file_refused", { reason: sheets });
      return null;
    }
    return sheets.map(({ name, rows }) => ({
      name,
      place: { ...place, sheet: name },
      rows: rows.map((row, index) =>
        row.map((value, column) => ({
          value,
          place: { file, sheet: name, line: index + 1, column: column + 1 },
        })),
      ),
    }));
  }
  if (extension === ".csv" || extension === ".tsv") {
    const reading = new Reading(file);
    const text = decodeText(bytes, file, reading);
    const isName = (name: string) => columnNamed(name) !== null;
    const { rows } = text === null ? { rows: [] } : await readDelimitedRows(text, file, isName, reading);
    report.problems.push(...reading.problems);
    const placed = rows.map((row, index) =>
      row.map(({ text: value }, column) => ({
        value,
        place: { ...place, line: index + 1, column: column + 1 },
      })),
    );
    return reading.hasErrors() ? null : [{ name: "", place, rows: placed }];
  }
  const kind = extension === ".ods" || extension === ".fods" ? "ods" : extension === ".xls" ? "xls" : "other";
  report.error(place, "file_kind", { kind });
  return null;
}

function readCourse(tables: readonly Table[], file: string, report: SheetReport): CourseWorkbook | null {
  const named = (meaning: string) => tables.find(({ name }) => meaningOf("sheets", name) === meaning);
  const withTopics = tables.filter((table) =>
    headerOf(table).some((cell) => columnNamed(textOf(cell))?.path === "topic"),
  );
  const topicSheet = named("topics") ?? (withTopics.length === 1 ? withTopics[0] : undefined);
  if (topicSheet === undefined) {
    const place = tables[0]?.place ?? { file, line: 1, column: 1, sheet: "" };
    report.error(place, "no_topics_sheet", { sheets: tables.map(({ name }) => name) });
    return null;
  }
  const courseSheet = named("course");
  const others = tables.filter((one) => one !== topicSheet && one !== courseSheet && one !== named("notes"));
  const nothing = { settings: new Map<string, Placed>(), settingPlaces: new Map<string, Place>() };
  const { settings, settingPlaces } = courseSheet === undefined ? nothing : readSettings(courseSheet, report);
  const { topics, columns } = readTopics(topicSheet, report);
  return {
    file,
    settings,
    settingPlaces,
    coursePlace: courseSheet?.place ?? null,
    topicsPlace: topicSheet.place,
    columns,
    topics,
    lists: others.flatMap((table) => readList(table, report) ?? []),
  };
}

const textOf = ({ value }: SheetCell): string => String(value ?? "").trim();

/** The first row with any cell. */
function headerOf({ rows }: Table): readonly SheetCell[] {
  return rows.find((row) => row.some((cell) => !isEmpty(cell))) ?? [];
}

function bodyOf(table: Table): readonly (readonly SheetCell[])[] {
  const header = headerOf(table);
  return table.rows.slice(table.rows.indexOf(header) + 1).filter((row) => row.some((cell) => !isEmpty(cell)));
}

interface Column {
  readonly index: number;
  readonly path: string;
  /** Empty: for all languages. */
  readonly lang: string;
  readonly name: string;
}

function columnNamed(header: string): Pick<Column, "path" | "lang"> | null {
  const path = meaningOf("columns", header);
  if (path !== null) return { path, lang: "" };
  const ofLanguage = languageOfHeader(header);
  const base = ofLanguage === null ? null : meaningOf("columns", ofLanguage.name);
  if (ofLanguage === null || base === null) return null;
  return spreadsheetNames().columns[base]?.isByLanguage === true
    ? { path: base, lang: ofLanguage.lang }
    : null;
}

function readHeader(
  table: Table,
  named: (header: string) => Pick<Column, "path" | "lang"> | null,
  report: SheetReport,
): Column[] {
  const first = new Map<string, Place>();
  return headerOf(table).flatMap((cell, index): Column[] => {
    const name = textOf(cell);
    if (name === "") return [];
    const found = named(name);
    if (found === null) {
      const unknown = new Reading("").unknown(name, knownNames("columns"));
      report.warn(cell.place, "name_unknown", { what: "column", name, ...unknown });
      return [];
    }
    const key = `${found.path} ${found.lang}`;
    const before = first.get(key);
    if (before !== undefined) report.error(cell.place, "name_twice", { what: "column", name, first: before });
    first.set(key, before ?? cell.place);
    return before === undefined ? [{ index, ...found, name }] : [];
  });
}

function readTopics(
  table: Table,
  report: SheetReport,
): { topics: SheetTopic[]; columns: ReadonlySet<string> } {
  const columns = readHeader(table, columnNamed, report);
  if (!columns.some(({ path }) => path === "topic"))
    report.error(table.place, "no_topic_column", {
      columns: headerOf(table)
        .map(textOf)
        .filter((name) => name !== ""),
    });
  const topics = bodyOf(table).map((row) => readTopic(row, columns, report));
  const first = new Map<string, Place>();
  for (const { id } of topics) {
    const before = id === null ? undefined : first.get(id.value);
    if (id !== null && before !== undefined)
      report.error(id.place, "id_twice", { id: id.value, first: before });
    else if (id !== null) first.set(id.value, id.place);
  }
  return { topics, columns: new Set(columns.map(({ path }) => path)) };
}

function readTopic(row: readonly SheetCell[], columns: readonly Column[], report: SheetReport): SheetTopic {
  const values = new Map<string, Placed>();
  const byLanguage = new Map<string, Map<string, Placed>>();
  let id: Placed<string> | null = null;
  for (const { index, path, lang, name } of columns) {
    const { kind = "line", isByLanguage = false } = spreadsheetNames().columns[path] ?? {};
    const cell = row[index];
    const value = cell === undefined ? undefined : readCell(cell, kind, name, report);
    if (cell === undefined || value === undefined) continue;
    const placed = { value, place: cell.place };
    if (path === "id") id = { value: String(value), place: cell.place };
    else if (!isByLanguage) values.set(path, placed);
    else byLanguage.set(path, (byLanguage.get(path) ?? new Map<string, Placed>()).set(lang, placed));
  }
  const textColumn = columns.find(({ path }) => path === "topic")?.index ?? 0;
  const [first] = row;
  const place = { ...(first?.place ?? { file: "", line: 1, sheet: "" }), column: textColumn + 1 };
  return { place, id, values, byLanguage };
}

function readSettings(table: Table, report: SheetReport): Pick<CourseWorkbook, "settings" | "settingPlaces"> {
  const found = new Map<string, Placed>();
  const first = new Map<string, Place>();
  const rows = table.rows.filter((row) => row.some((cell) => !isEmpty(cell)));
  for (const [index, cells] of rows.entries()) {
    const [nameCell, valueCell] = cells;
    const name = nameCell === undefined ? "" : textOf(nameCell);
    if (nameCell === undefined || name === "") continue;
    const path = meaningOf("settings", name);
    const before = path === null ? undefined : first.get(path);
    // The first row may name the two columns.
    if (path === null) {
      const unknown = new Reading("").unknown(name, knownNames("settings"));
      if (index > 0 || (valueCell !== undefined && !isHeading(valueCell)))
        report.warn(nameCell.place, "name_unknown", { what: "setting", name, ...unknown });
    } else if (before !== undefined) {
      report.error(nameCell.place, "name_twice", { what: "setting", name, first: before });
    } else {
      first.set(path, nameCell.place);
      const { kind = "line" } = spreadsheetNames().settings[path] ?? {};
      const value = valueCell === undefined ? undefined : readCell(valueCell, kind, name, report);
      if (valueCell !== undefined && value !== undefined) found.set(path, { value, place: valueCell.place });
    }
  }
  // In the order of a new plan, whatever the order of the rows.
  const settings = new Map(
    Object.keys(spreadsheetNames().settings).flatMap((path) => {
      const placed = found.get(path);
      return placed === undefined ? [] : [[path, placed] as const];
    }),
  );
  return { settings, settingPlaces: first };
}

function isHeading(cell: SheetCell): boolean {
  return Object.values(spreadsheetNames().headings.value).some(
    (name) => foldName(name) === foldName(textOf(cell)),
  );
}

/** Null if the sheet is no word list. */
function readList(table: Table, report: SheetReport): SheetList | null {
  const header = headerOf(table);
  if (!header.some((cell) => meaningOf("words", textOf(cell)) === "word")) {
    if (header.length > 0)
      report.warn(table.place, "name_unknown", {
        what: "sheet",
        name: table.name,
        known: [],
        suggestion: null,
      });
    return null;
  }
  const columns = readHeader(
    table,
    (name) => {
      const path = meaningOf("words", name);
      return path === null ? null : { path, lang: "" };
    },
    report,
  );
  const rows = bodyOf(table).map((row): ListRow => {
    let languages: readonly string[] | null = null;
    const cells = new Map<string, Placed<string>>();
    for (const { index, path, name } of columns) {
      const { kind = "line" } = spreadsheetNames().words[path] ?? {};
      const cell = row[index];
      const value = cell === undefined ? undefined : readCell(cell, kind, name, report);
      if (cell === undefined) continue;
      if (path === "language") languages = (value as string[] | undefined) ?? null;
      else cells.set(path, { value: String(value ?? ""), place: cell.place });
    }
    return { cells, languages };
  });
  const ofLanguage = /[([]/.test(table.name) ? languageOfHeader(table.name) : null;
  const name = (ofLanguage?.name ?? table.name).trim();
  if (rows.length === 0) report.error(table.place, "list_is_empty", { list: name });
  const columnNames = columns.flatMap(({ path }) => (path === "language" ? [] : [path]));
  return {
    name,
    place: table.place,
    language: ofLanguage?.lang ?? null,
    columns: new Set(columnNames),
    rows,
  };
}
