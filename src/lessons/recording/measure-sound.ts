import { integratedPower, lufsOf, WeighedSteps, weightingAt } from "../../shared/speech/loudness.ts";
import { type Pause, pausesIn } from "../align/place.ts";
import { loudnessMs } from "../align/signal/features.ts";
import { decodedSound } from "./decode.ts";
import type { SoundMeasures } from "./sound-measures.ts";

/** Measures an MP3; null if nothing of it can be decoded. Rejects if its pieces can't be read. Blocks the thread for one piece at a time. */
export async function measureSound(pieces: AsyncIterable<Uint8Array>): Promise<SoundMeasures | null> {
  let meter: SoundMeter | null = null;
  for await (const { channels, rate } of decodedSound(pieces)) {
    meter ??= new SoundMeter(rate, areAlike(channels) ? 1 : channels.length);
    meter.take(channels, channels[0]?.length ?? 0);
  }
  return meter?.end() ?? null;
}

/** The decoder returns mono sound as two channels, which would count as twice the power. The first piece of speech decides for the whole. */
function areAlike([left, right]: readonly Float32Array[]): boolean {
  return left === undefined || right === undefined || left.every((sample, at) => sample === right[at]);
}

/** Shops measure the noise between words in stretches of half a second; a shorter one could lie within a stop consonant. */
const floorMs = 500;

/** The level of digital silence, whose logarithm would be infinite. */
const silenceDb = -100;

function decibels(power: number): number {
  return Math.max(silenceDb, 10 * Math.log10(power + 1e-10));
}

/** The level of the quietest half second: the noise floor of a recording with pauses. `levels`: in dB, one for every 10 ms. */
function quietestLevel(levels: readonly number[]): number {
  const powers = levels.map((level) => 10 ** (level / 10));
  const length = Math.min(powers.length, floorMs / loudnessMs);
  let sum = powers.slice(0, length).reduce((all, one) => all + one, 0);
  let least = sum;
  for (let at = length; at < powers.length; at++) {
    sum += (powers[at] as number) - (powers[at - length] as number);
    least = Math.min(least, sum);
  }
  return decibels(Math.max(0, least) / Math.max(1, length));
}

/** Samples from this level on count as clipped. Below 1, because MP3 coding rounds the flat tops of clipped sound. */
const fullScale = 0.985;

/** Natural peaks reach full scale for a sample or two only. */
const fewestSamples = 3;

/** Counts the clipped stretches of one channel while its samples stream through. */
class Clipping {
  runs = 0;
  first: number | null = null;
  #length = 0;
  #at = 0;

  take(sample: number): void {
    this.#length = Math.abs(sample) >= fullScale ? this.#length + 1 : 0;
    if (this.#length === fewestSamples) {
      this.runs += 1;
      this.first ??= this.#at;
    }
    this.#at += 1;
  }
}

/** The silences that are kept: at least this long, and no more than this many, the longest. */
const shortestSilenceMs = 1_000;
const mostSilences = 50;

/** Measures decoded sound as it streams through, keeping only its levels in memory. The rate and the number of channels are fixed. */
export class SoundMeter {
  readonly #rate: number;
  readonly #stepSamples: number;
  readonly #channels: readonly Channel[];
  readonly #levels: number[] = [];
  #power = 0;
  #wholePower = 0;
  #samples = 0;

