import { MPEGDecoder } from "mpg123-decoder";
import type { SoundMeasures } from "./sound-measures.ts";
import { SoundMeter } from "./sound-meter.ts";

/**
 * Measures an MP3 as it comes; none of it lies in memory whole. Null where nothing of it can be decoded. Rejects where its pieces can't be read. The
 * calling thread works on one piece at a time, and is free between two.
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

/** The decoder gives mono sound as two channels, which would count as twice the power. Speech that begins alike on both sides stays so. */
function areAlike([left, right]: readonly Float32Array[]): boolean {
  return left === undefined || right === undefined || left.every((sample, at) => sample === right[at]);
}
