import { PowerSpectrum } from "./fft.ts";
import { coefficients, MelCepstrum } from "./mel.ts";
import { comparedRate } from "./resample.ts";

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
  readonly #cepstrum: MelCepstrum;
  readonly #window = Float64Array.from(
    { length: windowSamples },
    (_, index) => 0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (windowSamples - 1)),
  );
  readonly #frame = new Float64Array(windowSamples);
  readonly #power = new Float64Array(windowSamples / 2 + 1);
  readonly #values = new Growing();
  readonly #loudness = new Growing();
  // Zero padding: the first window begins before the first sample, and pre-emphasis needs one sample more.
  #rest: Float32Array = new Float32Array((windowSamples - frameSamples) / 2 + 1);
  #unmeasured: Float32Array = new Float32Array(0);

  constructor(stretch = 1) {
    this.#cepstrum = new MelCepstrum(windowSamples, stretch);
  }

  take(samples: Float32Array): void {
    const sound = joined(this.#rest, samples);
    let at = 1;
    for (; at + windowSamples <= sound.length; at += frameSamples) this.#describe(sound, at);
    this.#rest = sound.slice(at - 1);
    this.#measure(samples);
  }

  /** Number of frames extracted so far. */
  get frames(): number {
    return this.#values.length / coefficients;
  }

  /** The features so far. */
  soFar(): Features {
    return { frames: this.frames, values: this.#values.whole(), loudness: this.#loudness.whole() };
  }

  /** The features of the whole sound. Call `take` no more afterwards. */
  end(): Features {
    this.take(new Float32Array((windowSamples - frameSamples) / 2));
    return this.soFar();
  }

  #describe(sound: Float32Array, from: number): void {
    for (let index = 0; index < windowSamples; index++) {
      const sample = sound[from + index] as number;
      const before = sound[from + index - 1] as number;
      this.#frame[index] = (sample - preEmphasis * before) * (this.#window[index] as number);
    }
    this.#spectrum.of(this.#frame, this.#power);
    this.#values.grow(coefficients);
    this.#cepstrum.of(this.#power, this.#values.room, this.#values.length - coefficients);
  }

  #measure(samples: Float32Array): void {
    const sound = joined(this.#unmeasured, samples);
    let at = 0;
    for (; at + loudnessSamples <= sound.length; at += loudnessSamples) {
      let sum = 0;
      for (let index = at; index < at + loudnessSamples; index++) sum += (sound[index] as number) ** 2;
      this.#loudness.grow(1);
      this.#loudness.room[this.#loudness.length - 1] = 10 * Math.log10(sum / loudnessSamples + 1e-10);
    }
    this.#unmeasured = sound.slice(at);
  }
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
    return this.room.slice(0, this.length);
  }
}

function joined(before: Float32Array, after: Float32Array): Float32Array {
  const both = new Float32Array(before.length + after.length);
  both.set(before);
  both.set(after, before.length);
  return both;
}
