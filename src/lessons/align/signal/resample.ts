/** Samples a second of everything that is compared. */
export const comparedRate = 16_000;

// Zero crossings of the sinc on each side: enough that what lies above half the rate does not fold back audibly.
const crossings = 8;

/**
 * Mono sound brought to `comparedRate`, piece by piece, with a windowed sinc at each of the few phases that a ratio of two whole numbers has. Frequencies
 * above half of the lower rate are taken out.
 */
export class Resampler {
  readonly #step: number;
  readonly #phases: readonly Float32Array[];
  readonly #taps: number;
  /** What may still be needed of the pieces before; begins with silence, so that the first sample stands at time 0. */
  #rest: Float32Array;
  /** Where the next sample stands in the rest, in phases. */
  #at = 0;

  /** `rate`: samples a second of what will be taken. */
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

  /** The samples that the piece completes. */
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

// A sinc of the cutoff (a share of the source's half rate) under a Hann window, for a sample that stands so far behind the middle tap.
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
