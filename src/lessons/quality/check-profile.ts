import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { type Headword, newWordsPerHundred, type Profile, profiler } from "../profile/profiler.ts";
import type { CheckedLesson } from "./checked-lesson.ts";
import type { Limits } from "./checks.ts";
import type { Found } from "./finding.ts";

/** What the words of a lesson are. */
export interface LessonProfile {
  /** levels: by the plan's lists of headwords. lists: by what the course's own word lists have asked for up to this lesson. */
  readonly by: "levels" | "lists";
  /** Running words by the level of their headword; empty where there are no levels. */
  readonly byLevel: Profile["byLevel"];
  /** The share that is known at the lesson's level, or was asked for so far. */
  readonly known: number;
  /** Of running words in a hundred, those that no lesson before it in the volume has. */
  readonly newPerHundred: number | null;
}

export interface Profiled {
  readonly profile: LessonProfile | null;
  readonly found: readonly Found[];
}

/** What the words of a volume's lessons are compared with. */
export interface KnownWords {
  /** Of the volume's language, whatever their level; null where the plan names none. */
  readonly headwords: readonly Headword[] | null;
  /** The language of the glosses. */
  readonly reader: LanguageFacts;
}

const spotsMost = 5;
const wordsMost = 20;

/** The lexical profile of each lesson of a volume, in their order. Words off the lists are only told where the plan names levels. */
export function checkProfiles(
  lessons: readonly CheckedLesson[],
  { headwords, reader }: KnownWords,
  limits: Limits,
): Profiled[] {
  const [first] = lessons;
  if (first === undefined) return [];
  const { language } = first;
  const look = profiler(headwords ?? askedFor(lessons), { language, reader });
  const texts = lessons.map(({ sentences }) => sentences.map(({ text }) => text));
  const fresh = newWordsPerHundred(texts, language);
  return lessons.map(({ difficulty, spot }, at) => {
    const profile = look(texts[at] ?? [], headwords === null ? at : difficulty);
    if (profile === null) return { profile: null, found: [] };
    const { byLevel, known, offList } = profile;
    const shown = { known: Math.round(known * 1_000) / 1_000, newPerHundred: fresh[at] ?? null };
    if (headwords === null) return { profile: { by: "lists", byLevel: [], ...shown }, found: [] };
    const isOver = 1 - known > limits.offList.most;
    const off: Found = {
      ...{ check: "offList", share: 1 - known, words: offList.slice(0, wordsMost).map(({ word }) => word) },
      spots: offList.slice(0, spotsMost).map(({ sentence }) => spot(sentence)),
    };
    return { profile: { by: "levels", byLevel, ...shown }, found: isOver ? [off] : [] };
  });
}

/** The words that a volume's lessons were asked for, each with the number of the first lesson that was. */
function askedFor(lessons: readonly CheckedLesson[]): Headword[] {
  const met = new Map<string, Headword>();
  for (const [level, { words }] of lessons.entries())
    for (const { word } of words) if (!met.has(word)) met.set(word, { word, gloss: null, level });
  return [...met.values()];
}
