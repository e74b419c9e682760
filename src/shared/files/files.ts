/**
 * The files that money depends on, as a port: the ledger, saved stories, exported books and the package go through it, so that a simulated disk can
 * lose, truncate and refuse data as a real one may. `real-files.ts` is the real implementation.
 */
export interface Files {
  /** The whole file, or `null` if it does not exist. */
  read(path: string): Promise<Buffer | null>;
  /**
   * The file, or a range of it, in chunks, each valid until the next one is requested; `null` if it does not exist. For files that need not be in memory
   * as a whole. Optional: an implementation for short files need not have it.
   */
  pieces?(path: string, range?: ByteRange): Promise<AsyncIterable<Buffer> | null>;
  /** Opens for appending and reading; creates the file with mode 0600 if it is missing. */
  openAppend(path: string): Promise<OpenFile>;
  /**
   * Overwrites the bytes at `offset` with identical bytes, or more; resolves once they are on disk. After a failed fsync, a file system may keep showing data
   * that it has lost; only rewritten data is durable.
   */
  rewrite(path: string, offset: number, bytes: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; no error if it does not exist. */
  remove(path: string): Promise<void>;
  /** Creates the folder and its parents, each with `mode`. Once this resolves, the new folder names survive a power cut. */
  makeFolder(path: string, mode?: number): Promise<void>;
  /** Makes names in the folder durable, where the system can: once this resolves, new files and renames survive a power cut. */
  syncFolder(path: string): Promise<void>;
  /** The identity of the file that a path leads to now, comparable with `OpenFile.identity`; null if there is none. */
  identify(path: string): Promise<string | null>;
  /** Differs once a file was replaced or written to; null if there is none. Optional: without it, files are read again. */
  stateOf?(path: string): Promise<string | null>;
  /** The names in a folder, sorted; empty if the folder does not exist. */
  list(path: string): Promise<string[]>;
}

/** A range of a file, in bytes from its beginning; `to` is exclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface OpenFile {
  /** Appends; resolves with the number of bytes written, which may be fewer than given (as on a full disk). */
  write(bytes: Uint8Array): Promise<number>;
  read(): Promise<Buffer>;
  /** Resolves once the bytes and the file size are on disk. */
  datasync(): Promise<void>;
  truncate(sizeBytes: number): Promise<void>;
  size(): Promise<number>;
  /** At most this many bytes from `offset` on; fewer at the end of the file. */
  readAt(offset: number, lengthBytes: number): Promise<Buffer>;
  /** The device and inode: the same for as long as the file is open, even if it is renamed or removed. */
  identity(): Promise<string>;
  /** Takes the operating system's exclusive lock, which is released when the process ends. False if another descriptor holds it. */
  tryLock(): boolean;
  close(): Promise<void>;
}

/** Writes every byte or throws: a short write is an error, never a shorter record. */
export async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  const written = await file.write(bytes);
  if (written !== bytes.length) throw shortWrite(written, bytes.length);
}

/** The error for a short write, which is taken to mean a full disk: the next write would report one. */
export function shortWrite(written: number, given: number): Error {
  return Object.assign(new Error(`short write: ${written} of ${given} bytes`), {
    code: "ENOSPC",
    syscall: "write",
  });
}
