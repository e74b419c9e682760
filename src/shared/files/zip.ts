import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Sums, sumsOf } from "../crc32.ts";
import { wholeOf } from "./file-pieces.ts";
import { type OpenFile, writeAll } from "./files.ts";

/** A file for a zip, made just before it is written. */
export interface ZipFile {
  readonly path: string;
  read(): Promise<Buffer>;
  /** For a file that may not fit into memory: it is streamed, and `read` is not called. Each piece is used before the next one is requested. */
  readonly pieces?: () => AsyncIterable<Buffer>;
  /** Of a file that is streamed, if they are known before: it is then written as one that is made whole. */
  readonly sums?: Sums;
  /** Whether it is sound, which makes up most of what people send and store. */
  readonly isSound?: boolean;
}

interface WriteOptions {
  /** Whether the directory, by which readers list the files, is sorted by path; left out: it has the order of the files. */
  readonly isSorted?: boolean;
  readonly signal?: AbortSignal | null;
}

// The disk takes what is written while the rest is made, so that whoever waits for it at the end waits for this much at most.
const syncedBytes = 32 * 1024 * 1024;

/**
 * Writes files as a zip, in the given order, one at a time; resolves with the archive's size and SHA-256 once its last byte is written. If `signal`
 * aborts, rejects with its reason.
 */
export async function writeZip(
  files: Iterable<ZipFile>,
  out: OpenFile,
  { isSorted = false, signal = null }: WriteOptions = {},
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let [bytes, synced, syncing] = [0, 0, Promise.resolve()];
  try {
    for await (const piece of zipPieces(files, { isSorted })) {
      signal?.throwIfAborted();
      // The thread pool writes the piece while this thread hashes it.
      const written = writeAll(out, piece);
      hash.update(piece);
      bytes += piece.length;
      await written;
      if (bytes - synced < syncedBytes) continue;
      await syncing;
      syncing = out.datasync();
      // Handled when it is awaited.
      syncing.catch(() => undefined);
      synced = bytes;
    }
  } finally {
    await syncing;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Like `writeZip`, but in memory: for the small archives inside a package. */
export function zipBytes(files: Iterable<ZipFile>): Promise<Buffer> {
  return wholeOf(zipPieces(files));
}

interface StreamOptions extends Pick<WriteOptions, "isSorted"> {
  /** Called with the number of bytes of each file that are sound. */
  readonly countSound?: (bytes: number) => void;
}

/**
 * Like `writeZip`, but as a stream. Nothing is compressed: recordings don't shrink, texts are small beside them, and deflate's output differs between
 * processors. A file of known size has that before its data, as strict zip readers require; any other has its size after the data, and is therefore in
 * deflate format with stored blocks. (APPNOTE.TXT 6.3.10, section 4.3.)
 */
export async function* zipPieces(
  files: Iterable<ZipFile>,
  { countSound = () => {}, isSorted = false }: StreamOptions = {},
): AsyncGenerator<Buffer> {
  const listed: { readonly path: string; readonly record: Buffer }[] = [];
  let offset = 0;
  for (const file of files) {
    const content = file.pieces?.() ?? (await file.read());
    const whole = Buffer.isBuffer(content) ? sumsOf(content) : file.sums;
    const isStreamed = whole === undefined || whole.bytes > most;
    const sums = isStreamed ? { bytes: 0, crc32: 0 } : whole;
    const entry: Entry = { name: Buffer.from(file.path), ...sums, packed: sums.bytes, isStreamed };
    const start = offset;
    const head = localHeader(entry);
    yield head;
    offset += head.length;
    if (Buffer.isBuffer(content)) yield content;
    else if (!isStreamed) yield* content;
    else {
      yield* storedBlocks(content, entry);
      const end = descriptor(entry);
      yield end;
      offset += end.length;
    }
    offset += entry.packed;
    if (file.isSound === true) countSound(entry.bytes);
    listed.push({ path: file.path, record: directoryEntry(entry, start) });
  }
  if (isSorted) listed.sort((one, other) => (one.path < other.path ? -1 : 1));
  const directory = listed.map(({ record }) => record);
  yield Buffer.concat([...directory, directoryEnd(directory, offset)]);
}

interface Entry {
  readonly name: Buffer;
  readonly isStreamed: boolean;
  crc32: number;
  bytes: number;
  /** The bytes of its data in the archive. */
  packed: number;
}

// Numbers as they are written in a zip.
const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer);
const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer);
const u64 = (...numbers: number[]) => Buffer.from(BigUint64Array.from(numbers, BigInt).buffer);

