import { createMp3Encoder } from "wasm-media-encoders";
import { integratedPower, lufsOf, WeighedSteps, weightingAt } from "../../shared/speech/loudness.ts";
import { decoded, type FrameKind, monoOf, Recording } from "./recording.ts";

export interface Speech {
  readonly samples: Float32Array;
  readonly rate: number;
}

/** How finely speech is found, and its level limited. */
const blockMs = 10;

/** Anything this far below the loudest block is no speech. */
const speechDb = 40;

/** What is left beside the speech, where it is faded in and out. */
const marginMs = 20;
const fadeMs = 10;

/** The speech in a narrator's MP3. Null if the MP3 contains no speech. */
export async function speechIn(mp3: Uint8Array): Promise<Speech | null> {
  const { sound, rate } = await monoOf(mp3);
  const heard = heardIn(sound, rate);
  if (heard === null) return null;
  const margin = Math.round((marginMs * rate) / 1_000);
  const samples = sound.slice(Math.max(0, heard.from - margin), heard.to + margin);
  fade(samples, Math.round((fadeMs * rate) / 1_000));
  return { samples, rate };
}

/** Where speech begins and ends in a sound, in samples and to 10 ms; null: it is silent. Pure. */
function heardIn(sound: Float32Array, rate: number): { from: number; to: number } | null {
  const block = Math.round((blockMs * rate) / 1_000);
  const powers = Array.from({ length: Math.ceil(sound.length / block) }, (_, index) =>
    sound.subarray(index * block, (index + 1) * block).reduce((sum, sample) => sum + sample ** 2, 0),
  );
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0);
  if (loudest === 0) return null;
  const isHeard = (power: number): boolean => power > loudest / 10 ** (speechDb / 10);
  const last = powers.findLastIndex(isHeard);
  return { from: powers.findIndex(isHeard) * block, to: Math.min(sound.length, (last + 1) * block) };
}

function fade(samples: Float32Array, length: number): void {
  const end = samples.length - 1;
  for (let at = 0; at < Math.min(length, samples.length); at += 1) {
    const share = 0.5 - 0.5 * Math.cos((Math.PI * at) / length);
    samples[at] = (samples[at] ?? 0) * share;
    samples[end - at] = (samples[end - at] ?? 0) * share;
  }
}

/** Speech as frames that can be placed in a recording, and the part of the frames in which the speech is heard. */
export interface EncodedSpeech {
  readonly frames: readonly Buffer[];
  /** In samples from the first frame's beginning. */
  readonly from: number;
  readonly to: number;
  /** In LUFS. */
  readonly loudness: number;
}

export interface Fitting {
  readonly kind: FrameKind;
  /** The pauses before and after it, in samples of the recording. */
  readonly pauseBefore: number;
  readonly pauseAfter: number;
  /** In LUFS. */
  readonly loudness: number;
}

/** How many samples LAME and a decoder together put before the first one. */
const delaySamples = 1_105;

/** How far the sound of a frame reaches into the next ones: an overlapping block, and a decoder's filter. */
export const overlapSamples = 1_152;

/** Encoding and limiting change the loudness a little: corrected until it is this close, or for so many rounds. */
const closeLu = 0.1;
const roundsMost = 4;

const bitRates = [8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;

/** Encodes speech for a recording: with the recording's kind of frames, and at the requested loudness, which is measured after decoding. */
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
  const encoded = await Recording.read(Buffer.concat(parts));
  return (encoded?.frames ?? []).slice(0, count).map(({ content }) => content);
}

type Encoder = Awaited<ReturnType<typeof createMp3Encoder>>;
// The rate of frames that were read: a header has no other rates.
type OutputRate = NonNullable<Parameters<Encoder["configure"]>[0]["outputSampleRate"]>;

function bitRateOf({ kilobits }: FrameKind): (typeof bitRates)[number] {
  return bitRates.reduce((best, one) => (Math.abs(one - kilobits) < Math.abs(best - kilobits) ? one : best));
}

/** The length that EBU R 128 needs at least, with room for its gate: shorter speech is measured as a whole. */
const gatedSeconds = 0.8;

/** How long the filters take to forget how a sound began. */
const settleSeconds = 0.1;

/** The loudness in LUFS by ITU-R BS.1770, or the K-weighted mean of speech too short for its gate. `from`, `to`: in samples. Null for silence. Pure. */
export function loudnessOf(
  samples: Float32Array,
  rate: number,
  { from = 0, to = samples.length }: { readonly from?: number; readonly to?: number } = {},
): number | null {
  const stepSamples = Math.round(rate / 10);
  const settle = Math.min(from, Math.round(settleSeconds * rate));
  const isShort = to - from < gatedSeconds * rate;
  const steps = new WeighedSteps(weightingAt(rate), isShort ? 1 : stepSamples);
  steps.take(samples.subarray(from - settle, from));
  const skipped = steps.sums.length;
  steps.take(samples.subarray(from, to));
  const sums = steps.sums.slice(skipped);
  const power = isShort ? meanOf(sums) : integratedPower(sums, stepSamples);
  return power === null || power === 0 ? null : lufsOf(power);
}

function meanOf(sums: readonly number[]): number | null {
  return sums.length === 0 ? null : sums.reduce((all, one) => all + one, 0) / sums.length;
}

function factorFor(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** -1.5 dBFS, so that what the encoder adds doesn't clip. */
const mostLevel = 0.84;

/** Samples times a factor, less where they would be too loud: changed from block to block without steps. Pure. */
function amplified(
  { samples, rate }: { readonly samples: Float32Array; readonly rate: number },
  factor: number,
): Float32Array {
  const block = Math.round((blockMs * rate) / 1_000);
  const factors = Array.from({ length: Math.ceil(samples.length / block) }, (_, index) => {
    const own = samples.subarray(index * block, (index + 1) * block);
    const peak = own.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return Math.min(factor, mostLevel / Math.max(peak, 1e-9));
  });
  // At a border the smaller factor of its two blocks, so that the line between two borders is nowhere above either.
  const borders = Array.from({ length: factors.length + 1 }, (_, border) =>
    Math.min(factors[border - 1] ?? factor, factors[border] ?? factor),
  );
  return samples.map((sample, at) => {
    const [index, rest] = [Math.floor(at / block), (at % block) / block];
    const [from, to] = [borders[index] ?? factor, borders[index + 1] ?? factor];
    return sample * (from + (to - from) * rest);
  });
}
