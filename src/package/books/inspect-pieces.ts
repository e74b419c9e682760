import { createHash, type Hash } from "node:crypto";
import { contentType, type FileType, fileType, longestTextBytes } from "./file-type.ts";
import { type SoundMeter, soundMeter } from "./sound-duration.ts";

/** What is known about a file after reading it once. */
export interface PassedFacts {
  readonly type: FileType;
  readonly bytes: number;
  /** Null if it was not requested. */
  readonly sha256: string | null;
  /** The duration of a sound; null for other files and where the format does not state it. */
  readonly durationMs: number | null;
  /** Where the sound begins after the tags of an MP3; 0 without tags. */
  readonly soundStart: number;
}

// Enough for the magic bytes that are farthest in.
const headBytes = 512;

/**
 * Inspects a file of `bytes` bytes in one pass. `declared`: its declared content type; if left out, text is detected by reading it.
 * `hashes`: whether to hash a file of this type too.
 */
export async function inspectPieces(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  expected: Expected,
): Promise<PassedFacts> {
  const passing = new Passing(expected);
  for await (const piece of pieces) passing.take(piece);
  return passing.end();
}

interface Expected {
  readonly bytes: number;
  readonly declared?: string | null;
  hashes(type: FileType): boolean;
}

class Passing {
  readonly #expected: Expected;
  #hash: Hash | null = null;
  #bytes = 0;
  #head = Buffer.alloc(0);
  #type: FileType | null = null;
  #meter: SoundMeter | null = null;
  /** The chunks of a file that may be text; null for others. */
  #text: Buffer[] | null = [];

  constructor(expected: Expected) {
    this.#expected = expected;
  }

  take(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#type !== null) {
      this.#pass(piece);
      return;
    }
    const head = this.#head.length === 0 ? piece : Buffer.concat([this.#head, piece]);
    if (head.length >= headBytes) this.#begin(head);
    else this.#head = Buffer.from(head);
  }

  end(): PassedFacts {
    const begun = this.#type ?? this.#begin(this.#head);
    const isText = this.#text !== null && this.#expected.declared === undefined;
    const type = isText ? fileType(this.#head, contentType(Buffer.concat(this.#text ?? []))) : begun;
    const durationMs = this.#meter?.end() ?? null;
    const soundStart = this.#meter?.soundStart ?? 0;
    const sha256 = this.#hash?.digest("hex") ?? null;
    return { type, bytes: this.#bytes, sha256, durationMs, soundStart };
  }

  #begin(begin: Buffer): FileType {
    const type = fileType(begin, this.#expected.declared ?? null);
    this.#type = type;
    if (this.#expected.hashes(type)) this.#hash = createHash("sha256");
    if (type.audio) this.#meter = soundMeter(type, this.#expected.bytes);
    if (type.extension !== "bin") this.#text = null;
    this.#head = Buffer.from(begin.subarray(0, headBytes));
    this.#pass(begin);
    return type;
  }

  #pass(piece: Buffer): void {
    this.#hash?.update(piece);
    this.#meter?.take(piece);
    if (this.#text === null || this.#expected.declared !== undefined) return;
    if (this.#bytes > longestTextBytes) this.#text = null;
    else this.#text.push(Buffer.from(piece));
  }
}
