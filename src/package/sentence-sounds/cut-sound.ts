import { type SoundFrame, soundFrames } from "../../lessons/recording/mpeg-frames.ts";
import { reservoir, silentLike } from "../../lessons/recording/silent-frames.ts";
import type { SoundStretch } from "../contents/read-along.ts";

/** The frames of a stretch, and those before it on which its first one may depend. */
interface Cut {
  before: readonly SoundFrame[];
  readonly heard: SoundFrame[];
}

/**
 * Cuts ranges out of an MP3 at frame boundaries, without re-encoding. Each result is an MP3 without tags or a table, longer than its range by a frame
 * or two at the ends. Frames on which the first frame of a result depends are included but silenced, and silent frames at the end let the sound fade. A
 * range without frames gives an empty result. Reads the sound once, to its end, and keeps only what the results hold.
 */
export async function cutSound(
  sound: AsyncIterable<Buffer>,
  stretches: readonly SoundStretch[],
): Promise<Buffer[]> {
  const cuts = stretches.map((): Cut => ({ before: [], heard: [] }));
  let last: SoundFrame[] = [];
  for await (const { frames } of soundFrames(sound)) {
    for (const frame of frames) {
      const untilMs = heardUntil(frame);
      for (const [number, { startMs, endMs }] of stretches.entries()) {
        if (frame.startMs >= endMs || untilMs <= startMs) continue;
        const cut = cuts[number] as Cut;
        if (cut.heard.length === 0) cut.before = last.map(alone);
        cut.heard.push(alone(frame));
      }
      last.push(frame);
      if (last.length > mostBefore) last.shift();
    }
    // What is kept for the next piece doesn't keep this one in memory.
    last = last.map(alone);
  }
  return cuts.map(joined);
}

/** The same frame, without the rest of the piece that it came in. */
function alone(frame: SoundFrame): SoundFrame {
  return { ...frame, content: Buffer.from(frame.content) };
}

/** When a decoder has given the last sound that depends on a frame, in ms. */
function heardUntil({ startMs, ms, rate }: SoundFrame): number {
  return startMs + ms + (behindSamples / rate) * 1_000;
}

/** A decoder's delay: two overlapping blocks of 576 samples, of which its filter holds 480. */
const behindSamples = 1_152;

// The frames needed to hold 511 bytes in the worst case: at 8 kbit/s, 48 samples per ms.
const mostBefore = 64;

function joined({ before, heard }: Cut): Buffer {
  const [begin] = heard;
  const end = heard.at(-1);
  if (begin === undefined || end === undefined) return Buffer.alloc(0);
  const sound = heard.map(({ content }) => content);
  return Buffer.concat([...reservoir(begin, before), ...sound, ...(end.layer === 3 ? fadeOut(end) : [])]);
}

/** As many silent frames as a decoder needs to flush its delay. */
function fadeOut(end: SoundFrame): Buffer[] {
  return Array.from({ length: behindSamples / end.samples }, () => silentLike(end));
}
