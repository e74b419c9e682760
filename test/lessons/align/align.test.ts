import { describe, expect, it, test } from "vitest";
import { alignSound } from "../../../src/lessons/align/align-sound.ts";
import { openAligner } from "../../../src/lessons/align/aligner.ts";
import { type Alignment, readTimes, writeTimes } from "../../../src/lessons/align/alignment.ts";
import { pausesIn, snapped } from "../../../src/lessons/align/place.ts";
import type { Reference } from "../../../src/lessons/align/reference.ts";
import { scriptOf } from "../../../src/lessons/align/script.ts";
import {
  coefficients,
  FeatureStream,
  type Features,
  frameMs,
} from "../../../src/lessons/align/signal/features.ts";
import { comparedRate, Resampler } from "../../../src/lessons/align/signal/resample.ts";
import type { Track } from "../../../src/lessons/align/track.ts";
import { bandAlong, diagonalBand, twoPassPath, warp } from "../../../src/lessons/align/warp.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
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

interface Said {
  readonly features: Features;
  readonly durationMs: number;
  /** When each sentence is spoken, in ms. */
  readonly times: readonly { readonly startMs: number; readonly endMs: number }[];
}

/** Consecutive sentences at a given speed, with a pause in ms before each sentence and at the end. */
function say(numbers: readonly number[], { pace = 1, pauses = [400] } = {}): Said {
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
function referenceOf(numbers: readonly number[]): Reference {
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

const numbers = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

const align = (said: Said, text: readonly number[], hasTitle = false): Alignment =>
  alignSound({
    features: said.features,
    durationMs: said.durationMs,
    reference: referenceOf(text),
    hasTitle,
    sentences: text.slice(hasTitle ? 1 : 0).map((number) => ({ paragraph: 0, from: number, to: number + 1 })),
  });

const pauses = [250, 900, 400, 1_300, 180];

describe("a recording that matches its text", () => {
  const said = say(numbers(20), { pace: 0.8, pauses });
  const found = align(said, numbers(20));

  it("has the time of every sentence to within 50 ms, in order, with high confidence", () => {
    expect(found).toMatchObject({ level: "sentences", why: null, title: null, hints: [] });
    for (const [index, { startMs, endMs }] of said.times.entries()) {
      expect(Math.abs((found.sentences[index]?.startMs ?? 0) - startMs)).toBeLessThanOrEqual(50);
      expect(Math.abs((found.sentences[index]?.endMs ?? 0) - endMs)).toBeLessThanOrEqual(60);
      expect(found.sentences[index]?.confidence).toBeGreaterThan(0.5);
    }
  });

  it("has no overlapping sentences, and none beyond its end", () => {
    let before = 0;
    for (const { startMs, endMs } of found.sentences) {
      expect(startMs).toBeGreaterThanOrEqual(before);
      expect(endMs).toBeGreaterThan(startMs);
      before = endMs;
    }
    expect(before).toBeLessThanOrEqual(found.durationMs);
    const durationMs = before - 10;
    expect(align({ ...said, durationMs }, numbers(20)).sentences.at(-1)?.endMs).toBe(durationMs);
  });
});

it.each([
  ["a time of its own if it is read aloud", 0],
  ["none if it is not, and the first sentence begins where it is spoken", 1],
])("the title has %s", (_, from) => {
  const said = say(numbers(12 - from, from), { pace: 0.9, pauses });
  const { title, sentences } = align(said, numbers(12), true);
  const times = from === 0 ? [title, sentences[0]] : [sentences[0]];
  if (from === 1) expect(title).toBeNull();
  for (const [index, time] of times.entries())
    expect(Math.abs((time?.startMs ?? 0) - (said.times[index]?.startMs ?? 0))).toBeLessThanOrEqual(50);
});

describe("a recording that does not match the text", () => {
  it.each([
    ["of another story", numbers(20, 100), 20, "unlike"],
    ["of a story that shares a third of its sentences", [...numbers(6), ...numbers(12, 100)], 18, "unlike"],
    ["without sound", [], 3, "no_sound"],
  ])("%s has no times, but a reason", (_, spoken, sentences, why) => {
    const found = align(say(spoken, { pace: 0.9, pauses }), numbers(sentences));
    expect(found).toMatchObject({ level: "none", why, sentences: [] });
  });

  it.each([
    [6, "paragraphs", "uneven"],
    [3, "sentences", null],
  ] as const)(
    "whose last %d sentences are others has times of %s, and is certain of none there",
    (count, level, why) => {
      const said = say([...numbers(20 - count), ...numbers(count, 100)], { pace: 0.9, pauses });
      const { sentences, ...found } = align(said, numbers(20));
      expect(found).toMatchObject({ level, why });
      for (const { confidence } of sentences.slice(-count)) expect(confidence).toBe(0);
    },
  );

  it.each([
    ["missing", [...numbers(8), ...numbers(11, 9)]],
    ["repeated", [...numbers(9), 8, ...numbers(11, 9)]],
    ["swapped", [...numbers(8), 9, 8, ...numbers(10, 10)]],
  ] as const)("with a sentence %s names the place, and is right again soon after", (kind, spoken) => {
    const said = say(spoken, { pace: 0.85, pauses });
    const { hints, sentences } = align(said, numbers(20));
    expect(hints).toHaveLength(1);
    expect(hints[0]?.kind).toBe(kind);
    expect(Math.abs((hints[0]?.sentence ?? 0) - 8)).toBeLessThanOrEqual(1);
    if (kind !== "swapped") expect(sentences[8]?.confidence).toBe(0);
    for (const [index, number] of spoken.entries()) {
      if (number < 11) continue;
      const { startMs = 0 } = said.times[index] ?? {};
      expect(Math.abs((sentences[number]?.startMs ?? 0) - startMs)).toBeLessThanOrEqual(100);
    }
  });
});

const loudnessOf = (blocks: readonly (readonly [db: number, ms: number])[]) => ({
  frames: 0,
  values: new Float32Array(),
  loudness: Float32Array.from(blocks.flatMap(([db, ms]) => new Array<number>(ms / 10).fill(db))),
});

it("clear pauses are 150 ms and longer, also above noise", () => {
  const lengths = [200, 1_000, 140, 1_000, 150, 500];
  const quiet = loudnessOf(lengths.map((ms, index) => [index % 2 === 0 ? -90 : -20, ms]));
  expect(pausesIn(quiet)).toEqual([
    { from: 0, to: 200 },
    { from: 2_340, to: 2_490 },
  ]);
  const noisy = [-18, -42, -20, -41].map((db, index) => [db, index % 2 === 0 ? 1_000 : 300] as const);
  expect(pausesIn(loudnessOf(noisy))).toHaveLength(2);
});

test.each([
  [
    "in a pause moves to its end, and the one before ends at its beginning",
    "100-1150 1250-2000",
    "100-1000 1400-2000",
  ],
  ["that is far from any pause stays where it is", "1800-2500", "1800-2500"],
  ["never comes before the one before it", "1300-1350 1360-1380", "1400-1400 1400-1400"],
])("a border %s", (_, heard, expected) => {
  const timesOf = (text: string) =>
    text.split(" ").map((range) => {
      const [startMs = 0, endMs = 0] = range.split("-").map(Number);
      return { startMs, endMs };
    });
  const moved = snapped([...timesOf(heard), null], [{ from: 1_000, to: 1_400 }]);
  expect(moved).toEqual([...timesOf(expected), null]);
});

/** A track with a frame for each letter of a text; equal letters have equal frames. */
function track(text: string): Track {
  const values = new Float32Array(text.length * coefficients);
  for (const [frame, letter] of [...text].entries()) {
    const random = randomOf(letter.charCodeAt(0));
    for (let k = 0; k < coefficients; k++) values[frame * coefficients + k] = random() - 0.5;
  }
  return { frames: text.length, values };
}

/** For each letter of the recording, the letters of the reference paired with it. */
function pairs(recording: string, reference: string, reach = 100): string[] {
  const band = diagonalBand(recording.length, reference.length, reach);
  const { first, last } = warp(track(recording), track(reference), band);
  return [...recording].map((_, row) => reference.slice(first[row], (last[row] ?? 0) + 1));
}

describe("the cheapest path", () => {
  it("pairs equal frames, however long they last", () => {
    expect(pairs("aabbbbc", "abc")).toEqual(["a", "a", "b", "b", "b", "b", "c"]);
    expect(pairs("abc", "aaabcc")).toEqual(["aaa", "b", "cc"]);
  });

  it("runs from end to end, even if the difference in length exceeds the width of the band", () => {
    const long = "abcdefghijklmnopqrstuvwxyz".repeat(20);
    for (const short of ["ab", "a"])
      for (const [recording, reference] of [
        [short, long],
        [long, short],
      ] as const) {
        const all = pairs(recording, reference, 5);
        expect(all[0]).toMatch(/^a/);
        expect(all.at(-1)?.endsWith(reference.at(-1) ?? "")).toBe(true);
      }
  });

  it("may end early if the rest is not spoken", () => {
    const band = diagonalBand(5, 12, 12);
    const { last } = warp(track("abcde"), track("abcdevwxyzuv"), band, { freeEnd: true });
    expect(last[4]).toBe(4);
  });
});

describe("two passes", () => {
  it("find the same path as one fine pass over everything", () => {
    const random = randomOf(3);
    const letters = Array.from({ length: 300 }, () => String.fromCharCode(97 + Math.floor(26 * random())));
    const reference = letters.map((letter) => letter.repeat(4)).join("");
    const recording = letters.map((letter) => letter.repeat(3 + Math.floor(4 * random()))).join("");
    const [a, b] = [track(recording), track(reference)];
    const whole = warp(a, b, diagonalBand(a.frames, b.frames, b.frames));
    const { fine } = twoPassPath(a, b);
    expect(fine.cost).toBeCloseTo(whole.cost, 6);
    expect([...fine.first]).toEqual([...whole.first]);
  });

  it("search in the second pass only near the path of the first", () => {
    const path = { first: Int32Array.of(0, 1, 2), last: Int32Array.of(0, 1, 2) };
    const { low, high } = bandAlong(
      { ...path, costs: new Float32Array(3), cost: 0, atEdge: 0 },
      { rows: 12, columns: 12 },
      { factor: 4, reach: 2 },
    );
    expect([...low]).toEqual([0, 0, 0, 0, 2, 2, 2, 2, 6, 6, 6, 6]);
    expect([...high]).toEqual([6, 6, 6, 6, 10, 10, 10, 10, 12, 12, 12, 12]);
  });
});

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

describe("an aligner", () => {
  it("reports a language without a voice, and reads no sound for it", async () => {
    const sound = {
      [Symbol.iterator]: (): never => {
        throw new Error("the sound was read");
      },
    };
    const aligner = openAligner();
    const script = { title: "", sentences: [] };
    expect(await aligner.align({ lang: "got", script, sound })).toMatchObject({
      level: "none",
      why: "no_voice",
    });
    await aligner.close();
  });
});

describe("a script", () => {
  it("has the sentences of every paragraph with their places", () => {
    const { title, sentences } = scriptOf(
      { title: " El  mercado ", text: "Llueve.  Ana sale.\n\n—¿Adónde vas?" },
      languageOf("es"),
    );
    expect(title).toBe("El mercado");
    expect(sentences).toEqual([
      { paragraph: 0, from: 0, to: 7, text: "Llueve." },
      { paragraph: 0, from: 9, to: 18, text: "Ana sale." },
      { paragraph: 1, from: 0, to: 13, text: "—¿Adónde vas?" },
    ]);
  });
});

it("a file of times is read back as it was written, and rejected if it is something else", () => {
  const source = { text: "a".repeat(64), sound: "b".repeat(64) };
  const alignment = {
    ...({ level: "sentences", why: null, durationMs: 2_000, title: null } as const),
    sentences: [{ paragraph: 0, from: 0, to: 7, startMs: 120, endMs: 1_400, confidence: 0.93 }],
    hints: [{ kind: "missing", sentence: 1, atMs: 1_400 } as const],
  };
  expect(readTimes(Buffer.from(writeTimes(alignment, source)))).toMatchObject({ ...alignment, ...source });
  for (const text of ["", "{}", "not json", JSON.stringify({ format: 2 })])
    expect(readTimes(Buffer.from(text))).toBeNull();
});
