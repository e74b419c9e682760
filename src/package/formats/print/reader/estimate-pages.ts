import type { Volume } from "../../../contents/contents.ts";
import type { TrimSize } from "../../../contents/course.ts";
import { outerMm, trimOf } from "./trim.ts";

const pointMm = 25.4 / 72;
const lineHeight = 1.6;
// Of Latin letters; those of other scripts that are counted as two are as wide as they are high.
const letterWidth = 0.5;
const topAndBottomMm = 38;
const headLines = 7;
const frontPages = 4;
const wordsOfPage = 60;
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** About how many pages a volume takes: enough to choose the inner margin before it was printed. */
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
