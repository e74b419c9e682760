import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BookFile, Course } from "../../src/package/contents/course.ts";
import { formatEntries } from "../../src/package/formats/format-entries.ts";
import { startHere } from "../../src/package/front/start-here.ts";
import { writePackage } from "../../src/package/write-package.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { fileFolder } from "../fixtures.ts";
import { extract, recording, testFolder, unzip } from "./fixtures.ts";
import { recorded } from "./lms/fixtures.ts";

/** A course, or one that is made with a silent recording. */
type Made = Course | ((book: BookFile) => Course);

/** Binds a course into a folder, of the test that runs if none is given, and opens its package. */
export async function bind(what: Made, given?: string) {
  const folder = given ?? (await testFolder());
  const course = typeof what === "function" ? what(await recording(folder)) : what;
  const written = await writePackage(course, { path: join(folder, "package.zip"), files: realFiles });
  const zip = await readFile(written.path);
  const files = await unzip(zip);
  return { written, zip, files, text: (path: string) => files.get(path)?.toString() ?? `no ${path}` };
}

/** Every file of a course's package. */
export async function packageOf(what: Made, folder?: string): Promise<Map<string, Buffer>> {
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
