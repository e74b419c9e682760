/**
 * How a word of a list was found. exact: as the list has it, or as its headword without the article, whatever its case. inflected: as one of the
 * forms that its list names, or in a form that the grammar of its class gives. possible: something in the text may be the word, and may be another.
 */
export type Found = "exact" | "inflected" | "possible";

/** What is known of a word in a whole text: the best way in which it was found, or that it was not. */
export type WordStatus = Found | "missing";

/** Where a text has a word of a list: UTF-16 offsets, `end` exclusive, and the word's place in the list. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly word: number;
  readonly found: Found;
  /** Whether it stands inside a longer word of the text, such as a compound, or bears a pronoun or particle. */
  readonly isPart: boolean;
}

/** A word as its list has it. */
export interface ListEntry {
  readonly word: string;
  readonly gloss: string | null;
  /** Its own forms, where the list names them. */
  readonly forms?: readonly string[];
}

/**
 * Finds the words of a list in one text after another, in the order of the text; those of different words may overlap. `cuts`: where words begin in a
 * text without spaces, from `cutsOf`. Pure; the list is read once.
 */
export type WordFinder = (text: string, cuts?: readonly number[] | null) => Occurrence[];

const order: readonly WordStatus[] = ["missing", "possible", "inflected", "exact"];

function betterOf(one: WordStatus, other: WordStatus): WordStatus {
  return order.indexOf(one) >= order.indexOf(other) ? one : other;
}

/** For each of so many words how it was found at best. Pure. */
export function statusesOf(occurrences: Iterable<Occurrence>, words: number): WordStatus[] {
  const statuses = Array.from({ length: words }, (): WordStatus => "missing");
  for (const { word, found } of occurrences) statuses[word] = betterOf(statuses[word] ?? "missing", found);
  return statuses;
}

/** Whether a text counts as having a word. */
export function isUsed(status: WordStatus): boolean {
  return status === "exact" || status === "inflected";
}
