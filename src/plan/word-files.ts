import { limits } from "../contract/limits.ts";
import { shorten } from "../shared/text.ts";
import type { Place } from "./plan.ts";
import type { Reading } from "./reading.ts";

export interface Cell {
  readonly text: string;
  readonly place: Place;
}

export interface WrittenWord
  extends Readonly<Partial<Record<"gloss" | "reading" | "forms" | "example" | "level", Cell | undefined>>> {
  readonly word: Cell;
}

export function readPlainWords(text: string, file: string, reading: Reading): readonly WrittenWord[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const word = line.trim();
    const place = { file, line: index + 1, column: line.indexOf(word) + 1 };
    // It may be a hashtag instead of a comment.
    if (/^#[^\s#]/.test(word))
      reading.warn(place, "line_left_out", { line: shorten(word, limits.wordCharacters) });
    return word === "" || word.startsWith("#") ? [] : [{ word: { text: word, place } }];
  });
}

/**
 * Reads CSV (RFC 4180). Columns of a .csv file may be separated by commas, semicolons or tabs, since Excel chooses by locale: the separator is recognized
 * by the first row. `isName`: whether a cell of that row is the name of a column.
 */
export async function readDelimitedRows(
  text: string,
  file: string,
  isName: (cell: string) => boolean,
  reading: Reading,
): Promise<readonly (readonly Cell[])[]> {
  const separators = /\.tsv$/i.test(file) ? ["\t"] : [",", ";", "\t"];
  // Only the first row decides the separator: a gloss may contain any of them.
  const firstLine = text.split(/[\r\n]+/u).find((line) => /[^\s,;"]/u.test(line)) ?? "";
  const hasName = (separator: string) =>
    firstLine.split(separator).some((name) => isName(name.replace(/^\s*"?\s*|\s*"?\s*$/g, "")));
  const separator =
    separators.find(hasName) ?? separators.find((one) => firstLine.includes(one)) ?? separators[0] ?? ",";
  return splitRows(text, { separator, file }, reading);
}

async function splitRows(
  text: string,
  { separator, file }: { readonly separator: string; readonly file: string },
  reading: Reading,
): Promise<Cell[][]> {
  // Loaded only if a plan names a table.
  const { parse } = await import("csv-parse/sync");
  const bytes = Buffer.from(text);
  let [line, column, at, isFirst] = [1, 1, 0, true];
  /** Moves to an offset in the text, in bytes, as the parser counts. */
  const advance = (to: number): void => {
    const lines = bytes.toString("utf8", at, to).split(/\r\n|\n|\r/);
    line += lines.length - 1;
    column = (lines.length > 1 ? 1 : column) + (lines.at(-1) ?? "").length;
    at = to;
  };
  const startCell = (): Place => {
    if (!isFirst) advance(at + (bytes.toString("latin1", at, at + 2) === "\r\n" ? 2 : 1));
    isFirst = false;
    return { file, line, column };
  };
  return parse(bytes, {
    delimiter: separator,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    on_skip: () => {
      reading.error(startCell(), "bad_table", { why: "quote_open" });
      return undefined;
    },
    cast: (cell, { bytes: end, quoting }): Cell => {
      const place = startCell();
      const written = bytes.toString("utf8", at, end);
      const [quoted = written] = quoting ? (/^"(?:[^"]|"")*"/.exec(written) ?? []) : [];
      const after = written.slice(quoted.length);
      advance(at + Buffer.byteLength(quoted));
      if (after.trim() !== "")
        reading.error({ file, line, column }, "bad_table", { why: "text_after_quote" });
      advance(end);
      // If anything follows a closing quote, the parser returns the cell with its quotes.
      return { text: after === "" ? cell : quoted.slice(1, -1).replaceAll('""', '"'), place };
    },
  }) as unknown as Cell[][];
}

export const wordColumns = ["word", "gloss", "reading", "forms", "example", "level"] as const;

/** The first row names the columns; unknown columns are ignored. */
export function readTable(rows: readonly (readonly Cell[])[], file: string, reading: Reading): WrittenWord[] {
  const [header = [], ...body] = rows.filter((row) => row.some(({ text }) => text.trim() !== ""));
  const columns = header.map(({ text }) => text.trim().toLowerCase());
  if (!columns.includes("word")) {
    const place = header[0]?.place ?? { file, line: 1, column: 1 };
    reading.error(place, "bad_table", { why: "no_word_column", columns });
    return [];
  }
  for (const column of wordColumns) {
    const [first, second] = header.filter((_, index) => columns[index] === column);
    if (first !== undefined && second !== undefined)
      reading.error(second.place, "given_twice", { what: "column", value: column, first: first.place });
  }
  return body.flatMap((row): WrittenWord[] => {
    const [first] = row;
    const [beyond] = row.slice(columns.length);
    if (first === undefined) return [];
    // A row with more cells than the header usually contains a separator that was meant as text.
    if (beyond !== undefined && row.slice(columns.length).some(({ text }) => text.trim() !== "")) {
      reading.error(beyond.place, "bad_table", {
        why: "wide_row",
        fields: row.length,
        columns: columns.length,
      });
      return [];
    }
    const cellOf = (name: string): Cell | undefined => row[columns.indexOf(name)];
    const word = cellOf("word") ?? { text: "", place: first.place };
    const [, gloss, howRead, forms, example, level] = wordColumns.map(cellOf);
    return [{ word, gloss, reading: howRead, forms, example, level }];
  });
}
