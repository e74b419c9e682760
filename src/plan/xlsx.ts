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
  const refusal = await refuseXlsx(bytes);
  if (refusal !== null) return refusal;
  try {
    // Loaded only if a spreadsheet is read.
    const { default: readWorkbook } = await import("read-excel-file/node");
    const sheets = await readWorkbook(bytes);
    // The package's types declare the class `Date` where they mean its instances.
    return sheets.map(({ sheet: name, data }) => ({ name, rows: data as unknown as Sheet["rows"] }));
  } catch {
    return "not_xlsx";
  }
}

/** Checks the real unpacked size of every part, whatever the archive declares, and the address of every cell. */
async function refuseXlsx(bytes: Buffer): Promise<XlsxRefusal | null> {
  try {
    const { default: yauzl } = await import("yauzl");
    const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
    if (archive.entryCount > xlsxLimits.entries) return "too_large";
    let left: number = xlsxLimits.unpackedBytes;
    let cells: number = xlsxLimits.cells;
    let isWorkbook = false;
    for await (const entry of archive.eachEntry()) {
      isWorkbook ||= entry.fileName === "xl/workbook.xml";
      const parts: Buffer[] = [];
      for await (const chunk of await archive.openReadStreamPromise(entry)) {
        left -= (chunk as Buffer).length;
        if (left < 0) return "too_large";
        parts.push(chunk as Buffer);
      }
      if (!/^xl\/worksheets\/.*\.xml$/u.test(entry.fileName)) continue;
      const size = sizeOfSheet(Buffer.concat(parts).toString("latin1"));
      if (size.rows > xlsxLimits.rows) return "too_many_rows";
      if (size.columns > xlsxLimits.columns) return "too_many_columns";
      cells -= size.rows * size.columns;
      if (cells < 0) return "too_large";
    }
    return isWorkbook ? null : "not_xlsx";
  } catch {
    return "not_xlsx";
  }
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
