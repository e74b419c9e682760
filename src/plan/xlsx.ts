import type { FactsOf } from "./problem.ts";
import type { Reading } from "./reading.ts";
import type { Cell } from "./word-files.ts";

/** Limits of a spreadsheet. A larger one is a mistake, or an attempt to exhaust memory. */
const xlsxLimits = {
  entries: 500,
  unpackedBytes: 16 * 1_048_576,
  rows: 50_000,
  columns: 200,
} as const;

type XlsxRefusal = FactsOf<"list_not_read">["reason"];

/** Reads the first sheet; null if a problem was reported. Places are given by its rows and columns. A formula counts as the value saved with it. */
export async function readXlsx(bytes: Buffer, file: string, reading: Reading): Promise<Cell[][] | null> {
  let refusal = await refuseXlsx(bytes);
  try {
    // Loaded only if a plan names a spreadsheet.
    const { readSheet } = await import("read-excel-file/node");
    const rows = refusal === null ? await readSheet(bytes) : null;
    if (rows !== null)
      return rows.map((cells, row) =>
        cells.map((cell, column) => {
          const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? "");
          return { text, place: { file, line: row + 1, column: column + 1 } };
        }),
      );
  } catch {
    refusal = "not_xlsx";
  }
  const place = { file, line: 1, column: 1 };
  reading.error(place, "list_not_read", { path: file, reason: refusal ?? "not_xlsx" });
  return null;
}

/** Checks the real unpacked size of every part, whatever the archive declares, and the address of every cell. */
async function refuseXlsx(bytes: Buffer): Promise<XlsxRefusal | null> {
  try {
    const { default: yauzl } = await import("yauzl");
    const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
    if (archive.entryCount > xlsxLimits.entries) return "too_large";
    let left: number = xlsxLimits.unpackedBytes;
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
      const refusal = refuseSheet(Buffer.concat(parts).toString("latin1"));
      if (refusal !== null) return refusal;
    }
    return isWorkbook ? null : "not_xlsx";
  } catch {
    return "not_xlsx";
  }
}

// A distant address would make the parser fill in all cells before it, and so would a declared dimension that reaches there.
const addresses = /(?:\br|<dimension ref)="([A-Z]*)(\d+)(?::([A-Z]*)(\d+))?"/gu;

function refuseSheet(xml: string): XlsxRefusal | null {
  for (const [, column = "", row = "", lastColumn = column, lastRow = row] of xml.matchAll(addresses)) {
    if (Math.max(Number(row), Number(lastRow)) > xlsxLimits.rows) return "too_many_rows";
    if (Math.max(columnOf(column), columnOf(lastColumn)) > xlsxLimits.columns) return "too_many_columns";
  }
  return null;
}

function columnOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
