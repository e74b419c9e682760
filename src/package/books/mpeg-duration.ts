import { id3Bytes, id3HeadBytes, isMpegTable, mpegFrameAt, mpegTableBytes } from "../../shared/mpeg-frame.ts";

// Tags may stand before the first frame and between frames; with a longer gap, this is not a stream of frames.
const longestGapBytes = 1024 * 1024;

// A stream begins with one tag, sometimes with a second one that another program prepended.
const mostTags = 8;

/**
 * Measures a stream of MPEG audio layer II or III in chunks: its duration, as the sum of its frames (correct for variable bit rates too),
 * and where the sound begins.
 */
export class MpegMeter {
  #ms = 0;
  #lost = 0;
  #tags = 0;
  #soundStart: number | null = null;
  #isFirst = true;
  /** How many bytes were read or skipped before `#rest`. */
  #place = 0;
  #skip = 0;
  #rest = Buffer.alloc(0);

  /** Takes the next chunk; keeps none of it. */
  take(piece: Buffer): void {
    if (this.#lost >= longestGapBytes) return;
    const skipped = Math.min(this.#skip, piece.length);
    this.#skip -= skipped;
    this.#place += skipped;
    if (this.#skip > 0) return;
    const fresh = piece.subarray(skipped);
    this.#walk(this.#rest.length === 0 ? fresh : Buffer.concat([this.#rest, fresh]), false);
  }

  /** Whole milliseconds of sound in the stream; null without frames. */
  end(): number | null {
    if (this.#rest.length > 0) this.#walk(this.#rest, true);
    return this.#ms > 0 ? Math.round(this.#ms) : null;
  }

  /** Where the sound begins after the ID3v2 tags, in bytes from the beginning. */
  get soundStart(): number {
    return this.#soundStart ?? this.#place + this.#skip;
  }

  #walk(bytes: Buffer, isEnd: boolean): void {
    let at = 0;
    while (at + (isEnd ? 4 : this.#needed) <= bytes.length && this.#lost < longestGapBytes) {
      at += this.#soundStart === null ? this.#passTag(bytes, at) : this.#passFrame(bytes, at);
    }
    const used = Math.min(at, bytes.length);
    this.#place += used;
    this.#skip = at - used;
    // Copied, because the chunk's memory is reused.
    this.#rest = Buffer.from(bytes.subarray(used));
  }

  get #needed(): number {
    if (this.#soundStart === null) return id3HeadBytes;
    return this.#isFirst ? mpegTableBytes : 4;
  }

  /** The length of the tag here, or 0 where the sound begins. */
  #passTag(bytes: Buffer, at: number): number {
    const length = this.#tags < mostTags ? id3Bytes(bytes.subarray(at)) : 0;
    this.#tags += 1;
    if (length === 0) this.#soundStart = this.#place + at;
    return length;
  }

  /** The length of the frame here, or 1 to skip a byte that begins no frame. */
  #passFrame(bytes: Buffer, at: number): number {
    const frame = mpegFrameAt(bytes, at);
    if (frame === null) {
      this.#lost += 1;
      return 1;
    }
    // The first frame may be a table for players instead of sound.
    if (!(this.#isFirst && isMpegTable(bytes.subarray(at, at + frame.bytes)))) this.#ms += frame.ms;
    this.#isFirst = false;
    this.#lost = 0;
    return frame.bytes;
  }
}
