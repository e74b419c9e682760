import stringWidth from "string-width";

/** The space between two columns. */
const gap = "  ";

// Printable ASCII, one column wide each: the fast path for nearly every cell.
const plain = /^[ -~]*$/;

/**
 * Rows of text as plain aligned columns, without borders or colour. `right`: the right-aligned columns, for numbers. Takes time proportional to
 * the number of rows, since a plan may have a hundred thousand rows.
 */
export function formatTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  }
  return rows.map((row) => {
    let line = "";
    for (const [column, cell] of row.entries()) {
      if (column > 0) line += gap;
      // Measured again: storing the widths of a hundred thousand rows would take longer.
      const room = (widths[column] ?? 0) - widthOf(cell);
      if (right.includes(column)) line += " ".repeat(room) + cell;
      else line += column === row.length - 1 ? cell : cell + " ".repeat(room);
    }
    return line.trimEnd();
  });
}

function widthOf(cell: string): number {
  return plain.test(cell) ? cell.length : stringWidth(cell);
}

/** As much of a text as fits into the given number of columns. */
export function cut(text: string, columns: number): string {
  let kept = "";
  for (const character of text) {
    if (stringWidth(kept + character) > columns) break;
    kept += character;
  }
  return kept;
}

const standardColumns = 80;

/** The width of a terminal; a standard width if it reports none, or zero, as some terminals that record a session do. */
export function columnsOf({ columns }: { readonly columns?: number | undefined }): number {
  return columns || standardColumns;
}
