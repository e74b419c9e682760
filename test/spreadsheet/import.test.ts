import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { templateLanguages } from "../../src/spreadsheet/languages.ts";
import { templateWorkbook } from "../../src/spreadsheet/template.ts";
import { importInto, type Rows, workbook } from "./fixtures.ts";

// `workbooks/make-workbooks.mjs` writes the files with LibreOffice.
const written = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, "workbooks", name));

const everyday = {
  course: "everyday",
  title: "Everyday Spanish",
  publisher: "Sol Press",
  published: "2026-12-01",
  reader: "en",
  edition: "1",
  budget: { credits: 1500, month: 3000 },
  languages: ["es", "fr"],
  difficulties: [2, 4],
  defaults: { length: "short", audiobook: true },
  words: { Market: { es: { file: "words/market.es.csv" }, fr: { file: "words/market.fr.csv" } } },
  topics: [
    {
      id: "market",
      topic: { es: "Una mañana en el mercado", fr: "Un matin au marché" },
      languages: ["es", "fr"],
      difficulties: [2],
      words: ["Market"],
      prompts: ["¿Dónde?", "¿Cuándo?"],
    },
    {
      id: "el-tren-nocturno",
      topic: "El tren nocturno",
      languages: ["es"],
      difficulties: [2, 4],
      length: "medium",
    },
    { id: "book", topic: "1984", languages: ["es"], difficulties: [4] },
  ],
};

const locales = [
  ["en-US", "topics!I1", "Room"],
  ["de-DE", "Themen!I1", "Raum"],
  ["fr-FR", "Sujets!I1", "Salle"],
] as const;

test.each(locales)("LibreOffice in %s writes the same course as elsewhere", async (locale, place, name) => {
  const { file, lines, jobs } = await importInto({}, await written(`${locale}.xlsx`));
  expect(parse(await file("course.yaml"))).toEqual(everyday);
  expect(await file("words/market.es.csv")).toBe('word,gloss\nel puesto,stall\n"barato, -a",cheap\n');
  expect(await file("words/market.fr.csv")).toBe("word,gloss\nle stand,stall\n=SUM,a sum\n");
  expect(jobs).toBe(5);
  expect(lines).toEqual([
    `course.xlsx: ${name}!A1: warning: the sheet "${name}" is ignored, since its first row has no column "word" (or Wort, mot, palabra); add that column if it is a word list`,
    `course.xlsx: ${place}: warning: the column "${name}" is ignored`,
  ]);
});

/** The files of the course in the workbook of a locale. */
async function filesIn(locale: string): Promise<Record<string, string>> {
  const { file } = await importInto({}, await written(`${locale}.xlsx`));
  const paths = ["course.yaml", "words/market.es.csv", "words/market.fr.csv"];
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await file(path)])));
}

test.each(locales)("the topics alone, as LibreOffice in %s exports them, change nothing", async (locale) => {
  const table = (await written(`${locale}.csv`)).toString();
  expect(await importInto(await filesIn(locale), table)).toMatchObject({ changes: [], files: new Map() });
});

test("what somebody changed in LibreOffice in another country is all that changes, and keeps the ids", async () => {
  const files = await filesIn("en-US");
  const { changes, file } = await importInto(files, await written("fr-FR-changed.xlsx"));
  const codes = ["list_changed", "topic_reworded", "topic_reworded", "topics_reordered"];
  expect(changes.map(({ code }) => code)).toEqual(codes);
  const idsOf = (plan = "") =>
    parse(plan)
      .topics.map(({ id }: { id: string }) => id)
      .sort();
  expect(idsOf(await file("course.yaml"))).toEqual(idsOf(files["course.yaml"]));
});

test("what a program with a decimal comma made of levels, ids and words is told", async () => {
  const { lines } = await importInto({}, await written("typed.xlsx"));
  expect(lines.filter((line) => line.includes("error"))).toEqual([
    'course.xlsx: typed!A1: error: the course has no "languages"; add that column to the topics, or a row with that name to a sheet "course"',
    'course.xlsx: typed!A1: error: the course has no "levels"; add that column to the topics, or a row with that name to a sheet "course"',
    'course.xlsx: typed!B2: error: "Stufen" is "2.4"; write whole numbers from 1 (first words) to 10 (native), with semicolons between several: 2; 4',
    'course.xlsx: typed!B3: error: "Stufen" is "2-4"; write whole numbers from 1 (first words) to 10 (native), with semicolons between several: 2; 4',
    'course.xlsx: typed!C3: error: the spreadsheet program turned what was typed in "Kennung" into "2026-03-01"; format the column as text and type it again',
    'course.xlsx: typed!C4: error: the spreadsheet program turned what was typed in "Kennung" into "true"; format the column as text and type it again',
    'course.xlsx: typed!B6: error: "Stufen" is "zwei"; write whole numbers from 1 (first words) to 10 (native), with semicolons between several: 2; 4',
  ]);
});

