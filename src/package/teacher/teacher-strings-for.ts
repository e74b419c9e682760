import { german } from "./strings-de.ts";
import { english } from "./strings-en.ts";
import { spanish } from "./strings-es.ts";
import { french } from "./strings-fr.ts";
import type { TeacherStrings } from "./teacher-strings.ts";

const known: Readonly<Record<string, TeacherStrings>> = { en: english, es: spanish, fr: french, de: german };

/** The strings of the pages' own language. */
export function teacherStringsFor({ tag }: { readonly tag: string }): TeacherStrings {
  return known[tag] ?? english;
}
