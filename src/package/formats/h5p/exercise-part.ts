import type { HeardItem } from "../../exercises/exercise.ts";
import type { LessonPart } from "../../quiz/lesson-markup.ts";

/** A lesson whose exercises become H5P contents. */
export interface ExercisePart extends LessonPart {
  /** The name of the sound for a sentence that a question plays; null if the file has none. */
  readonly soundOf: (item: HeardItem) => string | null;
  readonly scope: string;
}

// What H5P's blanks and words to drag can hold: their own signs are `*`, `/`, `:` and `\`, and they can't be escaped.
const plain = /^[\p{L}\p{M}\p{N}\p{Zs}'’.,!?¡¿…،؛؟。、！？«»“”„–—-]+$/u;

/** Whether H5P takes a text for nothing but an answer. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}
