import { MPEGDecoder } from "mpg123-decoder";
import { createMp3Encoder } from "wasm-media-encoders";
import type { SoundStretch } from "../../../src/package/contents/read-along.ts";
import { mpegFrameAt } from "../../../src/shared/mpeg-frame.ts";
import { randomOf } from "../../random.ts";

export interface Encoding {
  readonly rate: 16_000 | 22_050 | 24_000 | 44_100 | 48_000;
  readonly channels: 1 | 2;
  /** In kbit/s; variable if missing. */
  readonly bitrate?: 32 | 48 | 128 | 320;
}

/** Tones that change ten times per second, with noise, so that no two frames are alike and their sizes differ. */
export function babble(seconds: number, rate: number): Float32Array {
  const random = randomOf(7);
  const samples = new Float32Array(seconds * rate);
  let [hertz, loud, phase] = [400, 0.3, 0];
  for (let at = 0; at < samples.length; at += 1) {
    if (at % Math.round(rate / 10) === 0) {
      [hertz, loud] = [150 + 3_000 * random(), random() < 0.3 ? 0.02 : 0.4 * random()];
    }
    phase += (2 * Math.PI * hertz) / rate;
    samples[at] = loud * Math.sin(phase) + 0.05 * loud * (random() - 0.5);
  }
  return samples;
}

/** How many samples LAME and a decoder together put before the first one. */
export const delaySamples = 1_105;

/** An MP3 of sound, by LAME. `from`: the rate of the sound. */
export async function mp3Of(
  samples: Float32Array,
  { rate, channels, bitrate }: Encoding,
  from: number = rate,
): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  const sound = { channels, sampleRate: from, outputSampleRate: rate };
  encoder.configure(bitrate === undefined ? { ...sound, vbrQuality: 5 } : { ...sound, bitrate });
  // A voice is the same in both channels; tones of the encoder's own rate are not.
  const right = from === rate ? samples.map((sample, at) => sample * Math.cos(at / rate)) : samples;
  const pieces = [Buffer.from(encoder.encode(channels === 1 ? [samples] : [samples, right]))];
  return Buffer.concat([...pieces, Buffer.from(encoder.finalize())]);
}

/** An MP3 of so many seconds, from which sentences can be cut. */
export const babbled = (seconds: number): Promise<Buffer> =>
  mp3Of(babble(seconds, 24_000), { rate: 24_000, channels: 1, bitrate: 48 });

/** An MP3 after a table for players that declares the encoder delay. */
export function withTable(mp3: Buffer, { delay, frames }: { delay: number; frames: number }): Buffer {
  const frame = mpegFrameAt(mp3, 0);
  if (frame === null) throw new Error("no frame");
  const table = Buffer.alloc(frame.bytes);
  mp3.copy(table, 0, 0, 4);
  const at = 4 + frame.sideBytes;
  table.write("Info", at, "latin1");
  table.writeUInt32BE(1, at + 4);
  table.writeUInt32BE(frames, at + 8);
  table.write("LAME3.100", at + 12, "latin1");
  table.writeUInt16BE(delay << 4, at + 12 + 21);
  return Buffer.concat([table, mp3]);
}

export interface Decoded {
  readonly samples: Float32Array;
  readonly rate: number;
  readonly errors: readonly unknown[];
}

/** The first channel of an MP3 as a player decodes it. */
export async function decode(mp3: Buffer): Promise<Decoded> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, sampleRate, errors } = decoder.decode(mp3);
    return { samples: channelData[0] ?? new Float32Array(), rate: sampleRate, errors };
  } finally {
    decoder.free();
  }
}

// Where two sounds differ by more, they are not aligned.
const mostDifference = 0.001;

/** The difference between a clip and a range of the recording at their best alignment; 0 if equal, and `mostDifference` for any that is larger. */
export function differenceIn(clip: Decoded, whole: Decoded, { startMs, endMs }: SoundStretch): number {
  const from = Math.ceil((startMs / 1_000) * whole.rate);
  const part = whole.samples.subarray(from, Math.floor((endMs / 1_000) * whole.rate));
  let best = mostDifference;
  for (let lag = 0; lag + part.length <= clip.samples.length; lag += 1) {
    let [worst, at] = [0, 0];
    for (; at < part.length && worst < best; at += 1)
      worst = Math.max(worst, Math.abs((clip.samples[lag + at] ?? 0) - (part[at] ?? 0)));
    best = Math.min(best, worst);
  }
  return best;
}
