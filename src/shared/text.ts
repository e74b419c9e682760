/** The border that every text from the service and from a plan passes once. Format writers escape for their format but never clean. */

// C0 except tab and line feed, DEL, C1; noncharacters; bidi embeddings, overrides and isolates. Keeps the marks that Arabic, Persian, Hebrew and
// Indic spelling needs (LRM, RLM, ALM, ZWJ, ZWNJ).
const unwanted =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]|[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{10fffe}\u{10ffff}]/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/** Text that XML, HTML, JSON and a screen can carry: NFC, line feeds only, no control characters, no lone surrogates, no bidi overrides. */
export function cleanText(text: string): string {
  return text
    .replace(loneSurrogate, "\ufffd")
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0085\u2028\u2029]/g, "\n")
    .replace(unwanted, "")
    .normalize("NFC");
}

/** Like `cleanText`, on one line with white space collapsed and trimmed: for titles, words and glosses. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, " ").trim();
}

// Joiners, direction marks, fillers and the empty Braille cell.
const drawnAsNothing = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** Text without the characters that render as nothing: for checking whether two texts look alike, never for display. */
export function withoutInvisible(text: string): string {
  return text.replace(drawnAsNothing, "");
}

/** Whether a text is blank: only white space, control characters, and characters that render as nothing. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Z}\p{Cc}]*$/u.test(withoutInvisible(text));
}

/** Whether a text is a name: it has a letter or a digit that can be seen. */
export function isNamed(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(withoutInvisible(text));
}

const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this shows
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/**
 * Text for a terminal or a log line, on one line: anything that could move the cursor, change the colour or reorder text is shown as an escape such as
 * `\u{1b}`.
 */
export function showText(text: string): string {
  return text.replace(invisible, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Truncates a text to at most `most` UTF-16 units, never inside a surrogate pair, and adds an ellipsis where something was cut. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The longest name shown in a message, in characters. */
export const nameCharacters = 80;

/** A name or text from the plan, in quotes, escaped for display and truncated. */
export function quote(text: string): string {
  return `"${shorten(showText(text), nameCharacters)}"`;
}

/** Letters that Unicode doesn't decompose, each with its spelling in plain letters. */
export const plainLetters: Readonly<Record<string, string>> = {
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

export const undecomposed = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");
