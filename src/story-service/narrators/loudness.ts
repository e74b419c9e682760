import { integratedPower, WeighedSteps, type Weighting } from "../../shared/speech/loudness.ts";
import { type Samples, sampleRate } from "../../shared/speech/sound.ts";

// The two filters of ITU-R BS.1770 at our sample rate, as constants: computing them would differ between machines in the last digit.
const weighting: Weighting = {
  shelf: {
    b: [1.4798253509777464, -2.1707286128568293, 0.8608424847265516],
    a: [-1.3383053660361337, 0.5082445389136019],
  },
  highPass: { b: [1, -2, 1], a: [-1.9783976025901193, 0.9785144195032509] },
};

const stepSamples = sampleRate / 10;

/**
 * The loudness of speech by ITU-R BS.1770, without pauses, as a mean square; null for silence and for sound too short for the standard. `sampleAt` gives a sample between -1 and 1.
 */
export function loudnessOf(samples: Samples, sampleAt: (index: number) => number): number | null {
  const steps = new WeighedSteps(weighting, stepSamples);
  for (let index = 0; index < samples.length; index++) steps.take(sampleAt(index));
  return integratedPower(steps.sums, stepSamples);
}
