import type { Exercise, ExerciseSheet } from "../../exercises/exercise.ts";
import { heightOf, heightOfPrompts } from "./room-on-paper.ts";

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

/** What is printed below the exercises where it fits, in the same way for every set. */
export interface AfterExercises {
  readonly retell: boolean;
  readonly prompts: boolean;
  readonly picture: boolean;
}

const retellMm = 24;
const pictureMm = 52;

/** What still has room in every set of a lesson: words to retell the story with, then questions, then the picture. */
export function roomAfter(
  sheets: readonly ExerciseSheet[],
  { prompts, hasPicture }: { readonly prompts: readonly string[]; readonly hasPicture: boolean },
): AfterExercises {
  const longest = Math.max(...sheets.map(({ exercises }) => heightOfAll(exercises)));
  let left = roomMm - longest;
  const takes = (isThere: boolean, height: number): boolean => {
    if (!isThere || height > left) return false;
    left -= height;
    return true;
  };
  return {
    retell: takes(
      sheets.every(({ retell }) => retell.length > 0),
      retellMm,
    ),
    prompts: takes(prompts.length > 0, heightOfPrompts(prompts)),
    picture: takes(hasPicture && staysOnItsSide(roomMm - left), pictureMm),
  };
}

// Heights are estimated on the safe side: only beyond this multiple of a side does a sheet surely have a second one.
const surelyBeyond = 1.3;

// A picture alone on a side would be a waste of paper.
function staysOnItsSide(filledMm: number): boolean {
  const sideMm = roomMm / 2;
  return filledMm > sideMm * surelyBeyond || filledMm + pictureMm <= sideMm;
}

function heightOfAll(exercises: readonly Exercise[]): number {
  return exercises.reduce((sum, exercise) => sum + heightOf(exercise), 0);
}

function fits(exercises: readonly Exercise[]): boolean {
  return heightOfAll(exercises) <= roomMm;
}
