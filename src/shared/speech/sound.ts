/** Samples per second of all sound that we synthesize and encode. */
export const sampleRate = 22_050;

/** Mono sound: 16-bit samples at `sampleRate`. */
export type Samples = Int16Array;

/** Silence of this length. */
export function silence(ms: number): Samples {
  return new Int16Array(Math.round((ms * sampleRate) / 1000));
}

/** Concatenates the samples into a new array. */
export function joinSamples(pieces: readonly Samples[]): Samples {
  const whole = new Int16Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Duration of the samples in whole milliseconds. */
export function durationMsOf(samples: Samples): number {
  return Math.round((samples.length * 1000) / sampleRate);
}

/**
 * The samples of a WAV stream as `espeak-ng` writes it: 16-bit mono. The stream's header was written before the sizes were known, so the sizes in it
 * are ignored. Throws on anything else.
 */
export function samplesOfWav(wav: Uint8Array): Samples {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const tag = (at: number): string => String.fromCharCode(...wav.subarray(at, at + 4));
  if (wav.length < 44 || tag(0) !== "RIFF" || tag(8) !== "WAVE") throw new Error("not a WAV stream");
  if (
    view.getUint16(22, true) !== 1 ||
    view.getUint32(24, true) !== sampleRate ||
    view.getUint16(34, true) !== 16
  ) {
    throw new Error(`not 16-bit mono sound at ${sampleRate} Hz`);
  }
  let at = 12;
  while (at + 8 <= wav.length && tag(at) !== "data") at += 8 + view.getUint32(at + 4, true);
  const start = at + 8;
  const count = Math.max(0, Math.floor((wav.length - start) / 2));
  return Int16Array.from({ length: count }, (_, index) => view.getInt16(start + 2 * index, true));
}
