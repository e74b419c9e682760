import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { Sums } from "../../shared/crc32.ts";
import { errorCode, isSystemError } from "../../shared/failure.ts";
import { whenFree } from "../../shared/files/windows.ts";

/** Limits on archives from outside. */
export const archiveLimits = {
  entries: 1_000,
  entryBytes: 512 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  /** Text compresses about 10:1, sound hardly at all, a zip bomb 1000:1. */
  ratio: 200,
} as const;

/**
 * Opens a zip archive on disk, without ever holding a whole file in memory, and returns the result of `describe` for each non-empty file, in the
 * order of the central directory; `place` is its index, for `readArchived`. File names are never decoded or used; nested archives are not opened.
 * Null for an archive that is damaged, encrypted or beyond the limits, which is found before anything is unpacked. Rejects only if reading from disk
 * fails.
 */
export async function openArchive<Facts extends Sums>(
  path: string,
  describe: (place: number, pieces: AsyncIterable<Buffer>) => Promise<Facts>,
): Promise<Facts[] | null> {
  let archive: ZipFile | null = null;
  try {
    archive = await open(path);
    const entries = await entriesOf(archive);
    if (entries === null || !areWithinLimits(entries)) return null;
    const files: Facts[] = [];
    for (const [place, entry] of entries.entries()) {
      if (entry.uncompressedSize === 0) continue;
      const facts = await describe(place, unpack(archive, entry));
      if (facts.crc32 !== entry.crc32) return null;
      files.push(facts);
    }
    return files;
  } catch (error) {
    // The library reports a damaged archive as plain errors or zlib's, and Node an offset of 2^53 or more; these mean a failing disk, or a bug of ours.
    const isBug = error instanceof TypeError || error instanceof RangeError;
    if (isSystemError(error) || (isBug && errorCode(error) !== "ERR_OUT_OF_RANGE")) throw error;
    return null;
  } finally {
    archive?.close();
  }
}

/** One file of an archive that `openArchive` has read before, by its index. Throws `refused` if the archive can no longer be read as before. */
export async function* readArchived(
  path: string,
  place: number,
  refused: (why: "missing" | "changed") => Error,
): AsyncGenerator<Buffer> {
  let archive: ZipFile | null = null;
  try {
    archive = await open(path);
    const entry = (await entriesOf(archive))?.[place];
    if (entry === undefined) throw refused("changed");
    yield* unpack(archive, entry);
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw refused("missing");
    throw isSystemError(error) ? error : refused("changed");
  } finally {
    archive?.close();
  }
}

function open(path: string): Promise<ZipFile> {
  return whenFree(() =>
    yauzl.openPromise(path, { decodeStrings: false, lazyEntries: true, autoClose: false }),
  );
}

/** The archive's entries; null if there are too many. */
async function entriesOf(archive: ZipFile): Promise<Entry[] | null> {
  if (archive.entryCount > archiveLimits.entries) return null;
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  return entries;
}

/** Whether an archive's files may be unpacked: none is encrypted, and neither one nor all of them become too large. */
function areWithinLimits(entries: readonly Entry[]): boolean {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const isFine = (entry: Entry) =>
    !entry.isEncrypted() &&
    entry.uncompressedSize <= archiveLimits.entryBytes &&
    entry.uncompressedSize <= archiveLimits.ratio * Math.max(entry.compressedSize, 1);
  return total <= archiveLimits.totalBytes && entries.every(isFine);
}

// The library aborts a stream that exceeds its entry's declared size, so the limits on declared sizes hold.
async function* unpack(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  yield* (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
}
