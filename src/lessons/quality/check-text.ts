import type { Detect } from "../series/detector.ts";
import { foreignPassages } from "../series/foreign-passages.ts";
import { lettersIn } from "../series/passages.ts";
import { repetitionIn, type WordRuns } from "../series/word-runs.ts";
import { hasSentenceEnds } from "../text/sentences.ts";
import type { WordStatus } from "../words/occurrence.ts";
import type { CheckedLesson } from "./checked-lesson.ts";
import type { Limits } from "./checks.ts";
import type { Found } from "./finding.ts";

/** Enough for a person to decide whether to read the whole lesson. */
const spotsMost = 5;

/** Checks the text of one lesson, without comparing it with others. */
export function checkText(
  lesson: CheckedLesson,
  runs: WordRuns,
  { limits, detect }: { readonly limits: Limits; readonly detect: Detect | null },
): Found[] {
  return [
    ...wordsFound(lesson, limits),
    ...foreign(lesson, { limits, detect }),
    ...brokenOff(lesson),
    ...repeats(lesson, runs, limits),
  ];
}

const doubtful = ["missing", "possible", "inflected"] as const satisfies readonly WordStatus[];

function wordsFound({ words }: CheckedLesson, limits: Limits): Found[] {
  return doubtful.flatMap((check): Found[] => {
    const affected = words.filter(({ found }) => found === check).map(({ word }) => word);
    return affected.length > limits[check].most ? [{ check, words: affected, spots: [] }] : [];
  });
}

function foreign(
  { sentences, language, spot }: CheckedLesson,
  { limits, detect }: { readonly limits: Limits; readonly detect: Detect | null },
): Found[] {
  if (detect === null) return [];
  const passages = foreignPassages(sentences, language, detect);
  const all = sentences.reduce((sum, { text }) => sum + lettersIn(text), 0);
  const share = passages.reduce((sum, { letters }) => sum + letters, 0) / Math.max(1, all);
  if (passages.length === 0 || share <= limits.language.most) return [];
  return [
    {
      check: "language",
      share,
      found: [...new Set(passages.map(({ found }) => found))],
      spots: passages.slice(0, spotsMost).map(({ first }) => spot(first)),
    },
  ];
}

const endSigns = /[.!?…؟۔。！？．｡।॥።፧។៕᱾᱿꯫܀;:—–-][\p{P}\p{S}\s]*$/u;

function brokenOff({ sentences, language, text, spot }: CheckedLesson): Found[] {
  if (sentences.length === 0 || !hasSentenceEnds(language) || endSigns.test(text.trim())) return [];
  return [{ check: "brokenOff", spots: [spot(sentences.length - 1)] }];
}

function repeats({ spot }: CheckedLesson, runs: WordRuns, limits: Limits): Found[] {
  const { share, sentences } = repetitionIn(runs);
  return share > limits.repeats.most ? [{ check: "repeats", share, spots: sentences.map(spot) }] : [];
}
