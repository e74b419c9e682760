import { once } from "node:events";
import { Readable } from "node:stream";
import { crc32 as nativeCrc } from "node:zlib";
import { ZipArchive } from "archiver";
import crc32 from "crc-32";
import { BufferPool } from "../../shared/buffer-pool.ts";
import { endingWith } from "../../shared/closing.ts";
import type { OpenFile } from "../../shared/files/files.ts";
import { prefetch } from "../../shared/prefetch.ts";
import { BlockWriter } from "./block-writer.ts";

const pieceBytes = 64 * 1024;

/** The same bytes in chunks of one size, so that the output does not depend on how they arrived. */
async function* rechunk(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < pieceBytes) continue;
    const joined = Buffer.concat(waiting, bytes);
    const whole = bytes - (bytes % pieceBytes);
    for (let at = 0; at < whole; at += pieceBytes) yield joined.subarray(at, at + pieceBytes);
    waiting = [joined.subarray(whole)];
    bytes -= whole;
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes);
}

/** A file for a zip, made just before it is written. */
export interface ZipFile {
  readonly path: string;
  /** Its bytes; large ones in a buffer from the pool if one is given. */
  read(pool?: BufferPool): Promise<Buffer>;
  /** For a file that may not fit into memory: it is streamed, and `read` is not called. */
  readonly pieces?: () => AsyncIterable<Buffer>;
  /** Whether it is sound, which makes up most of what people send and store. */
  readonly isSound?: boolean;
}

/** The number of files made ahead: reading and checking one takes longer than writing it. */
export const filesAhead = 3;

// The earliest date in a zip: a package must not depend on the clock.
const entryFacts = { date: new Date(Date.UTC(1980, 0, 1)), mode: 0o644 };

interface WriteOptions {
  /** Memory for the files. */
  readonly pool?: BufferPool;
  readonly signal?: AbortSignal | null;
}

/**
 * Writes files as a zip, in the given order, prefetching a few; resolves with the archive's size and SHA-256 once its last byte is written. Nothing is
 * compressed: recordings don't shrink, texts are small beside them, and deflate's output differs between processors. A file written whole has its size
 * before its data, as strict zip readers require; a streamed file has its size after the data, and is therefore in deflate format with stored blocks.
 * If `signal` aborts, rejects with its reason.
 */
export async function writeZip(
  files: Iterable<ZipFile>,
  out: OpenFile,
  { pool = new BufferPool(), signal = null }: WriteOptions = {},
): Promise<{ bytes: number; sha256: string }> {
  const writer = new BlockWriter(out);
  const pieces = zipPieces(files, pool);
  return endingWith(
    async () => {
      await pieces.return(undefined);
      await writer.settled();
    },
    async () => {
      for await (const piece of pieces) {
        signal?.throwIfAborted();
        await writer.put(piece);
      }
      return await writer.end();
    },
  );
}

/** Like `writeZip`, but in memory: for the small archives inside a package. */
export async function zipBytes(files: Iterable<ZipFile>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of zipPieces(files)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Like `writeZip`, but as a stream with backpressure. With a pool, a chunk is valid until the next one is requested. */
export async function* zipPieces(files: Iterable<ZipFile>, pool?: BufferPool): AsyncGenerator<Buffer> {
  useNativeCrcInArchiver();
  const archive = new ZipArchive({ store: true, statConcurrency: 1, zlib: { level: 0 } });
  const backpressure = new Backpressure(archive, pool);
  const made = fill(files, { archive, backpressure, pool });
  // An error ends the archive, and is thrown below.
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
    ahead: filesAhead,
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
  const source = Readable.from(countBytes(rechunk(pieces), backpressure), { objectMode: false });
  const failed = new Promise<never>((_, reject) => source.once("error", reject));
  const appended = once(archive, "entry");
  archive.append(source, { name: path, ...entryFacts, store: false });
  await Promise.race([appended, failed]);
}

async function* countBytes(
  pieces: AsyncIterable<Buffer>,
  backpressure: Backpressure,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    await backpressure.given(piece.length);
    yield piece;
  }
}

// How many bytes may be written ahead of the consumer: one file is prepared while the one before it is consumed, but not after a very long one.
const leastAheadBytes = 2 * 1024 * 1024;
const mostAheadBytes = 32 * 1024 * 1024;

// Headers and short files are merged into one chunk.
const longBytes = 64 * 1024;

/** Backpressure for an archive: counts what goes in, and yields what comes out; long chunks pass through without a copy. */
class Backpressure {
  readonly #pool: BufferPool | undefined;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #ahead = 0;
  #isEnded = false;
  #error: Error | null = null;
  #wakeTaker = () => {};
  #wakeGiver = () => {};

  constructor(archive: Readable, pool?: BufferPool) {
    this.#pool = pool;
    archive.on("data", (piece: Buffer) => {
      this.#waiting.push(piece);
      this.#waitingBytes += piece.length;
      if (this.#waitingBytes >= longBytes) this.#wakeTaker();
    });
    archive.once("end", () => {
      this.#isEnded = true;
      this.#wakeTaker();
    });
    archive.on("error", (error: Error) => {
      this.#error ??= error;
      this.#wakeTaker();
      this.#wakeGiver();
    });
  }

  /** Counts bytes given to the archive, and resolves when it may be given more. */
  async given(bytes: number): Promise<void> {
    this.#ahead += bytes;
    const most = Math.min(Math.max(bytes, leastAheadBytes), mostAheadBytes);
    while (this.#ahead > most && this.#error === null) {
      await new Promise<void>((resolve) => {
        this.#wakeGiver = resolve;
      });
    }
  }

  /** The archive's output. A chunk is valid until the next one is requested; then its memory may be reused. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      while (this.#waitingBytes < longBytes && !this.#isEnded && this.#error === null) {
        await new Promise<void>((resolve) => {
          this.#wakeTaker = resolve;
        });
      }
      if (this.#error !== null) throw this.#error;
      if (this.#waiting.length === 0) return;
      const piece = this.#next();
      yield piece;
      this.#pool?.release(piece);
      // At least 0, because the output includes headers that were not counted.
      this.#ahead = Math.max(0, this.#ahead - piece.length);
      this.#wakeGiver();
    }
  }

  #next(): Buffer {
    const longAt = this.#waiting.findIndex(({ length }) => length >= longBytes);
    const pieces = this.#waiting.splice(0, longAt === -1 ? this.#waiting.length : Math.max(longAt, 1));
    const [first] = pieces;
    const piece = first !== undefined && pieces.length === 1 ? first : this.#join(pieces);
    this.#waitingBytes -= piece.length;
    return piece;
  }

  #join(pieces: readonly Buffer[]): Buffer {
    const joined = Buffer.concat(pieces);
    for (const piece of pieces) this.#pool?.release(piece);
    return joined;
  }
}

/**
 * Makes archiver use Node's own CRC-32. Its dependency `crc-32` works byte by byte in JavaScript: for a gigabyte of recordings that takes
 * six times as long, and is a third of all the work of a package. archiver has no setting for it, so its one function is replaced each time
 * a zip is started, not on import. If archiver has a private copy of `crc-32`, only the speed-up is lost.
 */
function useNativeCrcInArchiver(): void {
  // archiver starts the first sum with a zeroed buffer instead of a number.
  Object.assign(crc32, {
    buf: (bytes: Uint8Array, seed?: unknown) => nativeCrc(bytes, Number(seed) >>> 0) | 0,
  });
}
