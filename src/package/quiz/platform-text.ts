import { html, type Markup, markup } from "../../shared/html.ts";

/**
 * Content as HTML that a platform reads: what could be one of its own signs (a variable, a gap, a filter's bracket) is a numeric character
 * reference, which only a browser resolves. Letters, marks, digits, spaces and plain punctuation stay readable.
 */
export function platformText(text: string): Markup {
  return markup(encoded(text));
}

function encoded(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\s.,!?…،؛؟。、！？「」『』—–’“”«»¿¡-]/gu, reference);
}

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** Markup as the text of an XML element: escaped once more. */
export function asXmlText(content: Markup): Markup {
  return html`${content.toString()}`;
}
