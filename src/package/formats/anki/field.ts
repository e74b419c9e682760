import { html } from "../../../shared/html.ts";
import type { Note } from "./notes.ts";

/**
 * Text as a field of Anki holds it: a field is HTML, and square and curly brackets in it can mean a sound, a formula or a gap. Nothing
 * here does.
 */
export function field(text: string): string {
  return html`${text}`.toString().replace(/[[\]{}\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The sentence with its word set apart; empty without one. */
export function sentenceField({ sentence }: Note): string {
  if (sentence === null) return "";
  const { before, word, after } = sentence;
  return `${field(before)}<b>${field(word)}</b>${field(after)}`;
}

/** All meanings of a word. */
export function meaningField({ glosses }: Note): string {
  return glosses.map(field).join("; ");
}
