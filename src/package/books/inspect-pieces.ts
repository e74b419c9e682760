import { createHash, type Hash } from "node:crypto";
import { contentType, type FileType, fileType, longestTextBytes } from "./file-type.ts";
import { type SoundMeter, soundMeter } from "./sound-duration.ts";

/** What was found out about a file while it passed. */
export interface PassedFacts {
  readonly type: FileType;
  readonly bytes: number;
  /** Null where nobody asked for it. */
  readonly sha256: string | null;
  /** How long a sound lasts; null for everything else, and where its format does not tell. */
  readonly durationMs: number | null;
  /** Where the sound begins behind the tags of an MP3; 0 where there are none. */
  readonly soundStart: number;
}

// As far in as the latest of the magic bytes stand.
const headBytes = 512;

/**
 * Looks at a file of so many bytes as it passes piece by piece. `declared`: the content type that it was said to have; left out, what is a
 * text is found out by reading it. `hashes`: whether a file of that type is hashed too.
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
  /** The pieces of what may be a text; null for everything else. */
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
