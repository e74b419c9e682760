import type { SoundFrame } from "./mpeg-frames.ts";

/** A frame of sound, regardless of its position. */
export type WholeFrame = Omit<SoundFrame, "at" | "startMs">;

type FrameFacts = Pick<SoundFrame, "hasChecksum" | "sideBytes" | "samples">;

const headBytes = 4;

/** Offset of the main data of a layer III frame, after the header and the side information. */
function mainDataAt({ hasChecksum, sideBytes }: FrameFacts): number {
  return headBytes + (hasChecksum ? 2 : 0) + sideBytes;
}

/** Room for main data in a layer III frame; some of it may belong to later frames. */
function mainDataBytes(frame: WholeFrame): number {
  return frame.content.length - mainDataAt(frame);
}

/** The bits of the back pointer: nine in MPEG 1, eight in MPEG 2. */
function backBits({ samples }: FrameFacts): 8 | 9 {
  return samples === 1_152 ? 9 : 8;
}

/** How many bytes of the preceding frames a layer III frame depends on. */
function bytesBefore(frame: WholeFrame): number {
  const at = headBytes + (frame.hasChecksum ? 2 : 0);
  return frame.content.readUInt16BE(at) >>> (16 - backBits(frame));
}

/**
 * The frame made silent: it plays nothing, but keeps its main data for later frames. `reach`: how many bytes before it to point back to; some
 * decoders keep only what a frame points to.
 */
export function silenced(frame: WholeFrame, reach: number): Buffer {
  const quiet = Buffer.from(frame.content);
  const side = headBytes + (frame.hasChecksum ? 2 : 0);
  const bits = backBits(frame);
  quiet.fill(0, side, side + frame.sideBytes);
  quiet.writeUInt16BE(Math.min(reach, 2 ** bits - 1) << (16 - bits), side);
  if (frame.hasChecksum) quiet.writeUInt16BE(checksumOf(quiet, frame), headBytes);
  return quiet;
}

/** The fewest preceding frames that hold the bytes on which a frame depends, each of them silenced. Pure. */
export function reservoir(first: WholeFrame, before: readonly WholeFrame[]): Buffer[] {
  if (first.layer !== 3) return [];
  const needed = bytesBefore(first);
  const frames: WholeFrame[] = [];
  let bytes = 0;
  for (let at = before.length - 1; at >= 0 && bytes < needed; at -= 1) {
    const frame = before[at];
    if (frame?.layer !== 3) break;
    frames.unshift(frame);
    bytes += mainDataBytes(frame);
  }
  let reach = 0;
  return frames.map((frame) => {
    const quiet = silenced(frame, reach);
    reach += mainDataBytes(frame);
    return quiet;
  });
}

/** A frame like this one that plays nothing; after a cut it lets the sound fade out. */
export function silentLike(frame: WholeFrame): Buffer {
  const quiet = silenced(frame, 0);
  return quiet.fill(0, mainDataAt(frame));
}

// Over the header's second half and the side information (ISO 11172-3, 2.4.3.1).
function checksumOf(frame: Buffer, { sideBytes }: FrameFacts): number {
  const side = headBytes + 2;
  return crc16(Buffer.concat([frame.subarray(2, headBytes), frame.subarray(side, side + sideBytes)]));
}

/** CRC-16 with the polynomial 0x8005, starting from all ones. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x8005 : 0)) & 0xffff;
  }
  return crc;
}
