/** The class of a word, as far as its list entry shows it. */
export type Kind = "noun" | "verb" | "adjective" | "unknown";

/** The endings that may follow a stem. */
export interface Endings {
  has(ending: string): boolean;
}

/** A set of forms: a folded stem with any of the endings. */
export interface StemRule {
  readonly stem: string;
  readonly endings: Endings;
  readonly kind: Exclude<Kind, "unknown">;
  /** The form may also be another word. */
  readonly isUnsure?: boolean;
  /** The ending includes a pronoun or a particle. */
  readonly isPart?: boolean;
  /** A separated prefix, at the end of the verb's clause. */
  readonly particle?: string;
}

/** How a language forms compounds. */
export interface Compounds {
  /** Linking elements, such as the s of Arbeitszimmer. The empty one is always tried. */
  readonly joins: readonly string[];
  /** Beginnings of words that are not parts of a compound. */
  readonly prefixes: ReadonlySet<string>;
  /** Ends of words that are not parts of a compound. */
  readonly suffixes: ReadonlySet<string>;
  /** Words that end many compounds, known where neither list nor text has them. */
  readonly ends?: ReadonlySet<string>;
}

/** A language's regular inflection, and the words that show a word's class in a list entry or a text. All texts are folded. */
export interface Grammar {
  /** Words before a noun in an entry, such as the article in `el camino`. */
  readonly articles: ReadonlySet<string>;
  /** Words before a verb in an entry, such as `to` and `sich`. */
  readonly verbMarks: ReadonlySet<string>;
  /** Words that precede a noun in a text, with at most an adjective between. */
  readonly determiners: ReadonlySet<string>;
  /** Determiners that are also object pronouns, as in French `je la porte`. */
  readonly objectPronouns: ReadonlySet<string>;
  /** Words that precede a verb in a text. */
  readonly pronouns: ReadonlySet<string>;
  /** Words that never precede a finite verb: prepositions, forms of to be. */
  readonly beforeNoFinite?: ReadonlySet<string>;
  /** Matches infinitives and participles. */
  readonly nonFinite?: RegExp;
  /** Words that follow a reflexive verb in its entry. */
  readonly reflexives?: ReadonlySet<string>;
  readonly nounsAreCapital?: boolean;
  /** Whether a verb in its entry may look like a noun, as in English. */
  readonly bareInfinitive?: boolean;
  /** The class that a headword, as written in its list, shows by itself. */
  readonly guess: (headword: string) => Kind;
  readonly noun: (headword: string) => readonly StemRule[];
  readonly verb: (headword: string) => readonly StemRule[];
  readonly adjective: (headword: string) => readonly StemRule[];
  readonly compounds?: Compounds;
}

/** The words of a text separated by white space; `-` stands for the empty word. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(
    words
      .trim()
      .split(/\s+/)
      .map((word) => (word === "-" ? "" : word)),
  );
}

/** The endings that a pattern matches completely. */
export function endingsLike(pattern: string): Endings {
  const whole = new RegExp(`^(?:${pattern})$`, "u");
  return { has: (ending) => whole.test(ending) };
}

export function joined(beginnings: Iterable<string>, ends: Iterable<string>): string[] {
  return [...beginnings].flatMap((beginning) => [...ends].map((end) => beginning + end));
}

const acutes: Readonly<Record<string, string>> = { a: "á", e: "é", i: "í", o: "ó", u: "ú" };

/** A stem with an acute accent on its last vowel. */
export function withAcute(stem: string): string {
  return stem.replace(
    /([aeiou])([^aeiouáéíóú]*)$/u,
    (_, vowel: string, rest: string) => (acutes[vowel] ?? vowel) + rest,
  );
}

/** A stem with its last vowel changed, or null if that vowel is not `from`. */
export function changeVowel(stem: string, from: string, to: string): string | null {
  const match = /([aeiouyäöüå])([^aeiouyäöüå]*)$/u.exec(stem);
  return match?.[1] !== from ? null : stem.slice(0, match.index) + to + (match[2] ?? "");
}
