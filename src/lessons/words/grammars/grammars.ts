import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import type { Grammar } from "../grammar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { pt } from "./pt.ts";
import { sv } from "./sv.ts";
import { tr } from "./tr.ts";

const grammars: Readonly<Record<string, Grammar>> = { de, en, es, fr, it, ja, nl, pt, sv, tr };

/** The grammar of a language, by its BCP 47 tag; null if there is none. */
export function grammarOf({ bcp47 }: Pick<LanguageFacts, "bcp47">): Grammar | null {
  return grammars[bcp47.split("-")[0] ?? ""] ?? null;
}
