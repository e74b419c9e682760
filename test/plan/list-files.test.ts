import { expect, test } from "vitest";
import { zipOf } from "../package/fixtures.ts";
import { listIn, planWithList, readText } from "./fixtures.ts";

const rows = [
  ["Word", "GLOSS", "forms", "example", "Level", "Reading", "note"],
  ["ladrar", "to bark", "ladra|ladran; ladró", "El perro ladra.", "A1", "la drar", "x"],
  ["niño", "child, boy", "", "", "", "", ""],
];

const expected = [
  {
    word: "ladrar",
    gloss: "to bark",
    reading: "la drar",
    forms: ["ladra", "ladran", "ladró"],
    example: "El perro ladra.",
    level: "A1",
  },
  { word: "niño", gloss: "child, boy", reading: null, forms: [], example: null, level: null },
];

const delimited = (separator: string) =>
  rows
    .map((row) => row.map((cell) => (/[,;\t]/.test(cell) ? `"${cell}"` : cell)).join(separator))
    .join("\r\n");

function utf16(text: string, isBig: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return isBig ? bytes.swap16() : bytes;
}

function xlsx(sheet: string): Buffer {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packaged = "http://schemas.openxmlformats.org/package/2006";
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return zipOf(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })));
}

const cellsOf = (row: readonly string[], line: number) =>
  row
    .map((cell, column) => {
      const at = `${String.fromCharCode(65 + column)}${line}`;
      return cell === "" ? "" : `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    })
    .join("");
const sheetOf = (lines: readonly (readonly string[])[]) =>
  lines.map((row, index) => `<row r="${index + 1}">${cellsOf(row, index + 1)}</row>`).join("");

test.each<readonly [name: string, file: string, content: () => string | Uint8Array | Promise<Uint8Array>]>([
  ["with commas", "w.csv", () => delimited(",")],
  ["with semicolons", "w.csv", () => delimited(";")],
  ["with tabs in a .csv", "w.csv", () => delimited("\t")],
  ["of tabs", "w.tsv", () => delimited("\t")],
  ["in UTF-8 with a mark", "w.csv", () => `\ufeff${delimited(";")}`],
  ["in UTF-16 of little end", "w.csv", () => utf16(delimited("\t"), false)],
  ["in UTF-16 of big end", "w.csv", () => utf16(delimited(";"), true)],
  ["in a spreadsheet", "w.xlsx", () => xlsx(sheetOf(rows))],
])("a list %s is the same list", async (_, file, content) => {
  expect(await listIn(file, await content())).toEqual(expected);
});

const linesFor = async (bytes: Uint8Array) =>
  (await readText(planWithList("w.xlsx"), { "w.xlsx": bytes })).lines;

test("every wrong row of a spreadsheet is named at its row and column, all at once; a note beside the list is none", async () => {
  const lines = await linesFor(
    await xlsx(sheetOf([["gloss", "word"], ["a", "x".repeat(200)], ["b"], ["c", "pan", "more"]])),
  );
  expect(lines).toHaveLength(2);
  expect(lines.map((line) => /^w\.xlsx:\d+:\d+/.exec(line)?.[0])).toEqual(["w.xlsx:2:2", "w.xlsx:3:2"]);
});

const header = "<row r='1'><c r='A1' t='inlineStr'><is><t>word</t></is></c></row>";

test.each<readonly [name: string, sheet: string, says: string]>([
  ["with a million empty rows", `${header}${'<row r="1048576"></row>'}`, "cells far from the others"],
  [
    "with a cell far below and to the right",
    `${header}<row r="200"><c r="XFD200"><v>1</v></c></row>`,
    "cells far from the others",
  ],
  [
    "with merged cells",
    `${header}<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`,
    'w.xlsx:1:1: error: "w.xlsx" can\'t be read: this cell is merged',
  ],
  ["that is a bomb", `${header}${" ".repeat(20 * 1_048_576)}`, "far too large for a word list"],
])("a spreadsheet %s is refused in a clear line", async (_, sheet, says) => {
  const lines = await linesFor(await xlsx(sheet));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(says);
});

test("a formula is what it came to, and never run", async () => {
  const formula = '<row r="2"><c r="A2" t="str"><f>CONCATENATE("p","an")</f><v>pan</v></c></row>';
  const bytes = await xlsx(sheetOf([["word"]]) + formula);
  expect(await listIn("w.xlsx", bytes)).toMatchObject([{ word: "pan" }]);
});
