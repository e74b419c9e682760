import type { Contents, Volume } from "../../contents/contents.ts";
import { teacherFolder } from "../../contents/layout.ts";
import { localeFor } from "../../locales/locale.ts";
import { madeEntry } from "../../zip/entry.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";
import { keysFile, keysPage } from "./keys-page.ts";
import { readerPage } from "./reader/reader-page.ts";
import { hasExercises, sheetPage } from "./sheet-page.ts";

export const print: Format = {
  id: "print",
  entries,
};

/** The volume as a book; for each lesson with exercises, a sheet for every version. */
function entries(volume: Volume, contents: Contents): FormatEntry[] {
  const strings = localeFor(contents.reader);
  const lessons = volume.lessons.filter(hasExercises);
  const reader = listed(
    "printReader",
    madeEntry(`${volume.folder}/print/${volume.folder}.html`, () => readerPage(volume, contents)),
    { volume },
  );
  const sheets = lessons.map((lesson) =>
    listed(
      "print",
      madeEntry(`${volume.folder}/print/${lesson.name}.html`, () =>
        sheetPage({ lesson, volume, contents, strings }),
      ),
      { volume, lesson },
    ),
  );
  return [reader, ...sheets];
}

/** The answer keys of the whole volume, for the teacher: they belong to the sheets, and to the quizzes on a platform. */
export const keys: Format = {
  id: "print",
  entries: (volume, contents) => {
    const strings = localeFor(contents.reader);
    const lessons = volume.lessons.filter(hasExercises);
    if (lessons.length === 0) return [];
    const page = () => keysPage({ lessons, volume, contents, strings }).toString();
    return [listed("keys", madeEntry(`${teacherFolder(volume)}/${keysFile}`, page), { volume })];
  },
};
