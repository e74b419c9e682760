import { type SoundFrame, soundFrames } from "./mpeg-frames.ts";
import { bytesBefore, mainDataBytes, silenced, silentLike } from "./silent-frame.ts";

/** A range of a recording, in ms from its beginning. */
export interface SoundStretch {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Cuts ranges out of an MP3 at frame boundaries, without re-encoding. Each result is an MP3 without tags or a table, a frame or two longer
 * at its ends. Frames that its first frame depends on are included but silenced, and silent frames at the end let it fade. Empty for a
 * range without frames. Reads the sound once, to its end, and does not keep it.
 */
export async function cutSound(
  sound: AsyncIterable<Buffer>,
  stretches: readonly SoundStretch[],
  { soundStart }: { readonly soundStart: number },
): Promise<Buffer[]> {
  const cuts = stretches.map((stretch) => new Cut(stretch));
  const before: SoundFrame[] = [];
  for await (const frame of soundFrames(sound, { soundStart })) {
    for (const cut of cuts) cut.take(frame, before);
    before.push(frame);
    if (before.length > mostBefore) before.shift();
  }
  return cuts.map((cut) => cut.end());
}

/** A decoder's delay: two overlapping blocks of 576 samples, of which its filter holds 480. */
const behindSamples = 1_152;

// The frames needed to hold 511 bytes in the worst case: at 8 kbit/s, 48 samples per ms.
const mostBefore = 64;

class Cut {
  readonly #stretch: SoundStretch;
  #frames: Buffer[] = [];
  #last: SoundFrame | null = null;
  #isWhole = false;

  constructor(stretch: SoundStretch) {
    this.#stretch = stretch;
  }

  take(frame: SoundFrame, before: readonly SoundFrame[]): void {
    const { startMs, endMs } = this.#stretch;
    this.#isWhole ||= frame.startMs >= endMs;
    const leadMs = (behindSamples / frame.rate) * 1_000;
    if (this.#isWhole || frame.startMs + frame.ms + leadMs <= startMs) return;
    if (this.#last === null) this.#frames = reservoir(frame, before);
    this.#frames.push(frame.content);
    this.#last = frame;
  }

  end(): Buffer {
    const last = this.#last;
    if (last === null) return Buffer.alloc(0);
    return Buffer.concat(last.layer === 3 ? [...this.#frames, ...fadeOut(last)] : this.#frames);
  }
}

/** As many silent frames as a decoder needs to flush its delay. */
function fadeOut(last: SoundFrame): Buffer[] {
  return Array.from({ length: behindSamples / last.samples }, () => silentLike(last));
}

/** The smallest number of preceding frames that hold the bytes a frame depends on, silenced. Pure. */
export function reservoir(first: SoundFrame, before: readonly SoundFrame[]): Buffer[] {
  if (first.layer !== 3) return [];
  const needed = bytesBefore(first);
  const frames: SoundFrame[] = [];
  let bytes = 0;
  for (let at = before.length - 1; at >= 0 && bytes < needed; at -= 1) {
    const frame = before[at];
    if (frame?.layer !== 3) break;
    frames.unshift(frame);
    bytes += mainDataBytes(frame);
  }
  let reach = 0;
  return frames.map((frame) => {
    const quiet = silenced(frame, reach);
    reach += mainDataBytes(frame);
    return quiet;
  });
}
