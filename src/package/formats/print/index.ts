import { lessonViews, type View, type VolumeView } from "../../contents/contents.ts";
import { teacherFolder } from "../../contents/course.ts";
import { madeFile } from "../../entry.ts";
import { type Format, listed } from "../format.ts";
import { keysFile, keysPage } from "./keys-page.ts";
import { readerPage } from "./reader-page.ts";
import { sheetPage } from "./sheet-page.ts";

/** A page of a volume to print. */
export interface PrintedPage {
  /** Its path in the package. */
  readonly path: string;
  readonly kind: "printReader" | "print" | "keys";
  /** A sheet has that of its lesson. */
  readonly view: VolumeView | View;
  html(): string;
}

/**
 * The pages of a volume that are printed: the volume as a book; for each lesson with exercises, a sheet for every version; the answer keys of the whole
 * volume.
 */
export function printedPages(view: VolumeView): PrintedPage[] {
  const { volume } = view;
  const views = lessonViews(view).filter(({ lesson }) => lesson.exercises().length > 0);
  const lessons = views.map(({ lesson }) => lesson);
  const reader: PrintedPage = {
    path: `${volume.folder}/print/${volume.folder}.html`,
    kind: "printReader",
    view,
    html: () => readerPage(view).toString(),
  };
  const keys: PrintedPage = {
    path: `${teacherFolder(volume)}/${keysFile}`,
    kind: "keys",
    view,
    html: () => keysPage({ ...view, lessons }).toString(),
  };
  const sheets = views.map(
    (of): PrintedPage => ({
      view: of,
      path: `${volume.folder}/print/${of.lesson.name}.html`,
      kind: "print",
      html: () => sheetPage(of).toString(),
    }),
  );
  return [reader, ...sheets, ...(lessons.length > 0 ? [keys] : [])];
}

function formatOf(...kinds: readonly PrintedPage["kind"][]): Format {
  return {
    id: "print",
    entries: (view) =>
      printedPages(view)
        .filter(({ kind }) => kinds.includes(kind))
        .map((page) => listed(page.kind, madeFile(page.path, page.html), page.view)),
  };
}

export const print = formatOf("printReader", "print");

/** For the teacher: the keys belong to the sheets, and to the quizzes on a platform. */
export const keys = formatOf("keys");
