import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { expectedIn } from "./detectable.ts";
import type { Detect } from "./detector.ts";
import { type Passage, type PlacedText, passagesOf, weightOf } from "./passages.ts";

/** A passage that is not in the language of its text. */
export interface ForeignPassage extends Passage {
  /** The language that it seems to be in, by the detector's code. */
  readonly found: string;
}

/** So much likelier another language must be than the expected one. Languages of one family come near each other. */
const surer = 0.12;

/** How likely English must be where the detector does not know the expected language, and so much likelier than any other. */
const sureEnglish = 0.72;
const surerThanOthers = 0.1;

/**
 * The passages of a text that are in another language than it should be in. A short sentence is never judged alone, and a language that the detector does
 * not know is only told from English. Pure but for the detector.
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
  return best.score - (scores[code] ?? 0) >= surer ? best.code : null;
}

function englishIn(scores: Readonly<Record<string, number>>): string | null {
  const [best, next] = ranked(scores);
  if (best?.code !== "en" || best.score < sureEnglish) return null;
  return best.score - (next?.score ?? 0) >= surerThanOthers ? "en" : null;
}

function ranked(scores: Readonly<Record<string, number>>): { code: string; score: number }[] {
  return Object.entries(scores)
    .map(([code, score]) => ({ code, score }))
    .toSorted((a, b) => b.score - a.score);
}
