import { createMp3Encoder } from "wasm-media-encoders";
import type { Samples } from "../../shared/speech/sound.ts";
import { sampleRate } from "../../shared/speech/sound.ts";

/** kbit/s, constant: without a header of its own a variable rate makes players show a wrong length. */
const bitrate = 48;

/** Samples handed over at a time, so that the encoder's own memory stays small however long a story is. */
const samplesAtATime = 65_536;

/** A mono MP3 of constant bit rate at `sampleRate`. The same samples give the same bytes. */
export async function encodeMp3(samples: Samples): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ channels: 1, sampleRate, bitrate, outputSampleRate: sampleRate });
  const chunks: Buffer[] = [];
  for (let at = 0; at < samples.length; at += samplesAtATime) {
    const part = Float32Array.from(samples.subarray(at, at + samplesAtATime), (sample) => sample / 32_768);
    // The encoder goes on using the memory that it answers with: copy it.
    chunks.push(Buffer.from(encoder.encode([part])));
  }
  chunks.push(Buffer.from(encoder.finalize()));
  return Buffer.concat(chunks);
}
