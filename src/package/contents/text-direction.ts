import type { LanguageFacts } from "../../shared/languages/languages.ts";

export interface TextDirection {
  readonly dir: "ltr" | "rtl";
  /** The BCP 47 tag, with a script if it is not the language's usual one. */
  readonly tag: string;
  /** ISO 15924: the script of the text. */
  readonly script: string;
  /** True if the text's own letters overruled the language's usual direction. */
  readonly overruled: boolean;
}

const scripts: readonly { readonly script: string; readonly dir: "ltr" | "rtl"; readonly letters: RegExp }[] =
  [
    { script: "Arab", dir: "rtl", letters: /\p{Script=Arabic}/gu },
    { script: "Hebr", dir: "rtl", letters: /\p{Script=Hebrew}/gu },
    { script: "Syrc", dir: "rtl", letters: /\p{Script=Syriac}/gu },
    { script: "Thaa", dir: "rtl", letters: /\p{Script=Thaana}/gu },
    { script: "Nkoo", dir: "rtl", letters: /\p{Script=Nko}/gu },
    { script: "Adlm", dir: "rtl", letters: /\p{Script=Adlam}/gu },
    { script: "Latn", dir: "ltr", letters: /\p{Script=Latin}/gu },
    { script: "Cyrl", dir: "ltr", letters: /\p{Script=Cyrillic}/gu },
    { script: "Deva", dir: "ltr", letters: /\p{Script=Devanagari}/gu },
  ];

/**
 * The direction of a text: its language's direction, or, if that depends on the script (Azerbaijani, Kazakh, Uyghur and the like), the
 * direction of most of the text's strong characters.
 */
export function textDirection(text: string, language: LanguageFacts): TextDirection {
  const usual = { dir: language.dir, tag: language.bcp47, script: language.script, overruled: false };
  if (!language.dirFollowsScript) return usual;
  const counts = scripts.map((entry) => ({ ...entry, count: text.match(entry.letters)?.length ?? 0 }));
  const rtl = total(counts.filter((entry) => entry.dir === "rtl"));
  const ltr = (text.match(/\p{L}/gu)?.length ?? 0) - rtl;
  const dir = rtl === ltr ? language.dir : rtl > ltr ? "rtl" : "ltr";
  if (dir === language.dir) return usual;
  const written = counts.filter((entry) => entry.dir === dir).reduce((a, b) => (b.count > a.count ? b : a));
  const { script } = written;
  return { dir, tag: `${language.bcp47.split("-")[0]}-${script}`, script, overruled: true };
}

function total(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
