import { MPEGDecoder } from "mpg123-decoder";
import { Resampler } from "./resample.ts";

/** Bytes decoded at a time: about a second of speech, so that a long chunk's samples are never in memory together. */
const stepBytes = 4_096;

/** Decodes an MP3 stream into mono sound at `comparedRate`; keeps none of it, and reuses what it passes on. */
export class Mp3Stream {
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
