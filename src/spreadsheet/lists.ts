import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { wordKey } from "../plan/past-editions.ts";
import type { ListWord, Place } from "../plan/plan.ts";
import { Reading } from "../plan/reading.ts";
import type { WrittenWords } from "../plan/schema.ts";
import { deriveTopicId } from "../plan/topic-text.ts";
import { wordColumns } from "../plan/word-files.ts";
import { readWordLists } from "../plan/words.ts";
import { addTo } from "../shared/grouped.ts";
import { assign, type Draft, readIfThere, type SheetChange } from "./draft.ts";
import { foldName } from "./names.ts";
import type { CourseWorkbook, SheetList, SheetRow } from "./read-workbook.ts";

/** A word list as the text of a CSV file, and for each of its lines and characters the cell that it comes from. */
interface ListTable {
  readonly text: string;
  readonly cells: readonly (readonly Place[])[];
}

/** Puts new and changed lists into the draft. Lists without a sheet stay. */
export async function takeLists(workbook: CourseWorkbook, draft: Draft) {
  const { plan } = draft;
  const tables = new Map<string, ListTable>();
  const changes: SheetChange[] = [];
  const names = new Map(Object.keys(plan.words ?? {}).map((name) => [foldName(name), name]));
  for (const list of workbook.lists) {
    const name = names.get(foldName(list.name)) ?? list.name;
    names.set(foldName(name), name);
    draft.cells.set(JSON.stringify(["words", name]), list.place);
    for (const [lang, rows] of rowsByLanguage(list, draft)) {
      const first = draft.cells.get(JSON.stringify(["words", name, lang]));
      if (first !== undefined)
        draft.reading.error(list.place, "given_twice", { what: "word list", value: name, first });
      const source = plan.words?.[name]?.[lang];
      const old = source === undefined ? [] : await wordsOf(source, draft);
      const table = tableOf({ ...list, rows }, old);
      const path = await pathOf({ name, lang, text: table.text }, tables, draft);
      const now = await wordsOf({ file: path }, draft, new Map([[path, Buffer.from(table.text)]]));
      draft.cells.set(JSON.stringify(["words", name, lang]), list.place);
      if (source !== undefined && isDeepStrictEqual(old.map(meaningOfWord), now.map(meaningOfWord))) continue;
      tables.set(path, table);
      assign(plan, ["words", name, lang], { file: path });
      const code = source === undefined ? "list_added" : "list_changed";
      changes.push({ code, id: `${name} (${lang})`, before: String(old.length), after: String(now.length) });
    }
  }
  return { tables, changes, names };
}

function rowsByLanguage(
  { rows, name }: SheetList,
  { plan, reading }: Draft,
): ReadonlyMap<string, SheetRow[]> {
  const { languages = [] } = plan;
  const found = new Map<string, SheetRow[]>();
  for (const row of rows)
    for (const lang of (row.values.get("language")?.value as string[] | undefined) ?? languages)
      addTo(found, lang, row);
  const first = rows.find(({ values }) => !values.has("language"));
  if (first !== undefined && languages.length !== 1)
    reading.error(first.place, "sheet_list_language", { list: name });
  return found;
}

async function wordsOf(
  source: WrittenWords,
  { planFile }: Draft,
  unsaved?: ReadonlyMap<string, Buffer>,
): Promise<readonly ListWord[]> {
  const lists = await readWordLists(
    { list: { es: source } },
    dirname(planFile),
    new Reading(planFile, unsaved),
  );
  return lists.get("list")?.get("es") ?? [];
}

/** A list's own CSV file stays where it is. Any other gets a name that every file system allows and that no other list or file has. */
async function pathOf(
  { name, lang, text }: { readonly name: string; readonly lang: string; readonly text: string },
  tables: ReadonlyMap<string, ListTable>,
  { plan, planFile }: Draft,
): Promise<string> {
  const { [lang]: source, ...own } = plan.words?.[name] ?? {};
  const others = Object.values({ ...plan.words, [name]: own }).flatMap((sources) => Object.values(sources));
  const taken = new Set([
    ...tables.keys(),
    ...others.map((one) => (one !== undefined && "file" in one ? one.file : "")),
  ]);
  const current = source !== undefined && "file" in source ? source.file : "";
  if (/\.csv$/i.test(current) && !taken.has(current)) return current;
  for (let number = 1; ; number++) {
    const path = `words/${deriveTopicId(name)}${number === 1 ? "" : `-${number}`}.${deriveTopicId(lang)}.csv`;
    const there = await readIfThere(join(dirname(planFile), path));
    if (!taken.has(path) && (there === null || there === text)) return path;
  }
}

/** Words keep the values that the sheet has no column for. */
function tableOf({ rows, columns, place }: SheetList, old: readonly ListWord[]): ListTable {
  const before = new Map(old.map((word) => [word.key, word]));
  const lines = rows.map(({ values, ...row }) => {
    const word = String(values.get("word")?.value ?? "");
    const known = before.get(wordKey(word));
    return wordColumns.map((column) => {
      const cell = values.get(column);
      const kept = column === "forms" ? known?.forms.join("|") : known?.[column];
      const text = columns.has(column) ? String(cell?.value ?? "") : (kept ?? "");
      return { text: quoted(text), place: cell?.place ?? row.place };
    });
  });
  const used = wordColumns.map(
    (column, index) => column === "word" || lines.some((line) => line[index]?.text !== ""),
  );
  const table = lines.map((line) => line.filter((_, index) => used[index]));
  const header = wordColumns.filter((_, index) => used[index]);
  return {
    text: [header, ...table.map((line) => line.map(({ text }) => text))]
      .map((line) => `${line.join(",")}\n`)
      .join(""),
    cells: [
      [place],
      ...table.map((line) =>
        line.flatMap((cell) => Array.from({ length: cell.text.length + 1 }, () => cell.place)),
      ),
    ],
  };
}

function quoted(text: string): string {
  return /[",;\t]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function meaningOfWord({ word, entry, gloss, reading, forms, example, level }: ListWord) {
  return { word, entry, gloss, reading, forms, example, level };
}
