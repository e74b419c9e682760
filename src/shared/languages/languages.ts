import { readShipped } from "../files/shipped-file.ts";

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
  /** The terminological code of ISO 639-2: of the wider language where it has only that, and of ISO 639-3 where it has neither. */
  readonly iso6392: string;
  /**
   * The synthesizer's voice that reads it intelligibly; null: there is none. The Japanese one speaks only kana: `kana-readings.ts` converts what it
   * knows.
   */
  readonly voice: string | null;
}

/**
 * All languages of the interface, in the interface's order: `languages.txt` has one per line. It is maintained by hand, never taken from `Intl`, which has
 * the wrong direction for a dozen codes and no valid tag for four.
 */
export const languages: readonly LanguageFacts[] = readShipped(new URL("./languages.txt", import.meta.url))
  .toString()
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map(readRow);

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

/** The three-letter ISO 639-2 code for a BCP 47 tag. */
export function iso6392Of(tag: string): string {
  const [subtag] = tag.split("-");
  return languages.find(({ bcp47 }) => bcp47.split("-")[0] === subtag)?.iso6392 ?? "und";
}

/** The synthesizer's voice for a language code, or `undefined` if there is none. */
export function voiceOf(code: string): string | undefined {
  return byCode.get(code)?.voice ?? undefined;
}

function readRow(row: string): LanguageFacts {
  const [
    code = "",
    bcp47 = "",
    name = "",
    dir,
    script = "",
    words,
    spacing,
    byScript,
    others,
    iso = "",
    voice,
  ] = row.split("|");
  return {
    code,
    bcp47,
    name,
    dir: dir === "rtl" ? "rtl" : "ltr",
    script,
    words: words as WordFinding,
    spaces: spacing === "spaces",
    dirFollowsScript: byScript === "by-script",
    otherScripts: others?.split(" ").filter(Boolean) ?? [],
    iso6392: iso,
    voice: voice || null,
  };
}
