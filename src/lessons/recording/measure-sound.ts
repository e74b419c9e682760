import { MPEGDecoder } from "mpg123-decoder";
import type { SoundMeasures } from "./sound-measures.ts";
import { SoundMeter } from "./sound-meter.ts";

/**
 * Measures an MP3 as a stream. Null if nothing of it can be decoded; rejects if its pieces can't be read. Blocks the calling thread for one
 * piece at a time.
 */
export async function measureSound(pieces: AsyncIterable<Uint8Array>): Promise<SoundMeasures | null> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let meter: SoundMeter | null = null;
  try {
    for await (const piece of pieces) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(piece);
      if (samplesDecoded === 0) continue;
      const channels = channelData.map((samples) => samples.subarray(0, samplesDecoded));
      meter ??= new SoundMeter(sampleRate, areAlike(channels) ? 1 : channels.length);
      meter.take(channels, samplesDecoded);
    }
    return meter?.end() ?? null;
  } finally {
    decoder.free();
  }
}

/**
 * The decoder returns mono sound as two channels, which would count as twice the power. The first piece of speech decides for the whole.
 */
function areAlike([left, right]: readonly Float32Array[]): boolean {
  return left === undefined || right === undefined || left.every((sample, at) => sample === right[at]);
}
