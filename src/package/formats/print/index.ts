import type { Contents, Volume } from "../../contents/contents.ts";
import { teacherFolder } from "../../contents/layout.ts";
import { localeFor } from "../../locales/read-locale.ts";
import { madeEntry, type PackageEntry } from "../../zip/entry.ts";
import { type Format, lessonFiles, teacherFile } from "../format.ts";
import { keysFile, keysPage } from "./keys-page.ts";
import { hasExercises, sheetPage } from "./sheet-page.ts";

export const print: Format = {
  id: "print",
  entries,
  describe: (volume) => [
    lessonFiles(volume, (name) => `print/${name}.html`, { kind: "print", group: "paper" }),
    teacherFile(volume, keysFile, "keys"),
  ],
};

/** For each lesson with exercises, a sheet for every version, and for the teacher the keys of the whole volume. */
function entries(volume: Volume, contents: Contents): PackageEntry[] {
  const strings = localeFor(contents.reader);
  const lessons = volume.lessons.filter(hasExercises);
  if (lessons.length === 0) return [];
  const sheets = lessons.map((lesson) =>
    madeEntry(`${volume.folder}/print/${lesson.name}.html`, () =>
      sheetPage({ lesson, volume, contents, strings }).toString(),
    ),
  );
  const keys = () => keysPage({ lessons, volume, contents, strings }).toString();
  return [...sheets, madeEntry(`${teacherFolder(volume)}/${keysFile}`, keys)];
}
