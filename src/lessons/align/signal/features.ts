import { PowerSpectrum } from "./fft.ts";
import { coefficients, MelCepstrum } from "./mel.ts";
import { comparedRate } from "./resample.ts";
import { SampleQueue } from "./sample-queue.ts";

/** Time from one frame to the next. */
export const frameMs = 20;
/** Time from one loudness value to the next. */
export const loudnessMs = 10;

const windowSamples = 512;
const frameSamples = (comparedRate * frameMs) / 1_000;
const loudnessSamples = (comparedRate * loudnessMs) / 1_000;
const preEmphasis = 0.97;

/** The features of a sound, kept in place of its samples. */
export interface Features {
  /** Number of frames of `frameMs`. */
  readonly frames: number;
  /** `coefficients` numbers per frame. */
  readonly values: Float32Array;
  /** In dB of full scale; one number per `loudnessMs`. */
  readonly loudness: Float32Array;
}

/** Extracts the features of a stream of mono sound at `comparedRate`. Each frame's window is centred on it. */
export class FeatureStream {
  readonly #spectrum = new PowerSpectrum(windowSamples);
  readonly #window = Float64Array.from(
    { length: windowSamples },
    (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (windowSamples - 1)),
  );
  readonly #frame = new Float64Array(windowSamples);
  readonly #power = new Float64Array(windowSamples / 2 + 1);
  #stretched: readonly Stretched[];
  readonly #loudness = new Growing();
  // The first window begins before the first sample, and pre-emphasis needs one sample more.
  readonly #undescribed = new SampleQueue((windowSamples - frameSamples) / 2 + 1);
  readonly #unmeasured = new SampleQueue();

  /** `stretches`: factors for the frequencies of the mel bands. The features with each come from the same spectra. */
  constructor(stretches: readonly number[] = [1]) {
    this.#stretched = stretches.map((stretch) => ({
      cepstrum: new MelCepstrum(windowSamples, stretch),
      values: new Growing(),
    }));
  }

  take(samples: Float32Array): void {
    this.#describe(samples);
    this.#measure(samples);
  }

  /** Number of frames extracted so far. */
  get frames(): number {
    return (this.#stretched[0]?.values.length ?? 0) / coefficients;
  }

  /** The features so far, with each stretch. Valid until the next `take`, which may write to the same memory. */
  soFar(): Features[] {
    const loudness = this.#loudness.whole();
    return this.#stretched.map(({ values }) => ({ frames: this.frames, values: values.whole(), loudness }));
  }

  /** Goes on with one of the stretches alone. */
  choose(number: number): void {
    this.#stretched = this.#stretched.slice(number, number + 1);
  }

  /** The features of the whole sound, with the first stretch. Call `take` no more afterwards. */
  end(): Features {
    this.take(new Float32Array((windowSamples - frameSamples) / 2));
    const [features] = this.soFar();
    if (features === undefined) throw new Error("no stretch is left");
    return features;
  }

  #describe(samples: Float32Array): void {
    this.#undescribed.append(samples);
    const { length, samples: sound } = this.#undescribed;
    let at = 1;
    for (; at + windowSamples <= length; at += frameSamples) {
      emphasize(sound.subarray(at - 1, at + windowSamples), this.#window, this.#frame);
      this.#spectrum.of(this.#frame, this.#power);
      for (const { cepstrum, values } of this.#stretched) {
        values.grow(coefficients);
        cepstrum.of(this.#power, values.room, values.length - coefficients);
      }
    }
    this.#undescribed.drop(at - 1);
  }

  #measure(samples: Float32Array): void {
    this.#unmeasured.append(samples);
    const { length, samples: sound } = this.#unmeasured;
    let at = 0;
    for (; at + loudnessSamples <= length; at += loudnessSamples) {
      this.#loudness.grow(1);
      this.#loudness.room[this.#loudness.length - 1] = loudnessOf(sound, at);
    }
    this.#unmeasured.drop(at);
  }
}

interface Stretched {
  readonly cepstrum: MelCepstrum;
  readonly values: Growing;
}

/** Writes the windowed samples with their high frequencies raised into `frame`. The sound is one sample longer: the one before the frame. */
function emphasize(sound: Float32Array, window: Float64Array, frame: Float64Array): void {
  let before = sound[0] as number;
  for (let index = 0; index < windowSamples; index++) {
    const sample = sound[index + 1] as number;
    frame[index] = (sample - preEmphasis * before) * (window[index] as number);
    before = sample;
  }
}

function loudnessOf(sound: Float32Array, from: number): number {
  let sum = 0;
  for (let at = from; at < from + loudnessSamples; at++) sum += (sound[at] as number) * (sound[at] as number);
  return 10 * Math.log10(sum / loudnessSamples + 1e-10);
}

/** A growing array of floats. */
class Growing {
  room: Float32Array = new Float32Array(4_096);
  length = 0;

  grow(by: number): void {
    this.length += by;
    if (this.length <= this.room.length) return;
    const larger = new Float32Array(Math.ceil(this.length * 1.5));
    larger.set(this.room);
    this.room = larger;
  }

  whole(): Float32Array {
    return this.room.subarray(0, this.length);
  }
}
