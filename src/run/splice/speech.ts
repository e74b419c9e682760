import { MPEGDecoder } from "mpg123-decoder";
import { oneChannel } from "./recording.ts";

/** Speech without the silence before and after it, in one channel. */
export interface Speech {
  readonly samples: Float32Array;
  readonly rate: number;
}

const blockMs = 10;

/** Anything this far below the loudest block is no speech. */
const speechDb = 40;

/** What is left beside the speech, where it is faded in and out. */
const marginMs = 20;
const fadeMs = 10;

/** The speech in a narrator's MP3. Null if there is none in it. */
export async function speechIn(mp3: Uint8Array): Promise<Speech | null> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate: rate } = decoder.decode(mp3);
    const sound = oneChannel(channelData, samplesDecoded);
    const heard = heardIn(sound, rate);
    if (heard === null) return null;
    const margin = Math.round((marginMs * rate) / 1_000);
    const samples = sound.slice(Math.max(0, heard.from - margin), heard.to + margin);
    fade(samples, Math.round((fadeMs * rate) / 1_000));
    return { samples, rate };
  } finally {
    decoder.free();
  }
}

/** Where speech begins and ends in a sound, in samples and to 10 ms; null: it is silent. Pure. */
export function heardIn(sound: Float32Array, rate: number): { from: number; to: number } | null {
  const block = Math.round((blockMs * rate) / 1_000);
  const powers = Array.from({ length: Math.ceil(sound.length / block) }, (_, index) =>
    sound.subarray(index * block, (index + 1) * block).reduce((sum, sample) => sum + sample ** 2, 0),
  );
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0);
  if (loudest === 0) return null;
  const isHeard = (power: number): boolean => power > loudest / 10 ** (speechDb / 10);
  const last = powers.findLastIndex(isHeard);
  return { from: powers.findIndex(isHeard) * block, to: Math.min(sound.length, (last + 1) * block) };
}

function fade(samples: Float32Array, length: number): void {
  const end = samples.length - 1;
  for (let at = 0; at < Math.min(length, samples.length); at += 1) {
    const share = 0.5 - 0.5 * Math.cos((Math.PI * at) / length);
    samples[at] = (samples[at] ?? 0) * share;
    samples[end - at] = (samples[end - at] ?? 0) * share;
  }
}
