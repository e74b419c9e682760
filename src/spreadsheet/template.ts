import type { Cell, SheetData } from "write-excel-file/node";
import type { TemplateLanguage } from "./languages.ts";
import { type Named, spreadsheetNames } from "./names.ts";

/** Rows for which the cells are text, so that no program makes a date or a number of what is typed. */
const preparedRows = 40;

const width = { narrow: 16, wide: 44 } as const;
const text = { type: String, format: "@", wrap: true, alignVertical: "top" } as const;

/** An empty workbook for `init --from`, with a sheet of notes and rows that show how it is meant; as bytes of an .xlsx file. */
export async function templateWorkbook(language: TemplateLanguage): Promise<Buffer> {
  const { columns, words, settings, sheets, headings, examples } = spreadsheetNames();
  const nameOf = ({ names }: Pick<Named, "names">): string => names[language][0] ?? "";
  const exampleRows = (rows: (typeof examples)["topics"], of: Readonly<Record<string, Named>>) =>
    rows.map((row) => Object.keys(of).map((key) => row[key]?.[language] ?? ""));
  const [topicColumns, wordColumns, rows] = [columns, words, settings].map(inTemplate) as [
    Table,
    Table,
    Table,
  ];
  const table = (of: Table, body: readonly (readonly string[])[]): SheetData => [
    Object.values(of).map((one) => heading(nameOf(one))),
    ...[...body, ...Array.from({ length: preparedRows }, () => Object.keys(of).map(() => ""))].map((row) =>
      row.map(plain),
    ),
  ];
  const notes = [
    ...Object.values(topicColumns).map((one) => [nameOf(sheets.topics), one] as const),
    ...Object.values(wordColumns).map((one) => [examples.list[language], one] as const),
  ].map(([sheet, one]) => [plain(sheet), plain(nameOf(one)), plain(one.note?.[language] ?? "")]);
  const { default: writeWorkbook } = await import("write-excel-file/node");
  const workbook = [
    {
      sheet: nameOf(sheets.course),
      columns: [{ width: 24 }, { width: width.narrow * 2 }, { width: width.wide * 2 }],
      stickyRowsCount: 1,
      data: [
        (["name", "value", "note"] as const).map((key) => heading(headings[key][language])),
        ...Object.values(rows).map((one) => [
          plain(nameOf(one)),
          plain(String(one.example?.[language] ?? "")),
          plain(one.note?.[language] ?? ""),
        ]),
      ],
    },
    sheetOf(
      nameOf(sheets.topics),
      topicColumns,
      table(topicColumns, exampleRows(examples.topics, topicColumns)),
    ),
    sheetOf(
      examples.list[language],
      wordColumns,
      table(wordColumns, exampleRows(examples.words, wordColumns)),
    ),
    {
      sheet: nameOf(sheets.notes),
      columns: [{ width: width.narrow }, { width: 24 }, { width: width.wide * 2 }],
      data: notes,
    },
  ];
  return writeWorkbook(workbook).toBuffer();
}

type Table = Readonly<Record<string, Named>>;

function inTemplate(table: Table): Table {
  return Object.fromEntries(Object.entries(table).filter(([, { note }]) => note !== undefined));
}

function sheetOf(sheet: string, columns: Table, data: SheetData) {
  const wide = new Set(["topic", "prompts", "gloss", "image.alt"]);
  return {
    sheet,
    data,
    stickyRowsCount: 1,
    columns: Object.keys(columns).map((key) => ({ width: wide.has(key) ? width.wide : width.narrow })),
  };
}

const heading = (value: string): Cell => ({
  value,
  type: String,
  fontWeight: "bold",
  backgroundColor: "#e8eef7",
});
const plain = (value: string): Cell => (value === "" ? text : { ...text, value });
