import { id3Bytes, isMpegTable, mpegFrameAt } from "../../shared/mpeg-frame.ts";

export interface Mp3 {
  /** The audio frames only, so that recordings can be concatenated. */
  readonly frames: Buffer;
  readonly durationMs: number;
}

/** Splits MPEG layer III audio into frames, without tags and without the info frame that only counts the others; `null` for anything else. */
export function readMp3(bytes: Buffer): Mp3 | null {
  const frames: Buffer[] = [];
  let durationMs = 0;
  for (let at = id3Bytes(bytes); at < bytes.length && !isTrailer(bytes, at); ) {
    const frame = at + 4 <= bytes.length ? mpegFrameAt(bytes, at) : null;
    if (frame?.layer !== 3) return null;
    const whole = bytes.subarray(at, at + frame.bytes);
    at += frame.bytes;
    // A truncated last frame can't be played.
    if (whole.length < frame.bytes) break;
    if (frames.length === 0 && isMpegTable(whole)) continue;
    frames.push(whole);
    durationMs += frame.ms;
  }
  return frames.length === 0 ? null : { frames: Buffer.concat(frames), durationMs };
}

/** An ID3v1 tag, or padding, at the end. */
function isTrailer(bytes: Buffer, at: number): boolean {
  return bytes.toString("latin1", at, at + 3) === "TAG" || bytes.subarray(at).every((byte) => byte === 0);
}
