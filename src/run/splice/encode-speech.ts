import { createMp3Encoder } from "wasm-media-encoders";
import { amplified } from "./limit.ts";
import { factorFor, loudnessOf } from "./loudness.ts";
import { decoded, type FrameKind, Recording } from "./recording.ts";
import { heardIn, type Speech } from "./speech.ts";

/** Speech as frames that can stand in a recording, and where it is heard in them. */
export interface EncodedSpeech {
  readonly frames: readonly Buffer[];
  /** In samples from the first frame's beginning. */
  readonly from: number;
  readonly to: number;
  /** In LUFS. */
  readonly loudness: number;
}

/** What speech is encoded for. */
export interface Fitting {
  readonly kind: FrameKind;
  /** The pauses before and after it, in samples of the recording. */
  readonly pauseBefore: number;
  readonly pauseAfter: number;
  /** In LUFS. */
  readonly loudness: number;
}

/** What LAME and a decoder put before the first sample together. */
const delaySamples = 1_105;

/** What the sound of a frame reaches into the next ones: an overlapping block, and a decoder's filter. */
export const overlapSamples = 1_152;

/** Encoding and limiting change the loudness a little: corrected until it is this close, or for so many rounds. */
const closeLu = 0.1;
const roundsMost = 4;

const bitRates = [8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;

/** Encodes speech for a recording: with its kind of frames, and as loud as asked for, as measured in what a decoder makes of it. */
export async function encodeSpeech(speech: Speech, fitting: Fitting): Promise<EncodedSpeech | null> {
  const { kind, loudness: wanted } = fitting;
  const own = loudnessOf(speech.samples, speech.rate);
  if (own === null) return null;
  let decibels = wanted - own;
  let best: EncodedSpeech | null = null;
  for (let round = 0; round < roundsMost; round += 1) {
    const frames = await framesOf(speech, factorFor(decibels), fitting);
    const sound = await decoded(frames, kind);
    const heard = heardIn(sound, kind.rate);
    const loudness = heard === null ? null : loudnessOf(sound, kind.rate, heard);
    if (heard === null || loudness === null) return best;
    if (best === null || Math.abs(loudness - wanted) < Math.abs(best.loudness - wanted))
      best = { frames, ...heard, loudness };
    if (Math.abs(loudness - wanted) < closeLu) break;
    decibels += wanted - loudness;
  }
  return best;
}

async function framesOf(
  speech: Speech,
  factor: number,
  { kind, pauseBefore, pauseAfter }: Fitting,
): Promise<Buffer[]> {
  const { rate, channels, samples: frameSamples } = kind;
  const scale = speech.rate / rate;
  const lead = Math.round(Math.max(0, pauseBefore - delaySamples) * scale);
  const ends = delaySamples + lead / scale + speech.samples.length / scale;
  const count = Math.ceil((ends + Math.max(overlapSamples, pauseAfter)) / frameSamples);
  // More than is used: the encoder gives a frame once it has what follows it.
  const whole = new Float32Array(Math.ceil((count + 4) * frameSamples * scale));
  whole.set(amplified(speech, factor), lead);
  const encoder = await createMp3Encoder();
  const outputSampleRate = rate as OutputRate;
  encoder.configure({ channels, bitrate: bitRateOf(kind), sampleRate: speech.rate, outputSampleRate });
  // Copied, because the encoder reuses the memory of its results.
  const parts = [Buffer.from(encoder.encode(channels === 1 ? [whole] : [whole, whole]))];
  parts.push(Buffer.from(encoder.finalize()));
  const encoded = await Recording.read(Buffer.concat(parts), 0);
  return (encoded?.frames ?? []).slice(0, count).map(({ content }) => content);
}

type Encoder = Awaited<ReturnType<typeof createMp3Encoder>>;
// The rate of frames that were read: a header has no other rates.
type OutputRate = NonNullable<Parameters<Encoder["configure"]>[0]["outputSampleRate"]>;

function bitRateOf({ kilobits }: FrameKind): (typeof bitRates)[number] {
  return bitRates.reduce((best, one) => (Math.abs(one - kilobits) < Math.abs(best - kilobits) ? one : best));
}
