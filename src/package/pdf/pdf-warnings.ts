import type { PackageProblem } from "../package-problem.ts";
import type { PrintedPdfs } from "./print-pdfs.ts";

/** What is to be said of the PDF files: what is missing, and what isn't as it should be. */
export function pdfWarnings({ problem, boxes }: PrintedPdfs): PackageProblem[] {
  const { files, unread } = boxes;
  return [
    ...(problem === null ? [] : [problem]),
    ...(files.length === 0 ? [] : [{ code: "pdf_characters_missing" as const, files }]),
    ...(unread.length === 0 ? [] : [{ code: "pdf_not_checked" as const, files: unread }]),
  ];
}
