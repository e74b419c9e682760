/** Samples per second of all compared sound. */
export const comparedRate = 16_000;

// Zero crossings of the sinc on each side: enough to suppress audible aliasing.
const crossings = 8;

/** Resamples mono sound to `comparedRate` in chunks, with a windowed sinc for each of the few phases of a rational ratio. */
export class Resampler {
  readonly #isNeeded: boolean;
  readonly #step: number;
  readonly #phases: number;
  readonly #tapsOf: Float32Array;
  readonly #taps: number;
  /** Begins with silence, so that the first sample is at time 0. */
  readonly #sound: SampleQueue;
  /** Position of the next sample in `#sound`, in phases. */
  #at = 0;
  #made = new Float32Array(4_096);

  /** `rate`: samples per second of the input. */
  constructor(rate: number) {
    this.#isNeeded = rate !== comparedRate;
    const divisor = greatestCommonDivisor(rate, comparedRate);
    this.#phases = comparedRate / divisor;
    this.#step = rate / divisor;
    const cutoff = Math.min(1, comparedRate / rate);
    const reach = Math.ceil(crossings / cutoff);
    this.#taps = 2 * reach;
    this.#tapsOf = new Float32Array(this.#phases * this.#taps);
    for (let phase = 0; phase < this.#phases; phase++) {
      this.#tapsOf.set(tapsAt(phase / this.#phases, { reach, cutoff }), phase * this.#taps);
    }
    this.#sound = new SampleQueue(reach - 1);
  }

  /** The samples that the chunk completes. Valid until the next call, which writes to the same memory. */
  take(piece: Float32Array): Float32Array {
    if (!this.#isNeeded) return piece;
    this.#sound.append(piece);
    const last = (this.#sound.length - this.#taps + 1) * this.#phases - 1;
    const count = last < this.#at ? 0 : Math.floor((last - this.#at) / this.#step) + 1;
    if (count > this.#made.length) this.#made = new Float32Array(2 * count);
    this.#make(count);
    const done = Math.min(Math.floor(this.#at / this.#phases), this.#sound.length);
    this.#sound.drop(done);
    this.#at -= done * this.#phases;
    return this.#made.subarray(0, count);
  }

  #make(count: number): void {
    const [made, sound, weights] = [this.#made, this.#sound.samples, this.#tapsOf];
    const [phases, step, taps] = [this.#phases, this.#step, this.#taps];
    let from = Math.floor(this.#at / phases);
    let phase = this.#at % phases;
    for (let index = 0; index < count; index++) {
      const weight = phase * taps;
      // Two sums, because a processor adds several numbers at once only if they don't wait for each other.
      let even = 0;
      let odd = 0;
      for (let tap = 0; tap < taps; tap += 2) {
        even += (weights[weight + tap] as number) * (sound[from + tap] as number);
        odd += (weights[weight + tap + 1] as number) * (sound[from + tap + 1] as number);
      }
      made[index] = even + odd;
      phase += step;
      while (phase >= phases) {
        phase -= phases;
        from += 1;
      }
    }
    this.#at += count * step;
  }
}

// A Hann-windowed sinc with the cutoff as a share of the source's half rate, for a sample at `fraction` behind the middle tap.
function tapsAt(fraction: number, { reach, cutoff }: { reach: number; cutoff: number }): Float32Array {
  return Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - (reach - 1) - fraction;
    const x = Math.PI * distance * cutoff;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
    return (Math.abs(x) < 1e-9 ? 1 : Math.sin(x) / x) * window * cutoff;
  });
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Samples kept until more arrive. Its memory is reused, so that streaming a long recording leaves no garbage behind. */
export class SampleQueue {
  #room = new Float32Array(4_096);
  #length = 0;

  /** `silence`: samples of silence that it begins with. */
  constructor(silence = 0) {
    this.append(new Float32Array(silence));
  }

  get length(): number {
    return this.#length;
  }

  /** The waiting samples at the beginning of a longer array. Valid until the next `append`. */
  get samples(): Float32Array {
    return this.#room;
  }

  append(samples: Float32Array): void {
    const length = this.#length + samples.length;
    if (length > this.#room.length) {
      const larger = new Float32Array(2 * length);
      larger.set(this.#room.subarray(0, this.#length));
      this.#room = larger;
    }
    this.#room.set(samples, this.#length);
    this.#length = length;
  }

  /** Removes the first `count` samples. */
  drop(count: number): void {
    this.#room.copyWithin(0, count, this.#length);
    this.#length -= count;
  }
}
