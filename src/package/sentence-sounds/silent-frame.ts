import type { SoundFrame } from "./mpeg-frames.ts";

type FrameFacts = Pick<SoundFrame, "hasChecksum" | "sideBytes" | "samples">;

const headBytes = 4;

/** Where the sound itself stands in a frame of layer III, behind the header and the parameters. */
function mainDataAt({ hasChecksum, sideBytes }: FrameFacts): number {
  return headBytes + (hasChecksum ? 2 : 0) + sideBytes;
}

/** How many bytes of sound a frame of layer III has room for; some may belong to the frames after it. */
export function mainDataBytes(frame: SoundFrame): number {
  return frame.content.length - mainDataAt(frame);
}

/** How far back a frame may reach: nine bits in MPEG 1, eight in MPEG 2. */
function backBits({ samples }: FrameFacts): 8 | 9 {
  return samples === 1_152 ? 9 : 8;
}

/** How many bytes of the frames before it a frame of layer III needs. */
export function bytesBefore(frame: SoundFrame): number {
  const at = headBytes + (frame.hasChecksum ? 2 : 0);
  return frame.content.readUInt16BE(at) >>> (16 - backBits(frame));
}

/**
 * The frame with parameters that play nothing, and its bytes of sound as they are, for the frames after it that need them. `reach`: how many bytes
 * before it are there; some decoders keep those alone for the next frame that the frame itself reaches back to.
 */
export function silenced(frame: SoundFrame, reach: number): Buffer {
  const quiet = Buffer.from(frame.content);
  const side = headBytes + (frame.hasChecksum ? 2 : 0);
  const bits = backBits(frame);
  quiet.fill(0, side, side + frame.sideBytes);
  quiet.writeUInt16BE(Math.min(reach, 2 ** bits - 1) << (16 - bits), side);
  if (frame.hasChecksum) quiet.writeUInt16BE(checksumOf(quiet, frame), headBytes);
  return quiet;
}

/** A frame like this one that plays nothing: behind a cut it lets the sound fade out. */
export function silentLike(frame: SoundFrame): Buffer {
  const quiet = silenced(frame, 0);
  return quiet.fill(0, mainDataAt(frame));
}

// Of the header's second half and of the parameters (ISO 11172-3, 2.4.3.1).
function checksumOf(frame: Buffer, { sideBytes }: FrameFacts): number {
  const side = headBytes + 2;
  return crc16(Buffer.concat([frame.subarray(2, headBytes), frame.subarray(side, side + sideBytes)]));
}

/** CRC-16 with the polynomial 0x8005, from all ones. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x8005 : 0)) & 0xffff;
  }
  return crc;
}
