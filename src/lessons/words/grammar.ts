/** The class of a word, as far as its entry tells it. */
export type Kind = "noun" | "verb" | "adjective" | "unknown";

/** What may follow a stem. */
export interface Endings {
  has(ending: string): boolean;
}

/** Forms of a word: its stem, folded, with any of the endings. */
export interface StemRule {
  readonly stem: string;
  readonly endings: Endings;
  readonly kind: Exclude<Kind, "unknown">;
  /** Such a form may as well be another word. */
  readonly isUnsure?: boolean;
  /** The ending bears a pronoun or a particle. */
  readonly isPart?: boolean;
  /** Stands apart from the verb, at the end of its clause. */
  readonly particle?: string;
}

/** How a language writes several words as one. */
export interface Compounds {
  /** What joins the parts, such as the s of Arbeitszimmer; the empty join is always tried. */
  readonly joins: readonly string[];
  /** What begins many words and is no word of a compound: prefixes. */
  readonly prefixes: ReadonlySet<string>;
  /** What ends many words and is no word of a compound: suffixes. */
  readonly suffixes: ReadonlySet<string>;
}

/** What is known of a language's regular inflection, and how a list's entry and a text tell the class of a word. All texts are folded. */
export interface Grammar {
  /** What stands before a noun in an entry: the article in `el camino`. */
  readonly articles: ReadonlySet<string>;
  /** What stands before a verb in an entry: `to`, `sich`. */
  readonly verbMarks: ReadonlySet<string>;
  /** After these in a text stands a noun, with an adjective at most between. */
  readonly determiners: ReadonlySet<string>;
  /** Determiners that are an object's pronoun too, as in French `je la porte`. */
  readonly objectPronouns: ReadonlySet<string>;
  /** After these in a text stands a verb. */
  readonly pronouns: ReadonlySet<string>;
  /** After these stands no finite verb: prepositions, forms of to be. */
  readonly beforeNoFinite?: ReadonlySet<string>;
  /** What a verb's form is like that is not finite: an infinitive, a participle. */
  readonly nonFinite?: RegExp;
  /** What follows a reflexive verb in its entry. */
  readonly reflexives?: ReadonlySet<string>;
  readonly nounsAreCapital?: boolean;
  /** Whether a verb in its entry looks as a noun does, as in English. */
  readonly bareInfinitive?: boolean;
  /** The class that a headword alone shows, written as its list has it. */
  readonly guess: (headword: string) => Kind;
  readonly noun: (headword: string) => readonly StemRule[];
  readonly verb: (headword: string) => readonly StemRule[];
  readonly adjective: (headword: string) => readonly StemRule[];
  readonly compounds?: Compounds;
}

/** Words of a text parted by white space; `-` is the empty one. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(
    words
      .trim()
      .split(/\s+/)
      .map((word) => (word === "-" ? "" : word)),
  );
}

/** Endings that a pattern matches as a whole. */
export function endingsLike(pattern: string): Endings {
  const whole = new RegExp(`^(?:${pattern})$`, "u");
  return { has: (ending) => whole.test(ending) };
}

/** Every combination of a beginning and an end. */
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

/** A stem with its last vowel changed, or null where that is another vowel. */
export function changeVowel(stem: string, from: string, to: string): string | null {
  const match = /([aeiouyäöüå])([^aeiouyäöüå]*)$/u.exec(stem);
  return match?.[1] !== from ? null : stem.slice(0, match.index) + to + (match[2] ?? "");
}
