import { integratedPower, lufsOf, WeighedSteps, weightingAt } from "../../shared/speech/loudness.ts";

/** The length that EBU R 128 needs at least, with room for its gate: shorter speech is measured as a whole. */
const gatedSeconds = 0.8;

/** How long the filters take to forget how a sound began. */
const settleSeconds = 0.1;

/**
 * The loudness of speech in LUFS: by ITU-R BS.1770 with its gate, and of what is too short for the gate the K-weighted mean. Null for silence.
 * `samples`: one channel, between -1 and 1; `from`, `to`: in samples. Pure.
 */
export function loudnessOf(
  samples: Float32Array,
  rate: number,
  { from = 0, to = samples.length }: { readonly from?: number; readonly to?: number } = {},
): number | null {
  const stepSamples = Math.round(rate / 10);
  const settle = Math.min(from, Math.round(settleSeconds * rate));
  const isShort = to - from < gatedSeconds * rate;
  const steps = new WeighedSteps(weightingAt(rate), isShort ? 1 : stepSamples);
  steps.take(samples.subarray(from - settle, from));
  const skipped = steps.sums.length;
  steps.take(samples.subarray(from, to));
  const sums = steps.sums.slice(skipped);
  const power = isShort ? meanOf(sums) : integratedPower(sums, stepSamples);
  return power === null || power === 0 ? null : lufsOf(power);
}

function meanOf(sums: readonly number[]): number | null {
  return sums.length === 0 ? null : sums.reduce((all, one) => all + one, 0) / sums.length;
}

/** The factor for a difference in loudness. */
export function factorFor(decibels: number): number {
  return 10 ** (decibels / 20);
}
