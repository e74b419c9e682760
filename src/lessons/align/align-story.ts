import type { SpeechEngine } from "../../shared/speech/speech-engine.ts";
import { alignSound } from "./align-sound.ts";
import { type Alignment, withoutTimes } from "./alignment.ts";
import { speakReference } from "./reference.ts";
import type { Script } from "./script.ts";
import { Mp3Stream } from "./signal/decode-mp3.ts";
import { FittedFeatures } from "./voice-stretch.ts";

/** The words a minute at which references are spoken: slower takes longer to make, faster is less like a narrator. */
export const referencePace = 175;

/** What is to be aligned. */
export interface AlignedStory {
  readonly lang: string;
  readonly script: Script;
  /** The recording, an MP3, piece by piece. */
  readonly sound: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** What the work has come to: from 0 to 1. */
export type OnProgress = (share: number) => void;

/** Most of the work is speaking the reference. */
const referenceShare = 0.6;
const decodedShare = 0.9;

/**
 * Finds when each sentence of a story is heard, on the calling thread, which is busy meanwhile. Neither the recording's samples nor the reference's are
 * kept. Rejects where the recording can't be read or a text can't be spoken.
 */
export async function alignStory(
  { lang, script, sound }: AlignedStory,
  engine: SpeechEngine,
  onProgress: OnProgress = () => undefined,
): Promise<Alignment> {
  const { title, sentences } = script;
  const hasTitle = title !== "";
  const texts = [...(hasTitle ? [title] : []), ...sentences.map(({ text }) => text)];
  const reference = await speakReference(texts, { engine, lang }, (done) =>
    onProgress((referenceShare * done) / texts.length),
  );
  if (reference.spoken.every((one) => one === null)) return withoutTimes("no_text");
  const features = new FittedFeatures(reference.features);
  const decoder = await Mp3Stream.open((samples) => features.take(samples));
  try {
    for await (const piece of sound) decoder.take(piece);
    onProgress(decodedShare);
    const durationMs = Math.round(decoder.seconds * 1_000);
    if (durationMs === 0) return withoutTimes("no_sound");
    return alignSound({ features: features.end(), durationMs, reference, hasTitle, sentences });
  } finally {
    decoder.end();
  }
}
