import { readFile } from "node:fs/promises";
import { join } from "node:path";
import writeWorkbook, { type Cell } from "write-excel-file/node";
import { describeChange, describePlanProblem } from "../../src/cli/problems/plan.ts";
import { type CourseImport, importCourse, writeImport } from "../../src/spreadsheet/import-course.ts";
import { fileFolder } from "../fixtures.ts";
import { type Contents, fill, noon } from "../plan/fixtures.ts";

type Value = string | number | boolean | Date | null;
/** `rowSpan`: the cell is merged with those below it. */
type Merged = { readonly value: string; readonly rowSpan: number };
export type Rows = readonly (readonly (Value | Merged)[])[];

/** An .xlsx file with these sheets. */
export function workbook(sheets: Readonly<Record<string, Rows>>): Promise<Buffer> {
  const cellOf = (value: Rows[number][number]): Cell =>
    value instanceof Date ? { value, type: Date, format: "dd.mm.yyyy" } : value;
  return writeWorkbook(
    Object.entries(sheets).map(([sheet, rows]) => ({ sheet, data: rows.map((row) => row.map(cellOf)) })),
  ).toBuffer();
}

export interface Imported extends CourseImport {
  /** Problems and changes as people read them. */
  readonly lines: readonly string[];
  readonly changed: readonly string[];
  /** The plan and its lists as they are on the disk then. */
  file(path: string): Promise<string>;
}

/** Imports a spreadsheet into a folder with these files, and writes what comes of it. */
export async function importInto(
  files: Contents,
  spreadsheet: Buffer | string,
  name = typeof spreadsheet === "string" ? "course.csv" : "course.xlsx",
): Promise<Imported> {
  const folder = fileFolder();
  await fill(folder, files);
  const plan = join(folder, "course.yaml");
  const bytes = typeof spreadsheet === "string" ? Buffer.from(spreadsheet) : spreadsheet;
  const imported = await importCourse(plan, { bytes, file: name }, noon);
  const isRefused = imported.problems.some(({ severity }) => severity === "error");
  if (!isRefused && !(await writeImport(plan, imported))) throw new Error("the plan was overtaken");
  return {
    ...imported,
    lines: imported.problems.map((problem) => describePlanProblem(problem).replaceAll(`${folder}/`, "")),
    changed: imported.changes.map(describeChange),
    file: (path) => readFile(join(folder, path), "utf8"),
  };
}
