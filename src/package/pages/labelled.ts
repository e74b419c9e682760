/** A name and what it names, with a colon between them as the pages' language sets it: French parts it from the word before. */
export function labelled(name: string, text: string, { tag }: { readonly tag: string }): string {
  return `${name}${tag === "fr" ? "\u202f" : ""}: ${text}`;
}
