import { MPEGDecoder } from "mpg123-decoder";

/** Decoded sound. Its memory is reused for the next piece. */
interface DecodedSound {
  /** Always two, even for mono sound. */
  readonly channels: readonly Float32Array[];
  readonly rate: number;
}

/** Decodes an MP3 piece by piece; what can't be decoded is passed over. `isGapless`: without the padding that the file declares, as players do. */
export async function* decodedSound(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  isGapless = true,
): AsyncGenerator<DecodedSound> {
  const decoder = new MPEGDecoder({ enableGapless: isGapless });
  await decoder.ready;
  try {
    for await (const piece of pieces) {
      const { channelData, samplesDecoded, sampleRate: rate } = decoder.decode(piece);
      if (samplesDecoded > 0)
        yield { channels: channelData.map((samples) => samples.subarray(0, samplesDecoded)), rate };
    }
  } finally {
    decoder.free();
  }
}

export function oneChannel([left = new Float32Array(0), right]: readonly Float32Array[]): Float32Array {
  return left.map((sample, at) => (sample + (right?.[at] ?? sample)) / 2);
}
