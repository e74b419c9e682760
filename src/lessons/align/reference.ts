import { inKana } from "../../shared/speech/kana-readings.ts";
import { type Samples, sampleRate } from "../../shared/speech/sound.ts";
import { speakable } from "../../shared/speech/speakable.ts";
import type { SpeechEngine } from "../../shared/speech/speech-engine.ts";
import { FeatureStream, type Features, frameMs } from "./signal/features.ts";
import { Resampler } from "./signal/resample.ts";

/** Silence between two sentences of a reference. */
const pauseMs = 350;

/** Silence threshold of a 16-bit sample: -50 dBFS. */
const quietest = 104;

/** The frames of a reference in which a text is spoken. */
export interface Spoken {
  readonly from: number;
  readonly to: number;
}

/** A text spoken by the speech engine, so that the time of each part is known exactly. */
export interface Reference {
  readonly features: Features;
  /** One entry per text, in order; null if nothing of it was heard. */
  readonly spoken: readonly (Spoken | null)[];
}

/** Speaks the texts in order, trims the silence around each, and keeps only the features of the sound. Calls `onSpoken` after each text. */
export async function speakReference(
  texts: readonly string[],
  { engine, lang }: { readonly engine: SpeechEngine; readonly lang: string },
  onSpoken: (done: number) => void = () => undefined,
): Promise<Reference> {
  const stream = new FeatureStream();
  const resampler = new Resampler(sampleRate);
  const spoken: (Spoken | null)[] = [];
  let samples = 0;
  const take = (sound: Float32Array): void => {
    samples += sound.length;
    stream.take(resampler.take(sound));
  };
  const frameNow = (): number => Math.round((samples * 1_000) / sampleRate / frameMs);
  const pause = new Float32Array((sampleRate * pauseMs) / 1_000);
  take(pause);
  for (const [index, text] of texts.entries()) {
    const sound = trimmed(await engine.speak(spokenForm(text, lang)));
    const from = frameNow();
    take(inUnits(sound));
    spoken.push(sound.length === 0 ? null : { from, to: Math.max(from + 1, frameNow()) });
    if (sound.length > 0) take(pause);
    onSpoken(index + 1);
  }
  return { features: stream.end(), spoken };
}

/** The text as it is sent to the engine. A kanji with an unknown reading counts as two morae, as most have. */
function spokenForm(text: string, lang: string): string {
  const line = speakable(text);
  return lang === "ja" ? inKana(line, (unknown) => "かい".repeat(unknown.length)) : line;
}

function trimmed(samples: Samples): Samples {
  const isHeard = (sample: number): boolean => Math.abs(sample) >= quietest;
  const first = samples.findIndex(isHeard);
  return first === -1 ? samples.subarray(0, 0) : samples.subarray(first, samples.findLastIndex(isHeard) + 1);
}

function inUnits(samples: Samples): Float32Array {
  const sound = new Float32Array(samples.length);
  for (let at = 0; at < samples.length; at++) sound[at] = (samples[at] as number) / 32_768;
  return sound;
}
