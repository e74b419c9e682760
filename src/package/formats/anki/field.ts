import { html } from "../../../shared/html.ts";
import type { Note } from "./notes.ts";

/** Text as an Anki field: HTML, in which square and curly brackets could mean a sound, a formula or a gap. All of them are escaped. */
export function field(text: string): string {
  return html`${text}`.toString().replace(/[[\]{}\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The sentence with its word highlighted; empty without a sentence. */
export function sentenceField({ sentence }: Note): string {
  if (sentence === null) return "";
  const { before, word, after } = sentence;
  return `${field(before)}<b>${field(word)}</b>${field(after)}`;
}

/** All meanings of a word. */
export function meaningField({ glosses }: Note): string {
  return glosses.map(field).join("; ");
}
