import { type SoundFrame, soundFrames } from "./mpeg-frames.ts";
import { bytesBefore, mainDataBytes, silenced, silentLike } from "./silent-frame.ts";

/** A stretch of a recording, in ms from its beginning. */
export interface SoundStretch {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Cuts stretches out of an MP3 at its frames, which stay as they are: nothing is encoded again. Each is an MP3 of its own, without tags or a table, a frame
 * or two longer at its ends. Where its first frame needs bytes of frames before it, these come first and play nothing; what plays nothing
 * behind the last one lets it fade. Empty for a stretch in which there is no frame. The sound passes once, to its end, and is not kept.
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

/** A decoder is so far behind what it is given: two blocks of 576 overlap, and its filter remembers 480 samples. */
const behindSamples = 1_152;

// The frames that are short of room for 511 bytes: at 8 kbit/s, 48 samples a ms.
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

/** As many frames without sound as a decoder needs to bring out the rest of what it was given. */
function fadeOut(last: SoundFrame): Buffer[] {
  return Array.from({ length: behindSamples / last.samples }, () => silentLike(last));
}

/** The frames before one whose bytes it needs, as few as hold them, without their own sound. */
function reservoir(first: SoundFrame, before: readonly SoundFrame[]): Buffer[] {
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
