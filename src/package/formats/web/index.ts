import { browserScript } from "../../browser-file.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import { localeFor } from "../../locales/locale.ts";
import { madeEntry } from "../../zip/entry.ts";
import { type Format, type FormatEntry, listed } from "../format.ts";
import { readerStyle } from "./bar.ts";
import { contentsPage } from "./contents-page.ts";
import { exercisePage, exercisePageName } from "./exercise-page.ts";
import { lessonPage, picturePath } from "./lesson-page.ts";

export const web: Format = {
  id: "web",
  entries,
};

/** The offline reader of a volume: a contents page, a page per lesson and per set of exercises, one style sheet, one script. */
function entries(volume: Volume, contents: Contents): FormatEntry[] {
  const strings = localeFor(contents.reader);
  const folder = `${volume.folder}/web`;
  return [
    listed(
      "web",
      madeEntry(`${folder}/index.html`, () => contentsPage({ volume, contents, strings }).toString()),
      { volume },
    ),
    ...volume.lessons.flatMap((lesson) => [
      madeEntry(`${folder}/${lesson.name}.html`, () =>
        lessonPage({ lesson, volume, contents, strings }).toString(),
      ),
      ...pictureEntry(lesson, folder),
      ...lesson
        .exercises()
        .filter(({ exercises }) => exercises.length > 0)
        .map((sheet) =>
          madeEntry(`${folder}/${exercisePageName(lesson, sheet.version)}`, () =>
            exercisePage({ lesson, sheet, volume, contents, strings }).toString(),
          ),
        ),
    ]),
    madeEntry(`${folder}/reader.css`, readerStyle),
    madeEntry(`${folder}/reader.js`, () => browserScript("reader.js")),
  ];
}

function pictureEntry(lesson: Lesson, folder: string): FormatEntry[] {
  const path = picturePath(lesson);
  const { image } = lesson;
  if (path === null || image === null) return [];
  return [madeEntry(`${folder}/${path}`, async () => image.bytes)];
}
