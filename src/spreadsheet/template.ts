import type { Cell } from "write-excel-file/node";
import type { TemplateLanguage } from "./languages.ts";
import { type Named, spreadsheetNames } from "./names.ts";

/** How many rows are formatted as text, so that no program turns what is typed into a date or a number. */
const preparedRows = 40;

/** The width of columns, in characters. */
const width = 30;

/** A workbook to fill in for `init --from`, with a sheet of notes and example rows to overwrite: the bytes of an .xlsx file. */
export async function templateWorkbook(language: TemplateLanguage): Promise<Buffer> {
  const { columns, words, settings, sheets, headings, examples } = spreadsheetNames();
  const nameOf = ({ names }: Pick<Named, "names">): string => names[language][0] ?? "";
  const noteOf = ({ note }: Named): string => note?.[language] ?? "";
  const tableOf = (
    sheet: string,
    table: Readonly<Record<string, Named>>,
    rows: readonly Readonly<Record<string, Record<TemplateLanguage, string>>>[],
  ) => {
    const shown = Object.entries(table).filter(([, { note }]) => note !== undefined);
    const empty = Array.from({ length: preparedRows }, () => ({}) as (typeof rows)[number]);
    return {
      sheet,
      rows: [
        shown.map(([, one]) => nameOf(one)),
        ...[...rows, ...empty].map((row) => shown.map(([key]) => row[key]?.[language] ?? "")),
      ],
      notes: shown.map(([, one]) => [sheet, nameOf(one), noteOf(one)]),
    };
  };
  const topics = tableOf(nameOf(sheets.topics), columns, examples.topics);
  const list = tableOf(examples.list[language], words, examples.words);
  const course = {
    sheet: nameOf(sheets.course),
    rows: [
      [headings.name[language], headings.value[language], headings.note[language]],
      ...Object.values(settings)
        .filter(({ note }) => note !== undefined)
        .map((one) => [nameOf(one), String(one.example?.[language] ?? ""), noteOf(one)]),
    ],
  };
  const notes = {
    sheet: nameOf(sheets.notes),
    rows: [[nameOf(sheets.notes)], ...topics.notes, ...list.notes],
  };
  const { default: writeWorkbook } = await import("write-excel-file/node");
  const workbook = [course, topics, list, notes].map(({ sheet, rows }) => ({
    sheet,
    columns: rows[0]?.map(() => ({ width })) ?? [],
    stickyRowsCount: 1,
    data: rows.map((row, line) => row.map((value) => (line === 0 ? heading(value) : plain(value)))),
  }));
  return writeWorkbook(workbook, { fontFamily: "Arial", fontSize: 10 }).toBuffer();
}

const heading = (value: string): Cell => ({ value, fontWeight: "bold", backgroundColor: "#e8eef7" });

function plain(value: string): Cell {
  const text = { type: String, format: "@", alignVertical: "top" } as const;
  return value === "" ? text : { ...text, value };
}
