import type { FactsOf } from "./problem.ts";
import type { Reading } from "./reading.ts";
import type { Cell } from "./word-files.ts";

// A larger workbook is a mistake, or an attempt to exhaust memory.
const unpackedMostBytes = 16 * 1_048_576;
/** For all sheets together, each counted as a rectangle: the parser creates every cell of it, empty or not. */
const cellsMost = 1_000_000;

/** Why a workbook can't be read, and the cell because of which. */
interface XlsxRefusal {
  readonly reason: NonNullable<FactsOf<"file_unusable">["reason"]>;
  readonly line: number;
  readonly column: number;
}

const refused = (reason: XlsxRefusal["reason"], line = 1, column = 1): XlsxRefusal => ({
  reason,
  line,
  column,
});

/** A cell as its program saved it. Dates are at midnight UTC. An error such as `#N/A` counts as empty. */
export type CellValue = string | number | boolean | Date | null;

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly CellValue[])[];
}

/** Reads the first sheet; null if a problem was reported. Places are given by its rows and columns. A formula counts as the value saved with it. */
export async function readXlsx(bytes: Buffer, file: string, reading: Reading): Promise<Cell[][] | null> {
  const sheets = await readSheets(bytes);
  if ("reason" in sheets) {
    const { reason, ...cell } = sheets;
    reading.error({ file, ...cell }, "file_unusable", { path: file, why: "workbook", reason });
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
  try {
    const refusal = await refusalOf(bytes);
    if (refusal !== null) return refusal;
    // Loaded only if a spreadsheet is read.
    const { default: readWorkbook } = await import("read-excel-file/node");
    // The package's types declare the class `Date` where they mean its instances.
    return (await readWorkbook(bytes)).map(({ sheet: name, data }) => ({
      name,
      rows: data as Sheet["rows"],
    }));
  } catch {
    return refused("not_xlsx");
  }
}

/** Checks the real unpacked size of every part, whatever the archive declares, and the address of every cell. */
async function refusalOf(bytes: Buffer): Promise<XlsxRefusal | null> {
  const { default: yauzl } = await import("yauzl");
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  let [left, cells] = [unpackedMostBytes, cellsMost];
  for await (const entry of archive.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      left -= (chunk as Buffer).length;
      if (left < 0) return refused("too_large");
      parts.push(chunk as Buffer);
    }
    if (!/^xl\/worksheets\/.*\.xml$/u.test(entry.fileName)) continue;
    const xml = Buffer.concat(parts).toString("latin1");
    cells -= cellsOf(xml);
    if (cells < 0) return refused("too_large");
    // For which of the cells the value is meant would be a guess.
    const [, column, row] = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]+)(\d+)/u.exec(xml) ?? [];
    if (column !== undefined) return refused("merged", Number(row), columnOf(column));
  }
  return null;
}

// A distant address, or a declared dimension that reaches there, would make the parser fill in all cells before it.
const addresses = /(?:\br|<dimension ref)="([A-Z]*)(\d+)(?::([A-Z]*)(\d+))?"/gu;

function cellsOf(sheet: string): number {
  let [rows, columns] = [0, 0];
  for (const [, column = "", row = "", lastColumn = column, lastRow = row] of sheet.matchAll(addresses)) {
    rows = Math.max(rows, Number(row), Number(lastRow));
    columns = Math.max(columns, columnOf(column), columnOf(lastColumn));
  }
  return rows * Math.max(1, columns);
}

function columnOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
