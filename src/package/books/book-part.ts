import { createHash } from "node:crypto";
import type { BufferPool } from "../../shared/buffer-pool.ts";
import { sha256Aside } from "../../shared/hash.ts";
import type { FileType } from "./file-type.ts";

/** A file that a lesson's book is or holds. */
export interface BookPart extends FileType {
  readonly bytes: number;
  readonly sha256: string;
  /** How long a sound lasts; null for everything else, and where its format does not tell. */
  readonly durationMs: number | null;
  /** Where the sound begins behind the tags that an MP3 came with; 0 where it has none. */
  readonly soundStart: number;
  /** Its bytes, from the disk and checked again; nothing keeps them. Throws `book_missing` or `book_changed`. */
  read(pool?: BufferPool): Promise<Buffer>;
  /**
   * The same piece by piece, each good until the next one is asked for. What is wrong may show at the end only: whoever has taken the pieces throws
   * away what was made of them.
   */
  pieces(): AsyncGenerator<Buffer>;
}

/** So much may lie in memory two or three times over; what is longer is read piece by piece. */
export const longBytes = 16 * 1024 * 1024;

interface PartSource {
  /** The bytes as they lie on the disk. */
  readonly unchecked: () => AsyncIterable<Buffer>;
  /** The same in one, where the disk can give them so. */
  readonly whole?: (pool?: BufferPool) => Promise<Buffer>;
  /** The error where they are not the ones that were described. */
  readonly changed: () => Error;
}

/** A part whose bytes are checked whenever they are read. */
export function bookPart(facts: Omit<BookPart, "read" | "pieces">, source: PartSource): BookPart {
  const { unchecked, changed, whole } = source;
  return {
    ...facts,
    async read(pool) {
      const bytes = await (whole?.(pool) ?? gather(facts.bytes, source, pool));
      if (bytes.length !== facts.bytes || (await sha256Aside(bytes)) !== facts.sha256) throw changed();
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

async function gather(bytes: number, { unchecked, changed }: PartSource, pool?: BufferPool): Promise<Buffer> {
  const memory = pool?.acquire(bytes) ?? Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for await (const piece of unchecked()) {
    // What is longer than it was is another file, however it begins.
    if (piece.copy(memory, at) < piece.length) throw changed();
    at += piece.length;
  }
  return at === bytes ? memory : memory.subarray(0, at);
}
