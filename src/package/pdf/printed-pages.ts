import type { Contents, Lesson, Volume } from "../contents/contents.ts";
import { teacherFolder } from "../contents/layout.ts";
import { keysPage } from "../formats/print/keys-page.ts";
import { readerPage } from "../formats/print/reader/reader-page.ts";
import { estimatePages, innerMargin } from "../formats/print/reader/trim.ts";
import { hasExercises, sheetPage } from "../formats/print/sheet-page.ts";
import { localeFor } from "../locales/locale.ts";

/** A page of a volume that is printed as PDF. */
export interface PrintedPage {
  /** Of the PDF in the package. */
  readonly path: string;
  readonly kind: "readerPdf" | "printPdf" | "keysPdf";
  readonly volume: Volume;
  /** The lessons that it is about. */
  readonly lessons: readonly Lesson[];
  html(): string;
  /** The page once its PDF has so many pages, if that changes it, as the margins of the reader; null if it doesn't. */
  again(pages: number): string | null;
}

/** The pages of a volume that are printed: the reader, the sheets and the keys. */
export function printedPages(volume: Volume, contents: Contents): PrintedPage[] {
  const strings = localeFor(contents.reader);
  const lessons = volume.lessons.filter(hasExercises);
  const once = { volume, again: () => null };
  const estimated = innerMargin(estimatePages(volume, contents.course.trim));
  const reader: PrintedPage = {
    path: pdfOfReader(volume),
    kind: "readerPdf",
    volume,
    lessons: volume.lessons,
    html: () => readerPage(volume, contents).toString(),
    again: (pages) =>
      innerMargin(pages) === estimated ? null : readerPage(volume, contents, pages).toString(),
  };
  const keys: PrintedPage = {
    ...once,
    path: `${teacherFolder(volume)}/keys.pdf`,
    kind: "keysPdf",
    lessons,
    html: () => keysPage({ lessons, volume, contents, strings }).toString(),
  };
  const sheets = lessons.map(
    (lesson): PrintedPage => ({
      ...once,
      path: `${volume.folder}/print/${lesson.name}.pdf`,
      kind: "printPdf",
      lessons: [lesson],
      html: () => sheetPage({ lesson, volume, contents, strings }).toString(),
    }),
  );
  return [reader, ...sheets, ...(lessons.length > 0 ? [keys] : [])];
}

/** The path of a volume's reader as a PDF. */
export function pdfOfReader({ folder }: Volume): string {
  return `${folder}/print/${folder}.pdf`;
}

/** Prints pages as PDF. The command line has a printer that uses Chromium. */
export interface PdfPrinter {
  /** The program that prints, such as `Chrome/156.0.8078.79`. */
  readonly version: string;
  /** A whole HTML document as a tagged PDF, on the paper of its own page rules. Its scripts don't run, and it loads nothing. */
  print(html: string): Promise<Buffer>;
  /** Ends the program and removes what it wrote. */
  close(): Promise<void>;
}

/** Starts a printer. Rejects with the reason if the printer doesn't start. */
export type OpenPrinter = () => Promise<PdfPrinter>;
