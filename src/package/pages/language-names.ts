import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { Locale } from "../locales/locale.ts";

/** The name of a language in the pages' own language, or in English where none is kept, with the tag that it is written in. */
export function languageName(language: LanguageFacts, strings: Locale): { text: string; tag: string } {
  const name = Object.hasOwn(strings.languages, language.code) ? strings.languages[language.code] : undefined;
  return name === undefined ? { text: language.name, tag: "en" } : { text: name, tag: strings.tag };
}
