/**
 * A text in lower case by the rules of the language that a BCP 47 tag begins with. Case hangs on the language alone, and a tag that says more
 * takes a hundred times as long.
 */
export function lowerCase(text: string, tag: string): string {
  const end = tag.indexOf("-");
  return text.toLocaleLowerCase(end === -1 ? tag : tag.slice(0, end));
}
