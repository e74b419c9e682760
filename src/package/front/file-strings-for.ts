import type { FileStrings } from "./file-strings.ts";
import { german } from "./file-strings-de.ts";
import { english } from "./file-strings-en.ts";
import { spanish } from "./file-strings-es.ts";
import { french } from "./file-strings-fr.ts";

const known: Readonly<Record<string, FileStrings>> = { en: english, es: spanish, fr: french, de: german };

/** The strings of the pages' own language. */
export function fileStringsFor({ tag }: { readonly tag: string }): FileStrings {
  return known[tag] ?? english;
}
