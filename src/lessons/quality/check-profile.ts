import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { type Headword, newWordsPerHundred, type Profile, profiler } from "../profile/profiler.ts";
import type { CheckedLesson } from "./checked-lesson.ts";
import type { Limits } from "./checks.ts";
import type { Found } from "./finding.ts";

/** The lexical profile of a lesson: which of its words a learner knows. */
export interface LessonProfile {
  /** levels: compared with the plan's lists of headwords. lists: with the required words of the volume up to this lesson. */
  readonly by: "levels" | "lists";
  /** Running words by the level of their headword; empty if the plan has no levels. */
  readonly byLevel: Profile["byLevel"];
  /** The share of running words that are known at the lesson's level, or were required so far. */
  readonly known: number;
  /** New words per hundred running words: words that no earlier lesson of the volume has. */
  readonly newPerHundred: number | null;
}

export interface Profiled {
  readonly profile: LessonProfile | null;
  readonly found: readonly Found[];
}

/** The reference that a volume's words are compared with. */
export interface KnownWords {
  /** Headwords of the volume's language, of all levels; null if the plan names none. */
  readonly headwords: readonly Headword[] | null;
  /** The language of the glosses. */
  readonly reader: LanguageFacts;
}

const spotsMost = 5;
const wordsMost = 20;

/** Profiles each lesson of a volume, in their order. `offList` is reported only if the plan names levels. */
export function checkProfiles(
  lessons: readonly CheckedLesson[],
  { headwords, reader }: KnownWords,
  limits: Limits,
): Profiled[] {
  const [first] = lessons;
  if (first === undefined) return [];
  const { language } = first;
  const profileText = profiler(headwords ?? requiredSoFar(lessons), { language, reader });
  const texts = lessons.map(({ sentences }) => sentences.map(({ text }) => text));
  const fresh = newWordsPerHundred(texts, language);
  return lessons.map(({ difficulty, spot }, at) => {
    const profile = profileText(texts[at] ?? [], headwords === null ? at : difficulty);
    if (profile === null) return { profile: null, found: [] };
    const { byLevel, known, offList } = profile;
    const shown = { known: Math.round(known * 1_000) / 1_000, newPerHundred: fresh[at] ?? null };
    if (headwords === null) return { profile: { by: "lists", byLevel: [], ...shown }, found: [] };
    const isOver = 1 - known > limits.offList.most;
    const off: Found = {
      check: "offList",
      share: 1 - known,
      words: offList.slice(0, wordsMost).map(({ word }) => word),
      spots: offList.slice(0, spotsMost).map(({ sentence }) => spot(sentence)),
    };
    return { profile: { by: "levels", byLevel, ...shown }, found: isOver ? [off] : [] };
  });
}

/** The required words of a volume's lessons, each with the number of the first lesson that requires it. */
function requiredSoFar(lessons: readonly CheckedLesson[]): Headword[] {
  const required = new Map<string, Headword>();
  for (const [level, { words }] of lessons.entries())
    for (const { word } of words) if (!required.has(word)) required.set(word, { word, gloss: null, level });
  return [...required.values()];
}