test.each(templateLanguages)("the template in %s is a course of two topics", async (language) => {
  const bytes = await templateWorkbook(language);
  const { lines, jobs, file } = await importInto({}, bytes);
  expect(lines).toEqual([]);
  expect(jobs).toBe(2);
  const plan = await file("course.yaml");
  expect(parse(plan)).toMatchObject({
    reader: language,
    budget: { credits: 200 },
    defaults: { length: "short", audiobook: true },
  });
  // As people write plans, a line for each key and topic: they read it, and compare versions of it.
  expect(plan.split("\n")).toEqual(
    expect.arrayContaining([expect.stringMatching(/^course: /), "budget: { credits: 200 }", "topics:"]),
  );
});

const course: Rows = [
  ["title", "Walks"],
  ["budget", 100],
  ["languages", "es"],
  ["levels", 2],
];

const mistakes: Readonly<
  Record<string, { readonly sheets: Readonly<Record<string, Rows>>; readonly lines: readonly string[] }>
> = parse(readFileSync(join(import.meta.dirname, "problems.yaml"), "utf8"));

describe("problems are told by sheet, row and column", () => {
  it.each(Object.entries(mistakes))("%s", async (_, { sheets, lines: expected }) => {
    const { lines, files } = await importInto({}, await workbook(sheets));
    expect(
      lines.map((line) => line.replace(/^course\.xlsx: /, "").replace(/(slice_of_life), .*/, "$1")),
    ).toEqual(expected);
    expect(files.size).toBe(0);
  });
});

test("names of sheets make no paths, and what begins with = is text", async () => {
  const lists = ["..", "a.b.c", "Señor. Ñ", "con", "__proto__", "constructor"];
  const table: Rows = [["word"], ["=SUM(A1)"], ["-ed"]];
  const sheets = {
    course,
    topics: [["topic"], ["=1+1"]],
    ...Object.fromEntries(lists.map((name) => [name, table])),
  };
  const { lines } = await importInto({}, await workbook(sheets));
  expect(lines.filter((line) => line.includes("error"))).toEqual([
    expect.stringContaining("'..'!A1: error: \"..\" can't be the name of a word list"),
    expect.stringContaining('course!A1: error: the key "constructor" is not allowed'),
  ]);
  const harmless = await importInto({}, await workbook({ course, topics: sheets.topics, "Señor. Ñ": table }));
  expect([...harmless.files.keys()]).toEqual(["words/senor-n.es.csv", "course.yaml"]);
  expect(parse(await harmless.file("course.yaml"))).toMatchObject({ topics: [{ id: "1-1", topic: "=1+1" }] });
});

const lone = "A walk, and bread; tea\tes\t2";
test.each([
  ["with tabs", "topic\tlanguages\tlevels\n"],
  ["after empty rows", "\r\n\r\ntopic\tlanguages\tlevels\r\n"],
])("a .csv file of topics %s is read", async (_, head) => {
  const { file } = await importInto({}, head + lone);
  const topic = { topic: "A walk, and bread; tea", languages: ["es"], difficulties: [2] };
  expect(parse(await file("course.yaml")).topics).toEqual([expect.objectContaining(topic)]);
});

test("a .csv file without topics has no sheets to name", async () => {
  expect((await importInto({}, "name\nA walk")).lines).toEqual([
    'course.csv: A1: error: no sheet has a column "topic" (or Thema, sujet, tema); write the names of the columns above the topics',
  ]);
});

const refused: Readonly<
  Record<string, readonly [name: string, file: () => Promise<Buffer> | Buffer, says: string]>
> = {
  "of OpenDocument": ["c.ods", () => Buffer.from("PK"), "save it as .xlsx (Microsoft Excel)"],
  "that is no spreadsheet": ["c.docx", () => Buffer.from("PK"), "isn't a spreadsheet that can be read"],
  "that is damaged": ["c.xlsx", () => Buffer.from("PK"), "it isn't an Excel workbook, or it is damaged"],
  "with merged cells": [
    "c.xlsx",
    () =>
      workbook({
        topics: [
          ["topic", "levels"],
          ["A walk", { value: "2", rowSpan: 2 }],
          ["Bread", null],
        ],
      }),
    "B2: error: the workbook can't be read: this cell is merged with others; unmerge",
  ],
  "that would fill the memory with empty cells": [
    "c.xlsx",
    () => workbook(Object.fromEntries(["a", "b"].map((name) => [name, farAway]))),
    "far too large when unpacked",
  ],
};
const farAway: Rows = Array.from({ length: 40_000 }, (_, row) =>
  row === 0 ? Array.from({ length: 199 }, () => "x") : [],
);

test.each(Object.entries(refused))("a file %s is refused", async (_, [name, file, says]) => {
  const { lines, files } = await importInto({}, await file(), name);
  expect(lines.join()).toContain(says);
  expect(files.size).toBe(0);
});
