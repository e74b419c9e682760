import { styleOf } from "../../browser-file.ts";

const serif = '"Iowan Old Style", Palatino, "Noto Serif", Georgia, serif';

/** A book's style sheet, without CSS variables: converters and older readers drop declarations that use them. */
export function bookStyle(): string {
  return styleOf("book", "scripts").replaceAll("var(--serif)", serif);
}
