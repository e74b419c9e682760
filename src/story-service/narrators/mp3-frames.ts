export interface Mp3 {
  /** The audio frames alone, so that several recordings can follow each other. */
  readonly frames: Buffer;
  readonly durationMs: number;
}

const kilobits = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const hertz = {
  1: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  2.5: [11_025, 12_000, 8_000],
} as const;

interface Frame {
  readonly bytes: number;
  readonly ms: number;
}

/** Reads MPEG Layer III audio frame by frame, without tags and without the frame that only counts the others; `null` for anything else. */
export function readMp3(bytes: Buffer): Mp3 | null {
  const frames: Buffer[] = [];
  let durationMs = 0;
  for (let at = afterTag(bytes); at < bytes.length && !isTrailer(bytes, at); ) {
    const frame = frameAt(bytes, at);
    if (frame === null) return null;
    const whole = bytes.subarray(at, at + frame.bytes);
    at += frame.bytes;
    // A last frame that was cut off can't be played.
    if (whole.length < frame.bytes) break;
    if (frames.length === 0 && isIndex(whole)) continue;
    frames.push(whole);
    durationMs += frame.ms;
  }
  return frames.length === 0 ? null : { frames: Buffer.concat(frames), durationMs };
}

function frameAt(bytes: Buffer, at: number): Frame | null {
  if (at + 4 > bytes.length) return null;
  const head = bytes.readUInt32BE(at);
  const version = ([2.5, null, 2, 1] as const)[(head >>> 19) & 3] ?? null;
  const isLayer3 = ((head >>> 17) & 3) === 1;
  if (head >>> 21 !== 0x7ff || version === null || !isLayer3) return null;
  const rate = hertz[version][(head >>> 10) & 3];
  const bitrate = kilobits[version === 1 ? 1 : 2][(head >>> 12) & 15];
  if (rate === undefined || bitrate === undefined || bitrate === 0) return null;
  const samples = version === 1 ? 1_152 : 576;
  const size = Math.floor((samples / 8) * ((bitrate * 1_000) / rate)) + ((head >>> 9) & 1);
  return { bytes: size, ms: (samples * 1_000) / rate };
}

/** Where the audio begins after an ID3v2 tag. */
function afterTag(bytes: Buffer): number {
  if (bytes.length < 10 || bytes.toString("latin1", 0, 3) !== "ID3") return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 127), 0);
  return 10 + size;
}

/** An ID3v1 tag, or padding, at the end. */
function isTrailer(bytes: Buffer, at: number): boolean {
  return bytes.toString("latin1", at, at + 3) === "TAG" || bytes.subarray(at).every((byte) => byte === 0);
}

function isIndex(frame: Buffer): boolean {
  const text = frame.toString("latin1", 0, 64);
  return text.includes("Xing") || text.includes("Info") || text.includes("VBRI");
}
