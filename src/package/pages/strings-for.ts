import type { LanguageFacts } from "../../shared/languages.ts";
import type { PageStrings } from "./page-strings.ts";
import { german } from "./strings-de.ts";
import { english } from "./strings-en.ts";
import { spanish } from "./strings-es.ts";
import { french } from "./strings-fr.ts";

const known: Readonly<Record<string, PageStrings>> = { en: english, es: spanish, fr: french, de: german };

/** The strings in the reader's language, or in English where there are none; `tag` then says so. */
export function stringsFor(reader: Pick<LanguageFacts, "bcp47">): PageStrings {
  const primary = reader.bcp47.split("-")[0] ?? "";
  return (Object.hasOwn(known, primary) ? known[primary] : undefined) ?? english;
}
