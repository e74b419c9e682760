import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { randomOf } from "../../random.ts";

/** Runs a program to its end. Rejects where it fails. */
export const run = promisify(execFile);

/** 16-bit mono sound of any rate. */
export interface Sound {
  readonly rate: number;
  readonly samples: Int16Array;
}

/** How a recording is made from spoken sentences. */
export interface Making {
  /** From a seed comes everything that is random. */
  readonly seed: number;
  /** kbit/s */
  readonly bitrate: number;
  /** Samples a second of the MP3. */
  readonly rate: number;
  /** Of the noise beneath it, in dB below the speech; null for none. */
  readonly noiseDb: number | null;
}

/** A recording, and when each of its sentences truly begins and ends, in seconds. */
export interface Recording {
  readonly mp3: Buffer;
  readonly seconds: number;
  readonly truth: readonly { readonly start: number; readonly end: number }[];
}

/** Puts sentences one after another with pauses of a random length, noise beneath, as an MP3. Pauses are in seconds. */
export async function record(
  sounds: readonly Sound[],
  making: Making,
  { shortest = 0.2, longest = 1.4 } = {},
): Promise<Recording> {
  const random = randomOf(making.seed);
  const rate = sounds[0]?.rate ?? 16_000;
  const pieces: Int16Array[] = [];
  const truth: { start: number; end: number }[] = [];
  let at = 0;
  const add = (samples: Int16Array): void => {
    pieces.push(samples);
    at += samples.length;
  };
  add(new Int16Array(Math.round(rate * (0.1 + random()))));
  for (const { samples } of sounds) {
    const start = at / rate;
    add(samples);
    truth.push({ start, end: at / rate });
    add(new Int16Array(Math.round(rate * (shortest + (longest - shortest) * random() ** 2))));
  }
  const whole = new Int16Array(at);
  let filled = 0;
  for (const piece of pieces) {
    whole.set(piece, filled);
    filled += piece.length;
  }
  if (making.noiseDb !== null) addNoise(whole, making.noiseDb, random);
  const mp3 = await encode(whole, rate, making);
  const delay = delayOf(mp3, making.rate);
  const heard = truth.map(({ start, end }) => ({ start: start + delay, end: end + delay }));
  return { mp3, seconds: at / rate, truth: heard };
}

function addNoise(samples: Int16Array, below: number, random: () => number): void {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const level = Math.sqrt(sum / samples.length) * 10 ** (-below / 20);
  // Softer towards high frequencies, as rooms are.
  let last = 0;
  for (let at = 0; at < samples.length; at++) {
    const white = (random() + random() + random() - 1.5) * 2;
    last = 0.7 * last + white;
    const sum = (samples[at] as number) + last * level * 0.7;
    samples[at] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
}

/** By a file, since only there can the encoder note afterwards how much silence it has put before the sound. */
async function encode(samples: Int16Array, rate: number, making: Making): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "align-bench-"));
  try {
    const [wav, mp3] = [join(folder, "sound.wav"), join(folder, "sound.mp3")];
    await writeFile(wav, wavOf(samples, rate));
    const to = ["--resample", String(making.rate / 1_000), "-b", String(making.bitrate), "--cbr", "--quiet"];
    await run("lame", ["-m", "m", ...to, wav, mp3]);
    return await readFile(mp3);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function wavOf(samples: Int16Array, rate: number): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

// Samples of the encoder's and the decoder's delay (LAME's technical FAQ). Where no header says how much it is, every player plays them.
const delaySamples = 1_105;
const headerWithin = 256;

/** How much later everything is heard than it was said, in seconds: at low bit rates LAME has no room for the header that says it. */
function delayOf(mp3: Buffer, rate: number): number {
  const head = mp3.subarray(0, headerWithin);
  return head.includes("Info") || head.includes("Xing") ? 0 : delaySamples / rate;
}

/** The sound of a WAV file, without the silence around it. */
export function readSound(wav: Buffer): Sound {
  return trimmed(soundOfWav(wav));
}

/** Both channels of a stereo sound as one. */
function soundOfWav(wav: Buffer): Sound {
  let at = 12;
  while (at + 8 <= wav.length && wav.toString("latin1", at, at + 4) !== "data")
    at += 8 + wav.readUInt32LE(at + 4);
  const from = at + 8;
  const channels = wav.readUInt16LE(22);
  const samples = new Int16Array(Math.floor((wav.length - from) / 2 / channels));
  for (let index = 0; index < samples.length; index++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += wav.readInt16LE(from + 2 * (index * channels + channel));
    samples[index] = sum / channels;
  }
  return { rate: wav.readUInt32LE(24), samples };
}

// Of the loudest stretch of 10 ms, 34 dB below it: where a listener would say that it begins.
const heardShare = 0.02;

function trimmed({ rate, samples }: Sound): Sound {
  const size = rate / 100;
  const levels = Array.from({ length: Math.floor(samples.length / size) }, (_, block) => {
    const stretch = samples.subarray(block * size, (block + 1) * size);
    return Math.sqrt(stretch.reduce((sum, sample) => sum + sample * sample, 0) / size);
  });
  const least = Math.max(...levels) * heardShare;
  const first = Math.max(
    0,
    levels.findIndex((level) => level >= least),
  );
  const last = levels.findLastIndex((level) => level >= least);
  return { rate, samples: samples.subarray(first * size, (last + 1) * size) };
}
