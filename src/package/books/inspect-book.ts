import type { BufferPool } from "../../shared/buffer-pool.ts";
import type { Files } from "../../shared/files/files.ts";
import { type Hasher, hashHere } from "../../shared/hasher.ts";
import type { BookFile, LessonSource } from "../contents/course.ts";
import type { ArchiveRefusal } from "../package-problem.ts";
import { BookOnDisk } from "./book-on-disk.ts";
import { type BookPart, bookPart, longBytes } from "./book-part.ts";
import { inspectPieces, type PassedFacts } from "./inspect-pieces.ts";
import { type ArchivedFile, openArchive, readArchived } from "./open-archive.ts";

/** The contents of an exported book. */
export interface BookFacts {
  readonly file: BookFile;
  /** The lesson's sound: the book itself, or the first sound of an archive. Null if there is none. */
  readonly sound: BookPart | null;
  /** The book itself if it neither is nor contains sound. */
  readonly kept: BookPart | null;
  /**
   * The other files of an archive that the sound was taken from, unchanged and without duplicates. The archive itself is dropped: it would
   * contain the sound a second time, and sound makes up nearly all of a package.
   */
  readonly extras: readonly BookPart[];
  readonly refusal: ArchiveRefusal | null;
}

export interface InspectOptions {
  readonly files: Files;
  readonly pool: BufferPool;
  /**
   * Checks the bytes of a book that isn't long now, beside other work, and must not be closed before they were read. Left out: they are
   * checked whenever they are read.
   */
  readonly hasher?: Checker;
}

type Checker = Pick<Hasher, "sha256" | "crc32">;

/**
 * Reads a lesson's book and finds out what it is; a long one is never in memory as a whole. Throws `book_missing` if it is not on disk, and
 * `book_changed` if it is not the recorded one: its size is checked here, its SHA-256 here or whenever its bytes are read for the package.
 */
export async function inspectBook(
  lesson: Pick<LessonSource, "job" | "book">,
  { files, pool, hasher }: InspectOptions,
): Promise<BookFacts | null> {
  if (lesson.book === null) return null;
  const file = lesson.book;
  const book = new BookOnDisk(lesson.job, file, files);
  const { crc32, ...facts } =
    hasher !== undefined && file.bytes <= longBytes
      ? await inspectAndCheck(book, { file, pool, hasher })
      : { ...(await inspectPassing(book, { file, pool })), crc32: null };
  if (facts.bytes !== file.bytes || (facts.sha256 ?? file.sha256) !== file.sha256) throw book.changed();
  const { type, ...passed } = facts;
  const { sha256 } = hasher ?? hashHere();
  const whole = bookPart(
    { ...type, ...passed, sha256: file.sha256 },
    {
      sha256,
      unchecked: () => book.stretch(),
      whole: (memory) => book.whole(memory),
      changed: () => book.changed(),
      ...(crc32 === null ? {} : { crc32 }),
    },
  );
  const kept = { file, sound: null, kept: whole, extras: [], refusal: null };
  if (type.audio) return { ...kept, sound: whole, kept: null };
  if (type.extension !== "zip") return kept;
  const opened = await openArchive(book, (archived) => archivedPart(archived, { book, sha256 }));
  if (opened.kind === "refused") return { ...kept, refusal: opened.reason };
  const sound = opened.files.find(({ audio }) => audio);
  if (sound === undefined) return kept;
  return { ...kept, sound, kept: null, extras: oneOfEach(opened.files, sound) };
}

interface Inspected {
  readonly file: BookFile;
  readonly pool: BufferPool;
}

function inspectPassing(book: BookOnDisk, { file, pool }: Inspected): Promise<PassedFacts> {
  return inspectPieces(book.passing(pool), {
    bytes: file.bytes,
    declared: file.contentType,
    // The files of an archive are identified by their own hashes, so a changed archive must be detected here.
    hashes: ({ extension }) => extension === "zip",
  });
}

/** Inspects a book that fits into memory while its sum is made on another thread. */
async function inspectAndCheck(
  book: BookOnDisk,
  { file, pool, hasher }: Inspected & { readonly hasher: Checker },
): Promise<PassedFacts & { readonly crc32: number }> {
  const bytes = await book.whole(pool);
  const sums = Promise.all([hasher.sha256(bytes), hasher.crc32(bytes)]);
  const declared = { bytes: file.bytes, declared: file.contentType };
  const facts = await inspectPieces([bytes], { ...declared, hashes: () => false });
  const [sha256, crc32] = await sums;
  pool.release(bytes);
  return { ...facts, sha256, crc32 };
}

async function archivedPart(
  { bytes, pieces, place }: ArchivedFile,
  { book, sha256 }: { readonly book: BookOnDisk } & Pick<Hasher, "sha256">,
): Promise<BookPart> {
  const { type, ...facts } = await inspectPieces(pieces, { bytes, hashes: () => true });
  const changed = () => book.changed();
  return bookPart(
    { ...type, ...facts, sha256: facts.sha256 ?? "" },
    { sha256, unchecked: () => readArchived(book, { place, changed }), changed },
  );
}

/** The parts beside the sound, without duplicates. */
function oneOfEach(parts: readonly BookPart[], sound: BookPart): BookPart[] {
  const seen = new Set([sound.sha256]);
  return parts.filter((part) => !seen.has(part.sha256) && seen.add(part.sha256));
}
