import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { Locale } from "../locales/locale.ts";

/** The name of a language in the language of the pages, or else in English, with the tag of that language. */
export function languageName(language: LanguageFacts, strings: Locale): { text: string; tag: string } {
  const name = Object.hasOwn(strings.languages, language.code) ? strings.languages[language.code] : undefined;
  return name === undefined ? { text: language.name, tag: "en" } : { text: name, tag: strings.tag };
}
