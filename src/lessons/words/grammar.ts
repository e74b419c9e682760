import * as z from "zod";
import { ContentFolder } from "../../shared/files/content-folder.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";

/** The class of a word, as far as its list entry shows it. */
export type Kind = "noun" | "verb" | "adjective" | "unknown";

interface Endings {
  has(ending: string): boolean;
}

/** A set of forms: a folded stem with any of the endings. */
export interface StemRule {
  readonly stem: string;
  readonly endings: Endings;
  readonly kind: Exclude<Kind, "unknown">;
  /** The form may also be another word. */
  readonly isUnsure?: boolean;
  /** The ending includes a pronoun or a particle, or stands only before one. */
  readonly isPart?: boolean;
  /** A separated prefix, at the end of the verb's clause. */
  readonly particle?: string;
}

const words = z.string().default("");
const wordSet = words.transform((list): ReadonlySet<string> => new Set(wordsOf(list)));

/** By the pattern that a stem matches: its endings, or, by what replaces the match, the endings after the changed stem. */
const rows = z
  .record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))
  .transform((written) => Object.entries(written).map(([like, forms]) => ({ like, forms })))
  .default([]);

const table = z.strictObject({
  /** Matches the headwords that the table is for. The first group that matches is the stem. */
  of: z.string().default("(.*)"),
  /** The name in `spellings` of how the stem is spelt here. */
  spelling: z.string().optional(),
  /** All rows whose pattern matches the stem apply. */
  each: rows,
  /** Only the first such row applies. */
  first: rows,
  /** Like `each`, for endings with pronouns, or that stand only before one (`part`) and for forms that may be other words (`unsure`). */
  part: rows,
  unsure: rows,
  /** The class whose rules apply where none of these rows does. */
  otherwise: z.enum(["noun"]).optional(),
});
const tables = z.array(table).default([]);

/** The rules of a language in `grammars/<code>.yaml`, except for what can't be derived by any rule. All words are folded. */
const grammarSchema = z.strictObject({
  /** Words before a noun in an entry, such as the article in `el camino`. */
  articles: wordSet,
  /** Words before a verb in an entry, such as `to` and `sich`. */
  verbMarks: wordSet,
  /** Words that precede a noun in a text, with at most an adjective between. */
  determiners: words,
  /** Determiners that are also object pronouns, as in French `je la porte`. */
  objectPronouns: wordSet,
  /** Words that precede a verb in a text. */
  pronouns: wordSet,
  /** Words that never precede a finite verb: prepositions, forms of to be. */
  beforeNoFinite: wordSet,
  /** Matches the ends of infinitives and participles. */
  nonFinite: z
    .string()
    .transform((ends) => new RegExp(`(?:${ends})$`, "u"))
    .optional(),
  /** Words that follow a reflexive verb in its entry. */
  reflexives: wordSet,
  nounsAreCapital: z.boolean().default(false),
  /** Whether a verb in its entry may look like a noun, as in English. */
  bareInfinitive: z.boolean().default(false),
  /** The class that a headword, as written in its list, shows by itself: that of the first row whose pattern it matches. */
  guess: z
    .array(z.strictObject({ kind: z.enum(["noun", "verb", "adjective"]), like: z.string(), except: wordSet }))
    .default([]),
  /** Lists of endings, for use as `<name>` inside others. */
  endings: z.record(z.string(), z.string()).default({}),
  /** Parts of patterns, likewise. */
  patterns: z.record(z.string(), z.string()).default({}),
  /** How stems change: what replaces the first pattern that matches. Several spellings are possible. */
  spellings: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** What replaces a letter of an ending, depending on the end of the stem. */
  harmony: z
    .array(z.strictObject({ after: z.string(), letters: z.record(z.string(), z.string()) }))
    .default([]),
  noun: tables,
  adjective: tables,
  /** The forms of a verb, or of what follows its separable prefix. */
  verb: tables,
  /** Forms before which a separable prefix always stays. */
  participle: tables,
  separable: z
    .strictObject({
      prefixes: z.string(),
      /** Verbs with these prefixes may also be inseparable. */
      mayStay: wordSet,
      /** Forms that occur only with the prefix at the end of the clause, and forms that occur only with it in front. */
      apart: tables,
      joined: tables,
    })
    .optional(),
  compounds: z
    .strictObject({
      /** Linking elements, such as the s of Arbeitszimmer. The empty one is always tried. */
      joins: words.transform(wordsOf),
      /** Beginnings and ends of words that are not parts of a compound. */
      prefixes: wordSet,
      suffixes: wordSet,
      /** Words that end many compounds. They count as known even if neither list nor text has them. */
      ends: wordSet,
    })
    .optional(),
});

