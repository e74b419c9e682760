import type { PaperSize } from "../contents/course.ts";
import type { Exercise, ExerciseSheet, Kind } from "./exercise.ts";
import { cueText, kinds } from "./kinds.ts";

// What a set does without first: what needs a recording or a screen more than a pen, and the second of two orders.
const leftOutFirst = (Object.keys(kinds) as Kind[])
  .filter((kind) => kinds[kind].leftOut !== undefined)
  .sort((a, b) => (kinds[a].leftOut ?? 0) - (kinds[b].leftOut ?? 0));

/** How much fits on the two sides of a sheet, in mm. */
export interface SheetRoom {
  readonly sideMm: number;
  /** What is above the exercises on the first side. */
  readonly headMm: number;
}

/** The room on a sheet of this paper below the head and a lesson's title. */
export function roomOn(paper: PaperSize, title: string): SheetRoom {
  return {
    sideMm: paperHeights[paper] - notUsedMm,
    headMm: headMm + linesOf(title, lineOfTitle) * titleLineMm,
  };
}

/**
 * Leaves out exercises until each version fits on one sheet of paper, as far as can be known without a printer. All formats rely on it, so that a
 * lesson's exercises are the same everywhere; all versions leave out the same kinds.
 */
export function asOneSheet(sheets: readonly ExerciseSheet[], room: SheetRoom): readonly ExerciseSheet[] {
  let left = sheets;
  for (const kind of leftOutFirst) {
    if (left.every(({ exercises }) => secondHeight(exercises, room) <= room.sideMm)) break;
    left = left.map((sheet) => ({
      ...sheet,
      exercises: sheet.exercises.filter((each) => each.kind !== kind),
    }));
  }
  return left;
}

/** How much of the second side exercises fill, in mm. */
export function secondHeight(exercises: readonly Exercise[], room: SheetRoom): number {
  return heightsOf(exercises.slice(firstSide(exercises, room)));
}

/** How many exercises the first side has; at least one. */
export function firstSide(exercises: readonly Exercise[], { sideMm, headMm }: SheetRoom): number {
  let count = 1;
  while (count < exercises.length && heightsOf(exercises.slice(0, count + 1)) <= sideMm - headMm) count += 1;
  return count;
}

function heightsOf(exercises: readonly Exercise[]): number {
  return exercises.reduce((sum, exercise) => sum + headingMm + bodyOf(exercise), 0);
}

/*
 * How much of a sheet an exercise fills, in mm, by the style sheet's sizes. Measured in Chromium over the sample courses: what is estimated
 * is never far less than what is printed.
 */
const lineMm = 5.2;
const itemMm = 1.3;
const headingMm = 13;
const bankMm = 9;
const pairMm = 6.8;
const orderRowMm = 7.4;
const ruleMm = 8.5;
const lineOfPage = 92;
const lineOfColumn = 40;

// Letters of these scripts take the width of two Latin ones, or need higher lines.
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}]/gu;
const tall =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const tallLine = 1.45;

// Two lines with the course and the lesson's place in it, and the line for name, date and score.
const headMm = 2 * 4.5 + 7;
const titleLineMm = 8.5;
const lineOfTitle = 56;

const paperHeights: { readonly [Size in PaperSize]: number } = { a4: 297, letter: 279 };

// The margins of `print.css` above and below, and what estimates may be wrong by.
const notUsedMm = 47;

/** The height of questions to talk about, with their heading. */
export function heightOfPrompts(prompts: readonly string[]): number {
  return headingMm + inRows(prompts, lineOfPage);
}

function bodyOf(exercise: Exercise): number {
  const { items, choices } = exercise;
  const { form, choices: place } = kinds[exercise.kind];
  const rules = items.length * (ruleMm + itemMm);
  switch (form) {
    case "choose": {
      if (place === "column") {
        const columns = [items.map(({ before }) => before), choices];
        return Math.max(items.length * pairMm, ...columns.map((texts) => inRows(texts, lineOfColumn)));
      }
      if (place === "beside") return inColumns(items.map(({ before }) => `${before}${choice}`));
      const texts = items.map(
        ({ before, after, gloss, cue }) => `${before}${gap}${after} ${gloss ?? cue.join()}`,
      );
      return (
        bankMm + (items.some(({ given }) => given !== null) ? inColumns(texts) : inRows(texts, lineOfPage))
      );
    }
    case "type":
      if (items.every(({ given }) => given === null)) {
        return rules + (items.some(({ cue }) => cue.length > 0) ? items.length * lineMm : 0);
      }
      return inColumns(
        items.map((item) => {
          const place = item.given === "" ? gap : `${item.answer}${item.answer}`;
          return `${item.heard === null ? "" : heard}${item.before}${place}${item.after} ${item.gloss ?? ""}`;
        }),
      );
    case "build": {
      const texts = items.map(({ before, cue }) => `${before}${cueText(exercise, cue)}`);
      return inRows(texts, lineOfPage) + items.length * ruleMm + lineMm;
    }
    case "order":
      return items.reduce((sum, { before }) => sum + Math.max(orderRowMm, lines(before, lineOfPage)), 0);
  }
}

// As many letters as what is printed there is wide.
const gap = "_".repeat(12);
const heard = "_".repeat(22);
const choice = "_".repeat(20);

function inColumns(texts: readonly string[]): number {
  // The columns are balanced, but an item is never divided.
  const highest = Math.max(...texts.map((text) => lines(text, lineOfColumn)));
  return inRows(texts, lineOfColumn) / 2 + highest / 2;
}

function inRows(texts: readonly string[], width: number): number {
  return texts.reduce((sum, text) => sum + lines(text, width) + itemMm, 0);
}

function lines(text: string, width: number): number {
  return linesOf(text, width) * lineMm * (tall.test(text) ? tallLine : 1);
}

function linesOf(text: string, width: number): number {
  const letters = text.length + (text.match(wide)?.length ?? 0);
  return Math.ceil(letters / width);
}
