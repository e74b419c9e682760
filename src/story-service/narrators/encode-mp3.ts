import { createMp3Encoder } from "wasm-media-encoders";
import type { Samples } from "../../shared/speech/sound.ts";
import { sampleRate } from "../../shared/speech/sound.ts";

/** kbit/s, constant: with a variable rate and no header, players show a wrong duration. */
const bitrate = 48;

/** Samples per call, so that the encoder's memory stays small for any length of story. */
const samplesAtATime = 65_536;

/** A mono MP3 with constant bit rate at `sampleRate`. The same samples give the same bytes. */
export async function encodeMp3(samples: Samples): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate, bitrate, outputSampleRate: sampleRate });
  const chunks: Buffer[] = [];
  for (let at = 0; at < samples.length; at += samplesAtATime) {
    const part = Float32Array.from(samples.subarray(at, at + samplesAtATime), (sample) => sample / 32_768);
    // Copied, because the encoder reuses the memory of its results.
    chunks.push(Buffer.from(encoder.encode([part])));
  }
  chunks.push(Buffer.from(encoder.finalize()));
  return Buffer.concat(chunks);
}
