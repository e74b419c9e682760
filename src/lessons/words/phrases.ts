import { contradicts } from "./context.ts";
import type { ReadEntry } from "./entry.ts";
import { foldWord, type Span, type WordLanguage } from "./exact.ts";
import type { Grammar } from "./grammar.ts";
import type { Found } from "./occurrence.ts";
import { rulesFor } from "./rules.ts";
import type { Token } from "./tokens.ts";

interface Running {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly language: Pick<WordLanguage, "bcp47">;
  readonly grammar: Grammar | null;
}

/** The places of an entry of several words, each as written or inflected; of a verb phrase only the first word is inflected. Pure. */
export function phraseSpans(entry: ReadEntry, running: Running): (Span & { found: Found })[] {
  const { text, tokens, language } = running;
  const words = entry.headword.map((word) => foldWord(word, language));
  const tests = words.map((word, index) => formTest(word, index, { entry, running }));
  return tokens.flatMap((first, at) => {
    let found: Found = "exact";
    for (const [index, word] of words.entries()) {
      const token = tokens[at + index];
      const before = tokens[at + index - 1];
      const isNext =
        index === 0 || (before !== undefined && /^[\s'’-]{1,2}$/u.test(text.slice(before.end, token?.start)));
      if (token === undefined || !isNext) return [];
      if (token.text === word) continue;
      if (tests[index]?.(at + index) !== true) return [];
      found = "inflected";
    }
    return [{ start: first.start, end: tokens[at + words.length - 1]?.end ?? first.end, found }];
  });
}

function formTest(
  word: string,
  index: number,
  { entry, running: { text, tokens, grammar } }: { entry: ReadEntry; running: Running },
): (at: number) => boolean {
  const guessed = grammar?.guess(entry.headword[0] ?? "");
  const isVerb = entry.kind === "verb" || (entry.kind === "unknown" && guessed === "verb");
  if (grammar === null || word.length < 3 || (isVerb && index > 0)) return () => false;
  const kind = isVerb ? "verb" : index === 0 ? "unknown" : "noun";
  const rules = [...rulesFor(word, { kind, varies: !isVerb }, grammar)].filter(
    ({ isUnsure }) => isUnsure !== true,
  );
  return (at) => {
    const token = tokens[at]?.text ?? "";
    return rules.some(
      ({ stem, endings, kind }) =>
        token.startsWith(stem) &&
        endings.has(token.slice(stem.length)) &&
        !(isVerb && contradicts(kind, { text, tokens, at }, grammar)),
    );
  };
}
