import { beforeAll, describe, expect, test } from "vitest";
import { Recording } from "../../../src/lessons/revoicing/recording.ts";
import { loudnessOf, type Speech, speechIn } from "../../../src/lessons/revoicing/speech.ts";
import { fileOf, type Spliced, type Stretch, splice } from "../../../src/lessons/revoicing/splice.ts";
import { type Samples, silence } from "../../../src/shared/speech/sound.ts";
import {
  type Decoded,
  decode,
  delaySamples,
  type Encoding,
  withTable,
} from "../../package/sentence-sounds/fixtures.ts";
import { narrated, pauseMs, recordingOf, speak } from "./fixtures.ts";

const story = [
  "Ana compra un billete para el norte.",
  "El tren sale a las siete.",
  "Un señor lee el periódico.",
  "Fuera llueve mucho.",
];

let [spoken, other]: [Samples[], Samples] = [[], silence(0)];

beforeAll(async () => {
  spoken = await speak(story);
  [other = other] = await speak(["El tren sale a las nueve y media."]);
});

const plain: Encoding = { rate: 22_050, channels: 1, bitrate: 48 };

async function read(mp3: Buffer): Promise<Recording> {
  const recording = await Recording.read(mp3);
  if (recording === null) throw new Error("no recording");
  return recording;
}

async function speechOf(mp3: Buffer): Promise<Speech> {
  const speech = await speechIn(mp3);
  if (speech === null) throw new Error("no speech");
  return speech;
}

async function spliced(...of: Parameters<typeof splice>): Promise<Spliced> {
  const result = await splice(...of);
  if (result.kind !== "spliced") throw new Error(result.why);
  return result;
}

/** When everything is heard in a spliced recording, by the times that the splice gives. */
function timesIn(
  { replaced, shiftAt }: Spliced,
  heard: readonly Stretch[],
  at: readonly number[],
): Stretch[] {
  return heard.flatMap((one, index) => {
    const shift = shiftAt(one.startMs);
    const own = at.indexOf(index);
    if (own === -1) return { startMs: one.startMs + shift, endMs: one.endMs + shift };
    return replaced[own]?.heard ?? [];
  });
}

function loudnessAt({ samples, rate }: Decoded, stretch: Stretch | undefined): number {
  const inSamples = (ms = Number.NaN) => Math.round((ms * rate) / 1_000);
  const [from, to] = [inSamples(stretch?.startMs), inSamples(stretch?.endMs)];
  return loudnessOf(samples, rate, { from, to }) ?? Number.NaN;
}

/** When the speech around a stretch really begins and ends, by its level alone. */
function reallyHeard({ samples, rate }: Decoded, { startMs, endMs }: Stretch): Stretch {
  const fromMs = startMs - pauseMs / 3;
  const inSamples = (ms: number) => Math.round((ms * rate) / 1_000);
  const part = samples.subarray(inSamples(fromMs), inSamples(endMs + pauseMs / 3));
  const peak = part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const isHeard = (sample: number): boolean => Math.abs(sample) > peak / 30;
  const inMs = (at: number) => fromMs + (at / rate) * 1_000;
  return { startMs: inMs(part.findIndex(isHeard)), endMs: inMs(part.findLastIndex(isHeard)) };
}

/** The largest step from one sample to the next between two times. */
function steepest({ samples, rate }: Decoded, fromMs: number, toMs: number): number {
  const part = samples.subarray((fromMs * rate) / 1_000, (toMs * rate) / 1_000);
  return part.reduce((most, one, at) => Math.max(most, Math.abs(one - (part[at - 1] ?? one))), 0);
}

const encodings: readonly (Encoding & { readonly noise: number })[] = [
  { ...plain, noise: 0 },
  { ...plain, noise: 0.003 },
  { rate: 24_000, channels: 1, bitrate: 128, noise: 0 },
  { rate: 44_100, channels: 2, bitrate: 128, noise: 0.003 },
  { rate: 44_100, channels: 1, noise: 0 },
];

describe.each(encodings)(
  "a sentence spoken anew in an MP3 of $rate Hz, $channels channels, $bitrate kbit/s, with noise of $noise",
  ({ noise, ...encoding }) => {
    test("is as loud as its neighbours, joins them without a click, and is heard when its times say", async () => {
      const { mp3, heard } = await recordingOf(spoken, encoding, { noise });
      const recording = await read(mp3);
      const by = await speechOf(await narrated(other, 0.2));
      const result = await spliced(recording, [{ ...(heard[1] as Stretch), by }], heard);
      const whole = await decode(fileOf(recording, result.frames));
      expect(whole.errors).toEqual([]);
      expect(whole.samples.length).toBe(result.frames.length * recording.kind.samples);
      const times = timesIn(result, heard, [1]);
      for (const beside of [times[0], times[2]])
        expect(Math.abs(loudnessAt(whole, times[1]) - loudnessAt(whole, beside))).toBeLessThan(1);
      for (const { atMs } of result.replaced[0]?.joints ?? [])
        expect(steepest(whole, atMs - 40, atMs + 80)).toBeLessThan(
          0.2 * steepest(whole, atMs - 1_000, atMs + 1_000),
        );
      expect(result.replaced[0]?.joints).toHaveLength(2);
      for (const time of times) {
        const real = reallyHeard(whole, time);
        expect(Math.abs(real.startMs - time.startMs)).toBeLessThan(20);
        expect(Math.abs(real.endMs - time.endMs)).toBeLessThan(20);
      }
      for (const [index, { startMs }] of times.slice(1).entries())
        expect(Math.abs(startMs - (times[index]?.endMs ?? 0) - pauseMs)).toBeLessThan(80);
    });
  },
);

