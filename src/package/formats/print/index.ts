import { type Lesson, lessonViews, type View, type VolumeView } from "../../contents/contents.ts";
import { teacherFolder } from "../../contents/course.ts";
import { madeFile } from "../../entry.ts";
import { type Format, listed } from "../format.ts";
import { keysFile, keysPage } from "./keys-page.ts";
import { type Paged, readerPage } from "./reader-page.ts";
import { sheetPage } from "./sheet-page.ts";

/** A page of a volume to print. */
export interface PrintedPage {
  /** Its path in the package. */
  readonly path: string;
  readonly kind: "printReader" | "print" | "keys";
  /** A sheet has that of its lesson. */
  readonly view: VolumeView | View;
  /** The lessons that it is about. */
  readonly lessons: readonly Lesson[];
  html(): string;
  /** The page again, once it is known how it was printed, if that changes it, as it does the reader's margins and contents; null if it doesn't. */
  again(printed: Paged): string | null;
}

/**
 * The pages of a volume that are printed: the volume as a book; for each lesson a handout, and a sheet for every version of its exercises; the answer
 * keys of the whole volume.
 */
export function printedPages(view: VolumeView): PrintedPage[] {
  const { volume } = view;
  const lessons = volume.lessons.filter(({ exercises }) => exercises().length > 0);
  const once = { view, again: () => null };
  const reader: PrintedPage = {
    path: `${volume.folder}/print/${volume.folder}.html`,
    kind: "printReader",
    view,
    lessons: volume.lessons,
    html: () => readerPage(view).toString(),
    again: (printed) => readerPage(view, printed).toString(),
  };
  const keys: PrintedPage = {
    ...once,
    path: `${teacherFolder(volume)}/${keysFile}`,
    kind: "keys",
    lessons,
    html: () => keysPage({ ...view, lessons }).toString(),
  };
  const sheets = lessonViews(view).map(
    (of): PrintedPage => ({
      ...once,
      view: of,
      path: `${volume.folder}/print/${of.lesson.name}.html`,
      kind: "print",
      lessons: [of.lesson],
      html: () => sheetPage(of).toString(),
    }),
  );
  return [reader, ...sheets, ...(lessons.length > 0 ? [keys] : [])];
}

function formatOf(...kinds: readonly PrintedPage["kind"][]): Format {
  return (view) =>
    printedPages(view)
      .filter(({ kind }) => kinds.includes(kind))
      .map((page) => listed(page.kind, madeFile(page.path, page.html), page.view));
}

export const print = formatOf("printReader", "print");

/** For the teacher: the keys belong to the sheets, and to the quizzes on a platform. */
export const keys = formatOf("keys");
