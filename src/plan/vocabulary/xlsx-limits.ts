/** Limits of a spreadsheet. A larger one is a mistake, or an attempt to exhaust memory. */
const xlsxLimits = {
  entries: 500,
  /** Of all its parts, unpacked. */
  unpackedBytes: 16 * 1_048_576,
  rows: 50_000,
  columns: 200,
} as const;

export type XlsxRefusal = "not_xlsx" | "too_large" | "too_many_rows" | "too_many_columns";

/**
 * Checks a spreadsheet before it is parsed: the real unpacked size of every part, whatever the archive declares, and the address of every
 * cell. Null if it may be parsed.
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

// A distant address would make the parser fill in all cells before it.
function refuseSheet(xml: string): XlsxRefusal | null {
  for (const match of xml.matchAll(/\b(?:r|ref)="([A-Z]*)(\d+)(?::([A-Z]*)(\d+))?"/gu)) {
    const [, column = "", row = "", lastColumn = "", lastRow = ""] = match;
    // A declared dimension may span the whole sheet; only cells and rows count.
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