  constructor(rate: number, channels: number) {
    this.#rate = rate;
    this.#stepSamples = Math.round(rate / 10);
    const weighting = weightingAt(rate);
    this.#channels = Array.from({ length: channels }, () => ({
      steps: new WeighedSteps(weighting, this.#stepSamples),
      peak: new TruePeak(),
      clipping: new Clipping(),
    }));
  }

  /** The next `count` samples of each channel, between -1 and 1. */
  take(channels: readonly Float32Array[], count: number): void {
    for (const [number, { steps, peak, clipping }] of this.#channels.entries()) {
      const samples = (channels[number] ?? new Float32Array(count)).subarray(0, count);
      peak.take(samples);
      steps.take(samples);
      for (const sample of samples) clipping.take(sample);
    }
    this.#measureLevels(channels, count);
  }

  /** The result. Call it once, after the last `take`. */
  end(): SoundMeasures {
    const [first, ...others] = this.#channels.map(({ steps }) => steps.sums);
    const sums = (first ?? []).map((sum, at) => others.reduce((all, one) => all + (one[at] ?? 0), sum));
    const power = integratedPower(sums, this.#stepSamples);
    const highest = Math.max(...this.#channels.map(({ peak }) => peak.end()));
    const clipped = this.#channels.flatMap(({ clipping }) => clipping.first ?? []);
    const durationMs = Math.round((this.#samples / this.#rate) * 1_000);
    return {
      durationMs,
      loudness: power === null ? null : tenths(lufsOf(power)),
      peak: highest === 0 ? null : tenths(20 * Math.log10(highest)),
      rms: power === null ? null : tenths(decibels(this.#wholePower / this.#samples)),
      floor: power === null ? null : tenths(quietestLevel(this.#levels)),
      clipped: this.#channels.reduce((sum, { clipping }) => sum + clipping.runs, 0),
      clippedAtMs: clipped.length === 0 ? null : Math.round((Math.min(...clipped) / this.#rate) * 1_000),
      silences: power === null ? [] : this.#silences(durationMs),
    };
  }

  #measureLevels(channels: readonly Float32Array[], count: number): void {
    const stretch = (this.#rate * loudnessMs) / 1_000;
    for (let at = 0; at < count; at++) {
      let square = 0;
      for (const samples of channels) square += (samples[at] as number) ** 2;
      this.#power += square / channels.length;
      this.#wholePower += square / channels.length;
      this.#samples += 1;
      if (this.#samples < (this.#levels.length + 1) * stretch) continue;
      this.#levels.push(decibels(this.#power / stretch));
      this.#power = 0;
    }
  }

  #silences(durationMs: number): Pause[] {
    return pausesIn({ loudness: Float32Array.from(this.#levels) })
      .map(({ from, to }) => ({ from, to: Math.min(to, durationMs) }))
      .filter(({ from, to }) => to - from >= shortestSilenceMs)
      .toSorted((a, b) => b.to - b.from - (a.to - a.from))
      .slice(0, mostSilences)
      .toSorted((a, b) => a.from - b.from);
  }
}

interface Channel {
  readonly steps: WeighedSteps;
  readonly peak: TruePeak;
  readonly clipping: Clipping;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Oversampling, because the curve that a player reconstructs rises above its samples; `reach` is half the length of the filter. */
const points = 4;
const reach = 6;

/** Beside a sample below this share of the highest point so far, the curve can't rise above that point. */
const nearPeak = 0.7;

/** The filter's weights for each of the points between two samples. */
const weights: readonly Float64Array[] = Array.from({ length: points - 1 }, (_, index) => {
  const shift = (index + 1) / points;
  return Float64Array.from({ length: 2 * reach }, (_, at) => {
    const distance = at - (reach - 1) - shift;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
});

/** The true peak (EBU R 128) of one channel while its samples stream through: the highest point of the curve, where 1 is full scale. */
class TruePeak {
  highest = 0;
  #tail: Float32Array = new Float32Array(2 * reach);

  take(samples: Float32Array): void {
    const sound = new Float32Array(this.#tail.length + samples.length);
    sound.set(this.#tail);
    sound.set(samples, this.#tail.length);
    for (let at = reach; at + reach < sound.length; at++) {
      const level = Math.abs(sound[at] as number);
      if (level > this.highest) this.highest = level;
      else if (level <= this.highest * nearPeak) continue;
      this.#between(sound, at - 1);
      this.#between(sound, at);
    }
    this.#tail = sound.slice(-2 * reach);
  }

  /** The peak, including the last samples. Call it once. */
  end(): number {
    this.take(new Float32Array(2 * reach));
    return this.highest;
  }

  #between(sound: Float32Array, left: number): void {
    const from = left - reach + 1;
    if (from < 0) return;
    for (const ofPoint of weights) {
      let sum = 0;
      for (let at = 0; at < 2 * reach; at++) sum += (ofPoint[at] as number) * (sound[from + at] as number);
      if (Math.abs(sum) > this.highest) this.highest = Math.abs(sum);
    }
  }
}
