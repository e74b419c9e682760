import { html, type Markup, markup } from "../../shared/html.ts";

/**
 * Content as HTML for a platform: anything that could be the platform's own syntax (a variable, a gap, a filter's bracket) becomes a
 * numeric character reference, which only a browser resolves. Letters, marks, digits, spaces and plain punctuation stay readable.
 *
 * Moodle decodes a page's references after sanitizing it and shows the result as HTML. An invisible word joiner keeps text that looks like
 * a tag or a reference from becoming one, however often it is decoded.
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
