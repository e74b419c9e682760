import { Readable } from "node:stream";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { ByteRange } from "../../shared/files/files.ts";
import type { ArchiveRefusal } from "../package-problem.ts";

export type OpenedArchive<Facts> =
  | { readonly kind: "read"; readonly files: readonly Facts[] }
  | { readonly kind: "refused"; readonly reason: ArchiveRefusal };

/** Limits on archives from outside. */
export const archiveLimits = {
  entries: 1_000,
  entryBytes: 512 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  /** Text compresses about 10:1, sound hardly at all, a zip bomb 1000:1. */
  ratio: 200,
} as const;

/** An archive on disk, read in ranges. */
export interface ArchiveSource {
  readonly bytes: number;
  /** A range of the archive; a chunk is valid until the next one is requested. */
  stretch(range: ByteRange): AsyncIterable<Buffer>;
}

/** A file of an archive: its declared size and its bytes. */
export interface ArchivedFile {
  readonly bytes: number;
  readonly pieces: AsyncIterable<Buffer>;
  /** Its index, for `readArchived`. */
  readonly place: number;
}

/**
 * Reads a zip archive file by file, without ever holding a whole file in memory, and returns the result of `describe` for each non-empty file, in the order
 * of the central directory. File names are never decoded or used; nested archives are not opened. Anything beyond the limits is refused before
 * it is unpacked. Never rejects because of the archive; rejects if reading from disk fails.
 */
export async function openArchive<Facts>(
  source: ArchiveSource,
  describe: (file: ArchivedFile) => Promise<Facts>,
): Promise<OpenedArchive<Facts>> {
  const reader = new StretchReader(source);
  try {
    const { archive, entries } = await filesIn(reader, source.bytes);
    if (archive.entryCount > archiveLimits.entries) return refused("too_many_entries");
    const reason = refusal(entries);
    if (reason !== null) return refused(reason);
    const files: Facts[] = [];
    for (const [place, entry] of entries.entries()) {
      const bytes = entry.uncompressedSize;
      if (bytes > 0) files.push(await describe({ bytes, place, pieces: unpack(archive, entry) }));
    }
    return { kind: "read", files };
  } catch (error) {
    if (reader.failure !== null) throw reader.failure;
    // The library reports a damaged archive as plain errors or zlib's; these two types mean a bug of ours.
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return refused("damaged");
  }
}

/** One file of an archive that `openArchive` has read before, by its index. Throws `changed` if the archive can no longer be read as before. */
export async function* readArchived(
  source: ArchiveSource,
  { place, changed }: { readonly place: number; readonly changed: () => Error },
): AsyncGenerator<Buffer> {
  const reader = new StretchReader(source);
  try {
    const { archive, entries } = await filesIn(reader, source.bytes);
    const entry = entries[place];
    if (entry === undefined) throw changed();
    yield* unpack(archive, entry);
  } catch {
    throw reader.failure ?? changed();
  }
}

async function filesIn(
  reader: StretchReader,
  bytes: number,
): Promise<{ archive: ZipFile; entries: Entry[] }> {
  const options = { decodeStrings: false, lazyEntries: true, autoClose: false };
  const archive = await yauzl.fromRandomAccessReaderPromise(reader, bytes, options);
  const entries: Entry[] = [];
  if (archive.entryCount > archiveLimits.entries) return { archive, entries };
  for await (const entry of archive.eachEntry()) entries.push(entry);
  return { archive, entries };
}

function refused(reason: ArchiveRefusal): OpenedArchive<never> {
  return { kind: "refused", reason };
}

function refusal(entries: readonly Entry[]): ArchiveRefusal | null {
  let total = 0;
  for (const entry of entries) {
    total += entry.uncompressedSize;
    if (entry.isEncrypted()) return "encrypted";
    if (entry.uncompressedSize > archiveLimits.entryBytes || total > archiveLimits.totalBytes)
      return "too_large";
    if (entry.uncompressedSize > archiveLimits.ratio * Math.max(entry.compressedSize, 1)) return "too_dense";
  }
  return null;
}

// The library aborts a stream that exceeds its entry's declared size, so the limits on declared sizes hold.
async function* unpack(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  yield* (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
}

/** Gives the library random access to an archive on disk. */
class StretchReader extends yauzl.RandomAccessReader {
  readonly #source: ArchiveSource;
  /** The disk error, which the library can't tell from a damaged archive. */
  failure: unknown = null;

  constructor(source: ArchiveSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#copied({ from: start, to: end }), { objectMode: false });
  }

  // Copied, because streams hold several chunks at once and unpack on other threads, while the source reuses its memory.
  async *#copied(range: ByteRange): AsyncGenerator<Buffer> {
    try {
      for await (const piece of this.#source.stretch(range)) yield Buffer.from(piece);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}
