import { createHash } from "node:crypto";
import { endingWith } from "../shared/closing.ts";
import { Failure } from "../shared/failure.ts";
import { replaceFileWith } from "../shared/files/atomic-file.ts";
import type { Files } from "../shared/files/files.ts";
import { writeZip, type ZipFile } from "../shared/files/zip.ts";
import { sha256 } from "../shared/hash.ts";
import { inspectBook } from "./books/inspect-book.ts";
import { type KnownSums, saveKnownSums } from "./books/known-sums.ts";
import { tagSounds } from "./books/tag-sounds.ts";
import {
  type Contents,
  contentsOf,
  hasExtra,
  type Lesson,
  makeLesson,
  type PackagedPart,
  partFile,
  type Volume,
} from "./contents/contents.ts";
import {
  type Course,
  checksumsPath,
  disclosurePath,
  manifestPath,
  metadataPath,
  onixPath,
  placeLessons,
} from "./contents/course.ts";
import { madeFile, type PackageEntry } from "./entry.ts";
import { type FormatEntry, listed } from "./formats/format.ts";
import { formatEntries } from "./formats/format-entries.ts";
import { disclosure } from "./front/disclosure.ts";
import { type ListedFile, listedFile, manifest } from "./front/manifest.ts";
import { metadataSheet } from "./front/metadata-sheet.ts";
import { startHere } from "./front/start-here.ts";
import { onix } from "./onix/onix.ts";
import type { PackageProblem } from "./package-problem.ts";
import { type OpenPrinter, type PrintedPdfs, pdfFacts, pdfWarnings, printPdfs } from "./pdf/print-pdfs.ts";

/** A file of the package meant to be used outside it: for a reader, a platform or a program. */
export interface StandaloneFile {
  readonly path: string;
  readonly bytes: number;
  readonly hasSound: boolean;
  /** How many of its bytes are sound. */
  readonly soundBytes: number;
}

export interface WrittenPackage {
  /** The zip. */
  readonly path: string;
  readonly bytes: number;
  /** In 64 hexadecimal digits. */
  readonly sha256: string;
  /** Number of files in the zip. */
  readonly files: number;
  /** The files meant to be used outside the package. */
  readonly standalone: readonly StandaloneFile[];
  readonly warnings: readonly PackageProblem[];
}

export interface PackageTarget {
  readonly path: string;
  readonly files: Files;
  /** What prints PDF files, if the course has them; null or left out: they are left out. */
  readonly printer?: OpenPrinter | null;
  /** Once it aborts, the package is given up. Null or left out: nothing stops it. */
  readonly signal?: AbortSignal | null;
  /** What was summed before; saved with what is summed now. Null or left out: everything is read and summed anew. */
  readonly known?: KnownSums | null;
  /** Told as each lesson has been read, and as each file of the package is begun. Left out: nobody. */
  readonly tell?: (step: PackagingStep) => void;
}

/** How far packaging has progressed: how many of the lessons have been read, or how many of the files have been written. */
export interface PackagingStep {
  readonly part: "lessons" | "files";
  readonly done: number;
  readonly of: number;
  /** The file's path in the package, or the lesson's job. */
  readonly name: string;
}

/**
 * Binds a course into a zip at `path`, whose folder must exist. An earlier zip stays until the new one is complete and durable. The same
 * course and books give the same bytes on any day and machine, except for PDF files. Only a few recordings are in memory at once. Throws a `Failure` with
 * `package_empty`, `file_damaged` or `sqlite_missing`, or the abort reason of the target's signal; a call that throws leaves no trace.
 */
export async function writePackage(course: Course, making: PackageTarget): Promise<WrittenPackage> {
  if (course.lessons.length === 0) throw new Failure<PackageProblem>({ code: "package_empty" });
  const { path, signal = null, known = null } = making;
  const contents = await tagSounds(contentsOf(course, await readLessons(course, making)));
  const pdfs = await printPdfs(contents, making.printer ?? null, signal);
  return endingWith(
    () => pdfs.remove(),
    async () => {
      const entries = (await entriesOf(contents, pdfs, known)).sort(byPath);
      const sums: ListedFile[] = [];
      const listed = () => sums.toSorted(byPath);
      const files = [...entries.map((entry) => measured(entry, sums)), ...lists(contents, listed, pdfs)];
      const zip = await writeFiles(files, making);
      if (known !== null) await saveKnownSums(known, making.files);
      const sizes = listed();
      const standalone = entries.flatMap(({ path, soundBytes: count }): StandaloneFile[] => {
        if (count === undefined) return [];
        const bytes = sizes.find((file) => file.path === path)?.bytes ?? 0;
        return [{ path, bytes, hasSound: count() > 0, soundBytes: count() }];
      });
      const warnings = [...contents.warnings, ...pdfWarnings(pdfs)];
      return { path, ...zip, files: files.length, standalone, warnings };
    },
  );
}

