import type { Reference } from "../../../src/lessons/align/reference.ts";
import { FeatureStream, type Features } from "../../../src/lessons/align/signal/features.ts";
import { comparedRate } from "../../../src/lessons/align/signal/resample.ts";
import { randomOf } from "../../random.ts";

/** A syllable: a unique pair of tones. */
interface Syllable {
  readonly hertz: readonly [number, number];
  readonly ms: number;
}

/** A sentence with a unique sound, determined by its number. */
function sentence(number: number): Syllable[] {
  const random = randomOf(number + 1);
  return Array.from({ length: 6 + (number % 5) }, () => ({
    hertz: [200 + 800 * random(), 1_200 + 4_000 * random()],
    ms: 120 + 120 * random(),
  }));
}

export interface Said {
  readonly features: Features;
  readonly durationMs: number;
  /** When each sentence is spoken, in ms. */
  readonly times: readonly { readonly startMs: number; readonly endMs: number }[];
}

/** Consecutive sentences at a given speed, with a pause in ms before each sentence and at the end. */
export function say(numbers: readonly number[], { pace = 1, pauses = [400] } = {}): Said {
  const stream = new FeatureStream();
  const times: { startMs: number; endMs: number }[] = [];
  let ms = 0;
  const take = (samples: Float32Array): void => {
    stream.take(samples);
    ms += (samples.length * 1_000) / comparedRate;
  };
  const pause = (index: number): void =>
    take(new Float32Array(((pauses[index % pauses.length] ?? 0) * comparedRate) / 1_000));
  for (const [index, number] of numbers.entries()) {
    pause(index);
    const startMs = ms;
    for (const { hertz, ms: length } of sentence(number)) take(tones(hertz, length / pace));
    times.push({ startMs, endMs: ms });
  }
  pause(numbers.length);
  return { features: stream.end(), durationMs: Math.round(ms), times };
}

/** The same sentences as a reference. */
export function referenceOf(numbers: readonly number[]): Reference {
  const { features, times } = say(numbers, { pauses: [360] });
  const spoken = times.map(({ startMs, endMs }) => ({
    from: Math.round(startMs / 20),
    to: Math.round(endMs / 20),
  }));
  return { features, spoken };
}

function tones(hertz: readonly number[], ms: number): Float32Array {
  const samples = new Float32Array(Math.round((ms * comparedRate) / 1_000));
  for (const [voice, hz] of hertz.entries()) {
    for (let at = 0; at < samples.length; at++) {
      samples[at] =
        (samples[at] as number) + (0.3 / (voice + 1)) * Math.sin((2 * Math.PI * hz * at) / comparedRate);
    }
  }
  return samples;
}
