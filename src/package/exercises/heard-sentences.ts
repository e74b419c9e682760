import type { SentencePlace } from "../../lessons/align/script.ts";
import { foldAnswer } from "./answer.ts";
import type { Exercise, HeardItem } from "./exercise.ts";
import type { Story } from "./story.ts";

/** When to play a sentence alone; null if its times are not certain enough. */
export type HeardAt = (place: SentencePlace) => HeardItem["heard"] | null;

interface Sheet {
  readonly exercises: readonly Exercise[];
  readonly title: string;
  readonly heardAt: HeardAt;
}

/**
 * The sentences, by index, that can be played alone and that the rest of the sheet neither shows nor asks for. Leaves out the title, and
 * sentences that occur twice in the story.
 */
export function unseenSentences(
  story: Story,
  { exercises, title, heardAt }: Sheet,
): ReadonlyMap<number, HeardItem> {
  const items = story.places.map((place) => ({ place, heard: heardAt(place) }));
  if (items.every(({ heard }) => heard === null)) return new Map();
  const foldOf = (text: string) => foldAnswer(text, story.language);
  const seen = new Set([foldOf(title), ...exercises.flatMap(shownBy).map(foldOf)]);
  const folds = story.sentences.map(foldOf);
  const unseen = new Map<number, HeardItem>();
  for (const [index, { place, heard }] of items.entries()) {
    const fold = folds[index] ?? "";
    if (heard === null || seen.has(fold) || folds.indexOf(fold) !== folds.lastIndexOf(fold)) continue;
    unseen.set(index, { place, heard });
  }
  return unseen;
}

/** The sentences that an exercise shows (whole or with a gap) or asks for. */
function shownBy(exercise: Exercise): string[] {
  switch (exercise.kind) {
    case "cloze":
    case "first-letter":
    case "listening-cloze":
      return exercise.items.map(({ before, answer, after }) => `${before}${answer}${after}`);
    case "word-order":
      return exercise.items.map(({ answer, end }) => `${answer.join(" ")}${end}`);
    case "sentence-order":
    case "story-order":
      return [...exercise.sentences];
    case "what-next":
      return [...exercise.sentences, ...exercise.nexts];
    case "who-said":
      return exercise.items.map(({ quote }) => quote);
    case "dictation":
    case "find-sentence":
      return exercise.items.map(({ answer }) => answer);
    case "true-false":
      return exercise.items.map(({ answer }) => answer);
    case "matching":
    case "letter-scramble":
      return [];
  }
}
