import { sha256 } from "../shared/hash.ts";
import { plainLetters, undecomposed } from "../shared/text.ts";
import { planLimits } from "./plan-limits.ts";

/**
 * Makes a topic's id from its text: in lower case without diacritics, with hyphens for anything but `a-z` and `0-9`; if nothing remains (as with Han
 * characters), from the text's hash.
 */
export function deriveTopicId(text: string): string {
  const id = text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(undecomposed, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "");
  const bounded = trimTo(id, planLimits.derivedIdCharacters);
  return bounded === "" ? `topic-${sha256(text).slice(0, 8)}` : bounded;
}

/** Truncates at the end of a word if one ends in the second half. */
function trimTo(id: string, most: number): string {
  if (id.length <= most) return id.replace(/-+$/, "");
  const cut = id.slice(0, most + 1).lastIndexOf("-");
  return id.slice(0, cut > most / 2 ? cut : most).replace(/-+$/, "");
}

/** The topic's id in a lesson's address, or in a job's id. */
export function topicOf(address: string): string {
  const start = address.indexOf("/") + 1;
  const end = address.indexOf(".", start);
  return end === -1 ? address.slice(start) : address.slice(start, end);
}
