import { Readable } from "node:stream";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { ByteRange } from "../../shared/files/files.ts";
import type { ArchiveRefusal } from "../package-problem.ts";

export type OpenedArchive<Facts> =
  | { readonly kind: "read"; readonly files: readonly Facts[] }
  | { readonly kind: "refused"; readonly reason: ArchiveRefusal };

/** What an archive from outside may ask of this machine. */
export const archiveLimits = {
  entries: 1_000,
  entryBytes: 512 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  /** Text packs about ten to one, sound hardly at all; a bomb packs a thousand to one. */
  ratio: 200,
} as const;

/** An archive on the disk, of which only what is asked for is read. */
export interface ArchiveSource {
  readonly bytes: number;
  /** A stretch of it; a piece is good until the next one is asked for. */
  stretch(range: ByteRange): AsyncIterable<Buffer>;
}

/** A file of an archive while it is read: how long it says it is, and its bytes. */
export interface ArchivedFile {
  readonly bytes: number;
  readonly pieces: AsyncIterable<Buffer>;
  /** Where it stands, for `readArchived`. */
  readonly place: number;
}

/**
 * Reads a zip archive, one file at a time and none of them whole, and gives what `describe` makes of each file that is not empty, in the order of its
 * table of contents. Names are never decoded and never used, archives inside are not opened. Anything beyond the limits is refused before
 * it is unpacked. Never rejects on account of the archive; rejects where the disk refuses to be read.
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
    // The library reports a damaged archive with plain errors and zlib's; anything of ours carries no such text.
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return refused("damaged");
  }
}

/**
 * One file of an archive that `openArchive` has read before, by the place that it gave. Throws `changed` where the archive can't be read any more
 * as it was.
 */
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

// The library ends a stream that grows past the size its entry declares, so the limits on declared sizes hold.
async function* unpack(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  yield* (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
}

/** The library's view of an archive on the disk. */
class StretchReader extends yauzl.RandomAccessReader {
  readonly #source: ArchiveSource;
  /** What the disk refused: the library can't tell it from a damaged archive. */
  failure: unknown = null;

  constructor(source: ArchiveSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#copied({ from: start, to: end }), { objectMode: false });
  }

  // Streams hold several pieces at once, and unpack on other threads: none may lie where the next one comes.
  async *#copied(range: ByteRange): AsyncGenerator<Buffer> {
    try {
      for await (const piece of this.#source.stretch(range)) yield Buffer.from(piece);
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}
