import { ContentFolder } from "../../shared/files/content-folder.ts";

type Table = Readonly<Record<string, string>>;

const texts = new ContentFolder(
  new URL("./texts/", import.meta.url),
  (written) => written as Readonly<Record<string, unknown>>,
);

/** The messages of a file of `texts/`, by code. */
export function messagesIn(name: string): Readonly<Record<string, unknown>> {
  return texts.get(name);
}

/** What a fact is called in messages, by a table of `texts/words.yaml`; null if the table has neither the fact nor a word for all others. */
export function wordFor(table: string, fact: unknown): string | null {
  const words = texts.get("words")[table] as Table | undefined;
  return words?.[String(fact ?? null)] ?? words?.else ?? null;
}
