import stringWidth from "string-width";

// Between two columns.
const gap = "  ";

// What one character of a terminal shows, one column wide: nearly every cell there is, measured without asking for each character.
const plain = /^[ -~]*$/;

/**
 * Rows of text as plain aligned columns, without borders or colour. `right`: the columns of numbers. Takes time by the number of rows and no
 * more: a plan may have a hundred thousand.
 */
export function sayTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const measured = rows.map((row) => row.map(widthOf));
  const widths: number[] = [];
  for (const row of measured) {
    for (let column = 0; column < row.length; column++)
      widths[column] = Math.max(widths[column] ?? 0, row[column] ?? 0);
  }
  return rows.map((row, at) => {
    let line = "";
    for (const [column, cell] of row.entries()) {
      const room = " ".repeat((widths[column] ?? 0) - (measured[at]?.[column] ?? 0));
      line += `${column === 0 ? "" : gap}${right.includes(column) ? room + cell : cell + room}`;
    }
    return line.trimEnd();
  });
}

function widthOf(cell: string): number {
  return plain.test(cell) ? cell.length : stringWidth(cell);
}
