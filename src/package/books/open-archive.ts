import yauzl, { type Entry, type ZipFile } from "yauzl";
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

/**
 * Reads a zip archive in memory, one file at a time, and gives what `describe` makes of each file that is not empty, in the order of its
 * table of contents. Names are never decoded and never used, archives inside are not opened. Anything beyond the limits is refused before
 * it is unpacked. Never rejects on account of the archive.
 */
export async function openArchive<Facts>(
  bytes: Buffer,
  describe: (file: Buffer, place: number) => Facts,
): Promise<OpenedArchive<Facts>> {
  try {
    const { archive, entries } = await filesIn(bytes);
    if (archive.entryCount > archiveLimits.entries) return refused("too_many_entries");
    const reason = refusal(entries);
    if (reason !== null) return refused(reason);
    const files: Facts[] = [];
    for (const [place, entry] of entries.entries()) {
      if (entry.uncompressedSize > 0) files.push(describe(await readEntry(archive, entry), place));
    }
    return { kind: "read", files };
  } catch (error) {
    // The library reports a damaged archive with plain errors and zlib's; anything of ours carries no such text.
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return refused("damaged");
  }
}

/** One file of an archive that `openArchive` has read before, by the place that it gave. */
export async function readArchived(bytes: Buffer, place: number): Promise<Buffer> {
  const { archive, entries } = await filesIn(bytes);
  const entry = entries[place];
  if (entry === undefined) throw new Error("the archive holds no such file");
  return await readEntry(archive, entry);
}

async function filesIn(bytes: Buffer): Promise<{ archive: ZipFile; entries: Entry[] }> {
  const archive = await yauzl.fromBufferPromise(bytes, { decodeStrings: false, lazyEntries: true });
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
async function readEntry(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const stream = await archive.openReadStreamPromise(entry);
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
