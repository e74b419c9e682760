import { createHash } from "node:crypto";
import { once } from "node:events";
import { ZipArchive } from "archiver";
import { type OpenFile, writeAll } from "../shared/files.ts";

/** A file for a zip, made when its turn comes. */
export interface ZipFile {
  readonly path: string;
  read(): Promise<Buffer>;
}

// The first day that a zip can name: no clock ever shows in a package.
const date = new Date(Date.UTC(1980, 0, 1));
const mode = 0o644;

// The disk writes while the rest is being made: what is left for the last flush stays the same however long the package is.
const flushBytes = 32 * 1024 * 1024;

/**
 * Writes files as a zip, in the order given, one in memory at a time; resolves with the archive's size and SHA-256 once its last byte is
 * written. Everything is stored: recordings don't compress, texts are small beside them, and deflate gives other bytes on another
 * processor. Each file is handed over whole, so that its size stands before it, as strict readers of zip ask.
 */
export async function writeZip(
  files: Iterable<ZipFile>,
  out: OpenFile,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  let flushed = 0;
  let flushing: Promise<void> = Promise.resolve();
  const take = async (chunk: Buffer): Promise<void> => {
    hash.update(chunk);
    await writeAll(out, chunk);
    bytes += chunk.length;
    if (bytes - flushed < flushBytes) return;
    flushed = bytes;
    await flushing;
    flushing = out.datasync();
    // A disk that refuses is met at the next flush, or below.
    flushing.catch(() => undefined);
  };
  try {
    await zip(files, take);
  } finally {
    // Also after an error: nobody may close the file before.
    await flushing;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** As `writeZip`, in memory: for the archives that are files of a package themselves. */
export async function zipBytes(files: Iterable<ZipFile>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await zip(files, async (chunk) => {
    chunks.push(chunk);
  });
  return Buffer.concat(chunks);
}

async function zip(files: Iterable<ZipFile>, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  const archive = new ZipArchive({ store: true, statConcurrency: 1 });
  const written = drain(archive, take);
  // A refusal may come while a file is being read, before anything below waits for it.
  written.catch(() => undefined);
  try {
    for (const file of files) {
      const bytes = await file.read();
      const taken = once(archive, "entry");
      archive.append(bytes, { name: file.path, date, mode });
      // A disk that refuses ends the drain and nothing more is taken.
      await Promise.race([taken, written]);
    }
    await Promise.race([archive.finalize(), written]);
  } catch (error) {
    archive.destroy();
    throw error;
  }
  await written;
}

async function drain(archive: ZipArchive, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  for await (const chunk of archive as AsyncIterable<Buffer>) await take(chunk);
}
