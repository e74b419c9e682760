import { integratedPower, WeighedSteps, type Weighting } from "../../shared/speech/loudness.ts";
import { sampleRate } from "../../shared/speech/sound.ts";

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
 * The loudness of speech by ITU-R BS.1770, without pauses, as a mean square; null for silence and for sound too short for the standard. Samples are
 * between -1 and 1.
 */
export function loudnessOf(samples: Float64Array): number | null {
  const steps = new WeighedSteps(weighting, stepSamples);
  steps.take(samples);
  return integratedPower(steps.sums, stepSamples);
}
