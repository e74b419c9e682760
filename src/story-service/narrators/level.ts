import { type Samples, sampleRate } from "../../shared/speech/sound.ts";
import { loudnessOf } from "./loudness.ts";

/** -17.5 LUFS: encoding lowers it by half a unit, and -18 is the middle of what spoken word is published at. */
const targetPower = 0.02085;

/** -4 dBFS, so that encoded peaks stay below -3. */
const mostSample = 20_675;

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
  let gain = 1;
  for (let round = 0; round < rounds; round++) {
    const envelope = envelopeOf(trimmed, gain);
    const power = loudnessOf(
      trimmed,
      (index) => (sampleOf(trimmed, index) * factorAt(envelope, index)) / 32_768,
    );
    if (power === null) return trimmed;
    gain *= Math.sqrt(targetPower / power);
  }
  const envelope = envelopeOf(trimmed, gain);
  return trimmed.map((sample, index) => Math.round(sample * factorAt(envelope, index)));
}

function withoutTail(samples: Samples): Samples {
  const last = samples.findLastIndex((sample) => Math.abs(sample) >= quietest);
  return samples.subarray(0, Math.min(samples.length, last + 1 + (tailMs * sampleRate) / 1_000));
}

/**
 * The gain at each border between two blocks of 10 ms, reduced where a peak of either block would exceed the maximum. Interpolated between borders,
 * so nothing clips.
 */
function envelopeOf(samples: Samples, gain: number): Float64Array {
  const blocks = Math.ceil(samples.length / blockSamples);
  const factors = Float64Array.from({ length: blocks }, (_, block) => {
    const peak = peakOf(samples.subarray(block * blockSamples, (block + 1) * blockSamples));
    return peak * gain > mostSample ? mostSample / peak : gain;
  });
  return Float64Array.from({ length: blocks + 1 }, (_, border) =>
    Math.min(factors[border - 1] ?? gain, factors[border] ?? gain),
  );
}

function peakOf(samples: Samples): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

function factorAt(envelope: Float64Array, index: number): number {
  const block = Math.floor(index / blockSamples);
  const from = envelope[block] ?? 0;
  const to = envelope[block + 1] ?? from;
  return from + ((to - from) * (index % blockSamples)) / blockSamples;
}

function sampleOf(samples: Samples, index: number): number {
  return samples[index] ?? 0;
}
