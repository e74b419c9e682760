/** A label and its value, separated by a colon; in French with a space before the colon. */
export function labelled(name: string, text: string, { tag }: { readonly tag: string }): string {
  return `${name}${tag === "fr" ? "\u202f" : ""}: ${text}`;
}
