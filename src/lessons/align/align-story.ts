import type { SpeechEngine } from "../../shared/speech/speech-engine.ts";
import { decodedSound, oneChannel } from "../recording/decode.ts";
import { alignSound } from "./align-sound.ts";
import { type Alignment, withoutTimes } from "./alignment.ts";
import { speakReference } from "./reference.ts";
import type { Script } from "./script.ts";
import { FeatureStream, type Features, frameMs } from "./signal/features.ts";
import { comparedRate, Resampler } from "./signal/resample.ts";
import { coarser, partOf, type Track, trackOf } from "./track.ts";
import { coarseFactor, diagonalBand, warp } from "./warp.ts";

/** Words per minute of the spoken reference. A slower reference takes longer to make; a faster one is less like a narrator. */
export const referenceRate = 175;

export interface AlignedStory {
  readonly lang: string;
  readonly script: Script;
  readonly sound: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export type OnProgress = (share: number) => void;

/** Synthesizing the reference takes most of the time. */
const referenceShare = 0.6;
const decodedShare = 0.9;

/**
 * Finds when a story's sentences are heard. Blocks the calling thread while it works. Keeps no samples. Rejects if the recording can't be read or a
 * text can't be spoken.
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
  let [seconds, from] = [0, 0];
  let resampler = new Resampler(comparedRate);
  for await (const { channels, rate } of decodedSound(inSteps(sound))) {
    const samples = oneChannel(channels);
    if (rate !== from) [resampler, from] = [new Resampler(rate), rate];
    features.take(resampler.take(samples));
    seconds += samples.length / rate;
  }
  onProgress(decodedShare);
  const durationMs = Math.round(seconds * 1_000);
  if (durationMs === 0) return withoutTimes("no_sound");
  return alignSound({ features: features.end(), durationMs, reference, hasTitle, sentences });
}

/** Bytes decoded at a time: about a second of speech, so that a long chunk's samples are never in memory together. */
const stepBytes = 4_096;

async function* inSteps(sound: AlignedStory["sound"]): AsyncGenerator<Uint8Array> {
  for await (const piece of sound)
    for (let at = 0; at < piece.length; at += stepBytes) yield piece.subarray(at, at + stepBytes);
}

/** Children's and women's voices have higher formants than the reference, deep voices lower ones. */
const stretches = [0.84, 1, 1.18];

/** This much of the recording is enough to choose. */
const listenMs = 60_000;

/** The reference is faster, so this many times the recording's length is enough of it. */
const headReferenceShare = 1.3;

/** Stretches the spectral bands to fit the reference's voice (vocal tract length normalisation, Lee and Rose 1998) by its beginning. */
class FittedFeatures {
  readonly #stream = new FeatureStream(stretches);
  readonly #reference: Track;
  #isChosen = false;

  constructor(reference: Features) {
    this.#reference = coarser(trackOf(reference), coarseFactor);
  }

  take(samples: Float32Array): void {
    this.#stream.take(samples);
    if (!this.#isChosen && this.#stream.frames * frameMs >= listenMs) this.#choose();
  }

  end(): Features {
    if (!this.#isChosen) this.#choose();
    return this.#stream.end();
  }

  #choose(): void {
    this.#isChosen = true;
    const costs = this.#stream.soFar().map((features) => this.#costOf(trackOf(features)));
    this.#stream.choose(Math.max(0, costs.indexOf(Math.min(...costs))));
  }

  #costOf(track: Track): number {
    const head = coarser(track, coarseFactor);
    const reference = partOf(this.#reference, 0, Math.ceil(head.frames * headReferenceShare));
    const reach = Math.max(head.frames, reference.frames);
    if (head.frames === 0 || reference.frames === 0) return 0;
    return warp(head, reference, diagonalBand(head.frames, reference.frames, reach), { freeEnd: true }).cost;
  }
}
