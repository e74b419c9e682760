import type { Exercise, ExerciseSheet } from "../../exercises/exercise.ts";
import { heightOf, heightOfPrompts } from "./room-on-paper.ts";

// The room for a story in a learner's own words: its heading with the words to use, and a line for the pen.
const tellingMm = 26;
const writingLineMm = 9;
const fewestLines = 5;
const mostLines = 22;
const retellMm = 24;
const pictureMm = 52;

// What a set does without first: what needs a recording or a screen more than a pen, and the second of two orders.
const leftOutFirst: readonly Exercise["kind"][] = [
  ...(["what-next", "sentence-order", "letter-scramble", "dictation", "listening-cloze"] as const),
  ...(["find-sentence", "word-order", "story-order", "who-said", "first-letter"] as const),
];

/** A set as it is printed: one sheet of paper. */
export interface PaperSheet extends Pick<ExerciseSheet, "version" | "retell"> {
  /** What is on its first and its second side; no exercise is divided. */
  readonly sides: readonly [readonly Exercise[], readonly Exercise[]];
  readonly after: AfterExercises;
}

/** What the second side has below its exercises, in the same way for every set. */
export interface AfterExercises {
  readonly prompts: boolean;
  readonly picture: boolean;
  /** The lines on which the story is told again; 0: there is no room for them. */
  readonly lines: number;
  /** Whether there is at least room for the words to tell it aloud with. */
  readonly aloud: boolean;
}

/** What a topic has for the end of its sheets. */
export interface TopicExtras {
  readonly prompts: readonly string[];
  readonly hasPicture: boolean;
}

/** How much fits on the two sides of a sheet, in mm. */
export interface SheetRoom {
  readonly sideMm: number;
  /** What is above the exercises on the first side. */
  readonly headMm: number;
}

/**
 * The sets of a lesson as they are printed: each fills one sheet of paper, two sides, as far as that can be known without a printer. All sets
 * leave out the same kinds, so that they stay equally hard; the reader has them all.
 */
export function onPaper(
  sheets: readonly ExerciseSheet[],
  room: SheetRoom,
  extras: TopicExtras,
): PaperSheet[] {
  let left = sheets;
  for (const kind of leftOutFirst) {
    if (left.every(({ exercises }) => fits(exercises, room))) break;
    left = left.map((sheet) => ({
      ...sheet,
      exercises: sheet.exercises.filter((each) => each.kind !== kind),
    }));
  }
  const printed = left.filter(({ exercises }) => exercises.length > 0);
  const filledMm = Math.max(...printed.map(({ exercises }) => secondHeight(exercises, room)));
  const hasRetell = printed.every(({ retell }) => retell.length > 0);
  const after = afterExercises(room.sideMm - filledMm, { ...extras, hasRetell });
  return printed.map(({ version, retell, exercises }) => {
    const turn = firstSide(exercises, room);
    return { version, retell, sides: [exercises.slice(0, turn), exercises.slice(turn)], after };
  });
}

function fits(exercises: readonly Exercise[], room: SheetRoom): boolean {
  return secondHeight(exercises, room) <= room.sideMm;
}

function secondHeight(exercises: readonly Exercise[], room: SheetRoom): number {
  return heightsOf(exercises.slice(firstSide(exercises, room)));
}

/** Questions first, then the picture, which a plan has on purpose; the story in a learner's own words has the rest. */
function afterExercises(
  freeMm: number,
  { prompts, hasPicture, hasRetell }: TopicExtras & { readonly hasRetell: boolean },
): AfterExercises {
  let left = freeMm;
  const takes = (isThere: boolean, height: number): boolean => {
    if (!isThere || height > left) return false;
    left -= height;
    return true;
  };
  const hasPrompts = takes(prompts.length > 0, heightOfPrompts(prompts));
  const picture = takes(hasPicture, pictureMm);
  const room = Math.floor((left - tellingMm) / writingLineMm);
  const lines = room < fewestLines ? 0 : Math.min(room, mostLines);
  return { prompts: hasPrompts, picture, lines, aloud: lines === 0 && takes(hasRetell, retellMm) };
}

/** How many exercises the first side has; at least one. */
function firstSide(exercises: readonly Exercise[], { sideMm, headMm }: SheetRoom): number {
  let count = 1;
  while (count < exercises.length && heightsOf(exercises.slice(0, count + 1)) <= sideMm - headMm) count += 1;
  return count;
}

function heightsOf(exercises: readonly Exercise[]): number {
  return exercises.reduce((sum, exercise) => sum + heightOf(exercise), 0);
}
