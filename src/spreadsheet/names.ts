import { ContentFolder } from "../shared/files/content-folder.ts";
import { languages } from "../shared/languages/languages.ts";
import { type TemplateLanguage, templateLanguages } from "./languages.ts";

type ByLanguage<Value> = Readonly<Record<TemplateLanguage, Value>>;

/** How a cell is read (`cells.ts`). */
export type CellKind =
  | ("line" | "lines" | "names" | "choice" | "choices" | "language" | "languages")
  | ("number" | "numbers" | "flag" | "day");

/** A column, a row of the sheet about the course, a sheet or a value. `note`, `example`: what a template says, and shows, about it. */
export interface Named {
  readonly names: ByLanguage<readonly string[]>;
  readonly kind?: CellKind;
  /** There may be one for each language besides. */
  readonly isByLanguage?: boolean;
  /** Where the value goes if the plan has a map in its place. */
  readonly within?: string;
  readonly note?: ByLanguage<string>;
  readonly example?: ByLanguage<string | number>;
}

export type NameTable = "sheets" | "columns" | "words" | "settings" | "values";
type Example = Readonly<Record<string, ByLanguage<string>>>;

interface Names extends Readonly<Record<NameTable, Readonly<Record<string, Named>>>> {
  readonly sheets: Readonly<Record<"topics" | "course" | "notes", Named>>;
  readonly examples: {
    readonly list: ByLanguage<string>;
    readonly topics: readonly Example[];
    readonly words: readonly Example[];
  };
  readonly headings: Readonly<Record<"name" | "value" | "note", ByLanguage<string>>>;
}

const folder = new ContentFolder(new URL("./", import.meta.url), (content) => content as Names);

export const spreadsheetNames = (): Names => folder.get("names");
export const namesIn = (table: NameTable): Readonly<Record<string, Named>> => spreadsheetNames()[table];

/** A name without what may differ: case, accents, spaces and punctuation. */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/ß/g, "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const meanings = new Map<NameTable | "languages", ReadonlyMap<string, string>>();

/** What a name stands for in a table; null if nothing. The first meaning of a name counts. */
export function meaningOf(table: NameTable, name: string): string | null {
  const entries = () =>
    Object.entries(namesIn(table)).flatMap(([key, { names }]) =>
      Object.values(names).flatMap((all) => all.map((one) => [one, key] as const)),
    );
  return lookUp(table, entries, name);
}

/** The code of a language that is given by its code or by its name in one of the languages of templates; null if that is none. */
export function languageNamed(name: string): string | null {
  // Codes come first: Ga is a language, and the code of another one.
  const entries = () => [
    ...languages.flatMap(({ code, bcp47 }) => [[code, code] as const, [bcp47, code] as const]),
    ...languages.map(({ code, name: english }) => [english, code] as const),
    ...templateLanguages.flatMap((lang) => {
      const shown = new Intl.DisplayNames(lang, { type: "language" });
      return languages.map(({ code, bcp47 }) => [shown.of(bcp47) ?? code, code] as const);
    }),
  ];
  return lookUp("languages", entries, name);
}

function lookUp(
  table: NameTable | "languages",
  entries: () => readonly (readonly [name: string, meaning: string])[],
  name: string,
): string | null {
  let known = meanings.get(table);
  if (known === undefined) {
    known = new Map(
      entries()
        .map(([one, meaning]) => [foldName(one), meaning] as const)
        .toReversed(),
    );
    meanings.set(table, known);
  }
  return known.get(foldName(name)) ?? null;
}

/** The language at the end of a name, as in `topic (es)`, `Thema: Spanisch` or `sujet_fr`; the whole name if it has none. */
export function languageInName(whole: string): { readonly name: string; readonly lang: string | null } {
  const [, name = "", written = ""] = /^(.+?)[\s_:.([]+([^()[\]:_]+?)[\])]?\s*$/u.exec(whole) ?? [];
  const lang = foldName(written) === "" ? null : languageNamed(written);
  return lang === null ? { name: whole, lang } : { name, lang };
}
