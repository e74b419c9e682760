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
  // By their beginnings, so that a frame is only offered to the few that it may belong to.
  const waiting = cuts.toSorted((a, b) => b.startMs - a.startMs);
  let open: Cut[] = [];
  const before: SoundFrame[] = [];
  for await (const frames of soundFrames(sound, { soundStart })) {
    for (const frame of frames) {
      while ((waiting.at(-1)?.startMs ?? Number.POSITIVE_INFINITY) < heardUntil(frame)) {
        const next = waiting.pop();
        if (next !== undefined) open.push(next);
      }
      if (open.length > 0) {
        for (const cut of open) cut.take(frame, before);
        open = open.filter(({ isWhole }) => !isWhole);
      }
      before.push(frame);
      if (before.length > mostBefore) before.shift();
    }
  }
  return cuts.map((cut) => cut.end());
}

/** When a decoder has given the last sound that depends on a frame, in ms. */
function heardUntil({ startMs, ms, rate }: SoundFrame): number {
  return startMs + ms + (behindSamples / rate) * 1_000;
}

/** A decoder's delay: two overlapping blocks of 576 samples, of which its filter holds 480. */
const behindSamples = 1_152;

// The frames needed to hold 511 bytes in the worst case: at 8 kbit/s, 48 samples per ms.
const mostBefore = 64;

class Cut {
  readonly #stretch: SoundStretch;
  #frames: Buffer[] = [];
  #last: SoundFrame | null = null;
  /** Whether all its frames were taken. */
  isWhole = false;

  constructor(stretch: SoundStretch) {
    this.#stretch = stretch;
  }

  get startMs(): number {
    return this.#stretch.startMs;
  }

  take(frame: SoundFrame, before: readonly SoundFrame[]): void {
    this.isWhole = frame.startMs >= this.#stretch.endMs;
    if (this.isWhole) return;
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
