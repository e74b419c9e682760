/** `exact`: as in the list, without article or case. `inflected`: as the list or the grammar derives it. `possible`: it may be another word. */
export type Found = "exact" | "inflected" | "possible";

export type WordStatus = Found | "missing";

/** A list word found in a text: UTF-16 offsets, `end` exclusive; `word` is its index in the list. */
export interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly word: number;
  readonly found: Found;
  /** Whether the running word has more in it: it is a compound, or includes a pronoun or particle. */
  readonly isPart: boolean;
  /** What a compound is composed of, where that is clear: `Bahnhof` and `Chef`. Such an occurrence is only `possible`. */
  readonly parts?: readonly [string, string] | undefined;
}

export interface ListEntry {
  readonly word: string;
  /** As its list writes it, if that has dictionary marks: it may show the class of the word and other forms. */
  readonly entry?: string;
  readonly gloss: string | null;
  /** How it is read, for a lesson that shows readings. */
  readonly reading?: string;
  /** Forms that the list names. */
  readonly forms?: readonly string[];
}

/** Finds words in a text, in the text's order; different words may overlap. `cuts`: from `cutsOf`, for scripts without word spacing. Pure. */
export type WordFinder = (text: string, cuts?: readonly number[] | null) => Occurrence[];

const order: readonly WordStatus[] = ["missing", "possible", "inflected", "exact"];

function betterOf(one: WordStatus, other: WordStatus): WordStatus {
  return order.indexOf(one) >= order.indexOf(other) ? one : other;
}

/** The best match for each word of a list; `words` is the number of words in the list. Pure. */
export function statusesOf(occurrences: Iterable<Occurrence>, words: number): WordStatus[] {
  const statuses = Array.from({ length: words }, (): WordStatus => "missing");
  for (const { word, found } of occurrences) statuses[word] = betterOf(statuses[word] ?? "missing", found);
  return statuses;
}

/** Whether a text counts as containing the word. */
export function isUsed(status: WordStatus): boolean {
  return status === "exact" || status === "inflected";
}
