import { styleOf } from "../../browser-file.ts";

const serif = '"Iowan Old Style", Palatino, "Noto Serif", Georgia, serif';

/** A book's style. Without variables: converters and older readers drop a declaration that has one. */
export function bookStyle(): string {
  return styleOf("book", "scripts").replaceAll("var(--serif)", serif);
}
