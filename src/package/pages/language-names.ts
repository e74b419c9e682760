import type { LanguageFacts } from "../../shared/languages.ts";
import type { PageStrings } from "./page-strings.ts";

// code | Spanish | French | German. Kept here, and not asked of `Intl`, whose names change with its version.
const rows = `
ar|Árabe|Arabe|Arabisch
ca|Catalán|Catalan|Katalanisch
cs|Checo|Tchèque|Tschechisch
da|Danés|Danois|Dänisch
de|Alemán|Allemand|Deutsch
el|Griego|Grec|Griechisch
en|Inglés|Anglais|Englisch
es|Español|Espagnol|Spanisch
fa|Persa|Persan|Persisch
fi|Finés|Finnois|Finnisch
fr|Francés|Français|Französisch
he|Hebreo|Hébreu|Hebräisch
hi|Hindi|Hindi|Hindi
hu|Húngaro|Hongrois|Ungarisch
id|Indonesio|Indonésien|Indonesisch
it|Italiano|Italien|Italienisch
ja|Japonés|Japonais|Japanisch
ko|Coreano|Coréen|Koreanisch
la|Latín|Latin|Latein
nb|Noruego|Norvégien|Norwegisch
nl|Neerlandés|Néerlandais|Niederländisch
pl|Polaco|Polonais|Polnisch
pt|Portugués|Portugais|Portugiesisch
pt-br|Portugués (Brasil)|Portugais (Brésil)|Portugiesisch (Brasilien)
ro|Rumano|Roumain|Rumänisch
ru|Ruso|Russe|Russisch
sv|Sueco|Suédois|Schwedisch
th|Tailandés|Thaï|Thai
tr|Turco|Turc|Türkisch
uk|Ucraniano|Ukrainien|Ukrainisch
vi|Vietnamita|Vietnamien|Vietnamesisch
zh|Chino|Chinois|Chinesisch
zh-hant|Chino (tradicional)|Chinois (traditionnel)|Chinesisch (traditionell)
`;

const columns: Readonly<Record<string, number>> = { es: 1, fr: 2, de: 3 };
const names = new Map(
  rows
    .trim()
    .split("\n")
    .map((row) => row.split("|"))
    .map((row) => [row[0] ?? "", row]),
);

/** The name of a language in the pages' own language, or in English where none is kept, with the tag that it is written in. */
export function languageName(language: LanguageFacts, strings: PageStrings): { text: string; tag: string } {
  const column = columns[strings.tag];
  const name = column === undefined ? undefined : names.get(language.code)?.[column];
  return name === undefined ? { text: language.name, tag: "en" } : { text: name, tag: strings.tag };
}
