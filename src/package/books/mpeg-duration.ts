const bitRatesOfVersion1 = {
  layer2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  layer3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
} as const;
const bitRatesOfVersion2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

// Between two frames, and before the first, there may be tags; beyond this it is no stream of frames.
const longestGapBytes = 1024 * 1024;

// What of a frame tells whether it is a table for players, and of a tag how long it is.
const tableBytes = 64;
const tagHeadBytes = 10;

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
    // A piece is lent: what is left of it is copied.
    this.#rest = Buffer.from(bytes.subarray(used));
  }

  get #needed(): number {
    if (this.#soundStart === null) return tagHeadBytes;
    return this.#isFirst ? tableBytes : 4;
  }

  /** The length of the tag here, or none where the sound begins. */
  #passTag(bytes: Buffer, at: number): number {
    const length = this.#tags < mostTags ? tagBytes(bytes.subarray(at)) : 0;
    this.#tags += 1;
    if (length === 0) this.#soundStart = this.#place + at;
    return length;
  }

  /** The length of the frame here, or the one byte that is none. */
  #passFrame(bytes: Buffer, at: number): number {
    const frame = frameAt(bytes, at);
    if (frame === null) {
      this.#lost += 1;
      return 1;
    }
    // The first frame may hold a table for players instead of sound.
    if (!(this.#isFirst && isTable(bytes.subarray(at, at + frame.bytes)))) this.#ms += frame.ms;
    this.#isFirst = false;
    this.#lost = 0;
    return frame.bytes;
  }
}

/** The length of the ID3v2 tag that bytes begin with; 0 where they begin with none. */
function tagBytes(bytes: Buffer): number {
  if (bytes.length < tagHeadBytes || bytes.toString("latin1", 0, 3) !== "ID3") return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (bytes.readUInt8(at) & 127), 0);
  const hasFooter = (bytes.readUInt8(5) & 0x10) !== 0;
  return tagHeadBytes + size + (hasFooter ? tagHeadBytes : 0);
}

function frameAt(bytes: Buffer, at: number): { bytes: number; ms: number } | null {
  const bits = bytes.readUInt32BE(at);
  const version = (bits >>> 19) & 3;
  const layer = (bits >>> 17) & 3;
  if (bits >>> 21 !== 0x7ff || version === 1 || (layer !== 1 && layer !== 2)) return null;
  const rates =
    version !== 3 ? bitRatesOfVersion2 : layer === 2 ? bitRatesOfVersion1.layer2 : bitRatesOfVersion1.layer3;
  const kilobits = rates[((bits >>> 12) & 15) - 1];
  const fullRate = sampleRates[(bits >>> 10) & 3];
  if (kilobits === undefined || fullRate === undefined) return null;
  const rate = fullRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = version !== 3 && layer === 1 ? 576 : 1_152;
  const padding = (bits >>> 9) & 1;
  return {
    bytes: Math.floor(((samples / 8) * kilobits * 1_000) / rate) + padding,
    ms: (samples / rate) * 1_000,
  };
}

function isTable(frame: Buffer): boolean {
  const head = frame.toString("latin1", 0, tableBytes);
  return head.includes("Xing") || head.includes("Info");
}
