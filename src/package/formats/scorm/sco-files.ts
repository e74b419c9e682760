import { posix } from "node:path";
import { partFile } from "../../books/part-file.ts";
import { browserScript, styleOf } from "../../browser-file.ts";
import type { Contents, Lesson, Volume } from "../../contents/contents.ts";
import type { LessonPart } from "../../quiz/lesson-markup.ts";
import { pictureFile } from "../../quiz/lesson-picture.ts";
import type { ZipFile } from "../../zip/zip.ts";
import { scoManifest } from "./sco-manifest.ts";
import { scoPage } from "./sco-page.ts";

/** What identifies a lesson's package: made of our own names only. */
export function scoId({ lesson, contents }: LessonPart, { folder }: Volume): string {
  return `${contents.course.course}_${folder}_${lesson.name}`;
}

/** The page that a lesson's package starts. */
export const scoStart = "index.html";

/** The files of a lesson's SCORM package. */
export function scoFiles(part: LessonPart, volume: Volume): ZipFile[] {
  const sound = soundOf(part.lesson, part.contents);
  const picture = pictureFile(part.lesson, "");
  const files = [picture, sound].filter((file) => file !== null);
  const paths = [scoStart, "lesson.css", "lesson.js", ...files.map(({ path }) => path)];
  return [
    made("imsmanifest.xml", () =>
      scoManifest({ id: scoId(part, volume), title: part.lesson.title, paths }).toString(),
    ),
    made(scoStart, () =>
      scoPage(part, { sound: sound?.path ?? null, picture: picture?.path ?? null }).toString(),
    ),
    made("lesson.css", () => styleOf("base", "scripts", "scorm", "heard")),
    made("lesson.js", () => browserScript("scorm-lesson.js")),
    ...files,
  ];
}

function made(path: string, make: () => string): ZipFile {
  return { path, read: async () => Buffer.from(make()) };
}

function soundOf({ book }: Lesson, { soundIn }: Contents): ZipFile | null {
  if (!soundIn.has("scorm") || book?.sound == null) return null;
  return partFile(posix.basename(book.sound.path), book.sound);
}
