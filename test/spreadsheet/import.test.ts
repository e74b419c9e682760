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

test.each(locales)("the topics alone, as LibreOffice in %s exports them, change nothing", async (locale) => {
  const { file } = await importInto({}, await written(`${locale}.xlsx`));
  const files = Object.fromEntries(
    await Promise.all(
      ["course.yaml", "words/market.es.csv", "words/market.fr.csv"].map(async (path) => [
        path,
        await file(path),
      ]),
    ),
  );
  expect(await importInto(files, (await written(`${locale}.csv`)).toString())).toMatchObject({
    changes: [],
    files: new Map(),
  });
});

test("what a program with a decimal comma made of levels, ids and words is told", async () => {
  const { lines } = await importInto({}, await written("typed.xlsx"));
  expect(lines.filter((line) => line.includes("error"))).toEqual([
    'course.xlsx: typed!A1: error: the course has no "languages"; add that column to the topics, or a row with that name to a sheet "course"',
    'course.xlsx: typed!A1: error: the course has no "levels"; add that column to the topics, or a row with that name to a sheet "course"',
    'course.xlsx: typed!B2: error: the spreadsheet program made the number 2.4 of what was typed in "Stufen"; if several were meant, type them with a semicolon: 2; 4',
    'course.xlsx: typed!C3: error: the spreadsheet program made the date 2026-03-01 of what was typed in "Kennung"; format the column as text and type it again, with semicolons between several values',
    'course.xlsx: typed!C4: error: the spreadsheet program made a truth value of what was typed in "Kennung"; format the column as text and type it again',
    'course.xlsx: typed!B6: error: "Stufen" is "zwei"; write whole numbers, with semicolons between several: 2; 4',
  ]);
});

test.each(templateLanguages)("the template in %s is a course of two topics", async (language) => {
  const bytes = await templateWorkbook(language);
  const { lines, jobs, file } = await importInto({}, bytes);
  expect({ lines, jobs }).toEqual({ lines: [], jobs: 2 });
  const plan = await file("course.yaml");
  expect(parse(plan)).toMatchObject({
    reader: language,
    budget: { credits: 60 },
    defaults: { length: "short", audiobook: true },
  });
});

const course: Rows = [
  ["title", "Walks"],
  ["budget", 100],
  ["languages", "es"],
  ["levels", 2],
];

describe("problems are told by sheet, row and column", () => {
  const cases: [string, Readonly<Record<string, Rows>>, readonly string[]][] = [
    [
      "of values that no plan may have",
      {
        topics: [
          ["topic", "level", "genre", "id", "words"],
          ["A walk", 12, "murder", "A Walk", "sea"],
          ["", 2, "crime", null, null],
          ["x".repeat(501), null, null, "b", null],
          ["Tea", null, null, "b", null],
        ],
        course,
      },
      [
        'topics!B2: error: "difficulties" is 12; it must be from 1 to 10',
        'topics!C2: error: "murder" is not one of the allowed values of "genre"; use one of slice_of_life',
        "topics!D2: error: \"A Walk\" can't be a topic id; use at most 64 characters from a-z, 0-9 and -, and don't begin with -",
        'topics!A3: error: "topic" has no visible characters; write at least one',
        'topics!A4: error: "topic" has 501 characters, but at most 500 are allowed; shorten "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"',
        'topics!D5: error: two topics have the id "b", the first on line 4; give this one an id of its own, such as id: b-2',
      ],
    ],
    [
      "of the sheet about the course",
      {
        Kurs: [
          ["Titel", "Walks"],
          ["Budget", "viel"],
          ["Sprachen", "Klingonisch"],
          ["Stufen", "0; 2"],
          ["Hörbuch", "vielleicht"],
          ["Sprache", "es"],
          ["Farbe", "rot"],
          ["Erscheinungsdatum", "1/2/2027"],
        ],
        Themen: [["Thema"], ["A walk"]],
      },
      [
        'Kurs!B2: error: "Budget" is "viel"; write a number',
        'Kurs!B3: error: "Klingonisch" is not one of the story service\'s language codes; coursebinder languages lists them',
        'Kurs!B4: error: "difficulties" is 0; it must be from 1 to 10',
        'Kurs!B5: error: "Hörbuch" is "vielleicht"; write yes or no (or ja, oui, sí)',
        'Kurs!A6: error: the row "Sprache" appears twice, first at Kurs!A3; keep only one of the two',
        'Kurs!A7: warning: the row "Farbe" is ignored',
        'Kurs!B8: error: "published" is "1/2/2027"; write a valid date as YYYY-MM-DD',
      ],
    ],
    [
      "of word lists",
      {
        course: [...course.slice(0, 2), ["languages", "es; fr"], ["levels", 2]],
        topics: [
          ["topic", "words"],
          ["A walk", "Sea; Land (1); Sky"],
        ],
        Sea: [
          ["word", "gloss"],
          ["mar", "sea"],
        ],
        "Land (1)": [
          ["word", "language"],
          ["tierra", "es"],
          ["mar", "es; fr"],
          [true, "fr"],
        ],
        Sky: [["word", "language"]],
      },
      [
        "'Land (1)'!A1: error: \"Land (1)\" can't be the name of a word list; begin with a letter or digit, and use at most 64 letters, digits, spaces and . _ -",
        "'Land (1)'!A4: error: the spreadsheet program made a truth value of what was typed in \"word\"; format the column as text and type it again",
        'Sea!A2: error: the word list "Sea" doesn\'t say which language it is in; add a column "language", or the language to the name of the sheet, such as "Sea (es)"',
        'Sky!A2: error: "word" has no visible characters; write at least one',
      ],
    ],
    [
      "of a workbook without topics",
      { lessons2: [["name"], ["A walk"]], course },
      [
        'lessons2!A1: error: no sheet has a column "topic" (or Thema, sujet, tema); the sheets are "lessons2", "course"; write the names of the columns above the topics',
      ],
    ],
  ];
  it.each(cases)("%s", async (_, sheets, expected) => {
    const { lines, files } = await importInto({}, await workbook(sheets));
    expect(
      lines.map((line) => line.replace(/^course\.xlsx: /, "").replace(/(slice_of_life), .*/, "$1")),
    ).toEqual(expected);
    expect(files.size).toBe(0);
  });
});

test("names of sheets make no paths, and what begins with = is text", async () => {
  const lists = ["..", "a.b.c", "Señor. Ñ", "con (es)", "__proto__", "constructor"];
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

const refused: Readonly<
  Record<string, readonly [name: string, file: () => Promise<Buffer> | Buffer, says: string]>
> = {
  "of OpenDocument": ["c.ods", () => Buffer.from("PK"), "save it as .xlsx (Microsoft Excel)"],
  "that is no spreadsheet": ["c.docx", () => Buffer.from("PK"), "isn't a spreadsheet that can be read"],
  "that is damaged": ["c.xlsx", () => Buffer.from("PK"), "it isn't an Excel workbook, or it is damaged"],
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
