import { limits } from "../contract/limits.ts";
import { withoutDictionaryMarks } from "../shared/dictionary-marks.ts";
import { decodeText, readBelow } from "./files.ts";
import { wordKey } from "./past-editions.ts";
import type { LevelWord, ListWord, WordLists } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { Reading } from "./reading.ts";
import type { WrittenPlan, WrittenWords } from "./schema.ts";
import { type Cell, readDelimitedRows, readPlainWords, readTable, type WrittenWord } from "./word-files.ts";
import { readXlsx } from "./xlsx.ts";

interface Loading {
  readonly folder: string;
  readonly reading: Reading;
  /**
   * The lists read so far, by path or by the inline list that an alias repeats: a list that is used several times is read, and its problems reported,
   * once.
   */
  readonly shared: Map<unknown, readonly ListWord[]>;
}

export async function readWordLists(
  written: WrittenPlan["words"],
  folder: string,
  reading: Reading,
): Promise<WordLists> {
  const loading: Loading = { folder, reading, shared: new Map() };
  const lists = new Map<string, ReadonlyMap<string, readonly ListWord[]>>();
  for (const [name, byLanguage] of Object.entries(written ?? {})) {
    const words = new Map<string, readonly ListWord[]>();
    for (const [lang, source] of Object.entries(byLanguage))
      if (source !== undefined) words.set(lang, await readSource(source, loading));
    lists.set(name, words);
  }
  return lists;
}

/** A word on several lists has the lowest of their levels. */
export function headwordsIn(lists: WordLists): ReadonlyMap<string, readonly LevelWord[]> {
  const found = new Map<string, Map<string, LevelWord>>();
  for (const [level, byLanguage] of [...lists].sort(([a], [b]) => Number(a) - Number(b))) {
    for (const [lang, words] of byLanguage) {
      const ofLanguage = found.get(lang) ?? new Map<string, LevelWord>();
      found.set(lang, ofLanguage);
      for (const { word, entry, gloss, key } of words)
        if (!ofLanguage.has(key))
          ofLanguage.set(key, { word, ...(entry !== null && { entry }), gloss, level: Number(level) });
    }
  }
  return new Map([...found].map(([lang, words]) => [lang, [...words.values()]]));
}

async function readSource(source: WrittenWords, loading: Loading): Promise<readonly ListWord[]> {
  const { reading, shared } = loading;
  const name = "file" in source ? source.file : source;
  const known = shared.get(name);
  if (known !== undefined) return known;
  const written = "file" in source ? await readListFile(source, loading) : inlineWords(source, reading);
  const words = withoutRepeated(
    written.flatMap((word) => checkWord(word, reading) ?? []),
    reading,
  );
  shared.set(name, words);
  return words;
}

function inlineWords(
  words: Extract<WrittenWords, readonly unknown[]>,
  { places }: Reading,
): readonly WrittenWord[] {
  return words.map((entry, index) => {
    if (typeof entry === "string") return { word: { text: entry, place: places.of(words, index) } };
    const cellOf = (key: "gloss" | "reading") => {
      const { [key]: text } = entry;
      return text == null ? undefined : { text, place: places.of(entry, key) };
    };
    const word = { text: entry.word, place: places.of(entry, "word") };
    return { word, gloss: cellOf("gloss"), reading: cellOf("reading") };
  });
}

async function readListFile(
  source: Exclude<WrittenWords, readonly unknown[]>,
  { reading, folder }: Loading,
): Promise<readonly WrittenWord[]> {
  const path = source.file;
  const place = reading.places.of(source, "file");
  const found = reading.problems.length;
  const isList = /\.(?:csv|tsv|txt|xlsx)$/i.test(path);
  if (!isList) reading.error(place, "file_unusable", { path, why: "type", what: "word list" });
  const file = { folder, written: path, place, mostBytes: planLimits.fileBytes };
  const bytes = isList ? await readBelow(file, reading) : null;
  if (bytes === null) return [];
  const words = await readWords(bytes, path, reading);
  if (words.length === 0 && reading.problems.length === found)
    reading.error(place, "empty_list", { key: "file" });
  return words;
}

async function readWords(bytes: Buffer, path: string, reading: Reading): Promise<readonly WrittenWord[]> {
  if (/\.xlsx$/i.test(path)) {
    const rows = await readXlsx(bytes, path, reading);
    return rows === null ? [] : readTable(rows, path, reading);
  }
  const text = decodeText(bytes, path, reading);
  if (text === null) return [];
  if (/\.txt$/i.test(path)) return readPlainWords(text, path, reading);
  return readTable(
    await readDelimitedRows(text, path, (name) => /^word$/i.test(name), reading),
    path,
    reading,
  );
}

/** The words in order, without repetitions; a second spelling or gloss of a word is reported. */
export function withoutRepeated(words: readonly ListWord[], reading: Reading): readonly ListWord[] {
  const first = new Map<string, ListWord>();
  for (const one of words) {
    const before = first.get(one.key);
    if (before === undefined) first.set(one.key, one);
    else if (before !== one)
      reading.warn(one.place, "given_twice", { what: "word", value: one.word, first: before.place });
  }
  return [...first.values()];
}

/** Cleans the details of a word in a list, and checks the limits of the interface (4.2). */
function checkWord(written: WrittenWord, reading: Reading): ListWord | null {
  const { place } = written.word;
  /** Null if the cell is empty or missing; undefined if it is too long. */
  const clean = (cell: Cell | undefined, key: string, most: number = planLimits.cellCharacters) => {
    const text = cell && reading.clean(cell.text, cell.place, { key, most, mayBeEmpty: true });
    return text === null ? undefined : text || null;
  };
  const word = reading.clean(written.word.text, place, { key: "word", most: limits.wordCharacters });
  const gloss = clean(written.gloss, "gloss", limits.glossCharacters);
  const { forms: cell } = written;
  const forms = cell?.text.split(betweenForms).map((text) => clean({ ...cell, text }, "forms"));
  const [example = null, level = null] = [clean(written.example, "example"), clean(written.level, "level")];
  const howRead = clean(written.reading, "reading") ?? null;
  if (word === null || gloss === undefined) return null;
  const plain = withoutDictionaryMarks(word);
  return {
    word: plain,
    entry: plain === word ? null : word,
    gloss,
    reading: howRead,
    forms: [...new Set(forms?.filter((form) => form != null))],
    example,
    level,
    key: wordKey(word),
    place,
  };
}

// No form contains any of these characters, whatever separates the columns.
const betweenForms = /[|;,\u3001\n]/u;
