import { html, type Markup, markup } from "../../shared/html.ts";

/**
 * Content as HTML that a platform reads: what could be one of its own signs (a variable, a gap, a filter's bracket) is a numeric character
 * reference, which only a browser resolves. Letters, marks, digits, spaces and plain punctuation stay readable.
 *
 * Moodle decodes a page's references after it has cleaned the page, and shows the result as HTML. So a word joiner, which nobody sees, keeps a
 * tag or a reference that is text from ever becoming one, however often it is decoded.
 */
export function platformText(text: string): Markup {
  return markup(encoded(disarmed(text)));
}

const wordJoiner = "\u2060";

function disarmed(text: string): string {
  return text.replace(/<|&(?=#|[a-z])/gi, (sign) => `${sign}${wordJoiner}`);
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