// A stored block's length has sixteen bits.
const longestBlock = 0xffff;

/** The data as deflate that compresses nothing. The blocks are the same however the pieces arrived. */
async function* storedBlocks(pieces: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  let waiting = Buffer.alloc(0);
  const block = (content: Buffer, isLast = false): Buffer => {
    entry.crc32 = crc32(content, entry.crc32);
    entry.bytes += content.length;
    entry.packed += 5 + content.length;
    return Buffer.concat([Buffer.of(isLast ? 1 : 0), u16(content.length, ~content.length), content]);
  };
  for await (const piece of pieces) {
    waiting = Buffer.concat([waiting, piece]);
    for (; waiting.length >= longestBlock; waiting = waiting.subarray(longestBlock))
      yield block(waiting.subarray(0, longestBlock));
  }
  yield block(waiting, true);
}

// Larger numbers are in extra fields or records of 64 bits.
const most = 0xffff_ffff;
// The earliest date that a zip can hold: a package must not depend on the clock.
const timeAndDate = [0, 0x21];
// Unix attributes of a regular file that its owner may write and everybody read.
const regularFile = 0x81a4_0020;

/** The version that a reader needs, the flag for a size after the data, the method, and the date. */
function method({ isStreamed }: Entry, isLarge = false): Buffer {
  const how = isStreamed ? [8, 8] : [0, 0];
  return u16(isLarge ? 45 : isStreamed ? 20 : 10, ...how, ...timeAndDate);
}

function localHeader(entry: Entry): Buffer {
  const { name, crc32, bytes } = entry;
  return Buffer.concat([u32(0x04034b50), method(entry), u32(crc32, bytes, bytes), u16(name.length, 0), name]);
}

function descriptor({ crc32, packed, bytes }: Entry): Buffer {
  return Buffer.concat([u32(0x08074b50, crc32), packed > most ? u64(packed, bytes) : u32(packed, bytes)]);
}

function directoryEntry(entry: Entry, offset: number): Buffer {
  const { name, crc32, packed, bytes } = entry;
  const isLarge = Math.max(packed, offset) > most;
  const [low, extra] = isLarge
    ? [[most, most, most], Buffer.concat([u16(1, 24), u64(bytes, packed, offset)])]
    : [[packed, bytes, offset], Buffer.alloc(0)];
  return Buffer.concat([
    u32(0x02014b50),
    u16(0x032d),
    method(entry, isLarge),
    u32(crc32, low[0] ?? 0, low[1] ?? 0),
    u16(name.length, extra.length, 0, 0, 0),
    u32(regularFile, low[2] ?? 0),
    name,
    extra,
  ]);
}

function directoryEnd(directory: readonly Buffer[], offset: number): Buffer {
  const { length: count } = directory;
  const bytes = directory.reduce((sum, { length }) => sum + length, 0);
  const low = Math.min(count, 0xffff);
  const sizes = u32(Math.min(bytes, most), Math.min(offset, most));
  const end = Buffer.concat([u32(0x06054b50), u16(0, 0, low, low), sizes, u16(0)]);
  if (low < 0xffff && offset < most && bytes < most) return end;
  const large = Buffer.concat([
    u32(0x06064b50),
    u64(44),
    u16(45, 45),
    u32(0, 0),
    u64(count, count, bytes, offset),
  ]);
  return Buffer.concat([large, u32(0x07064b50, 0), u64(offset + bytes), u32(1), end]);
}
