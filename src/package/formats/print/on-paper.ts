import type { Exercise, ExerciseSheet } from "../../exercises/exercise.ts";
import { heightOf } from "./room-on-paper.ts";

// Two sides of Letter, the lower of the two sizes, less the head of the sheet and what stays empty at the end of the first side.
const roomMm = 470;

// What a set does without first: what needs a recording or a screen more than a pen, and the second of two orders.
const leftOutFirst: readonly Exercise["kind"][] = [
  ...(["what-next", "sentence-order", "letter-scramble", "dictation", "listening-cloze"] as const),
  ...(["word-order", "story-order", "who-said", "first-letter"] as const),
];

/**
 * The sets of a lesson as they are printed: each fits one sheet of paper, two sides, as far as that can be known without a printer. All sets
 * leave out the same kinds, so that they stay equally hard; the reader has them all.
 */
export function onPaper(sheets: readonly ExerciseSheet[]): ExerciseSheet[] {
  let left = sheets;
  for (const kind of leftOutFirst) {
    if (left.every(({ exercises }) => fits(exercises))) break;
    left = left.map((sheet) => ({
      ...sheet,
      exercises: sheet.exercises.filter((each) => each.kind !== kind),
    }));
  }
  return left.filter(({ exercises }) => exercises.length > 0);
}

function fits(exercises: readonly Exercise[]): boolean {
  return exercises.reduce((sum, exercise) => sum + heightOf(exercise), 0) <= roomMm;
}
