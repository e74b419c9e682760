/** A filter of the second order, as its five factors. */
export interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** The two filters of ITU-R BS.1770 at a sample rate (K-weighting). */
export interface Weighting {
  readonly shelf: Biquad;
  readonly highPass: Biquad;
}

/** The filters at any sample rate. Their last digits differ between machines: what must be the same everywhere writes its factors out. */
export function weightingAt(rate: number): Weighting {
  const gain = 10 ** (3.999843853973347 / 20);
  const bend = gain ** 0.4996667741545416;
  const [k, q] = [Math.tan((Math.PI * 1681.974450955533) / rate), 0.7071752369554196];
  const unit = 1 + k / q + k * k;
  const [low, lowQ] = [Math.tan((Math.PI * 38.13547087602444) / rate), 0.5003270373238773];
  const lowUnit = 1 + low / lowQ + low * low;
  return {
    shelf: {
      b: [
        (gain + (bend * k) / q + k * k) / unit,
        (2 * (k * k - gain)) / unit,
        (gain - (bend * k) / q + k * k) / unit,
      ],
      a: [(2 * (k * k - 1)) / unit, (1 - k / q + k * k) / unit],
    },
    highPass: { b: [1, -2, 1], a: [(2 * (low * low - 1)) / lowUnit, (1 - low / lowQ + low * low) / lowUnit] },
  };
}

/** Weighs one channel of a sound as it passes, in steps of 100 ms; none of it is kept. */
export class WeighedSteps {
  /** The sum of the squares of each whole step. */
  readonly sums: number[] = [];
  readonly #stepSamples: number;
  readonly #shelf: (sample: number) => number;
  readonly #highPass: (sample: number) => number;
  #sum = 0;
  #count = 0;

  constructor(weighting: Weighting, stepSamples: number) {
    this.#stepSamples = stepSamples;
    this.#shelf = filter(weighting.shelf);
    this.#highPass = filter(weighting.highPass);
  }

  /** `sample`: between -1 and 1. */
  take(sample: number): void {
    const weighted = this.#highPass(this.#shelf(sample));
    this.#sum += weighted * weighted;
    this.#count += 1;
    if (this.#count < this.#stepSamples) return;
    this.sums.push(this.#sum);
    this.#sum = 0;
    this.#count = 0;
  }
}

/** -70 LUFS, below which nobody speaks. */
const silentPower = 1.1725e-7;

/**
 * The integrated loudness of EBU R 128, pauses left out, from the sums of steps of 100 ms, as a mean square: `lufsOf` tells it in LUFS. Null for what is
 * shorter than the standard can measure, and for silence.
 */
export function integratedPower(sums: readonly number[], stepSamples: number): number | null {
  const blocks = sums.slice(3).map((last, at) => {
    const before = (sums[at] ?? 0) + (sums[at + 1] ?? 0) + (sums[at + 2] ?? 0);
    return (before + last) / (4 * stepSamples);
  });
  const loud = blocks.filter((power) => power > silentPower);
  const gate = mean(loud) / 10;
  const spoken = loud.filter((power) => power > gate);
  return spoken.length === 0 ? null : mean(spoken);
}

/** A mean square of weighed sound in LUFS. */
export function lufsOf(power: number): number {
  return 10 * Math.log10(power) - 0.691;
}

function filter({ b, a }: Biquad): (sample: number) => number {
  const [b0, b1, b2] = b;
  const [a1, a2] = a;
  let first = 0;
  let second = 0;
  return (sample) => {
    const made = b0 * sample + first;
    first = b1 * sample - a1 * made + second;
    second = b2 * sample - a2 * made;
    return made;
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
