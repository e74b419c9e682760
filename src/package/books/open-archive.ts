import type { Readable } from "node:stream";
import yauzl, { type Entry } from "yauzl";
import type { ArchiveRefusal } from "../package-problem.ts";
import { type FileType, fileType, typeBytes } from "./file-type.ts";

/** The first sound in an archive, by the order of its table of contents. */
interface ArchivedSound {
  readonly bytes: Buffer;
  readonly type: FileType;
}

export type OpenedArchive =
  | { readonly kind: "read"; readonly sound: ArchivedSound | null; readonly others: number }
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
 * Looks for the first sound in a zip archive, in memory. Entries are known by their first bytes alone: names are never decoded and never
 * used, archives inside are not opened. `others` counts the files beside the sound. Anything beyond the limits is refused before it
 * is unpacked. Never rejects on account of the archive.
 */
export async function openArchive(bytes: Buffer): Promise<OpenedArchive> {
  try {
    const archive = await yauzl.fromBufferPromise(bytes, { decodeStrings: false, lazyEntries: true });
    if (archive.entryCount > archiveLimits.entries) return refused("too_many_entries");
    const entries: Entry[] = [];
    for await (const entry of archive.eachEntry()) entries.push(entry);
    const reason = refusal(entries);
    if (reason !== null) return refused(reason);
    return await firstSound(
      entries.filter((entry) => entry.uncompressedSize > 0),
      (entry) => archive.openReadStreamPromise(entry),
    );
  } catch (error) {
    // The library reports a damaged archive with plain errors and zlib's; anything of ours carries no such text.
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return refused("damaged");
  }
}

function refused(reason: ArchiveRefusal): OpenedArchive {
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

async function firstSound(
  entries: readonly Entry[],
  open: (entry: Entry) => Promise<Readable>,
): Promise<OpenedArchive> {
  for (const entry of entries) {
    const type = fileType(await readHead(await open(entry)), null);
    if (!type.audio) continue;
    const bytes = await readAll(await open(entry));
    return { kind: "read", sound: { bytes, type }, others: entries.length - 1 };
  }
  return { kind: "read", sound: null, others: entries.length };
}

async function readHead(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= typeBytes) break;
  }
  return Buffer.concat(chunks);
}

// The library ends a stream that grows past the size its entry declares, so the limits on declared sizes hold.
async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
