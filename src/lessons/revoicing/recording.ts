import { isMpegTable, mpegFrameAt } from "../../shared/mpeg-frame.ts";
import { decodedSound, oneChannel } from "../recording/decode.ts";
import { type SoundFrame, soundFrames } from "../recording/mpeg-frames.ts";
import { reservoir } from "../recording/silent-frames.ts";

/** What all frames of a recording have in common: a decoder can't switch to another kind in the middle. */
export interface FrameKind {
  /** Samples per second. */
  readonly rate: number;
  readonly channels: 1 | 2;
  /** Samples of a frame, per channel. */
  readonly samples: number;
  /** The middle of its frames' bit rates, in kbit/s. */
  readonly kilobits: number;
}

/** The frames that a decoder needs before one, so that it gives the same samples as in the whole recording. */
const warmUpFrames = 4;

/** How many frames before one are looked through for the bytes that it depends on. */
const framesBefore = 64;

/** A recording in memory, as its frames. Times are as in `soundFrames`. */
export class Recording {
  readonly frames: readonly SoundFrame[];
  readonly kind: FrameKind;
  /** The frame before the sound that is a table for players; null: there is none. */
  readonly table: Buffer | null;

  private constructor(frames: readonly SoundFrame[], kind: FrameKind, table: Buffer | null) {
    this.frames = frames;
    this.kind = kind;
    this.table = table;
  }

  /** Null for anything but MPEG layer III of one sample rate and one number of channels. */
  static async read(bytes: Buffer): Promise<Recording | null> {
    for await (const { frames, soundStart } of soundFrames(once(bytes))) {
      const kind = kindOf(frames);
      return kind === null ? null : new Recording(frames, kind, tableAt(bytes, soundStart));
    }
    return null;
  }

  get frameMs(): number {
    return (this.kind.samples / this.kind.rate) * 1_000;
  }

  /** When a frame begins, in ms; the number after the last one gives the end. */
  msAt(index: number): number {
    return (this.frames[0]?.startMs ?? 0) + index * this.frameMs;
  }

  /** The first frame that begins at this time or later; at most the number after the last one. */
  indexAt(ms: number): number {
    const index = Math.ceil((ms - this.msAt(0)) / this.frameMs - 1e-6);
    return Math.min(this.frames.length, Math.max(0, index));
  }

  /** What a decoder must be given before a frame that follows something else: the frames that it depends on, silenced. */
  before(index: number): Buffer[] {
    const first = this.frames[index];
    if (first === undefined) return [];
    return reservoir(first, this.frames.slice(Math.max(0, index - framesBefore), index));
  }

  /** The sound of the frames from one number up to another, in one channel. Throws if the decoder skips any of them. */
  async soundOf(from: number, to: number): Promise<Float32Array> {
    const start = Math.max(0, from - warmUpFrames);
    const before = this.before(start);
    const own = this.frames.slice(start, to).map(({ content }) => content);
    const samples = await decoded([...before, ...own], this.kind);
    return samples.subarray((before.length + from - start) * this.kind.samples);
  }
}

/** The sound of whole frames in one channel, with the decoder's delay at its beginning. Throws if the decoder skips any of them. */
export async function decoded(frames: readonly Buffer[], { samples }: FrameKind): Promise<Float32Array> {
  // Trimming would shift every sample: these are pieces of a recording, and no table belongs to them.
  const { sound } = await monoOf(Buffer.concat(frames), false);
  if (sound.length !== frames.length * samples) throw new Error("some frames can't be decoded");
  return sound;
}

export async function monoOf(
  mp3: Uint8Array,
  isGapless = true,
): Promise<{ readonly sound: Float32Array; readonly rate: number }> {
  for await (const { channels, rate } of decodedSound([mp3], isGapless))
    return { sound: oneChannel(channels), rate };
  return { sound: new Float32Array(0), rate: 0 };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function kindOf(frames: readonly SoundFrame[]): FrameKind | null {
  const first = frames[0];
  if (first === undefined || first.layer !== 3) return null;
  const { rate, samples } = first;
  const channels = channelsOf(first);
  const isOneKind = frames.every(
    (frame) => frame.layer === 3 && frame.rate === rate && channelsOf(frame) === channels,
  );
  const sizes = frames.map(({ content }) => content.length).sort((a, b) => a - b);
  const middle = sizes[sizes.length >> 1] ?? 0;
  return isOneKind ? { rate, channels, samples, kilobits: (middle * 8 * rate) / samples / 1_000 } : null;
}

function channelsOf({ content }: SoundFrame): 1 | 2 {
  return content.readUInt8(3) >>> 6 === 3 ? 1 : 2;
}

function tableAt(bytes: Buffer, at: number): Buffer | null {
  const frame = at + 4 <= bytes.length ? mpegFrameAt(bytes, at) : null;
  const whole = frame === null ? null : bytes.subarray(at, at + frame.bytes);
  return whole !== null && isMpegTable(whole) ? Buffer.from(whole) : null;
}
