import { createHash } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { ZipArchive } from "archiver";
import { type OpenFile, writeAll } from "../shared/files.ts";
import { evenly } from "./pieces.ts";

/** A file for a zip, made when its turn comes. */
export interface ZipFile {
  readonly path: string;
  read(): Promise<Buffer>;
  /** For a file that may be too large for the memory: it is made piece by piece, and `read` is not asked. */
  readonly pieces?: () => AsyncIterable<Buffer>;
}

// The first day that a zip can name: no clock ever shows in a package.
const entryFacts = { date: new Date(Date.UTC(1980, 0, 1)), mode: 0o644 };

// The disk writes while the rest is being made: what is left for the last flush stays the same however long the package is.
const flushBytes = 32 * 1024 * 1024;

// What may be made before it is taken.
const aheadBytes = 2 * 1024 * 1024;

/**
 * Writes files as a zip, in the order given, one in memory at a time; resolves with the archive's size and SHA-256 once its last byte is
 * written. Everything is stored: recordings don't compress, texts are small beside them, and deflate gives other bytes on another
 * processor. Each file is handed over whole, so that its size stands before it, as strict readers of zip ask; only one that comes in
 * pieces has its size behind it, and is therefore in the blocks of deflate, but stored as it is.
 */
export async function writeZip(
  files: Iterable<ZipFile>,
  out: OpenFile,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  let flushed = 0;
  let flushing: Promise<void> = Promise.resolve();
  try {
    for await (const piece of zipPieces(files)) {
      hash.update(piece);
      await writeAll(out, piece);
      bytes += piece.length;
      if (bytes - flushed < flushBytes) continue;
      flushed = bytes;
      await flushing;
      flushing = out.datasync();
      // A disk that refuses is met at the next flush, or below.
      flushing.catch(() => undefined);
    }
  } finally {
    // Also after an error: nobody may close the file before.
    await flushing;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** As `writeZip`, in memory: for the small archives that are files of a package themselves. */
export async function zipBytes(files: Iterable<ZipFile>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of zipPieces(files)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** As `writeZip`, for whoever takes the archive piece by piece: it is made no faster than it is taken. */
export async function* zipPieces(files: Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const archive = new ZipArchive({ store: true, statConcurrency: 1, zlib: { level: 0 } });
  const taken = new EventTarget();
  let ahead = 0;
  const made = fill(archive, files, async (bytes) => {
    ahead += bytes;
    while (ahead > aheadBytes) await once(taken, "piece");
  });
  // A refusal ends the archive, and is thrown below as what it is.
  made.catch((error: Error) => archive.destroy(error));
  try {
    for await (const piece of archive as AsyncIterable<Buffer>) {
      yield piece;
      ahead -= piece.length;
      taken.dispatchEvent(new Event("piece"));
    }
    await made;
  } finally {
    archive.destroy();
  }
}

/** Counts what the archive was given, and resolves once it may be given more. */
type Given = (bytes: number) => Promise<void>;

async function* counted(pieces: AsyncIterable<Buffer>, given: Given): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    await given(piece.length);
    yield piece;
  }
}

async function fill(archive: ZipArchive, files: Iterable<ZipFile>, given: Given): Promise<void> {
  for (const file of files) {
    if (file.pieces === undefined) await given(await append(archive, file));
    else await appendPieces(archive, { path: file.path, pieces: file.pieces(), given });
  }
  await archive.finalize();
}

async function append(archive: ZipArchive, { path, read }: ZipFile): Promise<number> {
  const bytes = await read();
  const appended = once(archive, "entry");
  archive.append(bytes, { name: path, ...entryFacts });
  await appended;
  return bytes.length;
}

interface Pieced {
  readonly path: string;
  readonly pieces: AsyncIterable<Buffer>;
  readonly given: Given;
}

async function appendPieces(archive: ZipArchive, { path, pieces, given }: Pieced): Promise<void> {
  const source = Readable.from(counted(evenly(pieces), given), { objectMode: false });
  const failed = new Promise<never>((_, reject) => source.once("error", reject));
  const appended = once(archive, "entry");
  archive.append(source, { name: path, ...entryFacts, store: false });
  await Promise.race([appended, failed]);
}
