import type { Contents, Volume } from "../../contents/contents.ts";
import { teacherFolder } from "../../contents/layout.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { madeEntry, type PackageEntry } from "../../zip/entry.ts";
import { type Format, lessonFiles, teacherFile, volumeFile } from "../format.ts";
import { keysFile, keysPage } from "./keys-page.ts";
import { readerPage } from "./reader/reader-page.ts";
import { hasExercises, sheetPage } from "./sheet-page.ts";

export const print: Format = {
  id: "print",
  entries,
  describe: (volume) => [
    lessonFiles(volume, (name) => `print/${name}.html`, { kind: "print", group: "paper" }),
    volumeFile(volume, `print/${volume.folder}.html`, { kind: "printReader", group: "paper" }),
    teacherFile(volume, keysFile, "keys"),
  ],
};

/** The volume as a book; for each lesson with exercises, a sheet for every version, and for the teacher the keys of the whole volume. */
function entries(volume: Volume, contents: Contents): PackageEntry[] {
  const strings = localeFor(contents.reader);
  const lessons = volume.lessons.filter(hasExercises);
  const reader = madeEntry(`${volume.folder}/print/${volume.folder}.html`, () =>
    readerPage(volume, contents).toString(),
  );
  if (lessons.length === 0) return [reader];
  const sheets = lessons.map((lesson) =>
    madeEntry(`${volume.folder}/print/${lesson.name}.html`, () =>
      sheetPage({ lesson, volume, contents, strings }).toString(),
    ),
  );
  const keys = () => keysPage({ lessons, volume, contents, strings }).toString();
  return [reader, ...sheets, madeEntry(`${teacherFolder(volume)}/${keysFile}`, keys)];
}
