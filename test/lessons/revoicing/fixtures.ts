import type { Stretch } from "../../../src/lessons/revoicing/splice.ts";
import { joinSamples, type Samples, sampleRate, silence } from "../../../src/shared/speech/sound.ts";
import { openEngine } from "../../../src/shared/speech/speech-engine.ts";
import { delaySamples, type Encoding, mp3Of } from "../../package/sentence-sounds/fixtures.ts";
import { randomOf } from "../../random.ts";

/** A recording, and when each of its sentences is heard, known because they were put there. */
export interface SpokenRecording {
  readonly mp3: Buffer;
  readonly heard: readonly Stretch[];
}

/** Behind each sentence of `recordingOf`. */
export const pauseMs = 450;

/** Sentences in the embedded narrator's voice, without silence before and after them. */
export async function speak(texts: readonly string[], voice = "es"): Promise<Samples[]> {
  const engine = await openEngine(voice);
  const spoken: Samples[] = [];
  for (const text of texts) spoken.push(trimmed(await engine.speak(text)));
  return spoken;
}

/** Sentences with pauses as an MP3. `noise`: how loud the room is, of full scale. */
export async function recordingOf(
  sentences: readonly Samples[],
  encoding: Encoding,
  { pause = pauseMs, noise = 0 } = {},
): Promise<SpokenRecording> {
  const pieces = [silence(pause)];
  const heard: Stretch[] = [];
  for (const spoken of sentences) {
    const before = joinSamples(pieces).length;
    const delayMs = (delaySamples / encoding.rate) * 1_000;
    const inMs = (samples: number) => delayMs + (samples / sampleRate) * 1_000;
    heard.push({ startMs: inMs(before), endMs: inMs(before + spoken.length) });
    pieces.push(spoken, silence(pause));
  }
  const random = randomOf(3);
  const sound = Float32Array.from(
    joinSamples(pieces),
    (sample) => sample / 32_768 + noise * (2 * random() - 1),
  );
  return { mp3: await mp3Of(sound, encoding, sampleRate), heard };
}

/** One sentence as a narrator returns it, at another level and another rate. */
export async function narrated(spoken: Samples, level = 1): Promise<Buffer> {
  const samples = joinSamples([silence(200), spoken, silence(300)]);
  const sound = Float32Array.from(samples, (sample) => (level * sample) / 32_768);
  return mp3Of(sound, { rate: 24_000, channels: 1, bitrate: 128 }, sampleRate);
}

function trimmed(samples: Samples): Samples {
  const isHeard = (sample: number): boolean => Math.abs(sample) > 100;
  return samples.subarray(samples.findIndex(isHeard), samples.findLastIndex(isHeard) + 1);
}
