/** A second-order filter, as its five coefficients. */
export interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** The two filters of ITU-R BS.1770 at a sample rate (K-weighting). */
export interface Weighting {
  readonly shelf: Biquad;
  readonly highPass: Biquad;
}

/**
 * The filters at any sample rate. The last digits of their coefficients differ between machines: code whose results must be the same everywhere
 * spells out its coefficients.
 */
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

/** Weights one channel of a sound as it streams, in steps of 100 ms; no samples are kept. */
export class WeighedSteps {
  /** The sum of the squares of each whole step. */
  readonly sums: number[] = [];
  readonly #weighting: Weighting;
  readonly #stepSamples: number;
  /** What both filters carry over to the next sample. */
  #carried: readonly [number, number, number, number] = [0, 0, 0, 0];
  #sum = 0;
  #count = 0;

  constructor(weighting: Weighting, stepSamples: number) {
    this.#weighting = weighting;
    this.#stepSamples = stepSamples;
  }

  /** Samples between -1 and 1. One loop over local numbers: a call per sample takes ten times as long. */
  take(samples: Float32Array | Float64Array): void {
    const [s0, s1, s2] = this.#weighting.shelf.b;
    const [t1, t2] = this.#weighting.shelf.a;
    const [h0, h1, h2] = this.#weighting.highPass.b;
    const [k1, k2] = this.#weighting.highPass.a;
    let [shelf1, shelf2, high1, high2] = this.#carried;
    let sum = this.#sum;
    let left = this.#stepSamples - this.#count;
    for (let index = 0; index < samples.length; index++) {
      const sample = samples[index] as number;
      const raised = s0 * sample + shelf1;
      shelf1 = s1 * sample - t1 * raised + shelf2;
      shelf2 = s2 * sample - t2 * raised;
      const weighted = h0 * raised + high1;
      high1 = h1 * raised - k1 * weighted + high2;
      high2 = h2 * raised - k2 * weighted;
      sum += weighted * weighted;
      left -= 1;
      if (left > 0) continue;
      this.sums.push(sum);
      sum = 0;
      left = this.#stepSamples;
    }
    this.#carried = [shelf1, shelf2, high1, high2];
    this.#sum = sum;
    this.#count = this.#stepSamples - left;
  }
}

/** -70 LUFS, below which nobody speaks. */
const silentPower = 1.1725e-7;

/**
 * The integrated loudness according to EBU R 128, without pauses, as a mean square, computed from the sums of steps of 100 ms; `lufsOf` converts it to
 * LUFS. Null for sound that is shorter than the standard can measure, and for silence.
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

/** A mean square of weighted sound, in LUFS. */
export function lufsOf(power: number): number {
  return 10 * Math.log10(power) - 0.691;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
