/** What a word list from a spreadsheet may hold. More is a mistake, or was made to fill the memory. */
const xlsxLimits = {
  entries: 500,
  /** Of all its parts, unpacked. */
  unpackedBytes: 16 * 1_048_576,
  rows: 50_000,
  columns: 200,
} as const;

/** Why a spreadsheet is not read. */
export type XlsxRefusal = "not_xlsx" | "too_large" | "too_many_rows" | "too_many_columns";

/**
 * Looks through a spreadsheet before anything is read into memory: every part is unpacked once and counted by its real size, whatever the archive says
 * of it, and every cell's address in its sheets. Null: it may be read.
 */
export async function refuseXlsx(bytes: Buffer): Promise<XlsxRefusal | null> {
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

// An address far away would make a reader fill all that lies before it.
function refuseSheet(xml: string): XlsxRefusal | null {
  for (const match of xml.matchAll(/\b(?:r|ref)="([A-Z]*)(\d+)(?::([A-Z]*)(\d+))?"/gu)) {
    const [, column = "", row = "", lastColumn = "", lastRow = ""] = match;
    // What a sheet says of its size may span it all; only its cells and rows count.
    if (match[0].startsWith("ref") && !xml.startsWith("<dimension", match.index - "<dimension ".length))
      continue;
    if (Math.max(Number(row), Number(lastRow || 0)) > xlsxLimits.rows) return "too_many_rows";
    if (Math.max(columnOf(column), columnOf(lastColumn)) > xlsxLimits.columns) return "too_many_columns";
  }
  return null;
}

function columnOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
