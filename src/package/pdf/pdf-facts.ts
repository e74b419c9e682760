import type { Contents } from "../contents/contents.ts";
import { gutterTable, innerMargin, spinePaper, spineWidths, trimOf } from "../formats/print/reader/trim.ts";
import { pdfOfReader } from "./pdf-paths.ts";
import type { PrintedPdfs } from "./print-pdfs.ts";

/** What the manifest says about PDF files: who printed them, what a print shop asks of each reader, and what is missing. Null without any. */
export function pdfFacts(
  { course }: Contents,
  { entries, readers, printer, problem, boxes }: PrintedPdfs,
): { readonly paths: ReadonlySet<string>; readonly facts: object } | null {
  if (printer === null && problem === null) return null;
  const { widthMm, heightMm } = trimOf(course.trim);
  const books = [...readers].map(([volume, pages]) => ({
    path: pdfOfReader(volume),
    pages,
    trim: { name: course.trim, widthMm: tenth(widthMm), heightMm: tenth(heightMm) },
    innerMarginMm: innerMargin(pages),
    spineMm: spineWidths(pages),
  }));
  const facts = {
    printedBy: printer,
    fonts: "embedded: those that the printing machine has for each script",
    innerMarginBy: gutterTable,
    spinePaper,
    readers: books,
    leftOut: problem === null ? [] : problem.files,
    boxed: boxes.files,
    unread: boxes.unread,
  };
  return { paths: new Set(entries.map(({ path }) => path)), facts };
}

function tenth(mm: number): number {
  return Math.round(mm * 10) / 10;
}
