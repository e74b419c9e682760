import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inspectBook } from "../../src/package/books/inspect-book.ts";
import { contentsOf, makeLesson, viewOf } from "../../src/package/contents/contents.ts";
import {
  type BookFile,
  type Course,
  type LessonSource,
  placeLessons,
} from "../../src/package/contents/course.ts";
import type { Format } from "../../src/package/formats/format.ts";
import { formatEntries } from "../../src/package/formats/format-entries.ts";
import { startHere } from "../../src/package/front/start-here.ts";
import { writePackage } from "../../src/package/write-package.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { fileFolder, newFolder } from "../fixtures.ts";
import { Archive, extract, recording, unzip } from "./fixtures.ts";
import { tortureCourse } from "./torture/torture-course.ts";

/** A course, or one that is made with a silent recording. */
type Made = Course | ((book: BookFile) => Course);

/** Binds a course into a folder, of the test that runs if none is given, and opens its package. */
export async function bind(what: Made, folder = newFolder()) {
  const course = typeof what === "function" ? what(await recording(folder)) : what;
  const written = await writePackage(course, { path: join(folder, "package.zip"), files: realFiles });
  const zip = await readFile(written.path);
  return { written, zip, files: await unzip(zip) };
}

/** Every file of a course's package. */
export async function packageOf(what: Made, folder?: string): Promise<Archive> {
  return (await bind(what, folder)).files;
}

/** The first page of a course's package, without the files that it lists. */
export async function firstPageOf(what: Made): Promise<string> {
  const course = typeof what === "function" ? what(await recording()) : what;
  const { contents } = await recorded(course);
  return String(startHere(contents, await formatEntries(contents)));
}

/** A folder with a course's unzipped package, as a person has it; one for all tests of the file if none is given. */
export async function unzipped(what: Made, folder = fileFolder()): Promise<string> {
  await extract(await packageOf(what, folder), folder);
  return folder;
}

/** The package of a course with its books, and its first volume. */
export async function recorded(course: Course) {
  const lessons = placeLessons(course).map(async (placed) =>
    makeLesson(placed, await inspectBook(placed.source, { files: realFiles }), course),
  );
  const contents = contentsOf(course, await Promise.all(lessons));
  const [volume] = contents.volumes;
  if (volume === undefined) throw new Error("a course without a volume");
  return viewOf(volume, contents);
}

/** The files that a format writes for the first volume of a course. */
export async function filesOf(writer: Format, course: Course) {
  const view = await recorded(course);
  const files = new Archive();
  for (const entry of writer(view)) files.set(entry.path, await entry.read());
  return { files, contents: view.contents, volume: view.volume };
}

/** The same as `filesOf`, for every volume of a course. */
export function volumesOf(writer: Format, { lessons, ...course }: Course = tortureCourse(null)) {
  const folderOf = ({ lang, difficulty }: LessonSource) => `${lang}-${difficulty}`;
  const folders = [...new Set(lessons.map(folderOf))];
  return Promise.all(
    folders.map((folder) =>
      filesOf(writer, { ...course, lessons: lessons.filter((one) => folderOf(one) === folder) }),
    ),
  );
}
