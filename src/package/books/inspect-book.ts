import { Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files.ts";
import { sha256, sha256Aside } from "../../shared/hash.ts";
import type { Lender } from "../../shared/lender.ts";
import type { BookFile, LessonSource } from "../course.ts";
import type { ArchiveRefusal, PackageProblem } from "../package-problem.ts";
import { contentType, type FileType, fileType, isZip } from "./file-type.ts";
import { openArchive, readArchived } from "./open-archive.ts";
import { soundDurationMs } from "./sound-duration.ts";

/** What an exported book turned out to be. */
export interface BookFacts {
  readonly file: BookFile;
  /** The lesson's sound: the book itself, or the first sound of an archive. Null where the book holds none. */
  readonly sound: BookPart | null;
  /** The book itself where it is no sound and holds none: it goes into the package as it came. */
  readonly kept: BookPart | null;
  /**
   * Everything else of an archive that the sound was taken from, each as it came and once. The archive itself is not kept beside them: it
   * would hold the sound a second time, and sound is nearly all of a package.
   */
  readonly extras: readonly BookPart[];
  readonly refusal: ArchiveRefusal | null;
}

export interface BookPart extends FileType {
  readonly bytes: number;
  readonly sha256: string;
  /** How long a sound lasts; null for everything else, and where its format does not tell. */
  readonly durationMs: number | null;
  /** Its bytes, from the disk and checked again; nothing keeps them. Throws `book_missing` or `book_changed`. */
  read(lender?: Lender): Promise<Buffer>;
}

interface Book {
  readonly job: string;
  readonly file: BookFile;
}

/**
 * Reads a lesson's book and says what it is. Throws `book_missing` where it is not on the disk, `book_changed` where it is not the recorded
 * one: by its size here, and by its SHA-256 whenever its bytes are read for the package.
 */
export async function inspectBook(
  lesson: LessonSource,
  { files, lender }: { readonly files: Files; readonly lender: Lender },
): Promise<BookFacts | null> {
  if (lesson.book === null) return null;
  const book = { job: lesson.job, file: lesson.book };
  const bytes = await readUnverified(book, files, lender);
  const facts = await factsOf(bytes, book, files);
  // Nothing that was found out keeps the bytes, so another book may lie where this one lay.
  lender.takeBack(bytes);
  return facts;
}

async function readBook(book: Book, files: Files, lender?: Lender): Promise<Buffer> {
  const bytes = await readUnverified(book, files, lender);
  if ((await sha256Aside(bytes)) !== book.file.sha256) throw changed(book);
  return bytes;
}

async function readUnverified({ job, file }: Book, files: Files, lender?: Lender): Promise<Buffer> {
  const bytes = await files.read(file.path, lender);
  if (bytes === null) throw new Failure<PackageProblem>({ code: "book_missing", job, file: file.path });
  if (bytes.length !== file.bytes) throw changed({ job, file });
  return bytes;
}

function changed({ job, file }: Book): Failure<PackageProblem> {
  return new Failure<PackageProblem>({ code: "book_changed", job, file: file.path });
}

async function factsOf(bytes: Buffer, book: Book, files: Files): Promise<BookFacts> {
  const { file } = book;
  const type = fileType(bytes, file.contentType);
  const whole: BookPart = {
    ...type,
    bytes: file.bytes,
    sha256: file.sha256,
    durationMs: type.audio ? soundDurationMs(bytes, type) : null,
    read: (lender) => readBook(book, files, lender),
  };
  const facts = { file, sound: null, kept: whole, extras: [], refusal: null };
  if (type.audio) return { ...facts, sound: whole, kept: null };
  if (!isZip(bytes)) return facts;
  // What is inside is listed by hashes of its own, which would speak of another book's files.
  if (sha256(bytes) !== file.sha256) throw changed(book);
  const opened = await openArchive(bytes, (inner, place) => archivedPart(inner, { place, book, files }));
  if (opened.kind === "refused") return { ...facts, refusal: opened.reason };
  const sound = opened.files.find(({ audio }) => audio);
  if (sound === undefined) return facts;
  return { ...facts, sound, kept: null, extras: oneOfEach(opened.files, sound) };
}

function archivedPart(
  inner: Buffer,
  { place, book, files }: { place: number; book: Book; files: Files },
): BookPart {
  const type = fileType(inner, contentType(inner));
  const hash = sha256(inner);
  return {
    ...type,
    bytes: inner.length,
    sha256: hash,
    durationMs: type.audio ? soundDurationMs(inner, type) : null,
    read: async () => {
      const again = await readArchived(await readBook(book, files), place);
      if (sha256(again) !== hash) throw changed(book);
      return again;
    },
  };
}

/** The parts beside the sound, without a second copy of anything. */
function oneOfEach(parts: readonly BookPart[], sound: BookPart): BookPart[] {
  const seen = new Set([sound.sha256]);
  return parts.filter((part) => !seen.has(part.sha256) && seen.add(part.sha256));
}
