import { id3Bytes, id3HeadBytes, isMpegTable, mpegFrameAt, mpegTableBytes } from "../../shared/mpeg-frame.ts";

// Between two frames, and before the first, there may be tags; beyond this it is no stream of frames.
const longestGapBytes = 1024 * 1024;

// A stream of sound begins with one tag, sometimes with a second that another program put before it.
const mostTags = 8;

/**
 * Takes a stream of MPEG audio of layer II or III piece by piece. It tells how long the sound lasts, by adding up its frames, which is right for
 * a variable bit rate too, and where it begins.
 */
export class MpegMeter {
  #ms = 0;
  #lost = 0;
  #tags = 0;
  #soundStart: number | null = null;
  #isFirst = true;
  /** How much was looked at, or passed over, before `#rest`. */
  #place = 0;
  #skip = 0;
  #rest = Buffer.alloc(0);

  /** The next piece; nothing of it is kept. */
  take(piece: Buffer): void {
    if (this.#lost >= longestGapBytes) return;
    const skipped = Math.min(this.#skip, piece.length);
    this.#skip -= skipped;
    this.#place += skipped;
    if (this.#skip > 0) return;
    const fresh = piece.subarray(skipped);
    this.#walk(this.#rest.length === 0 ? fresh : Buffer.concat([this.#rest, fresh]), false);
  }

  /** Milliseconds of sound in all that came; 0 without frames. */
  end(): number {
    if (this.#rest.length > 0) this.#walk(this.#rest, true);
    return this.#ms;
  }

  /** Where the sound begins, behind the tags of ID3v2: in bytes from the beginning. */
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
    // The piece's memory will be reused: what is left of it is copied.
    this.#rest = Buffer.from(bytes.subarray(used));
  }

  get #needed(): number {
    if (this.#soundStart === null) return id3HeadBytes;
    return this.#isFirst ? mpegTableBytes : 4;
  }

  /** The length of the tag here, or none where the sound begins. */
  #passTag(bytes: Buffer, at: number): number {
    const length = this.#tags < mostTags ? id3Bytes(bytes.subarray(at)) : 0;
    this.#tags += 1;
    if (length === 0) this.#soundStart = this.#place + at;
    return length;
  }

  /** The length of the frame here, or the one byte that is none. */
  #passFrame(bytes: Buffer, at: number): number {
    const frame = mpegFrameAt(bytes, at);
    if (frame === null) {
      this.#lost += 1;
      return 1;
    }
    // The first frame may hold a table for players instead of sound.
    if (!(this.#isFirst && isMpegTable(bytes.subarray(at, at + frame.bytes)))) this.#ms += frame.ms;
    this.#isFirst = false;
    this.#lost = 0;
    return frame.bytes;
  }
}
