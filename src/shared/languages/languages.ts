import { languageRows } from "./language-rows.ts";

/** How words are found in running text. `icu-approx`: `Intl.Segmenter` is roughly right. */
export type WordFinding = "space" | "icu" | "icu-approx" | "syllable" | "char" | "none";

export interface LanguageFacts {
  /** The service's own code (interface 2.1). */
  readonly code: string;
  /** The tag for `lang` attributes. */
  readonly bcp47: string;
  readonly name: string;
  readonly dir: "ltr" | "rtl";
  /** ISO 15924. */
  readonly script: string;
  readonly words: WordFinding;
  /** Whether spaces separate words. */
  readonly spaces: boolean;
  /** Whether a text's direction depends on the script that it is written in. */
  readonly dirFollowsScript: boolean;
  /** Other scripts used for the language, ISO 15924. */
  readonly otherScripts: readonly string[];
}

/** All languages of the interface, in the interface's order. */
export const languages: readonly LanguageFacts[] = languageRows.trim().split("\n").map(readRow);

const byCode = new Map(languages.map((language) => [language.code, language]));

/** The facts of a language code, or `undefined` if the interface does not list it. */
export function findLanguage(code: string): LanguageFacts | undefined {
  return byCode.get(code);
}

/** The facts of a validated code. Throws on an unknown code, which is a bug, not bad input. */
export function languageOf(code: string): LanguageFacts {
  const language = byCode.get(code);
  if (language === undefined) throw new Error(`unknown language code ${JSON.stringify(code)}`);
  return language;
}

function readRow(row: string): LanguageFacts {
  const [code = "", bcp47 = "", name = "", dir, script = "", words, spacing, byScript, others = ""] =
    row.split("|");
  return {
    code,
    bcp47,
    name,
    dir: dir === "rtl" ? "rtl" : "ltr",
    script,
    words: words as WordFinding,
    spaces: spacing === "spaces",
    dirFollowsScript: byScript === "by-script",
    otherScripts: others === "" ? [] : others.split(" "),
  };
}
