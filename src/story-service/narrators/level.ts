import { type Samples, sampleRate } from "../../shared/speech/sound.ts";
import { loudnessOf } from "./loudness.ts";

/** -17.5 LUFS: encoding lowers it by half a unit, and -18 is the middle of what spoken word is published at. */
const targetPower = 0.02085;

/** -4 dBFS, so that encoded peaks stay below -3. */
const mostSample = 20_675;

/** The samples' unit: 16 bits, signed. */
const fullScale = 32_768;

/** Anything below -60 dBFS is not speech. */
const quietest = 33;

/** As long as a breath after the last word. */
const tailMs = 200;

const blockSamples = sampleRate / 100;

/** Limiting the peaks lowers the loudness a little; the next round compensates. */
const rounds = 5;

/**
 * Normalizes speech to the loudness of published spoken word and trims its end. Uses only multiplication and addition, so the same samples give the
 * same result on every machine.
 */
export function levelled(samples: Samples): Samples {
  const trimmed = withoutTail(samples);
  const peaks = peaksOf(trimmed);
  let gain = 1;
  for (let round = 0; round < rounds; round++) {
    const power = loudnessOf(amplified(trimmed, envelopeOf(peaks, gain), 1 / fullScale));
    if (power === null) return trimmed;
    gain *= Math.sqrt(targetPower / power);
  }
  const loud = amplified(trimmed, envelopeOf(peaks, gain), 1);
  const rounded = new Int16Array(loud.length);
  for (let index = 0; index < loud.length; index++) rounded[index] = Math.round(loud[index] as number);
  return rounded;
}

function withoutTail(samples: Samples): Samples {
  const last = samples.findLastIndex((sample) => Math.abs(sample) >= quietest);
  return samples.subarray(0, Math.min(samples.length, last + 1 + (tailMs * sampleRate) / 1_000));
}

/** The highest sample of each block of 10 ms. */
function peaksOf(samples: Samples): Float64Array {
  const peaks = new Float64Array(Math.ceil(samples.length / blockSamples));
  for (let block = 0; block < peaks.length; block++) {
    const end = Math.min(samples.length, Math.trunc((block + 1) * blockSamples));
    let peak = 0;
    for (let index = Math.trunc(block * blockSamples); index < end; index++)
      peak = Math.max(peak, Math.abs(samples[index] as number));
    peaks[block] = peak;
  }
  return peaks;
}

/**
 * The gain at each border between two blocks, reduced where a peak of either block would exceed the maximum. Interpolated between borders, so nothing
 * clips.
 */
function envelopeOf(peaks: Float64Array, gain: number): Float64Array {
  const factors = peaks.map((peak) => (peak * gain > mostSample ? mostSample / peak : gain));
  return Float64Array.from({ length: peaks.length + 1 }, (_, border) =>
    Math.min(factors[border - 1] ?? gain, factors[border] ?? gain),
  );
}

/** The samples under an envelope, times `scale`, which is a power of two: it changes no digit. */
function amplified(samples: Samples, envelope: Float64Array, scale: number): Float64Array {
  const made = new Float64Array(samples.length);
  for (let index = 0; index < samples.length; index++) {
    const block = Math.floor(index / blockSamples);
    const from = envelope[block] as number;
    const factor = from + (((envelope[block + 1] as number) - from) * (index % blockSamples)) / blockSamples;
    made[index] = (samples[index] as number) * factor * scale;
  }
  return made;
}
