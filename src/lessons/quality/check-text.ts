import type { LanguageFacts } from "../../shared/languages/languages.ts";
import {
  type Detect,
  lettersIn,
  type Passage,
  type PlacedText,
  passagesOf,
  repetitionIn,
  type WordRuns,
  weightOf,
} from "../series/passages.ts";
import { hasSentenceEnds } from "../text/sentences.ts";
import type { WordStatus } from "../words/occurrence.ts";
import type { CheckedLesson } from "./checked-lesson.ts";
import type { Found, Limits } from "./finding.ts";

/** Enough for a person to decide whether to read the whole lesson. */
const spotsMost = 5;

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

/** A passage that is not in the language of its text. */
interface ForeignPassage extends Passage {
  /** The detector's code of the language that it seems to be in. */
  readonly found: string;
}

/** The lead in score that another language needs over the expected one. Related languages score alike. */
const minimumLead = 0.12;

/** The score that English needs, and its lead over any other language, if the detector does not know the expected language. */
const minimumEnglish = 0.72;
const minimumEnglishLead = 0.1;

/** A short sentence is judged with its neighbours. If the detector doesn't know the language, only English is found. */
export function foreignPassages(
  sentences: readonly PlacedText[],
  language: LanguageFacts,
  detect: Detect,
): ForeignPassage[] {
  return passagesOf(sentences).flatMap((passage) => {
    const expected = expectedIn(passage.text, language);
    if (expected === null || weightOf(passage) < 1) return [];
    const scores = detect(passage.text);
    const found = expected === "unknown" ? englishIn(scores) : likelierThan(expected, scores);
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

/** The languages that the detector distinguishes, by its own codes. */
const known = new Set(
  (
    "am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru " +
    "sk sl sq sr sv ta te th tl tr uk ur vi yo zh"
  ).split(" "),
);

/** Languages that have another code in the detector, and languages written so much alike that it does not distinguish them. */
const asAnother: Readonly<Record<string, string>> = {
  nb: "no",
  nn: "no",
  fil: "tl",
  id: "ms",
  bs: "hr",
  prs: "fa",
  ckb: "ku",
  arz: "ar",
  apc: "ar",
  yue: "zh",
  wuu: "zh",
  hak: "zh",
  lzh: "zh",
};

/** Languages that the detector does not know and takes for English. */
const likeEnglish = new Set(["sco", "pcm", "jam", "tpi", "bi", "kri", "hwc", "ang", "enm"]);

// The detector knows each language in one script only.
const comparable: Readonly<Record<string, RegExp>> = {
  Latn: /\p{sc=Latn}/gu,
  Cyrl: /\p{sc=Cyrl}/gu,
  Arab: /\p{sc=Arab}/gu,
};

/**
 * The detector's code for the language of a passage. `unknown`: it doesn't know the language, so only English is recognized. Null: the passage can't
 * be checked.
 */
function expectedIn(
  text: string,
  { bcp47, script, otherScripts }: Pick<LanguageFacts, "bcp47" | "script" | "otherScripts">,
): string | null {
  const [primary = ""] = bcp47.split("-");
  if (likeEnglish.has(primary)) return null;
  const code = asAnother[primary] ?? primary;
  const own = comparable[script];
  const isOtherScript =
    otherScripts.length > 0 && own !== undefined && (text.match(own)?.length ?? 0) < text.length / 4;
  return known.has(code) && !isOtherScript ? code : "unknown";
}
