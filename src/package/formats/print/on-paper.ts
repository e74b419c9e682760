import type { Lesson } from "../../contents/contents.ts";
import type { PaperSize } from "../../contents/course.ts";
import type { Exercise, ExerciseSheet } from "../../exercises/exercise.ts";
import { firstSide, heightOfPrompts, roomOn, secondHeight } from "../../exercises/one-sheet.ts";

// The room for a story in a learner's own words: its heading with the words to use, and a line for the pen.
const tellingMm = 26;
const writingLineMm = 9;
const fewestLines = 5;
const mostLines = 22;
const retellMm = 24;
const pictureMm = 52;

/** A set as it is printed: one sheet of paper. */
export interface PaperSheet extends Pick<ExerciseSheet, "version" | "retell"> {
  /** What is on its first and its second side; no exercise is divided. */
  readonly sides: readonly [readonly Exercise[], readonly Exercise[]];
  /** What the second side has below its exercises, the same for every set. */
  readonly after: {
    readonly prompts: boolean;
    readonly picture: boolean;
    /** The lines on which the story is told again; 0: there is no room for them. */
    readonly lines: number;
    /** Whether there is at least room for the words with which to retell it aloud. */
    readonly aloud: boolean;
  };
}

/** The sets of a lesson as they are printed: each fills both sides of one sheet of paper. */
export function onPaper(
  { title, prompts, image, exercises: sheets }: Lesson,
  paper: PaperSize,
): PaperSheet[] {
  const room = roomOn(paper, title);
  const printed = sheets();
  let left = room.sideMm - Math.max(...printed.map(({ exercises }) => secondHeight(exercises, room)));
  const takes = (isThere: boolean, height: number): boolean => {
    if (!isThere || height > left) return false;
    left -= height;
    return true;
  };
  // Questions first, then the picture, which the plan includes on purpose; retelling the story gets the rest.
  const hasPrompts = takes(prompts.length > 0, heightOfPrompts(prompts));
  const picture = takes(image !== null, pictureMm);
  const fitting = Math.floor((left - tellingMm) / writingLineMm);
  const lines = fitting < fewestLines ? 0 : Math.min(fitting, mostLines);
  const hasRetell = printed.every(({ retell }) => retell.length > 0);
  const after = { prompts: hasPrompts, picture, lines, aloud: lines === 0 && takes(hasRetell, retellMm) };
  return printed.map(({ version, retell, exercises }) => {
    const turn = firstSide(exercises, room);
    return { version, retell, sides: [exercises.slice(0, turn), exercises.slice(turn)], after };
  });
}

/** The page rule that sets a page's paper size. */
export function onPaperOf(size: PaperSize): string {
  return `@page { size: ${size === "a4" ? "A4" : size}; }\n`;
}

/** The page rule that prints, at the foot of a set's pages, which lesson and set they belong to, in case sheets come apart. */
export function footOf(pageName: string, text: string): string {
  return `@page ${pageName} { @bottom-left { content: ${cssText(text)}; } }\n`;
}

/**
 * A text from outside as a CSS string, which is also safe inside a `<style>` element. Everything that is not a letter, a digit or a space is written as
 * its character number, so that nothing can end the string, the element or the line.
 */
export function cssText(text: string): string {
  const written = [...text].map((sign) =>
    /[\p{L}\p{M}\p{N} ]/u.test(sign) ? sign : `\\${(sign.codePointAt(0) ?? 0xfffd).toString(16)} `,
  );
  return `"${written.join("")}"`;
}
