import { sha256 } from "../shared/hash.ts";
import { planLimits } from "./plan-limits.ts";

// Letters that no decomposition takes apart.
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ħ: "h",
};

/**
 * The id of a topic without one: its text in lower case without diacritics, everything else a hyphen, at most 48 characters. A text that
 * leaves nothing (one in Han, say) gives `topic-` and 8 hex digits of its SHA-256. The same clean text always gives the same id.
 */
export function deriveTopicId(text: string): string {
  const id = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøđðþłıħ]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "");
  const bounded = trimTo(id, planLimits.derivedIdCharacters);
  return bounded === "" ? `topic-${sha256(text).slice(0, 8)}` : bounded;
}

/** Cuts at the end of a word where one ends in the second half. */
function trimTo(id: string, most: number): string {
  if (id.length <= most) return id.replace(/-+$/, "");
  const cut = id.slice(0, most + 1).lastIndexOf("-");
  return id.slice(0, cut > most / 2 ? cut : most).replace(/-+$/, "");
}
