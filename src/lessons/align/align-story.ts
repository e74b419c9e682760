import { MPEGDecoder } from "mpg123-decoder";
import type { SpeechEngine } from "../../shared/speech/speech-engine.ts";
import { alignSound } from "./align-sound.ts";
import { type Alignment, withoutTimes } from "./alignment.ts";
import { speakReference } from "./reference.ts";
import type { Script } from "./script.ts";
import { FeatureStream, type Features, frameMs } from "./signal/features.ts";
import { Resampler } from "./signal/resample.ts";
import { coarseFactor } from "./two-pass.ts";
import { diagonalBand } from "./warp/band.ts";
import { coarser, partOf, type Track, trackOf } from "./warp/track.ts";
import { warp } from "./warp/warp.ts";

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

/** Bytes decoded at a time: about a second of speech, so that a long chunk's samples are never in memory together. */
const stepBytes = 4_096;

/** Decodes an MP3 stream into mono sound at `comparedRate`; keeps none of it, and reuses what it passes on. */
class Mp3Stream {
  readonly #decoder: MPEGDecoder;
  readonly #onSound: (samples: Float32Array) => void;
  #resampler: { readonly rate: number; readonly of: Resampler } | null = null;
  #seconds = 0;

  private constructor(decoder: MPEGDecoder, onSound: (samples: Float32Array) => void) {
    this.#decoder = decoder;
    this.#onSound = onSound;
  }

  static async open(onSound: (samples: Float32Array) => void): Promise<Mp3Stream> {
    // Trims the encoder's padding where the file states its length, as players do.
    const decoder = new MPEGDecoder();
    await decoder.ready;
    return new Mp3Stream(decoder, onSound);
  }

  /** Length of the sound decoded so far, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  take(piece: Uint8Array): void {
    for (let at = 0; at < piece.length; at += stepBytes) this.#decode(piece.subarray(at, at + stepBytes));
  }

  #decode(bytes: Uint8Array): void {
    const { channelData, samplesDecoded, sampleRate } = this.#decoder.decode(bytes);
    if (samplesDecoded === 0) return;
    this.#seconds += samplesDecoded / sampleRate;
    if (this.#resampler?.rate !== sampleRate) {
      this.#resampler = { rate: sampleRate, of: new Resampler(sampleRate) };
    }
    this.#onSound(this.#resampler.of.take(monoOf(channelData, samplesDecoded)));
  }

  /** Frees the decoder's memory. */
  end(): void {
    this.#decoder.free();
  }
}

/** The mean of both channels, written over the left one. */
function monoOf([left, right]: readonly Float32Array[], count: number): Float32Array {
  if (left === undefined || right === undefined) return left ?? new Float32Array(count);
  for (let at = 0; at < count; at++) left[at] = ((left[at] as number) + (right[at] as number)) / 2;
  return left;
}

/** Children's and women's voices have higher formants than the reference, deep voices lower ones. */
const stretches = [0.84, 1, 1.18];

/** This much of the recording is enough to choose. */
const listenMs = 60_000;

/** The reference is faster, so this many times the recording's length is enough of it. */
const headReferenceShare = 1.3;

/**
 * Extracts a recording's features with the spectral bands stretched to match the reference's voice (vocal tract length normalisation; Lee
 * and Rose, "A frequency warping approach to speaker normalization", IEEE Transactions on Speech and Audio Processing 6, 1998). Chooses the
 * stretch whose beginning fits the reference best.
 */
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