describe("a spliced recording", () => {
  test("keeps every other frame as it was, byte by byte", async () => {
    const { mp3, heard } = await recordingOf(spoken, plain);
    const recording = await read(mp3);
    const by = await speechOf(await narrated(other));
    const { frames, replaced } = await spliced(recording, [{ ...(heard[1] as Stretch), by }], heard);
    const originals = recording.frames.map(({ content }) => content.toString("base64"));
    const [from, to] = replaced[0]?.frames ?? [0, 0];
    const before = frames.slice(0, from).map((frame) => frame.toString("base64"));
    expect(before).toEqual(originals.slice(0, from));
    const behind = frames.slice(to).map((frame) => frame.toString("base64"));
    const kept = behind.slice(behind.findIndex((frame) => originals.includes(frame)));
    expect(kept).toEqual(originals.slice(-kept.length));
    expect(behind.length - kept.length).toBeLessThan(8);
  });

  test("can lack a sentence, and have two beside each other spoken anew", async () => {
    const { mp3, heard } = await recordingOf(spoken, plain);
    const recording = await read(mp3);
    const by = await speechOf(await narrated(other));
    const [first, second, third] = heard as [Stretch, Stretch, Stretch];
    const without = await spliced(recording, [{ ...second, by: null }], heard);
    const shorter = await decode(fileOf(recording, without.frames));
    for (const time of timesIn(without, heard, [1])) {
      expect(Math.abs(reallyHeard(shorter, time).startMs - time.startMs)).toBeLessThan(20);
      expect(Math.abs(reallyHeard(shorter, time).endMs - time.endMs)).toBeLessThan(20);
    }
    expect(without.shiftAt(third.startMs)).toBeLessThan(second.startMs - second.endMs);
    const pair = [second, third].map((stretch) => ({ ...stretch, by }));
    const both = await spliced(recording, pair, heard);
    const whole = await decode(fileOf(recording, both.frames));
    for (const time of timesIn(both, heard, [1, 2])) {
      expect(Math.abs(reallyHeard(whole, time).startMs - time.startMs)).toBeLessThan(20);
      expect(Math.abs(loudnessAt(whole, time) - loudnessAt(whole, first))).toBeLessThan(2);
    }
  });

  test("tells players its own length where it has a table for them", async () => {
    const { mp3, heard } = await recordingOf(spoken, plain);
    const bare = await read(mp3);
    const recording = await read(withTable(mp3, { delay: 576, frames: bare.frames.length }));
    const shift = delaySamples / 22.05;
    const times = heard.map(({ startMs, endMs }) => ({ startMs: startMs - shift, endMs: endMs - shift }));
    const by = await speechOf(await narrated(other));
    const result = await spliced(recording, [{ ...(times[1] as Stretch), by }], times);
    const whole = await decode(fileOf(recording, result.frames));
    expect(whole.samples.length).toBe(result.frames.length * 576 - delaySamples);
    for (const time of timesIn(result, times, [1]))
      expect(Math.abs(reallyHeard(whole, time).startMs - time.startMs)).toBeLessThan(20);
  });
});

describe("a sentence that can't be replaced well", () => {
  test("is left as it is if there is no silence beside it, or nothing is heard in what should replace it", async () => {
    const by = await speechOf(await narrated(other));
    const { mp3, heard } = await recordingOf(spoken, plain, { pause: 0 });
    const result = await splice(await read(mp3), [{ ...(heard[1] as Stretch), by }], heard);
    expect(result).toEqual({ kind: "refused", why: "no_silence", index: 0 });
    expect(await speechIn(await narrated(silence(500)))).toBeNull();
  });

  test("is left as it is in a recording that changes its kind of sound, or is no MP3", async () => {
    const one = await recordingOf(spoken, plain);
    const two = await recordingOf(spoken, { rate: 44_100, channels: 2, bitrate: 128 });
    expect(await Recording.read(Buffer.concat([one.mp3, two.mp3]))).toBeNull();
    expect(await Recording.read(Buffer.from("RIFF, and no MP3"))).toBeNull();
  });
});
