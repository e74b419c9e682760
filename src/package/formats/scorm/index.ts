import { posix } from "node:path";
import { partFile } from "../../books/part-file.ts";
import { browserScript, styleOf } from "../../browser-file.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import { mayHoldSound } from "../../contents/may-hold-sound.ts";
import { localeFor } from "../../locales/read-locale.ts";
import type { LessonPart } from "../../quiz/lesson-markup.ts";
import { archiveEntry, type PackageEntry } from "../../zip/entry.ts";
import type { ZipFile } from "../../zip/zip.ts";
import { type Format, lessonFiles } from "../format.ts";
import { scoManifest } from "./sco-manifest.ts";
import { scoPage } from "./sco-page.ts";

export const scorm: Format = {
  id: "scorm",
  entries,
  describe: (volume) => [
    lessonFiles(volume, (name) => `lms/scorm12/${name}.zip`, {
      ...{ kind: "scorm", group: "platform", soundFormat: "scorm" },
    }),
  ],
};

/**
 * Each lesson as a SCORM 1.2 package with one SCO, because some platforms refuse several: the story, and exercises whose score goes into
 * the platform's grade book. Also works without a platform.
 */
function entries(volume: Volume, contents: Contents): PackageEntry[] {
  const strings = localeFor(contents.reader);
  return volume.lessons.map((lesson) =>
    archiveEntry(
      `${volume.folder}/lms/scorm12/${lesson.name}.zip`,
      mayHoldSound(["scorm"], [lesson], contents),
      () => filesOf({ lesson, contents, strings }, volume),
    ),
  );
}

function filesOf(part: LessonPart, { folder }: Volume): ZipFile[] {
  const sound = soundOf(part.lesson, part.contents);
  const paths = ["index.html", "lesson.css", "lesson.js", ...(sound === null ? [] : [sound.path])];
  const id = `${part.contents.course.course}_${folder}_${part.lesson.name}`;
  return [
    made("imsmanifest.xml", () => scoManifest({ id, title: part.lesson.title, paths }).toString()),
    made("index.html", () => scoPage(part, sound?.path ?? null).toString()),
    made("lesson.css", () => styleOf("base", "scripts", "scorm", "heard")),
    made("lesson.js", () => browserScript("scorm-lesson.js")),
    ...(sound === null ? [] : [sound]),
  ];
}

function made(path: string, make: () => string): ZipFile {
  return { path, read: async () => Buffer.from(make()) };
}

function soundOf({ book }: Lesson, { soundIn }: Contents): ZipFile | null {
  if (!soundIn.has("scorm") || book?.sound == null) return null;
  return partFile(posix.basename(book.sound.path), book.sound);
}
