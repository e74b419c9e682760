// What a spreadsheet would treat as a formula, including the full-width forms.
const startsFormula = /^[=+\-@\t\r＝＋－＠]/u;

/**
 * A table for spreadsheets: RFC 4180 with CR LF, and UTF-8 with a byte-order mark so that Excel detects it. A cell that a spreadsheet would
 * run as a formula gets a leading apostrophe.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(value: string | number): string {
  const text = String(value);
  const safe = typeof value === "string" && startsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
