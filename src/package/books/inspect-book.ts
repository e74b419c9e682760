import { createHash, type Hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { Failure } from "../../shared/failure.ts";
import { piecesOf } from "../../shared/files/file-pieces.ts";
import type { ByteRange, Files } from "../../shared/files/files.ts";
import { sha256Aside } from "../../shared/hash.ts";
import type { BookFile, LessonSource } from "../contents/course.ts";
import type { ArchiveRefusal, PackageProblem } from "../package-problem.ts";
import { type BookPart, bookPart, longBytes } from "./book-part.ts";
import { contentType, type FileType, fileType, longestTextBytes } from "./file-type.ts";
import { MpegMeter } from "./mpeg-duration.ts";
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
  /** Whether the bytes of a book that isn't long are checked now. Left out: they are checked whenever they are read. */
  readonly isCheckedNow?: boolean;
}

/**
 * Reads a lesson's book and finds out what it contains; a long book is never in memory as a whole. Throws `file_damaged` if the book is not on disk or
 * doesn't match its recorded size and SHA-256. The book's size is checked here; its SHA-256 is checked here or whenever the book's bytes are read for
 * the package.
 */
export async function inspectBook(
  lesson: Pick<LessonSource, "job" | "book">,
  { files, isCheckedNow = false }: InspectOptions,
): Promise<BookFacts | null> {
  if (lesson.book === null) return null;
  const file = lesson.book;
  const book = new BookOnDisk(lesson.job, file, files);
  const { crc32: crc, ...facts } =
    isCheckedNow && file.bytes <= longBytes
      ? await inspectAndCheck(book, file)
      : { ...(await inspectPassing(book, file)), crc32: null };
  if (facts.bytes !== file.bytes || (facts.sha256 ?? file.sha256) !== file.sha256) throw book.changed();
  const { type, ...passed } = facts;
  const whole = bookPart(
    { ...type, ...passed, sha256: file.sha256 },
    {
      unchecked: () => book.stretch(),
      whole: () => book.whole(),
      changed: () => book.changed(),
      ...(crc === null ? {} : { crc32: crc }),
    },
  );
  const kept = { file, sound: null, kept: whole, extras: [], refusal: null };
  if (type.audio) return { ...kept, sound: whole, kept: null };
  if (type.extension !== "zip") return kept;
  const opened = await openArchive(book, (archived) => archivedPart(archived, book));
  if (opened.kind === "refused") return { ...kept, refusal: opened.reason };
  const sound = opened.files.find(({ audio }) => audio);
  if (sound === undefined) return kept;
  return { ...kept, sound, kept: null, extras: oneOfEach(opened.files, sound) };
}

function inspectPassing(book: BookOnDisk, file: BookFile): Promise<PassedFacts> {
  return inspectPieces(book.stretch(), {
    bytes: file.bytes,
    declared: file.contentType,
    // The files of an archive are identified by their own hashes, so a changed archive must be detected here.
    hashes: ({ extension }) => extension === "zip",
  });
}

/** Inspects a book that fits into memory while its SHA-256 is made on another thread. */
async function inspectAndCheck(
  book: BookOnDisk,
  file: BookFile,
): Promise<PassedFacts & { readonly crc32: number }> {
  const bytes = await book.whole();
  const hashed = sha256Aside(bytes);
  const declared = { bytes: file.bytes, declared: file.contentType };
  const facts = await inspectPieces([bytes], { ...declared, hashes: () => false });
  return { ...facts, sha256: await hashed, crc32: crc32(bytes) };
}

async function archivedPart({ bytes, pieces, place }: ArchivedFile, book: BookOnDisk): Promise<BookPart> {
  const { type, ...facts } = await inspectPieces(pieces, { bytes, hashes: () => true });
  const changed = () => book.changed();
  return bookPart(
    { ...type, ...facts, sha256: facts.sha256 ?? "" },
    { unchecked: () => readArchived(book, { place, changed }), changed },
  );
}

/** The parts beside the sound, without duplicates. */
function oneOfEach(parts: readonly BookPart[], sound: BookPart): BookPart[] {
  const seen = new Set([sound.sha256]);
  return parts.filter((part) => !seen.has(part.sha256) && seen.add(part.sha256));
}

