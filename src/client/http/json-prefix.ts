/**
 * Reads string members of the top-level object from JSON text that may be cut off anywhere: a truncated answer may still contain the id of
 * a paid story. Skips nested objects (a story's book has an `id` too). Returns every complete value of the member, in order; empty if the
 * text doesn't start as an object, such as a page with a script in it.
 */
export function topLevelStrings(text: string, member: string): string[] {
  const found: string[] = [];
  if (!text.trimStart().startsWith("{")) return found;
  let depth = 0;
  let key: string | null = null;
  let expectsValue = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === -1) return found;
      if (depth === 1) {
        const value = parseString(text.slice(at, end + 1));
        if (expectsValue && key === member && value !== null) found.push(value);
        key = expectsValue ? null : value;
      }
      at = end;
    } else if (character === "{" || character === "[") {
      // A second document starts from scratch, so that a different id in it shows up as a contradiction.
      if (depth === 0) [key, expectsValue] = [null, false];
      depth += 1;
    } else if (character === "}" || character === "]") {
      depth -= 1;
    } else if (depth === 1 && character === ":") {
      expectsValue = true;
    } else if (depth === 1 && character === ",") {
      expectsValue = false;
      key = null;
    }
  }
  return found;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

function parseString(literal: string): string | null {
  try {
    return String(JSON.parse(literal));
  } catch {
    return null;
  }
}
