import stringWidth from "string-width";

/** As much of a text as fits into so many columns. */
export function cut(text: string, columns: number): string {
  let kept = "";
  for (const character of text) {
    if (stringWidth(kept + character) > columns) break;
    kept += character;
  }
  return kept;
}

/** A text in so many columns, with an ellipsis behind its last whole word if there is more of it. */
export function fitWords(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  const kept = cut(text, columns - 1);
  const space = text[kept.length] === " " ? kept.length : kept.lastIndexOf(" ");
  // A script without spaces, or a word as long as the line, is cut where it must be.
  return `${space > kept.length / 2 ? kept.slice(0, space) : kept}…`;
}
