import { createHash } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { ZipArchive } from "archiver";
import { BufferPool } from "../../shared/buffer-pool.ts";
import { type OpenFile, writeAll } from "../../shared/files/files.ts";
import { prefetch } from "../../shared/prefetch.ts";
import { Backpressure } from "./backpressure.ts";
import { useNativeCrcInArchiver } from "./native-crc.ts";
import { rechunk } from "./pieces.ts";

/** A file for a zip, made when it is about to be written. */
export interface ZipFile {
  readonly path: string;
  /** Its bytes, in a buffer of the pool where there is one and they are many. */
  read(pool?: BufferPool): Promise<Buffer>;
  /** For a file that may be too large for the memory: it is made piece by piece, and `read` is not asked. */
  readonly pieces?: () => AsyncIterable<Buffer>;
  /** Whether it is sound, which is nearly all of what people send and store. */
  readonly isSound?: boolean;
}

// The first day that a zip can name: no clock ever shows in a package.
const entryFacts = { date: new Date(Date.UTC(1980, 0, 1)), mode: 0o644 };

// The disk writes while the rest is being made: what is left for the last flush stays the same however long the package is.
const flushBytes = 32 * 1024 * 1024;

/**
 * Writes files as a zip, in the order given, one in memory and the next being made; resolves with the archive's size and SHA-256 once its last byte is
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
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const piece of zipPieces(files, new BufferPool())) {
      // The disk takes one piece while the next is made and hashed.
      hash.update(piece);
      await writing;
      writing = met(writeAll(out, piece));
      bytes += piece.length;
      if (bytes - flushed < flushBytes) continue;
      flushed = bytes;
      await flushing;
      await writing;
      flushing = met(out.datasync());
    }
  } finally {
    // Also after an error: nobody may close the file before.
    await Promise.allSettled([writing, flushing]);
  }
  await writing;
  await flushing;
  return { bytes, sha256: hash.digest("hex") };
}

/** A promise that is awaited later: a disk that refuses meanwhile is met then. */
function met(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

/** As `writeZip`, in memory: for the small archives that are files of a package themselves. */
export async function zipBytes(files: Iterable<ZipFile>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of zipPieces(files)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * As `writeZip`, for whoever takes the archive piece by piece: it is made no faster than it is taken. With a pool a piece is good until the
 * second one after it is asked for.
 */
export async function* zipPieces(files: Iterable<ZipFile>, pool?: BufferPool): AsyncGenerator<Buffer> {
  useNativeCrcInArchiver();
  const archive = new ZipArchive({ store: true, statConcurrency: 1, zlib: { level: 0 } });
  const backpressure = new Backpressure(archive, pool);
  const made = fill(files, { archive, backpressure, pool });
  // A refusal ends the archive, and is thrown below as what it is.
  made.catch((error: Error) => archive.destroy(error));
  try {
    yield* backpressure.pieces();
    await made;
  } finally {
    archive.destroy();
  }
}

interface Making {
  readonly archive: ZipArchive;
  readonly backpressure: Backpressure;
  readonly pool: BufferPool | undefined;
}

async function fill(files: Iterable<ZipFile>, making: Making): Promise<void> {
  const made = prefetch(files, {
    make: async (file) => ({ path: file.path, content: file.pieces?.() ?? (await file.read(making.pool)) }),
    alone: ({ pieces }) => pieces !== undefined,
  });
  for await (const { path, content } of made) {
    if (Buffer.isBuffer(content)) await append(path, content, making);
    else await appendPieces(path, content, making);
  }
  await making.archive.finalize();
}

async function append(path: string, bytes: Buffer, { archive, backpressure }: Making): Promise<void> {
  const appended = once(archive, "entry");
  archive.append(bytes, { name: path, ...entryFacts });
  await appended;
  await backpressure.given(bytes.length);
}

async function appendPieces(
  path: string,
  pieces: AsyncIterable<Buffer>,
  { archive, backpressure }: Making,
): Promise<void> {
  const source = Readable.from(counted(rechunk(pieces), backpressure), { objectMode: false });
  const failed = new Promise<never>((_, reject) => source.once("error", reject));
  const appended = once(archive, "entry");
  archive.append(source, { name: path, ...entryFacts, store: false });
  await Promise.race([appended, failed]);
}

async function* counted(pieces: AsyncIterable<Buffer>, backpressure: Backpressure): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    await backpressure.given(piece.length);
    yield piece;
  }
}
