import { replaceFileWith } from "../shared/atomic-file.ts";
import { Failure } from "../shared/failure.ts";
import type { Files } from "../shared/files.ts";
import { sha256 } from "../shared/hash.ts";
import { bookEntries } from "./books/book-entries.ts";
import { type BookFacts, inspectBook } from "./books/inspect-book.ts";
import { type Contents, contentsOf } from "./contents.ts";
import type { Course } from "./course.ts";
import { madeEntry, type PackageEntry } from "./entry.ts";
import { formatEntries } from "./formats.ts";
import { startHere } from "./front/start-here.ts";
import { type ListedFile, manifest } from "./manifest.ts";
import { metadataSheet } from "./metadata-sheet.ts";
import type { PackageProblem } from "./package-problem.ts";
import { writeZip } from "./zip.ts";

export interface WrittenPackage {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** How many files are in the zip. */
  readonly files: number;
  readonly warnings: readonly PackageProblem[];
}

/**
 * Binds a course into one zip at `path`, whose folder must exist; an earlier zip stays until the new one is whole and durable. The same
 * course and books give the same bytes, whatever the day and the machine. One file is in memory at a time. Throws a `Failure` with
 * `package_empty`, `book_missing` or `book_changed`, and then leaves no trace.
 */
export async function writePackage(
  course: Course,
  target: { readonly path: string; readonly files: Files },
): Promise<WrittenPackage> {
  if (course.lessons.length === 0) throw new Failure<PackageProblem>({ code: "package_empty" });
  const contents = contentsOf(course, await inspectBooks(course, target.files));
  const entries = sorted(entriesOf(contents));
  const listed: ListedFile[] = [];
  for (const entry of entries) listed.push(await list(entry));
  const all = sorted([...entries, ...(await reports(contents, listed))]);
  let zip = { bytes: 0, sha256: "" };
  await replaceFileWith(target.files, target.path, async (out) => {
    zip = await writeZip(all, out);
  });
  return { path: target.path, ...zip, files: all.length, warnings: contents.warnings };
}

async function inspectBooks(course: Course, files: Files): Promise<Map<string, BookFacts>> {
  const books = new Map<string, BookFacts>();
  for (const lesson of course.lessons) {
    const facts = await inspectBook(lesson, files);
    if (facts !== null) books.set(lesson.job, facts);
  }
  return books;
}

function entriesOf(contents: Contents): PackageEntry[] {
  return [
    madeEntry("START-HERE.html", () => startHere(contents).toString()),
    ...contents.volumes.flatMap((volume) => [...formatEntries(volume, contents), ...bookEntries(volume)]),
  ];
}

// Made once here to be listed and once more to be written: keeping them would let memory grow with the package.
async function list(entry: PackageEntry): Promise<ListedFile> {
  if (entry.known !== null) return { path: entry.path, ...entry.known };
  const bytes = await entry.read();
  return { path: entry.path, bytes: bytes.length, sha256: sha256(bytes) };
}

async function reports(contents: Contents, made: readonly ListedFile[]): Promise<PackageEntry[]> {
  const sheet = madeEntry("reports/metadata.csv", () => metadataSheet(contents, made));
  const listed = [...made, await list(sheet)].sort(byPath);
  const text = manifest(contents, listed);
  const itself = { path: "manifest.json", sha256: sha256(text) };
  const sums = [...listed, itself].sort(byPath).map((file) => `${file.sha256}  ${file.path}\n`);
  return [sheet, madeEntry(itself.path, () => text), madeEntry("reports/SHA256SUMS", () => sums.join(""))];
}

function sorted(entries: readonly PackageEntry[]): PackageEntry[] {
  return [...entries].sort(byPath);
}

// Paths are ASCII, so the order of UTF-16 units is the order of bytes.
function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