type WrittenGrammar = z.output<typeof grammarSchema>;
type Rules = (headword: string) => readonly StemRule[];

export type Compounds = NonNullable<WrittenGrammar["compounds"]>;

/** A language's regular inflection, and the words that show a word's class in a list entry or a text. */
export interface Grammar
  extends Omit<WrittenGrammar, "determiners" | "guess" | "noun" | "verb" | "adjective"> {
  readonly determiners: ReadonlySet<string>;
  readonly guess: (headword: string) => Kind;
  readonly noun: Rules;
  readonly verb: Rules;
  readonly adjective: Rules;
}

const grammars = new ContentFolder(new URL("./grammars/", import.meta.url), (written) =>
  grammarIn(grammarSchema.parse(written)),
);

export function grammarOf({ bcp47 }: Pick<LanguageFacts, "bcp47">): Grammar | null {
  return grammars.find(bcp47.split("-", 1)[0] ?? "");
}

function wordsOf(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== "");
}

function grammarIn(written: WrittenGrammar): Grammar {
  const { determiners, guess, separable } = written;
  const rulesIn = (some: readonly z.output<typeof table>[], kind: StemRule["kind"]): Rules => {
    const compiled = some.map((one) => compiledTable(one, kind, written));
    return (headword) => compiled.flatMap((rules) => rules(headword));
  };
  const noun = rulesIn(written.noun, "noun");
  const adjective = rulesIn(written.adjective, "adjective");
  const inNoun = written.adjective.some(({ otherwise }) => otherwise === "noun");
  const [finite, participle] = [rulesIn(written.verb, "verb"), rulesIn(written.participle, "verb")];
  const whole: Rules = (verb) => [...finite(verb), ...participle(verb)];
  const rows = guess.map(({ kind, like, except }) => ({ kind, test: wholly(like), except }));
  return {
    ...written,
    determiners: new Set(expanded(determiners, written)),
    guess: (headword) =>
      rows.find(({ test, except }) => test.test(headword) && !except.has(headword))?.kind ?? "unknown",
    noun,
    adjective: (headword) => {
      const own = adjective(headword);
      return own.length > 0 || !inNoun
        ? own
        : noun(headword).map((rule) => ({ ...rule, kind: "adjective" as const }));
    },
    verb:
      separable === undefined
        ? whole
        : separableVerbs(separable, {
            whole,
            finite,
            participle,
            apart: rulesIn(separable.apart, "verb"),
            joined: rulesIn(separable.joined, "verb"),
          }),
  };
}

function separableVerbs(
  { prefixes, mayStay }: NonNullable<WrittenGrammar["separable"]>,
  of: Readonly<Record<"whole" | "finite" | "participle" | "apart" | "joined", Rules>>,
): Rules {
  const separable = new RegExp(`^(${wordsOf(prefixes).join("|")})(?=.{4,}$)`, "u");
  return (headword) => {
    const prefix = separable.exec(headword)?.[1];
    if (prefix === undefined || of.whole(headword).length === 0) return of.whole(headword);
    const base = headword.slice(prefix.length);
    const own = of.finite(base);
    return [
      ...[...own, ...of.apart(base)].map((rule) => ({ ...rule, particle: prefix })),
      ...[...own, ...of.participle(base), ...of.joined(base)].map((rule) => ({
        ...rule,
        stem: prefix + rule.stem,
      })),
      ...(mayStay.has(prefix) ? of.whole(headword) : []),
    ];
  };
}

