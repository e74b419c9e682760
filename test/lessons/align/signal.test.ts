import { describe, expect, it } from "vitest";
import {
  coefficients,
  FeatureStream,
  frameMs,
  PowerSpectrum,
} from "../../../src/lessons/align/signal/features.ts";
import { comparedRate, Resampler } from "../../../src/lessons/align/signal/resample.ts";

const sine = (hz: number, rate: number, seconds: number): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hz * at) / rate));

const inPieces = (samples: Float32Array, size: number): Float32Array[] =>
  Array.from({ length: Math.ceil(samples.length / size) }, (_, index) =>
    samples.subarray(index * size, (index + 1) * size),
  );

const resampled = (samples: Float32Array, rate: number, size: number): number[] => {
  const resampler = new Resampler(rate);
  return inPieces(samples, size).flatMap((piece) => [...resampler.take(piece)]);
};

const power = (samples: readonly number[]): number =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;

describe("a power spectrum", () => {
  it("equals the sums of the discrete Fourier transform", () => {
    const frame = Float64Array.from({ length: 32 }, (_, at) => Math.sin(at * 1.7) + 0.3 * Math.cos(at * at));
    const found = new Float64Array(17);
    new PowerSpectrum(32).of(frame, found);
    for (let k = 0; k <= 16; k++) {
      const re = frame.reduce((sum, sample, at) => sum + sample * Math.cos((2 * Math.PI * k * at) / 32), 0);
      const im = frame.reduce((sum, sample, at) => sum + sample * Math.sin((2 * Math.PI * k * at) / 32), 0);
      expect(found[k]).toBeCloseTo(re * re + im * im, 8);
    }
  });

  it("requires a power of two", () => {
    expect(() => new PowerSpectrum(500)).toThrow("not a power of two");
  });
});

describe("resampling", () => {
  it.each([8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000])(
    "keeps the audible band at %i Hz",
    (rate) => {
      const made = resampled(sine(440, rate, 1), rate, 4_096);
      expect(made.length).toBeGreaterThan(comparedRate * 0.995);
      expect(made.length).toBeLessThanOrEqual(comparedRate);
      const expected = sine(440, comparedRate, 1);
      for (let at = 800; at < 15_000; at += 37) expect(made[at]).toBeCloseTo(expected[at] as number, 2);
    },
  );

  it("removes frequencies that would alias", () => {
    expect(power(resampled(sine(11_000, 48_000, 1), 48_000, 9_999))).toBeLessThan(0.0001);
  });

  it("does not depend on how the sound is divided into pieces", () => {
    const sound = sine(700, 44_100, 0.5);
    expect(resampled(sound, 44_100, 17)).toEqual(resampled(sound, 44_100, 22_050));
  });
});

describe("features", () => {
  const sound = Float32Array.from({ length: comparedRate }, (_, at) => (at < 8_000 ? 0 : Math.sin(at * 0.3)));

  it("are one frame every 20 ms and one loudness every 10", () => {
    const stream = new FeatureStream();
    stream.take(sound);
    const { frames, values, loudness } = stream.end();
    expect(frames).toBe(1_000 / frameMs);
    expect(values).toHaveLength(frames * coefficients);
    expect(loudness[49]).toBe(-100);
    expect(loudness[51]).toBeCloseTo(-3, 0);
  });

  it("do not depend on how the sound is divided into pieces", () => {
    const [whole, pieces] = [new FeatureStream(), new FeatureStream()];
    whole.take(sound);
    for (const piece of inPieces(sound, 333)) pieces.take(piece);
    expect(pieces.end()).toEqual(whole.end());
  });

  it("with several stretches of the bands are the same as with each alone, also once one is chosen", () => {
    const together = new FeatureStream([0.84, 1.18]);
    const alone = [0.84, 1.18].map((stretch) => new FeatureStream([stretch]));
    for (const stream of [together, ...alone]) stream.take(sound);
    expect(together.soFar()).toEqual(alone.flatMap((stream) => stream.soFar()));
    together.choose(1);
    for (const stream of [together, ...alone]) stream.take(sound);
    expect(together.end()).toEqual(alone[1]?.end());
  });
});
