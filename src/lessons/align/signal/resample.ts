/** Samples per second of all compared sound. */
export const comparedRate = 16_000;

// Zero crossings of the sinc on each side: enough to suppress audible aliasing.
const crossings = 8;

/**
 * Resamples mono sound to `comparedRate` in chunks, with a windowed sinc for each of the few phases of a rational ratio. Removes
 * frequencies above half the lower rate.
 */
export class Resampler {
  readonly #step: number;
  readonly #phases: readonly Float32Array[];
  readonly #taps: number;
  /** Samples still needed from earlier chunks. Begins with silence, so that the first sample is at time 0. */
  #rest: Float32Array;
  /** Position of the next sample in `#rest`, in phases. */
  #at = 0;

  /** `rate`: samples per second of the input. */
  constructor(rate: number) {
    const divisor = greatestCommonDivisor(rate, comparedRate);
    const count = comparedRate / divisor;
    this.#step = rate / divisor;
    const cutoff = Math.min(1, comparedRate / rate);
    const reach = Math.ceil(crossings / cutoff);
    this.#taps = 2 * reach;
    this.#phases = Array.from({ length: count }, (_, phase) => tapsAt(phase / count, { reach, cutoff }));
    this.#rest = new Float32Array(reach - 1);
  }

  /** The samples that the chunk completes. */
  take(piece: Float32Array): Float32Array {
    const count = this.#phases.length;
    const sound = new Float32Array(this.#rest.length + piece.length);
    sound.set(this.#rest);
    sound.set(piece, this.#rest.length);
    const most = sound.length - this.#taps;
    const last = Math.floor(this.#at / count);
    const made = new Float32Array(
      most < last ? 0 : Math.floor(((most + 1) * count - 1 - this.#at) / this.#step) + 1,
    );
    for (let index = 0; index < made.length; index++) {
      const from = Math.floor(this.#at / count);
      const taps = this.#phases[this.#at % count] as Float32Array;
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++)
        sum += (taps[tap] as number) * (sound[from + tap] as number);
      made[index] = sum;
      this.#at += this.#step;
    }
    const done = Math.min(Math.floor(this.#at / count), sound.length);
    this.#rest = sound.slice(done);
    this.#at -= done * count;
    return made;
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
