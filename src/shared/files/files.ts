import type { BufferPool } from "../buffer-pool.ts";

/**
 * The files that money depends on, as a port: the ledger, saved stories, exported books and the package go through it, so that a
 * simulated disk can lose, cut and refuse what a real one may. `real-files.ts` is the real one.
 */
export interface Files {
  /** The whole file, or `null` where there is none; in a buffer of the pool where there is one. */
  read(path: string, pool?: BufferPool): Promise<Buffer | null>;
  /**
   * The file piece by piece, or a stretch of it, or `null` where there is none: for what need not lie in memory whole. A piece is good until
   * the next one is asked for. Files that are never long do without it.
   */
  pieces?(path: string, range?: ByteRange): Promise<AsyncIterable<Buffer> | null>;
  /** Opens for appending and reading, creating it with mode 0600 where it is missing. */
  openAppend(path: string): Promise<OpenFile>;
  /** Creates a new file with mode 0600; fails where one exists. */
  openNew(path: string): Promise<OpenFile>;
  /**
   * Writes bytes over the same bytes, which stand at `offset`, and resolves once they are on the disk. After a sync that failed a file
   * system may go on showing what it has not kept; only what is written again is kept.
   */
  rewrite(path: string, offset: number, bytes: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; no error where there is none. */
  remove(path: string): Promise<void>;
  /** Makes the folder and its parents. The names of those that it made survive a power cut once this resolves. */
  makeFolder(path: string): Promise<void>;
  /** Makes names in the folder durable: new files and renames survive a power cut once this resolves. */
  syncFolder(path: string): Promise<void>;
  /** Which file a path leads to now, as `OpenFile.identity` tells files apart; null where it leads to none. */
  identify(path: string): Promise<string | null>;
  /** The names in a folder, sorted; empty where there is none. */
  list(path: string): Promise<string[]>;
}

/** A stretch of a file, in bytes from its beginning; `to` is not in it any more. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface OpenFile {
  /** Writes at the end; resolves with the number of bytes written, which may be fewer than given (a full disk does that first). */
  write(bytes: Uint8Array): Promise<number>;
  read(): Promise<Buffer>;
  /** Resolves once the bytes and the size are on the disk. */
  datasync(): Promise<void>;
  truncate(sizeBytes: number): Promise<void>;
  size(): Promise<number>;
  /** At most so many bytes from `offset` on; fewer where the file ends before. */
  readAt(offset: number, lengthBytes: number): Promise<Buffer>;
  /** Which file this is, by its device and inode: the same for as long as it is open, whatever becomes of its name. */
  identity(): Promise<string>;
  /** Takes the operating system's exclusive lock, which ends with the process. False: another descriptor holds it. */
  tryLock(): boolean;
  close(): Promise<void>;
}

/** Writes every byte or throws: a short write is an error, never a smaller record. */
export async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  const written = await file.write(bytes);
  if (written !== bytes.length) throw shortWrite(written, bytes.length);
}

/** The error of a disk that took fewer bytes than it was given: it is full, and its next answer would say so. */
export function shortWrite(written: number, given: number): Error {
  return Object.assign(new Error(`short write: ${written} of ${given} bytes`), {
    code: "ENOSPC",
    syscall: "write",
  });
}
