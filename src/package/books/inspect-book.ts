import { Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files.ts";
import { sha256 } from "../../shared/hash.ts";
import type { BookFile, LessonSource } from "../course.ts";
import type { ArchiveRefusal, PackageProblem } from "../package-problem.ts";
import { type FileType, fileType, isZip } from "./file-type.ts";
import { openArchive } from "./open-archive.ts";

/** What an exported book turned out to be. */
export interface BookFacts {
  readonly file: BookFile;
  /** The lesson's sound: the book itself, or the first sound of an archive. Null where the book holds none. */
  readonly sound: BookPart | null;
  /** The book itself where it is not the sound, or holds more than the sound: it goes into the package as it came. */
  readonly kept: BookPart | null;
  readonly refusal: ArchiveRefusal | null;
}

export interface BookPart {
  readonly extension: string;
  readonly mediaType: string | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly archived: boolean;
}

/**
 * Reads a lesson's book and says what it is. Throws `book_missing` where it is not on the disk, `book_changed` where its bytes are not the
 * recorded ones.
 */
export async function inspectBook(lesson: LessonSource, files: Files): Promise<BookFacts | null> {
  if (lesson.book === null) return null;
  const bytes = await readBook({ job: lesson.job, file: lesson.book }, files);
  return await factsOf(bytes, lesson.book);
}

/** The bytes of a recorded book. Throws as `inspectBook` does. */
export async function readBook(book: { job: string; file: BookFile }, files: Files): Promise<Buffer> {
  const { job, file } = book;
  const bytes = await files.read(file.path);
  if (bytes === null) throw new Failure<PackageProblem>({ code: "book_missing", job, file: file.path });
  if (bytes.length !== file.bytes || sha256(bytes) !== file.sha256) {
    throw new Failure<PackageProblem>({ code: "book_changed", job, file: file.path });
  }
  return bytes;
}

async function factsOf(bytes: Buffer, file: BookFile): Promise<BookFacts> {
  const type = fileType(bytes, file.contentType);
  const whole = part(type, { bytes: file.bytes, sha256: file.sha256, archived: false });
  const facts = { file, refusal: null };
  if (type.audio) return { ...facts, sound: whole, kept: null };
  if (!isZip(bytes)) return { ...facts, sound: null, kept: whole };
  const opened = await openArchive(bytes);
  if (opened.kind === "refused") return { ...facts, sound: null, kept: whole, refusal: opened.reason };
  if (opened.sound === null) return { ...facts, sound: null, kept: whole };
  const { sound } = opened;
  const inner = { bytes: sound.bytes.length, sha256: sha256(sound.bytes), archived: true };
  return { ...facts, sound: part(sound.type, inner), kept: opened.others > 0 ? whole : null };
}

function part(type: FileType, rest: Omit<BookPart, "extension" | "mediaType">): BookPart {
  return { extension: type.extension, mediaType: type.mediaType, ...rest };
}
