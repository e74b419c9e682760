import type { BufferPool } from "../../shared/buffer-pool.ts";
import { type ZipFile, zipBytes, zipPieces } from "./zip.ts";

/** A file of the package, made when it is asked for: only one or two are in memory at a time. */
export interface PackageEntry {
  /** In the package: ASCII, `/` between folders, made of our own names and counters alone. */
  readonly path: string;
  /** Where both are known without making the file. */
  readonly known: { readonly bytes: number; readonly sha256: string } | null;
  read(pool?: BufferPool): Promise<Buffer>;
  /** For an archive, which is made to leave the package: whether it holds recordings. Left out for every other file. */
  readonly hasSound?: boolean;
  /** As in a `ZipFile`. */
  readonly pieces?: () => AsyncIterable<Buffer>;
}

/** A file that is made from what is in memory already. */
export function madeEntry(path: string, make: () => string | Promise<Buffer>): PackageEntry {
  return { path, known: null, read: async () => bytesOf(await make()) };
}

/**
 * An archive that is a file of the package. One that holds the recordings of a volume may be too large for the memory, and is made piece
 * by piece.
 */
export function archiveEntry(path: string, hasSound: boolean, files: () => Iterable<ZipFile>): PackageEntry {
  const whole = { ...madeEntry(path, () => zipBytes(files())), hasSound };
  return hasSound ? { ...whole, pieces: () => zipPieces(files()) } : whole;
}

function bytesOf(made: string | Buffer): Buffer {
  return typeof made === "string" ? Buffer.from(made) : made;
}
