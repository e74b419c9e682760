import Table from "cli-table3";

/** Rows of text as plain aligned columns, without borders or colour. `right`: the columns of numbers. */
export function sayTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const table = new Table({
    chars: borderless,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    colAligns: Array.from({ length: columns }, (_, column) => (right.includes(column) ? "right" : "left")),
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
}

const borderless = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "",
};
