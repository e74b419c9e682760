import { beforeAll, describe, expect, test } from "vitest";
import { soundFrames } from "../../../src/lessons/recording/mpeg-frames.ts";
import { crc16, silenced } from "../../../src/lessons/recording/silent-frames.ts";
import { cutSound } from "../../../src/package/sentence-sounds/cut-sound.ts";
import { type MpegFrame, mpegFrameAt } from "../../../src/shared/mpeg-frame.ts";
import { silence } from "../fixtures.ts";
import {
  babble,
  type Decoded,
  decode,
  delaySamples,
  differenceIn,
  type Encoding,
  mp3Of,
  withTable,
} from "./fixtures.ts";

const stretches = [
  { startMs: 0, endMs: 700 },
  { startMs: 1_234, endMs: 2_900 },
  { startMs: 2_900, endMs: 3_400 },
  { startMs: 5_500, endMs: 6_000 },
];

async function* inPieces(bytes: Buffer, size = 1_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function framesOf(mp3: Buffer): Promise<(MpegFrame & { content: Buffer; startMs: number })[]> {
  const frames: Awaited<ReturnType<typeof framesOf>> = [];
  for await (const some of soundFrames(inPieces(mp3))) frames.push(...some.frames);
  return frames;
}

const root = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / Math.max(samples.length, 1));

const encodings: readonly Encoding[] = [
  { rate: 44_100, channels: 2, bitrate: 128 },
  { rate: 44_100, channels: 1, bitrate: 32 },
  { rate: 48_000, channels: 2, bitrate: 320 },
  { rate: 44_100, channels: 2 },
  { rate: 24_000, channels: 1, bitrate: 48 },
  { rate: 22_050, channels: 1 },
  { rate: 16_000, channels: 2, bitrate: 32 },
];

describe.each(encodings)(
  "a stretch cut out of an MP3 of $rate Hz, $channels channels, $bitrate kbit/s",
  (encoding) => {
    let mp3: Buffer;
    let whole: Decoded;

    beforeAll(async () => {
      mp3 = await mp3Of(babble(6, encoding.rate), encoding);
      whole = await decode(mp3);
    });

    test("decodes without errors to exactly the sound of the recording", async () => {
      const clips = await cutSound(inPieces(mp3), stretches);
      for (const [index, stretch] of stretches.entries()) {
        const clip = await decode(clips[index] ?? mp3);
        expect(clip.errors).toEqual([]);
        expect(differenceIn(clip, whole, stretch)).toBeLessThan(1e-6);
      }
    });

    test("begins and ends in silence, without a click, and is at most 0.3 s longer", async () => {
      const steepestIn = ({ samples }: Decoded) =>
        samples.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (samples[at - 1] ?? 0))), 0);
      for (const [index, bytes] of (await cutSound(inPieces(mp3), stretches)).entries()) {
        const clip = await decode(bytes);
        const edge = Math.round(clip.rate / 1_000);
        expect(Math.abs(clip.samples[0] ?? 1)).toBeLessThan(1e-4);
        expect(root(clip.samples.subarray(-edge))).toBeLessThan(0.02);
        expect(steepestIn(clip)).toBeLessThan(1.2 * steepestIn(whole));
        const { startMs, endMs } = stretches[index] ?? { startMs: 0, endMs: 0 };
        expect((clip.samples.length / clip.rate) * 1_000 - (endMs - startMs)).toBeLessThan(300);
      }
    });

    test("contains the recording's own frames, and before and after them only silent frames", async () => {
      const own = await framesOf(mp3);
      for (const clip of await cutSound(inPieces(mp3), stretches)) {
        const frames = await framesOf(clip);
        expect(Buffer.concat(frames.map(({ content }) => content)).equals(clip)).toBe(true);
        const kept = frames.map(({ content }) => own.findIndex((frame) => frame.content.equals(content)));
        const first = kept.findIndex((at) => at >= 0);
        const last = kept.findLastIndex((at) => at >= 0);
        expect(first).toBeLessThan(8);
        expect(frames.length - 1 - last).toBe(encoding.rate < 32_000 ? 2 : 1);
        const run = kept.slice(first, last + 1);
        expect(run).toEqual(run.map((_, n) => (run[0] ?? 0) + n));
      }
    });
  },
);

describe("a cut", () => {
  const encoding = { rate: 24_000, channels: 1, bitrate: 48 } as const;

  test("is at the time that players show, even if the file declares an encoder delay", async () => {
    const mp3 = await mp3Of(babble(6, encoding.rate), encoding);
    const frames = (await framesOf(mp3)).length;
    const tabled = withTable(mp3, { delay: delaySamples, frames });
    const whole = await decode(tabled);
    expect(whole.samples.length).toBeLessThan((await decode(mp3)).samples.length);
    const stretch = { startMs: 1_000, endMs: 2_000 };
    const [clip = mp3] = await cutSound(inPieces(tabled), [stretch]);
    const decoded = await decode(clip);
    expect(differenceIn(decoded, whole, stretch)).toBeLessThan(1e-6);
    expect(clip.includes("LAME3")).toBe(false);
  });

  test("does not depend on the pieces of the recording, or on a tag before it", async () => {
    const mp3 = await mp3Of(babble(6, encoding.rate), encoding);
    const tagged = Buffer.concat([Buffer.from("ID3\u0003\0\0\0\0\0\u0005hello", "latin1"), mp3]);
    const one = await cutSound(inPieces(mp3, 1e9), stretches);
    expect(await cutSound(inPieces(mp3, 7), stretches)).toEqual(one);
    expect(await cutSound(inPieces(tagged, 333), stretches)).toEqual(one);
  });

  test("is empty for a range beyond the recording's end, and shorter for a range across it", async () => {
    const [over, behind] = await cutSound(inPieces(silence(10)), [
      { startMs: 200, endMs: 5_000 },
      { startMs: 4_000, endMs: 5_000 },
    ]);
    expect(over?.length).toBe(417 * 5);
    expect(behind?.length).toBe(0);
  });

  test("corrects the checksum of a silenced frame", () => {
    expect(crc16(Buffer.from("123456789"))).toBe(0xaee7);
    const content = silence(1);
    content.writeUInt8(0xfa, 1);
    content.fill(0x55, 6, 23);
    const frame = { ...(mpegFrameAt(content, 0) as MpegFrame), content, startMs: 0 };
    expect(frame.hasChecksum).toBe(true);
    const quiet = silenced(frame, 300);
    expect(quiet.readUInt16BE(6) >>> 7).toBe(300);
    expect(quiet.readUInt16BE(4)).toBe(crc16(Buffer.concat([quiet.subarray(2, 4), quiet.subarray(6, 23)])));
  });
});
