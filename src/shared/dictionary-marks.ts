const hint =
  /\s*\((?:adj|adjective|adjetivo|adjectif|adv|v|vb|vt|vi|verb|verbo|verbe|n|m|f|nm|nf|noun|nombre|nom|subst|pl)\.?\)/giu;

// A comma or a slash and an ending with its hyphen, or several of them.
const endings = /(?<=\p{L}{2})(?:\s*[,/]\s*[-‐–~]\p{L}{1,6})+$/u;
// After a slash or in brackets, endings are written without their hyphen as well. Other words than these may be words of their own.
const shortEnding = /(?<=\p{L}{3})(?:\/(?:a|as|e|es|in|innen)|\((?:a|as|e|es|in|innen|ne|se|le|s)\))$/u;
// The same noun again with its article: `der Hund, die Hunde`.
const secondNoun = /^(\p{L}+ (\p{L}{2})\p{L}*),\s*\p{L}+ \2\p{L}*$/iu;

/**
 * A word without the details that a dictionary adds to it: `secret` for `secret, -ète`, `rojo` for `rojo/a`, `der Hund` for `der Hund, die Hunde`,
 * `perro` for `perro (m)`. Other words stay as they are.
 */
export function withoutDictionaryMarks(entry: string): string {
  const bare = entry.replace(hint, "").trim();
  return bare.replace(endings, "").replace(shortEnding, "").replace(secondNoun, "$1") || entry;
}
