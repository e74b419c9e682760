import type { SpeechEngine } from "../../shared/speech/speech-engine.ts";
import { alignSound } from "./align-sound.ts";
import { type Alignment, withoutTimes } from "./alignment.ts";
import { speakReference } from "./reference.ts";
import type { Script } from "./script.ts";
import { Mp3Stream } from "./signal/decode-mp3.ts";
import { FittedFeatures } from "./voice-stretch.ts";

/** Words per minute of the spoken reference. A slower reference takes longer to make; a faster one is less like a narrator. */
export const referenceRate = 175;

/** The input of an alignment. */
export interface AlignedStory {
  readonly lang: string;
  readonly script: Script;
  /** The recording, an MP3, in chunks. */
  readonly sound: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Reports progress from 0 to 1. */
export type OnProgress = (share: number) => void;

/** Synthesizing the reference takes most of the time. */
const referenceShare = 0.6;
const decodedShare = 0.9;

/**
 * Finds when each sentence of a story is heard. Blocks the calling thread while it works. Keeps neither the recording's samples nor the
 * reference's. Rejects if the recording can't be read or a text can't be spoken.
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
