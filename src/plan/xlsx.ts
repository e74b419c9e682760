import { posix } from "node:path";
import type { FactsOf } from "./problem.ts";
import type { Reading } from "./reading.ts";
import type { Cell } from "./word-files.ts";

/** Limits of a spreadsheet. A larger one is a mistake, or an attempt to exhaust memory. */
const xlsxLimits = {
  entries: 500,
  unpackedBytes: 16 * 1_048_576,
  rows: 50_000,
  columns: 200,
  /** For all sheets together, each counted as a rectangle: the parser creates every cell of it, empty or not. */
  cells: 10_000_000,
} as const;

type XlsxRefusal = NonNullable<FactsOf<"file_unusable">["reason"]>;

/** A cell as its program saved it. Dates are at midnight UTC. An error such as `#N/A` counts as empty. */
export type CellValue = string | number | boolean | Date | null;

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly CellValue[])[];
}

/** Reads the first sheet; null if a problem was reported. Places are given by its rows and columns. A formula counts as the value saved with it. */
export async function readXlsx(bytes: Buffer, file: string, reading: Reading): Promise<Cell[][] | null> {
  const sheets = await readSheets(bytes);
  if (typeof sheets === "string") {
    reading.error({ file, line: 1, column: 1 }, "file_unusable", {
      path: file,
      why: "workbook",
      reason: sheets,
    });
    return null;
  }
  const [{ rows } = { rows: [] }] = sheets;
  return rows.map((cells, row) =>
    cells.map((cell, column) => {
      const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? "");
      return { text, place: { file, line: row + 1, column: column + 1 } };
    }),
  );
}

/** Reads all sheets, or returns the reason why it can't. */
export async function readSheets(bytes: Buffer): Promise<readonly Sheet[] | XlsxRefusal> {
  const merges = await readMerges(bytes);
  if (typeof merges === "string") return merges;
  try {
    // Loaded only if a spreadsheet is read.
    const { default: readWorkbook } = await import("read-excel-file/node");
    const sheets = await readWorkbook(bytes);
    // The package's types declare the class `Date` where they mean its instances.
    return sheets.map(({ sheet: name, data }, index) => ({
      name,
      rows: fillMerged(data as unknown as Sheet["rows"], merges[index] ?? []),
    }));
  } catch {
    return "not_xlsx";
  }
}

/** Merged cells: the indices of the first and last row and column. */
interface Merged {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Gives every cell of a merged range its value, as people read it. Rows without any other cell stay empty. */
function fillMerged(rows: Sheet["rows"], merges: readonly Merged[]): Sheet["rows"] {
  const filled = rows.map((row) => [...row]);
  const hasCells = rows.map((row) => row.some((cell) => cell !== null));
  for (const { top, left, bottom, right } of merges)
    for (let at = top; at <= bottom; at++)
      if (hasCells[at]) filled[at]?.fill(rows[top]?.[left] ?? null, left, right + 1);
  return filled;
}

/**
 * Checks the real unpacked size of every part, whatever the archive declares, and the address of every cell. Returns the merged ranges of each sheet, in
 * the workbook's order.
 */
async function readMerges(bytes: Buffer): Promise<readonly (readonly Merged[])[] | XlsxRefusal> {
  try {
    const { default: yauzl } = await import("yauzl");
    const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
    if (archive.entryCount > xlsxLimits.entries) return "too_large";
    let left: number = xlsxLimits.unpackedBytes;
    let cells: number = xlsxLimits.cells;
    const index = new Map<string, string>();
    const merges = new Map<string, readonly Merged[]>();
    for await (const entry of archive.eachEntry()) {
      const parts: Buffer[] = [];
      for await (const chunk of await archive.openReadStreamPromise(entry)) {
        left -= (chunk as Buffer).length;
        if (left < 0) return "too_large";
        parts.push(chunk as Buffer);
      }
      const xml = Buffer.concat(parts).toString("latin1");
      if (/^xl\/(?:_rels\/)?workbook\.xml/u.test(entry.fileName)) index.set(entry.fileName, xml);
      if (!/^xl\/worksheets\/.*\.xml$/u.test(entry.fileName)) continue;
      const size = sizeOfSheet(xml);
      if (size.rows > xlsxLimits.rows) return "too_many_rows";
      if (size.columns > xlsxLimits.columns) return "too_many_columns";
      const merged = mergedIn(xml, size);
      cells -= merged.reduce(
        (sum, { top, left, bottom, right }) => sum + Math.abs((bottom - top + 1) * (right - left + 1)),
        size.rows * size.columns,
      );
      if (cells < 0) return "too_large";
      merges.set(entry.fileName, merged);
    }
    const [workbook, relations] = [index.get("xl/workbook.xml"), index.get("xl/_rels/workbook.xml.rels")];
    if (workbook === undefined) return "not_xlsx";
    const targets = new Map(
      elementsIn(relations ?? "", "Relationship").map(({ Id, Target = "" }) => [Id, Target]),
    );
    return elementsIn(workbook, "sheet").map(
      ({ id }) => merges.get(posix.resolve("/xl", targets.get(id) ?? "").slice(1)) ?? [],
    );
  } catch {
    return "not_xlsx";
  }
}

/** The attributes of all elements of this name; both names without their namespaces. */
function elementsIn(xml: string, name: string): Readonly<Record<string, string>>[] {
  return [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^>]*)>`, "gu"))].map(([, attributes = ""]) =>
    Object.fromEntries(
      [...attributes.matchAll(/(?:\w+:)?(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)].map(
        ([, key, value, other]) => [key, value ?? other],
      ),
    ),
  );
}

const mergedRanges = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/gu;

function mergedIn(xml: string, size: { readonly rows: number; readonly columns: number }): Merged[] {
  return [...xml.matchAll(mergedRanges)].map(([, from = "", first, to = "", last]) => {
    const [bottom, right] = [Math.min(Number(last), size.rows), Math.min(columnOf(to), size.columns)];
    return { top: Number(first) - 1, left: columnOf(from) - 1, bottom: bottom - 1, right: right - 1 };
  });
}

// A distant address, or a declared dimension that reaches there, would make the parser fill in all cells before it.
const addresses = /(?:\br|<dimension ref)="([A-Z]*)(\d+)(?::([A-Z]*)(\d+))?"/gu;

function sizeOfSheet(xml: string): { readonly rows: number; readonly columns: number } {
  let [rows, columns] = [0, 0];
  for (const [, column = "", row = "", lastColumn = column, lastRow = row] of xml.matchAll(addresses)) {
    rows = Math.max(rows, Number(row), Number(lastRow));
    columns = Math.max(columns, columnOf(column), columnOf(lastColumn));
  }
  return { rows, columns };
}

function columnOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
