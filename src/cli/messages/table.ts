import stringWidth from "string-width";

/** Between two columns. */
export const gap = "  ";

// Printable ASCII, one column wide each: the fast path for nearly every cell.
const plain = /^[ -~]*$/;

/**
 * Rows of text as plain aligned columns, without borders or colour. `right`: the right-aligned columns, for numbers. Linear in the number
 * of rows, since a plan may have a hundred thousand.
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
