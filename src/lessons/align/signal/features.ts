import { comparedRate, SampleQueue } from "./resample.ts";

/** Time from one frame to the next. */
export const frameMs = 20;
/** Time from one loudness value to the next. */
export const loudnessMs = 10;

const windowSamples = 512;
const frameSamples = (comparedRate * frameMs) / 1_000;
const loudnessSamples = (comparedRate * loudnessMs) / 1_000;
const preEmphasis = 0.97;

export interface Features {
  /** Number of frames of `frameMs`. */
  readonly frames: number;
  /** `coefficients` numbers per frame. */
  readonly values: Float32Array;
  /** In dB of full scale; one number per `loudnessMs`. */
  readonly loudness: Float32Array;
}

/** Extracts the features of a stream of mono sound at `comparedRate`. Each frame's window is centred on the frame. */
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

/** Power spectra of real frames: n samples are transformed as n / 2 complex numbers, which are then separated, in half the time. */
class PowerSpectrum {
  readonly #half: number;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #reversed: Uint16Array;

  constructor(length: number) {
    if (length < 4 || !Number.isInteger(Math.log2(length)))
      throw new Error(`the length is not a power of two: ${length}`);
    this.#half = length / 2;
    this.#real = new Float64Array(this.#half);
    this.#imaginary = new Float64Array(this.#half);
    this.#cosines = Float64Array.from({ length: this.#half }, (_, k) => Math.cos((2 * Math.PI * k) / length));
    this.#sines = Float64Array.from({ length: this.#half }, (_, k) => Math.sin((2 * Math.PI * k) / length));
    this.#reversed = reversedBits(this.#half);
  }

  /** Writes the power at 0 to n / 2 cycles per frame into `power`, which must hold n / 2 + 1 numbers. */
  of(frame: Float64Array, power: Float64Array): void {
    const half = this.#half;
    for (let at = 0; at < half; at++) {
      const from = 2 * (this.#reversed[at] as number);
      this.#real[at] = frame[from] as number;
      this.#imaginary[at] = frame[from + 1] as number;
    }
    for (let size = 2; size <= half; size *= 2) this.#butterflies(size);
    for (let k = 0; k <= half / 2; k++) this.#separate(k, power);
  }

  #butterflies(size: number): void {
    const [real, imaginary] = [this.#real, this.#imaginary];
    const stride = (2 * this.#half) / size;
    for (let start = 0; start < this.#half; start += size) {
      for (let k = 0; k < size / 2; k++) {
        const cosine = this.#cosines[k * stride] as number;
        const sine = this.#sines[k * stride] as number;
        const upper = start + k;
        const lower = upper + size / 2;
        const re = (real[lower] as number) * cosine + (imaginary[lower] as number) * sine;
        const im = (imaginary[lower] as number) * cosine - (real[lower] as number) * sine;
        real[lower] = (real[upper] as number) - re;
        imaginary[lower] = (imaginary[upper] as number) - im;
        real[upper] = (real[upper] as number) + re;
        imaginary[upper] = (imaginary[upper] as number) + im;
      }
    }
  }

  /** Combines the spectra of the even and the odd samples at k and at its mirror. */
  #separate(k: number, power: Float64Array): void {
    const half = this.#half;
    const mirror = (half - k) % half;
    const evenRe = ((this.#real[k] as number) + (this.#real[mirror] as number)) / 2;
    const evenIm = ((this.#imaginary[k] as number) - (this.#imaginary[mirror] as number)) / 2;
    const oddRe = ((this.#imaginary[k] as number) + (this.#imaginary[mirror] as number)) / 2;
    const oddIm = ((this.#real[mirror] as number) - (this.#real[k] as number)) / 2;
    const cosine = this.#cosines[k] as number;
    const sine = this.#sines[k] as number;
    const re = oddRe * cosine + oddIm * sine;
    const im = oddIm * cosine - oddRe * sine;
    power[k] = (evenRe + re) ** 2 + (evenIm + im) ** 2;
    power[half - k] = (evenRe - re) ** 2 + (evenIm - im) ** 2;
  }
}

function reversedBits(count: number): Uint16Array {
  const bits = Math.log2(count);
  return Uint16Array.from({ length: count }, (_, index) => {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit++) if ((index >> bit) & 1) reversed |= 1 << (bits - 1 - bit);
    return reversed;
  });
}

/** Numbers per frame. */
export const coefficients = 13;

const bands = 26;
const lowestHz = 80;
const highestHz = 7_600;
// Far below the quietest sound; keeps the logarithm of silence finite.
const leastPower = 1e-10;

/** Mel-frequency cepstral coefficients of a power spectrum (Davis and Mermelstein, IEEE Transactions on ASSP 28, 1980). */
class MelCepstrum {
  readonly #filters: readonly Filter[];
  readonly #cosines: readonly Float64Array[];
  readonly #logs = new Float64Array(bands);

  /** `frameSamples`: samples per spectrum. `stretch`: factor for the frequencies of the bands. */
  constructor(frameSamples: number, stretch = 1) {
    this.#filters = filterBank(frameSamples, stretch);
    this.#cosines = Array.from({ length: coefficients }, (_, k) =>
      Float64Array.from(
        { length: bands },
        (_, band) => Math.cos((Math.PI * k * (band + 0.5)) / bands) * Math.sqrt(2 / bands),
      ),
    );
  }

  /** Writes the coefficients of a spectrum into `into`, starting at `at`. */
  of(power: Float64Array, into: Float32Array, at: number): void {
    for (let band = 0; band < bands; band++) {
      const { first, weights } = this.#filters[band] as Filter;
      let sum = 0;
      for (let k = 0; k < weights.length; k++) sum += (weights[k] as number) * (power[first + k] as number);
      this.#logs[band] = Math.log(sum + leastPower);
    }
    for (let k = 0; k < coefficients; k++) {
      const cosines = this.#cosines[k] as Float64Array;
      let sum = 0;
      for (let band = 0; band < bands; band++)
        sum += (cosines[band] as number) * (this.#logs[band] as number);
      into[at + k] = sum;
    }
  }
}

interface Filter {
  readonly first: number;
  readonly weights: Float64Array;
}

function filterBank(frameSamples: number, stretch: number): Filter[] {
  const [low, high] = [melOf(lowestHz), melOf(highestHz)];
  const edges = Array.from({ length: bands + 2 }, (_, index) => {
    const hz = hertzOf(low + ((high - low) * index) / (bands + 1));
    return Math.min((hz * stretch) / comparedRate, 0.5) * frameSamples;
  });
  return Array.from({ length: bands }, (_, band) => {
    const [left = 0, middle = 0, right = 0] = edges.slice(band, band + 3);
    const first = Math.ceil(left);
    const weights = Float64Array.from({ length: Math.floor(right) - first + 1 }, (_, k) => {
      const at = first + k;
      return at <= middle ? (at - left) / (middle - left) : (right - at) / (right - middle);
    });
    return { first, weights };
  });
}

function melOf(hz: number): number {
  return 2_595 * Math.log10(1 + hz / 700);
}

function hertzOf(mel: number): number {
  return 700 * (10 ** (mel / 2_595) - 1);
}
