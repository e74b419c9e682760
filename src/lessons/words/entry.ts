import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { foldWord, tokensOf } from "./exact.ts";
import type { Grammar, Kind } from "./grammar.ts";
import type { ListEntry } from "./occurrence.ts";

export interface ReadEntry {
  readonly whole: string;
  /** Its running words as written, without article, verb mark and hint. */
  readonly headword: readonly string[];
  readonly kind: Kind;
  /** Whether the entry or its gloss shows the class by an article, a verb mark or a hint. */
  readonly isSure: boolean;
  /** Whether it names a second ending, as `rojo, -a` does. */
  readonly varies: boolean;
  /** Forms listed in the entry, folded. */
  readonly forms: readonly string[];
}

interface EntryLanguage {
  readonly language: Pick<LanguageFacts, "bcp47">;
  readonly grammar: Grammar | null;
  /** The grammar of the glosses. */
  readonly reader: Grammar | null;
}

const hints: readonly (readonly [RegExp, Kind])[] = [
  [/\b(?:adj|adjective|adjetivo|adjectif)\b/iu, "adjective"],
  [/\b(?:v|vb|vt|vi|verb|verbo|verbe)\b/iu, "verb"],
  [/\b(?:n|m|f|nm|nf|noun|nombre|nom|subst|pl)\b/iu, "noun"],
];

/**
 * Reads a list's entries together, because its conventions are evidence: if a list marks its verbs, a word without the mark is not a verb; the same
 * goes for articles. Pure.
 */
export function readEntries(entries: readonly ListEntry[], languages: EntryLanguage): ReadEntry[] {
  const read = entries.map((entry) => ownEvidence(entry, languages));
  const marked = read.filter(({ evidence }) => evidence === "gloss-verb" || evidence === "verb").length;
  const articles = read.filter(({ evidence }) => evidence === "article").length;
  const usesArticles = articles >= 2 && articles * 5 >= read.length;
  return read.map((entry, index) => {
    const glossed = (entries[index]?.gloss ?? "") !== "";
    return resolve(entry, { marksVerbs: marked > 0 && glossed, usesArticles, grammar: languages.grammar });
  });
}

type Evidence = "article" | "verb" | "gloss-verb" | "gloss-noun" | "hint" | null;

interface OwnEvidence extends Omit<ReadEntry, "isSure"> {
  readonly evidence: Evidence;
}

function ownEvidence(entry: ListEntry, { language, grammar, reader }: EntryLanguage): OwnEvidence {
  const written = entry.entry ?? entry.word;
  const slashed = written.replace(/(?<=\p{L})\((\p{L}{1,3})\)$/u, "/$1");
  const plain = slashed.replace(/\([^)]*\)/gu, " ");
  const hinted = `${/\(([^)]*)\)/u.exec(written)?.[1] ?? ""} ${/\(([^)]*)\)/u.exec(entry.gloss ?? "")?.[1] ?? ""}`;
  const hint = hints.find(([pattern]) => pattern.test(hinted))?.[1] ?? null;
  const { first, second } = halves(plain);
  const words = tokensOf(first, language);
  const starts = countLeading(
    words.map(({ text }) => text),
    grammar?.articles,
  );
  const marks =
    starts > 0
      ? 0
      : countLeading(
          words.map(({ text }) => text),
          grammar?.verbMarks,
        );
  const isReflexive = words.length > 1 && grammar?.reflexives?.has(words.at(-1)?.text ?? "") === true;
  const own = words.slice(starts + marks, isReflexive ? -1 : undefined);
  const headword = own.map(({ start, end }) => first.slice(start, end));
  const forms = [...(entry.forms ?? []), ...secondForm(second, headword[0] ?? "", { language, grammar })];
  const varies = /^\s*-?\p{L}{1,3}$/u.test(second);
  const evidence = evidenceOf(
    { starts, marks: marks + Number(isReflexive), hint, gloss: entry.gloss },
    reader,
  );
  const kind = {
    article: "noun",
    verb: "verb",
    "gloss-verb": "verb",
    "gloss-noun": "noun",
    hint: hint ?? "unknown",
  } as const;
  return {
    whole: foldWord(entry.word, language),
    headword,
    kind: evidence === null ? (varies ? "adjective" : "unknown") : kind[evidence],
    evidence,
    varies,
    forms: forms.map((form) => foldWord(form, language)).filter((form) => form !== ""),
  };
}

