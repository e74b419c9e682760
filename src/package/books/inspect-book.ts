import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { soundFrames } from "../../lessons/recording/mpeg-frames.ts";
import type { Sums } from "../../shared/crc32.ts";
import { errorCode, Failure } from "../../shared/failure.ts";
import { piecesOf } from "../../shared/files/file-pieces.ts";
import type { Files } from "../../shared/files/files.ts";
import { mpegFrameAt } from "../../shared/mpeg-frame.ts";
import type { BookFile, LessonSource } from "../contents/course.ts";
import type { PackageProblem } from "../package-problem.ts";
import type { KnownSums } from "./known-sums.ts";
import { openArchive, readArchived } from "./open-archive.ts";

/** A file that is, or is inside, a lesson's book. */
export interface BookPart extends FileType, Sums {
  readonly sha256: string;
  /** The duration of an MP3, which is what the service sends; null for other files and without a frame. */
  readonly durationMs: number | null;
  /** The tags of an MP3, which are at its beginning. */
  readonly tags: Sums;
  /** Which file of an archive it is; null for the book itself. */
  readonly place: number | null;
  /**
   * The bytes from disk in chunks, each valid until the next one is requested, checked again and not cached. The check may fail only after the last
   * chunk: then discard whatever was made from them. Throws `file_damaged`.
   */
  pieces(): AsyncGenerator<Buffer>;
}

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
}

/**
 * Finds out what a lesson's book contains; no book is in memory as a whole. Throws `file_damaged` if the book is not on disk or doesn't match its
 * recorded size and SHA-256. `known`: what spares reading a book that was read before.
 */
export async function inspectBook(
  { job, book: file }: Pick<LessonSource, "job" | "book">,
  { files, known = null }: { readonly files: Files; readonly known?: KnownSums | null },
): Promise<BookFacts | null> {
  if (file === null) return null;
  const { path } = file;
  const damaged = (why: "missing" | "changed") =>
    new Failure<PackageProblem>({ code: "file_damaged", job, path, why });
  const unchecked = async function* (place: number | null): AsyncGenerator<Buffer> {
    const pieces = place === null ? await piecesOf(path, files) : readArchived(path, place, damaged);
    if (pieces === null) throw damaged("missing");
    yield* pieces;
  };
  const readable = (facts: PartFacts): BookPart => ({
    ...facts,
    async *pieces() {
      let passed = 0;
      for await (const piece of unchecked(facts.place)) {
        passed = crc32(piece, passed);
        yield piece;
      }
      if (passed !== facts.crc32) throw damaged("changed");
    },
  });
  const state = known === null ? null : ((await files.stateOf?.(path)) ?? null);
  const earlier = known?.now.books[file.sha256] ?? known?.earlier.books[file.sha256];
  const found = earlier?.state === state ? earlier : await foundIn(file, { unchecked, damaged });
  const { sound, kept, extras } = found;
  if (known !== null && state !== null) known.now.books[file.sha256] = { state, sound, kept, extras };
  return {
    file,
    sound: sound && readable(sound),
    kept: kept && readable(kept),
    extras: extras.map(readable),
  };
}

/**
 * Whether an export is no book, such as a web page or an archive without sound. A file of any other type is taken as it is (interface 4.6 doesn't show
 * the export's form).
 */
export function isNoBook({ file, sound, kept }: BookFacts): boolean {
  if (sound !== null) return false;
  // Also what something in between has compressed, and an archive whose recording is empty.
  const isPacked = kept?.extension === "zip" || kept?.extension === "gz";
  const shouldHold = /^\s*(audio\/|application\/zip\b|text\/html\b)/i;
  return isPacked || shouldHold.test(file.contentType ?? "");
}

/** What is known of a part, once it was read. */
type PartFacts = Omit<BookPart, "pieces">;

interface Reading {
  /** A part's bytes. */
  readonly unchecked: (place: number | null) => AsyncIterable<Buffer>;
  readonly damaged: (why: "missing" | "changed") => Error;
}

async function foundIn(file: BookFile, { unchecked, damaged }: Reading) {
  const readPart = (place: number | null, first?: AsyncIterable<Buffer>) =>
    partOf(() => unchecked(place), { place, first, declared: place === null ? file.contentType : undefined });
  const whole = await readPart(null);
  if (whole.bytes !== file.bytes || whole.sha256 !== file.sha256) throw damaged("changed");
  if (whole.audio) return { sound: whole, kept: null, extras: [] };
  const kept = { sound: null, kept: whole, extras: [] };
  if (whole.extension !== "zip") return kept;
  const files = await openArchive(file.path, readPart).catch((error: unknown) => {
    throw errorCode(error) === "ENOENT" ? damaged("missing") : error;
  });
  const sound = files?.find(({ audio }) => audio);
  if (files === null || sound === undefined) return kept;
  const seen = new Set([sound.sha256]);
  const extras = files.filter((part) => !seen.has(part.sha256) && seen.add(part.sha256));
  return { sound, kept: null, extras };
}

