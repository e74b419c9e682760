import { beforeAll, describe, expect, it } from "vitest";
import { measureSound, SoundMeter } from "../../../src/lessons/recording/measure-sound.ts";
import { outsideAudiobook, type SoundMeasures } from "../../../src/lessons/recording/sound-measures.ts";
import { sampleRate } from "../../../src/shared/speech/sound.ts";
import { encodeMp3, levelled } from "../../../src/story-service/narrators/narrate-inline.ts";
import { loadMeter, type Meter } from "../../meter.ts";

let reference: Meter;

beforeAll(async () => {
  reference = await loadMeter();
});

/** A voice-like sound: harmonics that swell and fade like syllables, with a pause every few seconds. */
function speech(rate: number, seconds: number, gain = 0.2): Float32Array {
  return Float32Array.from({ length: rate * seconds }, (_, at) => {
    const t = at / rate;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 3.1 * t)) * (t % 4 < 3.4 ? 1 : 0);
    const voice = [1, 2, 3, 5, 9].reduce((sum, n) => sum + Math.sin(2 * Math.PI * 140 * n * t + n) / n, 0);
    return gain * syllable * voice;
  });
}

function measure(rate: number, ...channels: readonly Float32Array[]): SoundMeasures {
  const meter = new SoundMeter(rate, channels.length);
  const length = channels[0]?.length ?? 0;
  // In pieces of uneven length, as from a decoder.
  for (let at = 0; at < length; at += 1_151) {
    const parts = channels.map((samples) => samples.subarray(at, at + 1_151));
    meter.take(parts, parts[0]?.length ?? 0);
  }
  return meter.end();
}

const silence = (rate: number, seconds: number) => new Float32Array(rate * seconds);
const joined = (...parts: readonly Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

describe("a sound", () => {
  it.each([16_000, 22_050, 44_100, 48_000])(
    "has the loudness and true peak that another EBU R 128 meter measures, at %i Hz",
    (rate) => {
      const samples = speech(rate, 12);
      const { loudness, peak, durationMs } = measure(rate, samples);
      expect(durationMs).toBe(12_000);
      expect(Math.abs((loudness ?? 0) - reference.ebur128_integrated_mono(rate, samples))).toBeLessThan(0.11);
      expect(Math.abs((peak ?? 0) - reference.ebur128_true_peak_mono(rate, samples))).toBeLessThan(0.3);
    },
  );

  it("is 3 dB louder in two channels than in one", () => {
    const samples = speech(44_100, 10);
    const { loudness } = measure(44_100, samples, samples);
    const expected = reference.ebur128_integrated_stereo(44_100, samples, samples);
    expect(Math.abs((loudness ?? 0) - expected)).toBeLessThan(0.11);
    expect((loudness ?? 0) - (measure(44_100, samples).loudness ?? 0)).toBeCloseTo(3, 0);
  });

  it("can have its peak between two samples", () => {
    // Four samples per period, none of them at its top.
    const samples = Float32Array.from({ length: 48_000 }, (_, at) =>
      at < 12_000 || at > 36_000 ? 0 : 0.9 * Math.sin((Math.PI / 2) * at + Math.PI / 4),
    );
    expect(Math.max(...samples)).toBeLessThan(0.65);
    expect(measure(48_000, samples).peak).toBeCloseTo(20 * Math.log10(0.9), 0);
  });

  it("counts as clipped where it stays at full scale, but not at single peaks", () => {
    const rate = 22_050;
    const clipped = speech(rate, 4, 2).map((sample) => Math.max(-1, Math.min(1, sample)));
    const { clipped: runs, clippedAtMs } = measure(rate, joined(silence(rate, 2), clipped));
    expect(runs).toBeGreaterThan(100);
    expect(clippedAtMs).toBeGreaterThanOrEqual(2_000);
    expect(clippedAtMs).toBeLessThan(2_500);
    const single = speech(rate, 4).map((sample, at) => (at % 5_000 === 0 ? 1 : sample));
    expect(measure(rate, single)).toMatchObject({ clipped: 0, clippedAtMs: null });
  });

  it("has a list of silences of a second or more, including those at both ends", () => {
    const rate = 22_050;
    const part = speech(rate, 3);
    const sound = joined(silence(rate, 2), part, silence(rate, 5), part, silence(rate, 3));
    const { silences } = measure(rate, sound);
    const seconds = silences.map(({ from, to }) => [from / 1_000, to / 1_000].map(Math.round));
    expect(seconds).toEqual([
      [0, 2],
      [5, 10],
      [13, 16],
    ]);
  });

  it.each([
    ["a full-scale sine, whose mean square is half", 1, -3],
    ["a sine at a tenth", 0.1, -23],
  ])("has the level of %s, and the noise of its quietest half second", (_, gain, level) => {
    const rate = 22_050;
    const sine = Float32Array.from(
      { length: rate * 4 },
      (_one, at) => gain * Math.sin((2 * Math.PI * 440 * at) / rate),
    );
    const hiss = Float32Array.from({ length: rate }, (_one, at) => (at % 2 === 0 ? 0.002 : -0.002));
    expect(measure(rate, sine).rms).toBeCloseTo(level, 1);
    expect(measure(rate, joined(sine, hiss, sine)).floor).toBeCloseTo(20 * Math.log10(0.002), 1);
    // Two tenths of a second between words are too short to be measured.
    expect(measure(rate, joined(sine, silence(rate, 0.2), sine)).floor).toBeGreaterThan(level - 3);
  });

  it.each([
    [{ rms: -23, peak: -3, floor: -60 }, []],
    [{ rms: -18, peak: -3.5, floor: -65 }, []],
    [{ rms: null, peak: null, floor: null }, []],
    [{ rms: -23.1, peak: -3.5, floor: -65 }, ["rms"]],
    [{ rms: -17.9, peak: -2.9, floor: -59.9 }, ["rms", "peak", "floor"]],
  ] as const)("with the measures %j is refused by audiobook shops for %j", (measured, refused) => {
    const outside = outsideAudiobook(measured);
    expect(outside).toEqual(refused.map((measure_) => ({ measure: measure_, value: measured[measure_] })));
  });

  it("has neither loudness nor peak if it is digital silence", () => {
    const none = { loudness: null, peak: null, rms: null, floor: null, clippedAtMs: null };
    expect(measure(22_050, silence(22_050, 5))).toEqual({
      ...none,
      durationMs: 5_000,
      clipped: 0,
      silences: [],
    });
  });
});

const seconds = 8;

const voice = Int16Array.from({ length: seconds * sampleRate }, (_, at) => {
  const t = at / sampleRate;
  return 9_000 * Math.max(0, Math.sin(2 * Math.PI * 3 * t)) * Math.sin(2 * Math.PI * 190 * t);
});

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 4_001) yield bytes.subarray(at, at + 4_001);
}

describe("a recording that is measured as a stream", () => {
  it("has the loudness to which its narrator normalized it", async () => {
    const measures = await measureSound(piecesOf(await encodeMp3(levelled(voice))));
    expect(Math.abs((measures?.loudness ?? 0) + 18)).toBeLessThan(1);
    expect(measures?.peak).toBeLessThan(-3);
    expect(measures?.durationMs).toBeGreaterThan(0.9 * seconds * 1_000);
    expect(measures?.clipped).toBe(0);
  });

  it("has no measures if its bytes are no sound", async () => {
    expect(await measureSound(piecesOf(Buffer.from("this is no recording".repeat(500))))).toBeNull();
  });
});
