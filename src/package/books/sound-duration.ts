import type { FileType } from "./file-type.ts";
import { mpegDurationMs } from "./mpeg-duration.ts";

/** How long a sound lasts, from its own headers, as far as they can be believed; null where they don't tell. Never throws. */
export function soundDurationMs(bytes: Buffer, type: FileType): number | null {
  const seconds = secondsOf(bytes, type.extension);
  return seconds !== null && Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) : null;
}

function secondsOf(bytes: Buffer, extension: string): number | null {
  switch (extension) {
    case "mp3":
      return mpegDurationMs(bytes) / 1_000;
    case "wav":
      return wave(bytes);
    case "flac":
      return flac(bytes);
    case "m4a":
      return movie(bytes);
    case "ogg":
      return ogg(bytes);
    default:
      return null;
  }
}

function wave(bytes: Buffer): number | null {
  let byteRate = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === "fmt " && at + 20 <= bytes.length) byteRate = bytes.readUInt32LE(at + 16);
    // A stream that was never finished declares more than there is.
    if (name === "data") return Math.min(size, bytes.length - at - 8) / byteRate;
    at += 8 + size + (size % 2);
  }
  return null;
}

// The first block is STREAMINFO: 20 bits of sample rate, then channels and depth, then 36 bits of samples.
function flac(bytes: Buffer): number | null {
  if (bytes.length < 26) return null;
  const rate = bytes.readUIntBE(18, 3) >>> 4;
  const samples = (bytes.readUInt8(21) & 15) * 2 ** 32 + bytes.readUInt32BE(22);
  return samples / rate;
}

/** The duration that `moov/mvhd` declares. */
function movie(bytes: Buffer): number | null {
  const moov = box(bytes, "moov");
  const header = moov === null ? null : box(moov, "mvhd");
  if (header === null || header.length < 32) return null;
  return header[0] === 1
    ? Number(header.readBigUInt64BE(24)) / header.readUInt32BE(20)
    : header.readUInt32BE(16) / header.readUInt32BE(12);
}

function box(bytes: Buffer, name: string): Buffer | null {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    const long = short === 1 && at + 16 <= bytes.length;
    const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    if (size < 8) return null;
    if (bytes.toString("latin1", at + 4, at + 8) === name)
      return bytes.subarray(at + (long ? 16 : 8), at + size);
    at += size;
  }
  return null;
}

// The last page's granule position counts samples: of 48 kHz in Opus, of the rate in the first packet in Vorbis.
function ogg(bytes: Buffer): number | null {
  const last = bytes.lastIndexOf("OggS");
  if (last < 0 || last + 14 > bytes.length || bytes.length < 48) return null;
  const samples = Number(bytes.readBigUInt64LE(last + 6));
  if (bytes.toString("latin1", 28, 36) === "OpusHead") return samples / 48_000;
  return bytes.toString("latin1", 29, 35) === "vorbis" ? samples / bytes.readUInt32LE(40) : null;
}
