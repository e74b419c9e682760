/** What stands on printed sheets beside the exercises themselves. */
export interface PrintStrings {
  readonly name: string;
  readonly date: string;
  readonly key: string;
  readonly keep: string;
}

const english: PrintStrings = { name: "Name", date: "Date", key: "Answer key", keep: "For the teacher" };

const known: Readonly<Record<string, PrintStrings>> = {
  en: english,
  es: { name: "Nombre", date: "Fecha", key: "Soluciones", keep: "Para el profesor" },
  fr: { name: "Nom", date: "Date", key: "Corrigé", keep: "Pour l’enseignant" },
  de: { name: "Name", date: "Datum", key: "Lösungen", keep: "Für die Lehrkraft" },
};
/** The strings of the pages' own language. */
export function printStringsFor({ tag }: { readonly tag: string }): PrintStrings {
  return known[tag] ?? english;
}
