/**
 * The border through which every text of the service and of a plan passes once. Writers of a format then escape for their format;
 * they never clean.
 */

// C0 but tab and line feed, DEL, C1; noncharacters; bidi embeddings, overrides and isolates. The marks that Arabic, Persian, Hebrew and
// Indic spelling needs (LRM, RLM, ALM, ZWJ, ZWNJ) stay.
const unwanted =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]|[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{10fffe}\u{10ffff}]/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/** Text that XML, HTML, JSON and a screen can carry: NFC, line feeds only, no controls, no lone surrogates, no bidi overrides. */
export function cleanText(text: string): string {
  return text
    .replace(loneSurrogate, "\ufffd")
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0085\u2028\u2029]/g, "\n")
    .replace(unwanted, "")
    .normalize("NFC");
}

/** As `cleanText`, on one line, white space folded and trimmed: for titles, words and glosses. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, " ").trim();
}

const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this shows
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** Text for a terminal or a log line: anything that could move the cursor, recolour or reorder is shown as `\u{1b}`. One line. */
export function showText(text: string): string {
  return text.replace(invisible, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Cuts a text to so many UTF-16 units, never inside a surrogate pair, with an ellipsis where something went. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
