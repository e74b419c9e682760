import { soundFrames } from "../../lessons/recording/mpeg-frames.ts";

/**
 * Where a recording's frames are and when they are heard: about 7 bytes per frame, so that sentences can be cut for each format without parsing the
 * recording again.
 */
export interface FrameIndex {
  /** Of each frame, in bytes from the beginning of the file. */
  readonly offsets: Uint32Array;
  readonly lengths: Uint16Array;
  /** The place in `kinds` of each frame. Recordings have one kind of frame, or nearly. */
  readonly kindAt: Uint8Array;
  readonly kinds: readonly FrameKind[];
  /** When the first one is heard, in ms from what players treat as the beginning. */
  readonly firstMs: number;
}

export interface FrameKind {
  readonly ms: number;
  /** Samples per second. */
  readonly rate: number;
}

/** Reads a recording once, to its end, and keeps nothing of its sound. `soundStart`: the position at which any tag before the sound ends. */
export async function frameIndexOf(
  pieces: AsyncIterable<Buffer>,
  { soundStart }: { readonly soundStart: number },
): Promise<FrameIndex> {
  const offsets: number[] = [];
  const lengths: number[] = [];
  const kindAt: number[] = [];
  const kinds: FrameKind[] = [];
  let firstMs: number | null = null;
  for await (const frames of soundFrames(pieces, { soundStart })) {
    for (const { at, content, ms, rate, startMs } of frames) {
      firstMs ??= startMs;
      offsets.push(at);
      lengths.push(content.length);
      let kind = kinds.findIndex((one) => one.ms === ms && one.rate === rate);
      if (kind === -1) kind = kinds.push({ ms, rate }) - 1;
      kindAt.push(kind);
    }
  }
  return {
    offsets: Uint32Array.from(offsets),
    lengths: Uint16Array.from(lengths),
    kindAt: Uint8Array.from(kindAt),
    kinds,
    firstMs: firstMs ?? 0,
  };
}
