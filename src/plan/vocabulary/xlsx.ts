import type { Field, Rows } from "./delimited.ts";
import { refuseXlsx, type XlsxRefusal } from "./xlsx-limits.ts";

/** Reads the first sheet of a spreadsheet. Places count its rows and columns. A formula has the value saved in the file. */
export async function readXlsx(bytes: Buffer, file: string): Promise<Rows | XlsxRefusal> {
  const refusal = await refuseXlsx(bytes);
  if (refusal !== null) return refusal;
  // Loaded only if a plan names a spreadsheet.
  const { readSheet } = await import("read-excel-file/node");
  try {
    const sheet = await readSheet(bytes);
    const rows = sheet.map((cells, row) =>
      cells.map((cell, column): Field => {
        const place = { file, line: row + 1, column: column + 1 };
        return { text: textOf(cell), place };
      }),
    );
    return { rows: rows.filter((row) => row.some(({ text }) => text.trim() !== "")), problems: [] };
  } catch {
    return "not_xlsx";
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
