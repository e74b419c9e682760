import type { PaperSize } from "../../contents/course.ts";
import { cssText } from "../../pages/css-text.ts";

const papers: { readonly [Size in PaperSize]: { readonly css: string; readonly heightMm: number } } = {
  a4: { css: "A4", heightMm: 297 },
  letter: { css: "letter", heightMm: 279 },
};

// The margins of `print.css` above and below, and what estimates may be wrong by.
const notUsedMm = 47;

/** The height that estimates may fill on a side of a sheet, in mm. */
export function sideHeight(size: PaperSize): number {
  return papers[size].heightMm - notUsedMm;
}

/** The page rule that puts a page on its paper. */
export function onPaperOf(size: PaperSize): string {
  return `@page { size: ${papers[size].css}; }\n`;
}

/** The page rule that says at the foot of a set's pages which lesson and set they are of, for sheets that come apart. */
export function footOf(pageName: string, text: string): string {
  return `@page ${pageName} { @bottom-left { content: ${cssText(text)}; } }\n`;
}
