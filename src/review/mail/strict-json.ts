/** Deeper than any document of ours. */
const depthMost = 12;

/**
 * Reads JSON in the one way that `JSON.stringify` writes it, but for white space between its parts: no member twice, no `__proto__`, no
 * other spelling of a character. Null: it is anything else. The text's depth is bounded before it is parsed. Pure.
 */
export function readStrictJson(text: string): { readonly value: unknown } | null {
  const compact = withoutSpace(text);
  if (compact === null || compact.includes('"__proto__":')) return null;
  try {
    const value: unknown = JSON.parse(compact);
    return JSON.stringify(value) === compact ? { value } : null;
  } catch {
    return null;
  }
}

/** A text without the white space between its strings; null if its brackets go too deep. One pass, whatever the text. */
function withoutSpace(text: string): string | null {
  const pieces: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    else if (character === " " || character === "\n" || character === "\r" || character === "\t") {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth > depthMost) return null;
  }
  return [...pieces, text.slice(from)].join("");
}

/** The index of the quotation mark that ends a string, or of the text's end. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