function compiledTable(
  { of, spelling, each, first, part, unsure }: z.output<typeof table>,
  kind: StemRule["kind"],
  written: WrittenGrammar,
): Rules {
  const isOf = wholly(patternIn(of, written));
  const spelt = Object.entries(spelling === undefined ? {} : (written.spellings[spelling] ?? {})).map(
    ([like, to]) => ({
      test: new RegExp(patternIn(like, written), "u"),
      to: wordsOf(to),
    }),
  );
  const compile = (some: typeof each) => some.map((row) => compiledRow(row, written));
  const [all, one, parts, doubtful] = [each, first, part, unsure].map(compile);
  const rulesOf = (stem: string): Omit<StemRule, "kind">[] => [
    ...(all ?? []).flatMap((row) => row(stem) ?? []),
    ...(firstOf(one ?? [], stem) ?? []),
    ...(parts ?? []).flatMap((row) => row(stem)?.map((rule) => ({ ...rule, isPart: true })) ?? []),
    ...(doubtful ?? []).flatMap((row) => row(stem)?.map((rule) => ({ ...rule, isUnsure: true })) ?? []),
  ];
  return (headword) => {
    const match = isOf.exec(headword);
    if (match === null) return [];
    const stem = match.slice(1).find((group) => group !== undefined) ?? headword;
    const change = spelt.find(({ test }) => test.test(stem));
    const stems = change === undefined ? [stem] : change.to.map((to) => stem.replace(change.test, to));
    return stems.flatMap(rulesOf).map((rule) => ({ ...rule, kind }));
  };
}

type Row = (stem: string) => Pick<StemRule, "stem" | "endings">[] | null;

function firstOf(some: readonly Row[], stem: string): ReturnType<Row> {
  for (const row of some) {
    const rules = row(stem);
    if (rules !== null) return rules;
  }
  return null;
}

/** A row as a function that gives the rules of a stem; null if the row is not for it. */
function compiledRow({ like, forms }: z.output<typeof rows>[number], written: WrittenGrammar): Row {
  const test = new RegExp(patternIn(like, written), "u");
  const changes = typeof forms === "string" ? [["$&", forms] as const] : Object.entries(forms);
  const compiled = changes.map(([to, endings]) => ({ to, endings: endingsIn(endings, written) }));
  return (stem) =>
    test.test(stem)
      ? compiled.map(({ to, endings }) => ({ stem: stem.replace(test, to), endings: endings(stem) }))
      : null;
}

function wholly(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, "u");
}

function patternIn(pattern: string, { patterns }: Pick<WrittenGrammar, "patterns">): string {
  return pattern.replace(/<(\w+)>/g, (_, name: string) => patternIn(named(patterns, name), { patterns }));
}

function named(texts: Readonly<Record<string, string>>, name: string): string {
  const text = texts[name];
  if (text === undefined) throw new Error(`a grammar has no <${name}>`);
  return text;
}

/** Endings that are listed, or, between slashes, a pattern for them. */
function endingsIn(listed: string, written: WrittenGrammar): (stem: string) => Endings {
  const pattern = /^\/(.*)\/$/su.exec(listed)?.[1];
  if (pattern === undefined) {
    const set = new Set(expanded(listed, written));
    return () => set;
  }
  const forms = written.harmony.map(({ after, letters }) => {
    const own = patternIn(pattern, written).replace(/[A-Z]/g, (letter) => letters[letter] ?? letter);
    return { after: new RegExp(after, "u"), whole: wholly(own) };
  });
  return (stem) => {
    const form = forms.find(({ after }) => after.test(stem));
    return { has: (ending) => form?.whole.test(ending) === true };
  };
}

/** The words of a list, in which the name of a named list stands for its words; `-` is the empty word. */
function expanded(list: string, { endings }: Pick<WrittenGrammar, "endings">): string[] {
  return wordsOf(list).flatMap((word) => {
    if (word === "-") return [""];
    const [, before = "", name, after = ""] = /^(.*?)<(\w+)>(.*)$/u.exec(word) ?? [];
    if (name === undefined) return [word];
    const ends = after === "" ? [""] : expanded(after, { endings });
    return expanded(named(endings, name), { endings }).flatMap((middle) =>
      ends.map((end) => before + middle + end),
    );
  });
}
