import { createHash } from "node:crypto";
import { replaceFileWith } from "../shared/atomic-file.ts";
import { Failure } from "../shared/failure.ts";
import type { Files } from "../shared/files.ts";
import { sha256 } from "../shared/hash.ts";
import { LendingReader } from "../shared/lending-reader.ts";
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
 * course and books give the same bytes, whatever the day and the machine. One recording is in memory at a time. Throws a `Failure` with
 * `package_empty`, `book_missing` or `book_changed`, and then leaves no trace.
 */
export async function writePackage(
  course: Course,
  target: { readonly path: string; readonly files: Files },
): Promise<WrittenPackage> {
  if (course.lessons.length === 0) throw new Failure<PackageProblem>({ code: "package_empty" });
  const contents = contentsOf(course, await inspectBooks(course, target.files));
  const listed: ListedFile[] = [];
  const entries: PackageEntry[] = [];
  let keptBytes = 0;
  for (const entry of sorted(entriesOf(contents))) {
    const { made, ...file } = await list(entry);
    const isKept = made !== null && keptBytes + made.length <= mostKeptBytes;
    if (isKept) keptBytes += made.length;
    listed.push(file);
    entries.push(isKept ? { ...entry, read: async () => made } : entry);
  }
  const all = sorted([...entries, ...(await reports(contents, listed))]);
  let zip = { bytes: 0, sha256: "" };
  await replaceFileWith(target.files, target.path, async (out) => {
    zip = await writeZip(all, out);
  });
  return { path: target.path, ...zip, files: all.length, warnings: contents.warnings };
}

async function inspectBooks(course: Course, files: Files): Promise<Map<string, BookFacts>> {
  const books = new Map<string, BookFacts>();
  const reader = new LendingReader(files);
  for (const lesson of course.lessons) {
    const facts = await inspectBook(lesson, { files, reader });
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

// What is made to be listed is kept to be written, but only so much of it: what is over is made once more, and memory doesn't grow with
// the package.
const mostKeptBytes = 32 * 1024 * 1024;

/** A file as the package lists it, and its content where that was made whole for it. */
async function list(entry: PackageEntry): Promise<ListedFile & { readonly made: Buffer | null }> {
  const { path, known, pieces } = entry;
  if (known !== null) return { path, ...known, made: null };
  if (pieces !== undefined) return { path, ...(await measured(pieces())), made: null };
  const made = await entry.read();
  return { path, bytes: made.length, sha256: sha256(made), made };
}

async function measured(pieces: AsyncIterable<Buffer>): Promise<Pick<ListedFile, "bytes" | "sha256">> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

async function reports(contents: Contents, made: readonly ListedFile[]): Promise<PackageEntry[]> {
  const sheet = madeEntry("reports/metadata.csv", () => metadataSheet(contents, made));
  const { made: _, ...file } = await list(sheet);
  const listed = [...made, file].sort(byPath);
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
