import { type Samples, sampleRate } from "../../shared/speech/sound.ts";

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

// The two filters of ITU-R BS.1770 at our sample rate, as constants: computing them would differ between machines in the last digit.
const shelf: Biquad = {
  b: [1.4798253509777464, -2.1707286128568293, 0.8608424847265516],
  a: [-1.3383053360661337, 0.5082445589136019],
};
const highPass: Biquad = { b: [1, -2, 1], a: [-1.9783976025901193, 0.9785144195032509] };

const blockSamples = (sampleRate * 400) / 1_000;
const stepSamples = blockSamples / 4;

/** -70 LUFS, the standard's absolute gate. */
const silentPower = 1.1725e-7;

/**
 * The loudness of speech by ITU-R BS.1770, without pauses, as a mean square; `10 * log10` of it minus 0.691 is in LUFS. Null for silence and for
 * sound too short for the standard. `sampleAt` gives a sample between -1 and 1.
 */
export function loudnessOf(samples: Samples, sampleAt: (index: number) => number): number | null {
  const loud = blockPowers(samples, sampleAt).filter((power) => power > silentPower);
  const gate = mean(loud) / 10;
  const spoken = loud.filter((power) => power > gate);
  return spoken.length === 0 ? null : mean(spoken);
}

/** The mean squares of blocks of 400 ms, one every 100 ms. */
function blockPowers(samples: Samples, sampleAt: (index: number) => number): number[] {
  const weigh = [filter(shelf), filter(highPass)] as const;
  const steps: number[] = [];
  let sum = 0;
  for (let index = 0; index < samples.length; index++) {
    const weighted = weigh[1](weigh[0](sampleAt(index)));
    sum += weighted * weighted;
    if ((index + 1) % stepSamples !== 0) continue;
    steps.push(sum);
    sum = 0;
  }
  return steps.slice(3).map((last, at) => {
    const before = (steps[at] ?? 0) + (steps[at + 1] ?? 0) + (steps[at + 2] ?? 0);
    return (before + last) / blockSamples;
  });
}

function filter({ b, a }: Biquad): (sample: number) => number {
  let first = 0;
  let second = 0;
  return (sample) => {
    const made = b[0] * sample + first;
    first = b[1] * sample - a[0] * made + second;
    second = b[2] * sample - a[1] * made;
    return made;
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
