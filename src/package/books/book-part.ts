import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { sha256Aside } from "../../shared/hash.ts";
import type { FileType } from "./file-type.ts";

/** A file that is, or is inside, a lesson's book. */
export interface BookPart extends FileType {
  readonly bytes: number;
  readonly sha256: string;
  /** The duration of a sound; null for other files and where the format does not state it. */
  readonly durationMs: number | null;
  /** Where the sound begins after the tags of an MP3; 0 without tags. */
  readonly soundStart: number;
  /** The bytes from disk, checked again and not cached. Throws `file_damaged`. */
  read(): Promise<Buffer>;
  /**
   * The same in chunks, each valid until the next one is requested. The check may fail only after the last chunk: then discard whatever was
   * made from them.
   */
  pieces(): AsyncGenerator<Buffer>;
}

/** Files longer than this are read in chunks; shorter files may be in memory two or three times over. */
export const longBytes = 16 * 1024 * 1024;

interface PartSource {
  /**
   * The CRC-32 of bytes whose SHA-256 was right a moment ago; left out if it was not checked. It shows in a tenth of the time that they are still the
   * same. Whoever could forge it within that moment could change the ledger's sums as well.
   */
  readonly crc32?: number;
  /** The bytes on disk. */
  readonly unchecked: () => AsyncIterable<Buffer>;
  /** The same in one buffer, if the source supports it. */
  readonly whole?: () => Promise<Buffer>;
  /** The error for bytes that differ from the recorded ones. */
  readonly changed: () => Error;
}

/** A part whose bytes are checked on every read. */
export function bookPart(facts: Omit<BookPart, "read" | "pieces">, source: PartSource): BookPart {
  const { unchecked, changed, whole } = source;
  const isSame = async (bytes: Buffer): Promise<boolean> =>
    source.crc32 === undefined ? (await sha256Aside(bytes)) === facts.sha256 : crc32(bytes) === source.crc32;
  return {
    ...facts,
    async read() {
      const bytes = await (whole?.() ?? gather(facts.bytes, source));
      if (bytes.length !== facts.bytes || !(await isSame(bytes))) throw changed();
      return bytes;
    },
    async *pieces() {
      const hash = createHash("sha256");
      for await (const piece of unchecked()) {
        hash.update(piece);
        yield piece;
      }
      if (hash.digest("hex") !== facts.sha256) throw changed();
    },
  };
}

async function gather(bytes: number, { unchecked, changed }: PartSource): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for await (const piece of unchecked()) {
    // A file that has grown is another file, whatever its beginning.
    if (piece.copy(whole, at) < piece.length) throw changed();
    at += piece.length;
  }
  return at === bytes ? whole : whole.subarray(0, at);
}
