import { integratedPower, lufsOf, WeighedSteps, weightingAt } from "../../shared/speech/loudness.ts";
import { type Pause, pausesIn } from "../align/pauses.ts";
import { loudnessMs } from "../align/signal/features.ts";
import { Clipping } from "./clipping.ts";
import { decibels, quietestLevel } from "./noise-floor.ts";
import type { SoundMeasures } from "./sound-measures.ts";
import { TruePeak } from "./true-peak.ts";

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
