import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listIn } from "./fixtures.ts";

// `libreoffice/make-lists.mjs` writes the files.
const folder = join(import.meta.dirname, "libreoffice");

const expected = [
  {
    word: "ladrar",
    gloss: "to bark",
    forms: ["ladra", "ladran", "ladró"],
    example: "El perro ladra.",
    level: "2",
  },
  {
    word: "niño",
    gloss: "child, boy",
    forms: [],
    example: "«¡Hola!», dice el niño; y se va.",
    level: "12",
  },
  { word: "el águila", gloss: 'eagle "of the coast"', forms: [], example: null, level: "1" },
  { word: "猫", gloss: "ねこ、cat", forms: [], example: null, level: null },
  { word: "٣", gloss: "three", forms: [], example: null, level: "3" },
].map((entry) => ({ ...entry, reading: null }));

const names = ["list.xlsx", "comma.csv", "semicolon.csv", "utf-16-tab.csv", "utf-16-semicolon.csv"];
const files = ["en-US", "de-DE", "ja-JP"].flatMap((locale) => names.map((name) => [locale, name] as const));

test.each(files)(
  "LibreOffice in %s writes %s, which is the same list as all others",
  async (locale, name) => {
    const file = `words${name.slice(name.lastIndexOf("."))}`;
    expect(await listIn(file, await readFile(join(folder, locale, name)))).toEqual(expected);
  },
);