// Paths are ASCII, so UTF-16 order is byte order.
function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

async function writeFiles(
  zipFiles: readonly ZipFile[],
  { files, path, signal = null, tell }: PackageTarget,
): Promise<{ bytes: number; sha256: string }> {
  let zip = { bytes: 0, sha256: "" };
  function* told(): Generator<ZipFile> {
    for (const [done, file] of zipFiles.entries()) {
      tell?.({ part: "files", done, of: zipFiles.length, name: file.path });
      yield file;
    }
  }
  await replaceFileWith(files, path, async (out) => {
    zip = await writeZip(told(), out, { isSorted: true, signal });
  });
  return zip;
}

/** The file for the zip. It is read only once, for both the zip and its sum, which is then added to `sums`. */
function measured(entry: PackageEntry, sums: ListedFile[]): ZipFile {
  const { path, sha256: known, read, pieces } = entry;
  const readOnce = async (): Promise<Buffer> => {
    const bytes = await read();
    sums.push(listedFile(path, bytes));
    return bytes;
  };
  if (pieces === undefined) return { ...entry, read: readOnce };
  const summed = async function* () {
    const hash = known === undefined ? createHash("sha256") : null;
    let bytes = 0;
    for await (const piece of pieces()) {
      hash?.update(piece);
      bytes += piece.length;
      yield piece;
    }
    const sum = known ?? hash?.digest("hex") ?? "";
    entry.remember?.(sum);
    sums.push({ path, bytes, sha256: sum });
  };
  return { ...entry, pieces: summed };
}

async function readLessons(
  course: Course,
  { files, signal = null, known = null, tell }: PackageTarget,
): Promise<Lesson[]> {
  const lessons: Lesson[] = [];
  for (const placed of placeLessons(course)) {
    signal?.throwIfAborted();
    lessons.push(makeLesson(placed, await inspectBook(placed.source, { files, known }), course));
    const { job } = placed.source;
    tell?.({ part: "lessons", done: lessons.length, of: course.lessons.length, name: job });
  }
  return lessons;
}

async function entriesOf(
  contents: Contents,
  pdfs: PrintedPdfs,
  known: KnownSums | null,
): Promise<PackageEntry[]> {
  const books = contents.volumes.flatMap((volume) => bookEntries(volume, contents, known));
  const files = [...(await formatEntries(contents)), ...books, ...pdfs.entries];
  return [
    madeFile("START-HERE.html", () => startHere(contents, files)),
    ...(hasExtra("sheets", contents) ? [madeFile(disclosurePath, () => disclosure(contents))] : []),
    ...files,
  ];
}

/** The lists of everything in the package, made when the first of them is needed. They are written last, after everything that they list. */
function lists(contents: Contents, listed: () => ListedFile[], pdfs: PrintedPdfs): ZipFile[] {
  let made: ReadonlyMap<string, string> | null = null;
  const sheets = hasExtra("sheets", contents) ? [metadataPath, onixPath] : [];
  return [manifestPath, ...sheets, checksumsPath].sort().map((path) =>
    madeFile(path, () => {
      made ??= listsOf(contents, listed(), pdfs);
      return made.get(path) ?? "";
    }),
  );
}

function listsOf(
  contents: Contents,
  files: readonly ListedFile[],
  pdfs: PrintedPdfs,
): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  const listed = [...files];
  const add = (path: string, text: string): void => {
    made.set(path, text);
    listed.push(listedFile(path, Buffer.from(text)));
    listed.sort(byPath);
  };
  if (hasExtra("sheets", contents)) {
    add(metadataPath, metadataSheet(contents, files));
    add(onixPath, onix(contents, files));
  }
  add(manifestPath, manifest(contents, listed, pdfFacts(contents, pdfs)));
  const sums = listed.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join("");
  return made.set(checksumsPath, sums);
}

/** A volume's exported books under our own file names. Each is read from disk on demand and checked again. */
function bookEntries(volume: Volume, contents: Contents, known: KnownSums | null): FormatEntry[] {
  const isListed = hasExtra("audio", contents);
  return volume.lessons.flatMap((lesson) => {
    const { book, sound } = lesson;
    const files = [...(sound === null ? [] : [sound]), ...(book?.extras ?? []), ...(book?.exported ?? [])];
    return files.map((file) => {
      const entry = { ...partFile(file.path, file), ...summedBefore(file, known) };
      return file === sound && isListed ? listed("recordings", entry, { volume, lesson }) : entry;
    });
  });
}

function summedBefore(
  { part, tag }: PackagedPart,
  known: KnownSums | null,
): Pick<PackageEntry, "sha256" | "remember"> {
  if (tag === null) return { sha256: part.sha256 };
  if (known === null) return {};
  const key = `${part.sha256} ${sha256(tag)}`;
  const remember = (sum: string): void => {
    known.now.tagged[key] = sum;
  };
  return { sha256: known.now.tagged[key] ?? known.earlier.tagged[key], remember };
}
