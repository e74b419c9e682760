import type { Contents, Lesson, Volume } from "../contents/contents.ts";
import { keysPage } from "../formats/print/keys-page.ts";
import { estimatePages } from "../formats/print/reader/estimate-pages.ts";
import { readerPage } from "../formats/print/reader/reader-page.ts";
import { innerMargin } from "../formats/print/reader/trim.ts";
import { hasExercises, sheetPage } from "../formats/print/sheet-page.ts";
import { localeFor } from "../locales/read-locale.ts";
import { pdfOfKeys, pdfOfReader } from "./pdf-paths.ts";

/** A page of a volume that is printed as PDF. */
export interface PrintedPage {
  /** Of the PDF in the package. */
  readonly path: string;
  /** For the reader, whose spine and margins depend on its pages. */
  readonly reader: Volume | null;
  /** The lessons that it is about. */
  readonly lessons: readonly Lesson[];
  html(): string;
  /** The page once its PDF has so many pages, if that changes it; null if it doesn't. */
  again(pages: number): string | null;
}

/** The pages of a volume that are printed: the reader, the sheets and the keys. */
export function printedPages(volume: Volume, contents: Contents): PrintedPage[] {
  const strings = localeFor(contents.reader);
  const lessons = volume.lessons.filter(hasExercises);
  const once = (path: string, about: readonly Lesson[], html: () => string): PrintedPage => ({
    path,
    html,
    reader: null,
    lessons: about,
    again: () => null,
  });
  const estimated = innerMargin(estimatePages(volume, contents.course.trim));
  const reader: PrintedPage = {
    path: pdfOfReader(volume),
    reader: volume,
    lessons: volume.lessons,
    html: () => readerPage(volume, contents).toString(),
    again: (pages) =>
      innerMargin(pages) === estimated ? null : readerPage(volume, contents, pages).toString(),
  };
  const keys = once(pdfOfKeys(volume), lessons, () =>
    keysPage({ lessons, volume, contents, strings }).toString(),
  );
  return [
    reader,
    ...lessons.map((lesson) =>
      once(`${volume.folder}/print/${lesson.name}.pdf`, [lesson], () =>
        sheetPage({ lesson, volume, contents, strings }).toString(),
      ),
    ),
    ...(lessons.length > 0 ? [keys] : []),
  ];
}
