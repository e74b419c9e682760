import { ContentFolder } from "../shared/files/content-folder.ts";
import { languages } from "../shared/languages/languages.ts";
import { remembered } from "../shared/remembered.ts";
import { type TemplateLanguage, templateLanguages } from "./languages.ts";

type ByLanguage<Value> = Readonly<Record<TemplateLanguage, Value>>;

/** The kinds of cells, each of which is read in its own way (`cells.ts`). */
export type CellKind =
  | ("line" | "lines" | "names" | "choice" | "choices" | "language" | "languages")
  | ("number" | "numbers" | "flag" | "day");

/** A column, a row of the course sheet, a sheet or a value. `note`, `example`: what a template says about it, and shows for it. */
export interface Named {
  readonly names: ByLanguage<readonly string[]>;
  readonly kind?: CellKind;
  /** Whether there may also be one for each language. */
  readonly isByLanguage?: boolean;
  /** The key to set if the plan has a map in place of the value. */
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

/** A name without case, accents, spaces and punctuation, for comparison. */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/ß/g, "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** What names mean, by their folded names. If one has several meanings, the first counts. */
function meaningsOf(
  names: readonly (readonly [name: string, meaning: string])[],
): ReadonlyMap<string, string> {
  return new Map(names.map(([name, meaning]) => [foldName(name), meaning] as const).toReversed());
}

const meaningsIn = remembered((table: NameTable) =>
  meaningsOf(
    Object.entries(namesIn(table)).flatMap(([key, { names }]) =>
      Object.values(names).flatMap((all) => all.map((one) => [one, key] as const)),
    ),
  ),
);

/** What a name means in a table; null if it is unknown. */
export function meaningOf(table: NameTable, name: string): string | null {
  return meaningsIn(table).get(foldName(name)) ?? null;
}

let languagesByName: ReadonlyMap<string, string> | null = null;

/** The code of the language with this code, or with this name in one of the templates' languages; null if there is none. */
export function languageNamed(name: string): string | null {
  languagesByName ??= meaningsOf([
    // Codes come first: Ga is a language, and `ga` is the code of another one.
    ...languages.flatMap(({ code, bcp47 }) => [[code, code] as const, [bcp47, code] as const]),
    ...languages.map(({ code, name: english }) => [english, code] as const),
    ...templateLanguages.flatMap((tag) => {
      const shown = new Intl.DisplayNames(tag, { type: "language" });
      return languages.map(({ code, bcp47 }) => [shown.of(bcp47) ?? code, code] as const);
    }),
  ]);
  return languagesByName.get(foldName(name)) ?? null;
}

/**
 * Splits a language off the end of a name, as in `topic (es)`, `Thema: Spanisch` or `sujet_fr`. Without one, `name` is the whole name and `lang` is
 * null.
 */
export function languageInName(whole: string): { readonly name: string; readonly lang: string | null } {
  const [, name = "", written = ""] = /^(.+?)[\s_:.([]+([^()[\]:_]+?)[\])]?\s*$/u.exec(whole) ?? [];
  const lang = foldName(written) === "" ? null : languageNamed(written);
  return lang === null ? { name: whole, lang } : { name, lang };
}
