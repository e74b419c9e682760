import type { Exercise } from "../../exercises/exercise.ts";

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

const headLineMm = 4.5;
const titleLineMm = 8.5;
const personMm = 7;
const lineOfHead = 105;
const lineOfTitle = 56;

/** The height of what is above a sheet's exercises: the course, the title, and the lines for name, date and score. */
export function headHeight({ head, title }: { readonly head: string; readonly title: string }): number {
  return linesOf(head, lineOfHead) * headLineMm + linesOf(title, lineOfTitle) * titleLineMm + personMm;
}

/** The height of an exercise on a sheet, in mm. */
export function heightOf(exercise: Exercise): number {
  return headingMm + bodyOf(exercise);
}

/** The height of questions to talk about, with their heading. */
export function heightOfPrompts(prompts: readonly string[]): number {
  return headingMm + inRows(prompts, lineOfPage);
}

function bodyOf(exercise: Exercise): number {
  switch (exercise.kind) {
    case "cloze":
      return bankMm + inColumns(exercise.items.map(({ before, after }) => `${before}${gap}${after}`));
    case "first-letter":
      return inColumns(
        exercise.items.map(({ before, after, answer }) => `${before}${answer}${answer}${after}`),
      );
    case "listening-cloze":
      return inColumns(exercise.items.map(({ before, after }) => `${heard}${before}${gap}${after}`));
    case "letter-scramble":
      return inColumns(
        exercise.items.map(({ letters, gloss }) => `${letters.join(" · ")}${gap}${gloss ?? ""}`),
      );
    case "true-false":
      return inColumns(exercise.items.map(({ statement }) => `${statement}${choice}`));
    case "matching":
      return Math.max(
        exercise.words.length * pairMm,
        ...[exercise.words, exercise.glosses].map((texts) => inRows(texts, lineOfColumn)),
      );
    case "what-next":
      return Math.max(...[exercise.sentences, exercise.nexts].map((texts) => inRows(texts, lineOfColumn)));
    case "who-said":
      return (
        bankMm +
        inRows(
          exercise.items.map(({ quote }) => `${quote}${gap}`),
          lineOfPage,
        )
      );
    case "sentence-order":
    case "story-order":
      return exercise.sentences.reduce((sum, text) => sum + Math.max(orderRowMm, lines(text, lineOfPage)), 0);
    case "word-order":
      return (
        inRows(
          exercise.items.map(({ tiles }) => tiles.join(" / ")),
          lineOfPage,
        ) +
        exercise.items.length * ruleMm +
        lineMm
      );
    case "find-sentence":
      return exercise.items.length * (lineMm + ruleMm + itemMm);
    case "dictation":
      return exercise.items.length * (ruleMm + itemMm);
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

/** The height of a text, without what is around it. */
function lines(text: string, width: number): number {
  return linesOf(text, width) * lineMm * (tall.test(text) ? tallLine : 1);
}

function linesOf(text: string, width: number): number {
  const letters = text.length + (text.match(wide)?.length ?? 0);
  return Math.ceil(letters / width);
}
