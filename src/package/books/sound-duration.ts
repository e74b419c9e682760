import type { FileType } from "./file-type.ts";
import { MpegMeter } from "./mpeg-duration.ts";
import { FedReader, type StreamReader } from "./stream-reader.ts";

/** Measures a sound in chunks and keeps none of it. */
export interface SoundMeter {
  take(piece: Buffer): void;
  /** The duration in ms from the sound's own headers, as far as they are plausible; null if they don't state it. Never throws. */
  end(): number | null;
  /** Where the sound begins after the tags of an MP3, in bytes from the beginning; 0 for other formats. */
  readonly soundStart: number;
}

/** A meter for a sound of `bytes` bytes. */
export function soundMeter({ extension }: FileType, bytes: number): SoundMeter {
  if (extension === "mp3") return mpegMeter();
  const reader = new FedReader(secondsIn(extension, bytes));
  return { take: (piece) => reader.take(piece), end: () => millisecondsOf(reader.end()), soundStart: 0 };
}

function mpegMeter(): SoundMeter {
  const meter = new MpegMeter();
  return {
    take: (piece) => meter.take(piece),
    end: () => millisecondsOf(meter.end() / 1_000),
    get soundStart() {
      return meter.soundStart;
    },
  };
}

function millisecondsOf(seconds: number | null): number | null {
  return seconds !== null && Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) : null;
}

type Seconds = StreamReader<number | null>;

function secondsIn(extension: string, bytes: number): Seconds {
  switch (extension) {
    case "wav":
      return wave(bytes);
    case "flac":
      return flac();
    case "m4a":
      return movie(bytes);
    case "ogg":
      return ogg(bytes);
    default:
      return unknown();
  }
}

// biome-ignore lint/correctness/useYield: nothing is asked for.
function* unknown(): Seconds {
  return null;
}

function* wave(bytes: number): Seconds {
  yield { skip: 12 };
  let byteRate = 0;
  for (let at = 12; at + 8 <= bytes; ) {
    const head = yield { take: 8 };
    if (head.length < 8) return null;
    const size = head.readUInt32LE(4);
    const name = head.toString("latin1", 0, 4);
    // A stream that was never finished declares more than it contains.
    if (name === "data") return Math.min(size, bytes - at - 8) / byteRate;
    const rest = size + (size % 2);
    const format = name === "fmt " ? yield { take: Math.min(rest, 12) } : Buffer.alloc(0);
    if (format.length === 12) byteRate = format.readUInt32LE(8);
    yield { skip: rest - format.length };
    at += 8 + rest;
  }
  return null;
}

// The first block is STREAMINFO: 20 bits of sample rate, then channels and depth, then 36 bits of samples.
function* flac(): Seconds {
  const head = yield { take: 26 };
  if (head.length < 26) return null;
  const rate = head.readUIntBE(18, 3) >>> 4;
  const samples = (head.readUInt8(21) & 15) * 2 ** 32 + head.readUInt32BE(22);
  return samples / rate;
}

/** The duration declared in `moov/mvhd`. */
function* movie(bytes: number): Seconds {
  let end = bytes;
  let wanted = "moov";
  for (let at = 0; at + 8 <= end; ) {
    const head = yield { take: 8 };
    if (head.length < 8) return null;
    const short = head.readUInt32BE(0);
    const long = short === 1 && at + 16 <= end ? yield { take: 8 } : null;
    const size = long?.length === 8 ? Number(long.readBigUInt64BE(0)) : short === 0 ? end - at : short;
    if (size < 8) return null;
    const headBytes = long === null ? 8 : 16;
    const isWanted = head.toString("latin1", 4, 8) === wanted;
    if (isWanted && wanted === "mvhd") return declared(yield { take: Math.min(size - headBytes, 32) });
    if (isWanted) {
      // Descend into the box.
      wanted = "mvhd";
      end = Math.min(end, at + size);
      at += headBytes;
      continue;
    }
    yield { skip: size - headBytes };
    at += size;
  }
  return null;
}

function declared(header: Buffer): number | null {
  if (header.length < 32) return null;
  return header[0] === 1
    ? Number(header.readBigUInt64BE(24)) / header.readUInt32BE(20)
    : header.readUInt32BE(16) / header.readUInt32BE(12);
}

// The longest page, so the last page begins within this many bytes of the end.
const oggPageBytes = 66_000;

// The last page's granule position counts samples: at 48 kHz for Opus, at the rate in the first packet for Vorbis.
function* ogg(bytes: number): Seconds {
  const head = yield { take: 48 };
  if (head.length < 48) return null;
  yield { skip: Math.max(0, bytes - head.length - oggPageBytes) };
  const end = yield { take: oggPageBytes };
  const pages = bytes > head.length + oggPageBytes ? end : Buffer.concat([head, end]);
  const last = pages.lastIndexOf("OggS");
  if (last < 0 || last + 14 > pages.length) return null;
  const samples = Number(pages.readBigUInt64LE(last + 6));
  if (head.toString("latin1", 28, 36) === "OpusHead") return samples / 48_000;
  return head.toString("latin1", 29, 35) === "vorbis" ? samples / head.readUInt32LE(40) : null;
}
