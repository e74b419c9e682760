import { realFiles } from "../../../shared/files/real-files.ts";
import type { Sqlite } from "../../../shared/sqlite.ts";

/**
 * Rewrites the write-ahead log with its own bytes. After a failed fsync, the system may treat lost pages as clean; only rewritten ones are synced by
 * the next fsync. Rejects if the log no longer reads as written: then it can't be relied on.
 */
export async function rewriteLog(database: Sqlite, path: string): Promise<void> {
  const [known] = database.prepare("PRAGMA wal_checkpoint(PASSIVE)").all<{ log: number }>();
  // Takes the write lock, so that no process adds anything meanwhile.
  database.exec("BEGIN IMMEDIATE");
  try {
    const bytes = await realFiles.read(path);
    if (bytes === null || framesIn(bytes) < (known?.log ?? 0))
      throw new Error("the write-ahead log does not read as it was written");
    await realFiles.rewrite(path, 0, bytes);
  } finally {
    database.exec("ROLLBACK");
  }
}

const headerBytes = 32;
const frameHeaderBytes = 24;
const bigEndianSums = 0x377f0683;

/** The number of intact frames in a log, by their cumulative checksums (SQLite's file format, section 4). */
export function framesIn(log: Buffer): number {
  if (log.length < headerBytes) return 0;
  const read = log.readUInt32BE(0) === bigEndianSums ? log.readUInt32BE : log.readUInt32LE;
  const pageBytes = log.readUInt32BE(8);
  let sums: Sums = [0, 0];
  const add = (from: number, to: number): void => {
    let [one, other] = sums;
    for (let at = from; at < to; at += 8) {
      one = (one + read.call(log, at) + other) >>> 0;
      other = (other + read.call(log, at + 4) + one) >>> 0;
    }
    sums = [one, other];
  };
  const areAt = (at: number): boolean =>
    log.readUInt32BE(at) === sums[0] && log.readUInt32BE(at + 4) === sums[1];
  add(0, 24);
  if (!areAt(24)) return 0;
  let frames = 0;
  const salts = log.subarray(16, 24);
  for (
    let at = headerBytes;
    at + frameHeaderBytes + pageBytes <= log.length;
    at += frameHeaderBytes + pageBytes
  ) {
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    add(at, at + 8);
    add(at + frameHeaderBytes, at + frameHeaderBytes + pageBytes);
    if (!areAt(at + 16)) break;
    frames += 1;
  }
  return frames;
}

type Sums = [number, number];
