import { arabic } from "./ar/arabic.ts";
import { german } from "./de/german.ts";
import { english } from "./en/english.ts";
import { spanish } from "./es/spanish.ts";
import { french } from "./fr/french.ts";
import { hindi } from "./hi/hindi.ts";
import { italian } from "./it/italian.ts";
import { japanese } from "./ja/japanese.ts";
import type { LanguagePack } from "./language-pack.ts";
import { dutch } from "./nl/dutch.ts";
import { portuguese } from "./pt/portuguese.ts";
import { russian } from "./ru/russian.ts";
import { chinese } from "./zh/chinese.ts";

/** Every language that the embedded writer knows. A new one is a folder and a line here. */
export const languagePacks: readonly LanguagePack[] = [
  english,
  spanish,
  french,
  german,
  arabic,
  italian,
  portuguese,
  dutch,
  chinese,
  russian,
  hindi,
  japanese,
];