interface FirstReading extends Pick<PartFacts, "place"> {
  /** The file's content type; undefined: text is detected by its beginning. */
  readonly declared: string | null | undefined;
  /** Its chunks for this first reading; undefined: it is opened. */
  readonly first: AsyncIterable<Buffer> | undefined;
}

/**
 * Reads a part once and describes it; every later read is checked by CRC-32. That takes a tenth of the time of a SHA-256 to show that the bytes are
 * still those of before: whoever could forge it could change the ledger's sums as well.
 */
async function partOf(
  read: () => AsyncIterable<Buffer>,
  { place, declared, first = read() }: FirstReading,
): Promise<PartFacts> {
  const hash = createHash("sha256");
  let [head, bytes, sum, ms, soundStart] = [Buffer.alloc(0), 0, 0, 0, 0];
  const measured = async function* () {
    for await (const piece of first) {
      if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
      bytes += piece.length;
      sum = crc32(piece, sum);
      hash.update(piece);
      yield piece;
    }
  };
  for await (const piece of soundFrames(measured())) {
    soundStart = piece.soundStart;
    for (const frame of piece.frames) ms += frame.ms;
  }
  const type = fileType(head, declared === undefined ? contentType(head) : declared);
  const isMp3 = type.extension === "mp3";
  const tags = { bytes: isMp3 ? soundStart : 0, crc32: 0 };
  if (tags.bytes > 0)
    for await (const piece of firstOf(read(), tags.bytes)) tags.crc32 = crc32(piece, tags.crc32);
  return {
    ...type,
    bytes,
    sha256: hash.digest("hex"),
    crc32: sum,
    durationMs: isMp3 && ms > 0 ? Math.round(ms) : null,
    tags,
    place,
  };
}

async function* firstOf(pieces: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const piece of pieces) {
    yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) return;
  }
}

/** A file's type, from its first bytes. The extension is one of our own, never one taken from outside. */
interface FileType {
  readonly extension: string;
  readonly audio: boolean;
  /** The media type of a sound; null for other files. */
  readonly mediaType: string | null;
}

/** How many bytes from the beginning of a file show its type: the magic bytes that are farthest in are a tar's. */
const headBytes = 512;

const mp3 = sound("mp3", "audio/mpeg");

// What a file of each type begins with, one character per byte; a dot stands for any byte. AAC has twelve bits of sync and layer 0.
const beginnings: readonly (readonly [beginning: string, type: FileType])[] = [
  ["ID3", mp3],
  ...["\u00f0", "\u00f1", "\u00f8", "\u00f9"].map(
    (second) => [`\u00ff${second}`, sound("aac", "audio/aac")] as const,
  ),
  ["....ftyp", sound("m4a", "audio/mp4")],
  ["OggS", sound("ogg", "audio/ogg")],
  // A header alone, of 44 bytes, is no sound.
  [`RIFF....WAVE${".".repeat(33)}`, sound("wav", "audio/wav")],
  ["fLaC", sound("flac", "audio/flac")],
  ["FORM....AIF", sound("aiff", "audio/aiff")],
  ["\u001aE\u00df\u00a3", sound("webm", "audio/webm")],
  ["PK\u0003\u0004", inert("zip")],
  ["\u001f\u008b", inert("gz")],
  [`${".".repeat(257)}ustar`, inert("tar")],
  ["%PDF-", inert("pdf")],
];

// Only types that no program runs or renders as a page: a book that claims to be HTML or SVG is kept as `.bin`.
const inertContentTypes = new Map([
  ["application/json", "json"],
  ["text/plain", "txt"],
  ["text/csv", "csv"],
]);

/** Recognizes a file by its first bytes, or else by an inert content type; `bin` for anything else. */
export function fileType(head: Buffer, contentType: string | null): FileType {
  if (head.length >= 4) {
    const text = head.toString("latin1");
    const known = beginnings.find(
      ([beginning]) =>
        text.length >= beginning.length &&
        [...beginning].every((sign, at) => sign === "." || text[at] === sign),
    );
    if (known !== undefined) return known[1];
    if (mpegFrameAt(head, 0) !== null) return mp3;
  }
  const declared = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return inert(inertContentTypes.get(declared) ?? "bin");
}

/** Guesses the type of a file that declares none by its first bytes, among the inert types: JSON or plain UTF-8 text; null if it is neither. */
function contentType(head: Buffer): string | null {
  try {
    // A character may be cut at the end.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    if (text.includes("\0")) return null;
    return /^\s*[[{]/.test(text) ? "application/json" : "text/plain";
  } catch {
    return null;
  }
}

function sound(extension: string, mediaType: string): FileType {
  return { extension, audio: true, mediaType };
}

function inert(extension: string): FileType {
  return { extension, audio: false, mediaType: null };
}
