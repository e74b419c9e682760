import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { expectedIn } from "./detectable.ts";
import type { Detect } from "./detector.ts";
import { type Passage, type PlacedText, passagesOf, weightOf } from "./passages.ts";

/** A passage that is not in the language of its text. */
export interface ForeignPassage extends Passage {
  /** The detector's code of the language that it seems to be in. */
  readonly found: string;
}

/** The lead in score that another language needs over the expected one. Related languages score alike. */
const minimumLead = 0.12;

/** The score that English needs, and its lead over any other language, if the detector does not know the expected language. */
const minimumEnglish = 0.72;
const minimumEnglishLead = 0.1;

/**
 * The passages of a text that are not in the expected language. A short sentence is judged together with its neighbours. A language that
 * the detector does not know is distinguished from English only. Pure except for the detector.
 */
export function foreignPassages(
  sentences: readonly PlacedText[],
  language: LanguageFacts,
  detect: Detect,
): ForeignPassage[] {
  return passagesOf(sentences).flatMap((passage) => {
    const expected = expectedIn(passage.text, language);
    if (expected.kind === "never" || weightOf(passage) < 1) return [];
    const scores = detect(passage.text);
    const found = expected.kind === "known" ? likelierThan(expected.code, scores) : englishIn(scores);
    return found === null ? [] : [{ ...passage, found }];
  });
}

function likelierThan(code: string, scores: Readonly<Record<string, number>>): string | null {
  const [best] = ranked(scores);
  if (best === undefined || best.code === code) return null;
  return best.score - (scores[code] ?? 0) >= minimumLead ? best.code : null;
}

function englishIn(scores: Readonly<Record<string, number>>): string | null {
  const [best, next] = ranked(scores);
  if (best?.code !== "en" || best.score < minimumEnglish) return null;
  return best.score - (next?.score ?? 0) >= minimumEnglishLead ? "en" : null;
}

function ranked(scores: Readonly<Record<string, number>>): { code: string; score: number }[] {
  return Object.entries(scores)
    .map(([code, score]) => ({ code, score }))
    .toSorted((a, b) => b.score - a.score);
}