/** Splits `rojo/a`, `rojo, -a` or `der Hund, die Hunde` into the word and its second form. */
function halves(entry: string): { first: string; second: string } {
  const match = /^([^,/]*\p{L}[^,/]*)[,/](.*)$/su.exec(entry);
  return { first: match?.[1] ?? entry, second: match?.[2]?.trim() ?? "" };
}

// `-a`, `-os, -as`; without its hyphen, an ending is short.
const endings = /^(?:[-‐–~]\p{L}{1,6}(?:\s*[,/]\s*(?=[-‐–~]|$))?)+$|^\p{L}{1,2}$/u;
const vowel = /[aeiouyàáâãäéèêëíîïóôöúûüаеёиоуыэюяй]+$/u;

/** `secret` with `ète` is `secrète`, `barato` with `a` is `barata`, `petit` with `e` is `petite`. */
function withEnding(stem: string, ending: string): string {
  const bare = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");
  const at = bare(stem).lastIndexOf(bare(ending).slice(0, 1));
  const isSame = bare(stem).length === stem.length && at > 0 && stem.length - at <= ending.length;
  if (isSame) return stem.slice(0, at) + ending;
  return (vowel.test(ending.slice(0, 1)) ? stem.replace(vowel, "") : stem) + ending;
}

function secondForm(
  second: string,
  headword: string,
  { language, grammar }: Pick<EntryLanguage, "language" | "grammar">,
): string[] {
  if (endings.test(second)) {
    const stem = foldWord(headword, language);
    return second
      .split(/[\s,/‐–~-]+/u)
      .filter((each) => each !== "")
      .map((ending) => withEnding(stem, ending));
  }
  const words = tokensOf(second, language).map(({ text }) => text);
  const left = words.slice(countLeading(words, grammar?.articles));
  const [form = ""] = left;
  const isForm =
    left.length === 1 && form.length > 2 && form.slice(0, 2) === foldWord(headword, language).slice(0, 2);
  return isForm ? [form] : [];
}

// The last word is never an article: it would leave no headword.
function countLeading(words: readonly string[], set: ReadonlySet<string> | undefined): number {
  let count = 0;
  while (count < words.length - 1 && set?.has(words[count] ?? "") === true) count += 1;
  return count;
}

interface Signs {
  readonly starts: number;
  readonly marks: number;
  readonly hint: Kind | null;
  readonly gloss: string | null;
}

function evidenceOf({ starts, marks, hint, gloss }: Signs, reader: Grammar | null): Evidence {
  if (starts > 0) return "article";
  if (marks > 0) return "verb";
  if (hint !== null) return "hint";
  const [first = "", second] = (gloss ?? "")
    .trim()
    .toLowerCase()
    .split(/[\s'’]+/u);
  if (reader === null || second === undefined) return null;
  if (reader.verbMarks.has(first)) return "gloss-verb";
  return reader.articles.has(first) ? "gloss-noun" : null;
}

interface Convention {
  readonly marksVerbs: boolean;
  readonly usesArticles: boolean;
  readonly grammar: Grammar | null;
}

function resolve(
  { evidence, ...entry }: OwnEvidence,
  { marksVerbs, usesArticles, grammar }: Convention,
): ReadEntry {
  if (entry.kind !== "unknown") return { ...entry, isSure: evidence !== null };
  const guessed = grammar?.guess(entry.headword[0] ?? "") ?? "unknown";
  const isVerb = guessed === "verb" && !marksVerbs;
  if (guessed !== "verb" && guessed !== "unknown") return { ...entry, kind: guessed, isSure: true };
  if (isVerb) return { ...entry, kind: "verb", isSure: false };
  return { ...entry, kind: usesArticles ? "adjective" : "unknown", isSure: false };
}
