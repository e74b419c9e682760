import { wordDifference } from "../../../lessons/correction/word-difference.ts";
import { make } from "../elements.ts";

const elements = { same: "span", removed: "del", added: "ins" } as const;

/** The difference between two texts, with what was removed struck out and what was added underlined. */
export function differenceOf(original: string, corrected: string): HTMLElement[] {
  return wordDifference(original, corrected).map(({ kind, text }) => make(elements[kind], {}, text));
}