/** What is known about a file after reading it once. */
interface PassedFacts {
  readonly type: FileType;
  readonly bytes: number;
  /** Null if it was not requested. */
  readonly sha256: string | null;
  /** The duration of an MP3, which is what the service sends; null for other files, and without a frame. */
  readonly durationMs: number | null;
  /** Where the sound begins after the tags of an MP3; 0 without tags. */
  readonly soundStart: number;
}

// Enough for the magic bytes that are farthest in.
const headBytes = 512;

/**
 * Inspects a file of `bytes` bytes in one pass. `declared`: its declared content type; if left out, text is detected by reading it.
 * `hashes`: whether to hash a file of this type too.
 */
async function inspectPieces(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  expected: Expected,
): Promise<PassedFacts> {
  const passing = new Passing(expected);
  for await (const piece of pieces) passing.take(piece);
  return passing.end();
}

interface Expected {
  readonly bytes: number;
  readonly declared?: string | null;
  hashes(type: FileType): boolean;
}

class Passing {
  readonly #expected: Expected;
  #hash: Hash | null = null;
  #bytes = 0;
  #head = Buffer.alloc(0);
  #type: FileType | null = null;
  #meter: MpegMeter | null = null;
  /** The chunks of a file that may be text; null for others. */
  #text: Buffer[] | null = [];

  constructor(expected: Expected) {
    this.#expected = expected;
  }

  take(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#type !== null) {
      this.#pass(piece);
      return;
    }
    const head = this.#head.length === 0 ? piece : Buffer.concat([this.#head, piece]);
    if (head.length >= headBytes) this.#begin(head);
    else this.#head = Buffer.from(head);
  }

  end(): PassedFacts {
    const begun = this.#type ?? this.#begin(this.#head);
    const isText = this.#text !== null && this.#expected.declared === undefined;
    const type = isText ? fileType(this.#head, contentType(Buffer.concat(this.#text ?? []))) : begun;
    const durationMs = this.#meter?.end() ?? null;
    const soundStart = this.#meter?.soundStart ?? 0;
    const sha256 = this.#hash?.digest("hex") ?? null;
    return { type, bytes: this.#bytes, sha256, durationMs, soundStart };
  }

  #begin(begin: Buffer): FileType {
    const type = fileType(begin, this.#expected.declared ?? null);
    this.#type = type;
    if (this.#expected.hashes(type)) this.#hash = createHash("sha256");
    if (type.extension === "mp3") this.#meter = new MpegMeter();
    if (type.extension !== "bin") this.#text = null;
    this.#head = Buffer.from(begin.subarray(0, headBytes));
    this.#pass(begin);
    return type;
  }

  #pass(piece: Buffer): void {
    this.#hash?.update(piece);
    this.#meter?.take(piece);
    if (this.#text === null || this.#expected.declared !== undefined) return;
    if (this.#bytes > longestTextBytes) this.#text = null;
    else this.#text.push(Buffer.from(piece));
  }
}

/** A lesson's book on disk. Every read throws `file_damaged` if the file does not exist. */
class BookOnDisk {
  readonly #job: string;
  readonly #file: BookFile;
  readonly #files: Files;

  constructor(job: string, file: BookFile, files: Files) {
    this.#job = job;
    this.#file = file;
    this.#files = files;
  }

  /** The recorded length. */
  get bytes(): number {
    return this.#file.bytes;
  }

  async whole(): Promise<Buffer> {
    const bytes = await this.#files.read(this.#file.path);
    if (bytes === null) throw this.#problem("missing");
    return bytes;
  }

  /** The file, or a range of it; a chunk is valid until the next one is requested. */
  async *stretch(range?: ByteRange): AsyncGenerator<Buffer> {
    const pieces = await piecesOf(this.#file.path, this.#files, range);
    if (pieces === null) throw this.#problem("missing");
    yield* pieces;
  }

  changed(): Error {
    return this.#problem("changed");
  }

  #problem(why: "missing" | "changed"): Error {
    return new Failure<PackageProblem>({ code: "file_damaged", job: this.#job, path: this.#file.path, why });
  }
}
