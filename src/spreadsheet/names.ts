import { ContentFolder } from "../shared/files/content-folder.ts";
import { languages } from "../shared/languages/languages.ts";
import { type TemplateLanguage, templateLanguages } from "./languages.ts";

type ByLanguage<Value> = Readonly<Record<TemplateLanguage, Value>>;

/** How a cell is read (`cells.ts`). */
export type CellKind =
  | ("id" | "line" | "prose" | "lines" | "names" | "choice" | "choices")
  | ("language" | "languages" | "number" | "numbers" | "flag" | "day");

/** A column, or a row of the sheet about the course. `note`, `example`: what a template says, and shows, about it. */
export interface Named {
  readonly names: ByLanguage<readonly string[]>;
  readonly kind: CellKind;
  readonly isByLanguage?: boolean;
  readonly within?: string;
  readonly note?: ByLanguage<string>;
  readonly example?: ByLanguage<string | number>;
}

type Table = Readonly<Record<string, Named>>;
type Example = Readonly<Record<string, ByLanguage<string>>>;

interface Names {
  readonly sheets: Readonly<Record<"topics" | "course" | "notes", Pick<Named, "names">>>;
  readonly columns: Table;
  readonly words: Table;
  readonly settings: Table;
  readonly values: Readonly<Record<string, ByLanguage<readonly string[]>>>;
  readonly examples: {
    readonly list: ByLanguage<string>;
    readonly topics: readonly Example[];
    readonly words: readonly Example[];
  };
  readonly headings: Readonly<Record<"name" | "value" | "note", ByLanguage<string>>>;
}

const folder = new ContentFolder(new URL("./", import.meta.url), (content) => content as Names);

/** The names of `names.yaml`. */
export const spreadsheetNames = (): Names => folder.get("names");

/** A name without what may differ: case, accents, spaces and punctuation. */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/ß/g, "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

type NameTable = "sheets" | "columns" | "words" | "settings" | "values";

const folded = new Map<NameTable, ReadonlyMap<string, string>>();

/** What a name stands for in a table; null if nothing. */
export function meaningOf(table: NameTable, name: string): string | null {
  let meanings = folded.get(table);
  if (meanings === undefined) {
    const entries = Object.entries(spreadsheetNames()[table]).flatMap(([key, entry]) => {
      const names: ByLanguage<readonly string[]> = "names" in entry ? entry.names : entry;
      return templateLanguages.flatMap((lang) => names[lang].map((one) => [foldName(one), key] as const));
    });
    // The first meaning of a name counts.
    meanings = new Map(entries.toReversed());
    folded.set(table, meanings);
  }
  return meanings.get(foldName(name)) ?? null;
}

/** The first names of a table in all languages, to suggest one of them. */
export function knownNames(table: "columns" | "settings"): readonly string[] {
  return Object.values(spreadsheetNames()[table]).flatMap(({ names }) =>
    templateLanguages.map((lang) => names[lang][0] ?? ""),
  );
}

let languageNames: ReadonlyMap<string, string> | null = null;

/** The code of a language that is given by its code or by its name in one of the languages of templates; null if that is none. */
export function languageNamed(name: string): string | null {
  languageNames ??= new Map(
    [
      ...templateLanguages.flatMap((lang) => {
        const shown = new Intl.DisplayNames(lang, { type: "language" });
        return languages.map(({ code, bcp47 }) => [shown.of(bcp47) ?? code, code] as const);
      }),
      ...languages.map(({ code, name: english }) => [english, code] as const),
      // A code counts before a name: Ga is a language, and the code of another one.
      ...languages.map(({ code, bcp47 }) => [bcp47, code] as const),
      ...languages.map(({ code }) => [code, code] as const),
    ].map(([one, code]) => [foldName(one), code]),
  );
  return languageNames.get(foldName(name)) ?? null;
}
