import { mpegFrameAt } from "../../shared/mpeg-frame.ts";

const headBytes = 4;

/** The optional fields of a table, by flag. */
const framesFlag = 1;
const bytesFlag = 2;
const placesFlag = 4;
const qualityFlag = 8;
const places = 100;

/** Offsets in what the encoder writes behind these fields: the length of the file, and two checksums. */
const lengthAt = 28;
const soundChecksumAt = 32;
const checksumAt = 34;

/**
 * A recording's table for players, for other frames: their number, their bytes, and where each hundredth of the time begins. The delay and
 * the padding that it declares stay: the first and the last frames are the same. Null for a table of another kind, which is left out. Pure.
 */
export function tableFor(table: Buffer, frames: readonly Buffer[]): Buffer | null {
  const frame = mpegFrameAt(table, 0);
  if (frame === null) return null;
  const start = headBytes + (frame.hasChecksum ? 2 : 0) + frame.sideBytes;
  const name = table.toString("latin1", start, start + 4);
  if (name !== "Xing" && name !== "Info") return null;
  const renewed = Buffer.from(table);
  const sound = Buffer.concat(frames);
  const bytes = table.length + sound.length;
  const flags = renewed.readUInt32BE(start + 4);
  let at = start + 8;
  if ((flags & framesFlag) !== 0) at = renewed.writeUInt32BE(frames.length, at);
  if ((flags & bytesFlag) !== 0) at = renewed.writeUInt32BE(bytes, at);
  if ((flags & placesFlag) !== 0) {
    placesOf(table.length, frames).copy(renewed, at);
    at += places;
  }
  if ((flags & qualityFlag) !== 0) at += 4;
  renewEncoderFields(renewed, at, { bytes, sound });
  return renewed;
}

/** Behind the fields of all tables LAME writes its own; other encoders write nothing there. */
function renewEncoderFields(
  table: Buffer,
  at: number,
  { bytes, sound }: { readonly bytes: number; readonly sound: Buffer },
): void {
  if (at + checksumAt + 2 > table.length || table.toString("latin1", at, at + 4) !== "LAME") return;
  table.writeUInt32BE(bytes, at + lengthAt);
  table.writeUInt16BE(checksumOf(sound), at + soundChecksumAt);
  table.writeUInt16BE(checksumOf(table.subarray(0, at + checksumAt)), at + checksumAt);
}

/** Where each hundredth of the time begins, in 256ths of the bytes. */
function placesOf(tableBytes: number, frames: readonly Buffer[]): Buffer {
  const sizes = frames.map(({ length }) => length);
  const all = sizes.reduce((sum, size) => sum + size, tableBytes);
  const result = Buffer.alloc(places);
  let [bytes, index] = [tableBytes, 0];
  for (let place = 0; place < places; place += 1) {
    for (; index < Math.floor((place * sizes.length) / places); index += 1) bytes += sizes[index] ?? 0;
    result[place] = Math.min(255, Math.floor((bytes * 256) / all));
  }
  return result;
}

/** CRC-16 of LAME's tables: 0x8005 mirrored, from zero. */
function checksumOf(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}
