import { limits } from "../../contract/limits.ts";
import { findBelow } from "../below-folder.ts";
import type { ListWord, Place, WordLists } from "../plan.ts";
import { notUtf8, readPlanBytes } from "../plan-file.ts";
import { planLimits } from "../plan-limits.ts";
import { readText } from "../plan-text.ts";
import type { PlanProblem } from "../problem.ts";
import type { WrittenPlan } from "../schema/written-plan.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { Readable } from "../yaml/readable.ts";
import type { Field } from "./delimited.ts";
import { decodeListText } from "./list-text.ts";
import {
  bareEntry,
  readWordFile,
  readWordSheet,
  type WordFile,
  type WordFileType,
  type WrittenEntry,
  wordFileType,
} from "./word-file.ts";

export interface ListsResult {
  readonly lists: WordLists;
  readonly problems: readonly PlanProblem[];
}

interface Loading {
  readonly folder: string;
  readonly problems: PlanProblem[];
  /** Files by their path as written, so that a file shared by several lists is read, and its problems reported, once. */
  readonly files: Map<string, readonly ListWord[]>;
  sizeBytes: number;
}

type Source = NonNullable<NonNullable<NonNullable<Readable<WrittenPlan>["words"]>[string]>[string]>;

/** Reads all word lists, including those in files beside the plan. */
export async function readWordLists(
  { written, key }: { readonly written: Readable<WrittenPlan>["words"]; readonly key: "words" | "levels" },
  folder: string,
  places: Places,
): Promise<ListsResult> {
  const loading: Loading = { folder, problems: [], files: new Map(), sizeBytes: 0 };
  const lists = new Map<string, ReadonlyMap<string, readonly ListWord[]>>();
  for (const [name, byLanguage] of Object.entries(written ?? {})) {
    const words = new Map<string, readonly ListWord[]>();
    for (const [lang, source] of Object.entries(byLanguage ?? {})) {
      if (source !== undefined) words.set(lang, await readSource(source, [key, name, lang], places, loading));
    }
    lists.set(name, words);
  }
  return { lists, problems: loading.problems };
}

async function readSource(
  source: Source,
  path: readonly string[],
  places: Places,
  loading: Loading,
): Promise<readonly ListWord[]> {
  if (isInline(source)) return checkEntries(inlineEntries(source, path, places), loading.problems);
  if (source.file === undefined) return [];
  const known = loading.files.get(source.file);
  if (known !== undefined) return known;
  const words = await readListFile(source.file, places.of([...path, "file"]), loading);
  loading.files.set(source.file, words);
  return words;
}

async function readListFile(path: string, place: Place, loading: Loading): Promise<readonly ListWord[]> {
  const fail = (problem: PlanProblem): readonly ListWord[] => {
    loading.problems.push(problem);
    return [];
  };
  const type = wordFileType(path);
  if (type === null) return fail({ severity: "error", place, code: "list_file_type", path });
  const found = await findBelow(loading.folder, path, place);
  if (!found.ok) return fail(found.problem);
  const file = await readPlanBytes({ path: found.path, name: path, place });
  if (!file.ok) return fail(file.problem);
  loading.sizeBytes += file.bytes.length;
  if (loading.sizeBytes > planLimits.listsBytes) {
    return fail({ severity: "error", place, code: "lists_too_large", mostBytes: planLimits.listsBytes });
  }
  const read = await readBytes(file.bytes, type, path);
  if ("code" in read) return fail(read);
  const { entries, problems } = read;
  for (const problem of problems) loading.problems.push(problem);
  const isEmpty = entries.length === 0 && problems.length === 0;
  if (isEmpty) return fail({ severity: "error", place, code: "empty_list", key: "file" });
  return checkEntries(entries, loading.problems);
}

async function readBytes(bytes: Buffer, type: WordFileType, path: string): Promise<WordFile | PlanProblem> {
  if (type === "xlsx") {
    const sheet = await readWordSheet(bytes, path);
    if (typeof sheet !== "string") return sheet;
    const place = { file: path, line: 1, column: 1 };
    return { severity: "error", place, code: "list_not_read", path, reason: sheet };
  }
  const text = decodeListText(bytes);
  return text === null ? notUtf8(bytes, path) : readWordFile(text, type, path);
}

function isInline(source: Source): source is Extract<Source, readonly unknown[]> {
  return Array.isArray(source);
}

function inlineEntries(
  entries: Extract<Source, readonly unknown[]>,
  path: readonly string[],
  places: Places,
): WrittenEntry[] {
  return entries.flatMap((entry, index) => {
    const at = [...path, index];
    const place = places.of(at);
    if (typeof entry === "string")
      return [{ ...bareEntry, word: entry, wordPlace: place, glossPlace: place }];
    if (entry?.word === undefined) return [];
    const wordPlace = places.of([...at, "word"]);
    return [
      {
        ...bareEntry,
        word: entry.word,
        wordPlace,
        gloss: entry.gloss ?? null,
        glossPlace: places.of([...at, "gloss"]),
      },
    ];
  });
}

/** Cleans a list's entries, checks the limits of the interface (4.2) and drops duplicates. */
function checkEntries(entries: readonly WrittenEntry[], problems: PlanProblem[]): readonly ListWord[] {
  const words = new Map<string, ListWord>();
  for (const entry of entries) {
    const checked = checkEntry(entry, problems);
    if (checked === null) continue;
    const first = words.get(checked.key);
    if (first === undefined) words.set(checked.key, checked);
    else problems.push(duplicateWord(checked, first));
  }
  return [...words.values()];
}

function checkEntry(entry: WrittenEntry, problems: PlanProblem[]): ListWord | null {
  const word = readText(entry.word, entry.wordPlace, { key: "word", most: limits.wordCharacters });
  const glossLimits = { key: "gloss", most: limits.glossCharacters, mayBeEmpty: true };
  const gloss = readText(entry.gloss ?? "", entry.glossPlace, glossLimits);
  const forms = formsOf(entry, problems);
  const example = readCell(entry.example, "example", problems);
  const level = readCell(entry.level, "level", problems);
  problems.push(...word.problems, ...gloss.problems);
  if (word.text === null || gloss.text === null) return null;
  return {
    word: word.text,
    gloss: gloss.text === "" ? null : gloss.text,
    forms,
    example,
    level,
    key: wordKey(word.text),
    place: entry.wordPlace,
  };
}

// No form contains any of these, whatever separates the columns.
const betweenForms = /[|;,\u3001\n]/u;

function formsOf({ forms }: WrittenEntry, problems: PlanProblem[]): string[] {
  if (forms === null) return [];
  const texts = forms.text.split(betweenForms).filter((text) => text.trim() !== "");
  const read = texts.map((text) => readCell({ text, place: forms.place }, "forms", problems));
  return [...new Set(read.filter((text) => text !== null))];
}

// Enough for a long example sentence.
const cellCharacters = 500;

function readCell(cell: Field | null, key: string, problems: PlanProblem[]): string | null {
  if (cell === null) return null;
  const read = readText(cell.text, cell.place, { key, most: cellCharacters, mayBeEmpty: true });
  problems.push(...read.problems);
  return read.text === "" ? null : read.text;
}

/** The same for all spellings of a word that differ only in case or Unicode composition. */
function wordKey(word: string): string {
  return word.normalize("NFC").toLowerCase();
}

export function duplicateWord(word: ListWord, first: ListWord): PlanProblem {
  return {
    severity: "warning",
    place: word.place,
    code: "duplicate_word",
    word: word.word,
    first: first.place,
  };
}
