import type { Volume } from "../../../contents/contents.ts";
import type { TrimSize } from "../../../contents/course.ts";

const inch = 25.4;

interface Trim {
  readonly widthMm: number;
  readonly heightMm: number;
  /** Of Latin text. */
  readonly fontPt: number;
}

const trims: { readonly [Size in TrimSize]: Trim } = {
  "5x8in": { widthMm: 5 * inch, heightMm: 8 * inch, fontPt: 10 },
  "5.5x8.5in": { widthMm: 5.5 * inch, heightMm: 8.5 * inch, fontPt: 10.5 },
  "6x9in": { widthMm: 6 * inch, heightMm: 9 * inch, fontPt: 11 },
  a5: { widthMm: 148, heightMm: 210, fontPt: 10.5 },
};

export function trimOf(size: TrimSize): Trim {
  return trims[size];
}

/**
 * The least inner margin by page count: the gutters that printers on demand commonly ask for (Amazon KDP's table for paperbacks). Longer books
 * have the last.
 */
const gutters: readonly { readonly pages: number; readonly inches: number }[] = [
  { pages: 150, inches: 0.375 },
  { pages: 300, inches: 0.5 },
  { pages: 500, inches: 0.625 },
  { pages: 700, inches: 0.75 },
  { pages: Number.POSITIVE_INFINITY, inches: 0.875 },
];

export const gutterTable = "Amazon KDP paperback, inside (gutter) margin by page count";

// What a reader's thumb needs outside, and the same inside for the thinnest book; thicker ones get as much more as their gutter grows.
export const outerMm = 15;

/** The inner margin of a book with this many pages, in mm to one decimal place; never less than the book's gutter. */
export function innerMargin(pages: number): number {
  const gutter = gutters.find((row) => pages <= row.pages)?.inches ?? 0.875;
  return Math.round((outerMm + (gutter - 0.375) * inch) * 10) / 10;
}

// Thickness of a sheet's page on a printer's two usual papers, in inches, as Amazon KDP gives them for black ink.
const pageThickness = { white: 0.002252, cream: 0.0025 };

/** The width of a book's spine for each kind of paper, in mm to one decimal place. A book has an even number of pages. */
export function spineWidths(pages: number): { readonly white: number; readonly cream: number } {
  const even = pages + (pages % 2);
  const width = (inches: number) => Math.round(even * inches * inch * 10) / 10;
  return { white: width(pageThickness.white), cream: width(pageThickness.cream) };
}

export const spinePaper =
  "Amazon KDP black ink: white paper 0.002252 inches per page, cream 0.0025 inches per page";

const pointMm = 25.4 / 72;
const lineHeight = 1.6;
// Of Latin letters; those of other scripts that are counted as two are as wide as they are high.
const letterWidth = 0.5;
const topAndBottomMm = 38;
const headLines = 7;
const frontPages = 4;
const wordsOfPage = 60;
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** About how many pages a volume takes: precise enough to choose the inner margin before printing. */
export function estimatePages({ lessons }: Volume, size: TrimSize): number {
  const { widthMm, heightMm, fontPt } = trimOf(size);
  const lettersOfLine = (widthMm - 2 * outerMm) / (fontPt * pointMm * letterWidth);
  const linesOfPage = Math.floor((heightMm - topAndBottomMm) / (fontPt * pointMm * lineHeight));
  const stories = lessons.map(({ paragraphs }) => {
    const lines = paragraphs.map(({ text }) =>
      Math.ceil((text.length + (text.match(wide)?.length ?? 0)) / lettersOfLine),
    );
    return Math.ceil((headLines + lines.reduce((sum, count) => sum + count, 0)) / linesOfPage);
  });
  const words = lessons.reduce((sum, lesson) => sum + lesson.words.length, 0);
  return frontPages + stories.reduce((sum, count) => sum + count, 0) + Math.ceil(words / wordsOfPage);
}
