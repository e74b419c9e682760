import { soundFrames } from "../../lessons/recording/mpeg-frames.ts";
import { reservoir, silentLike, type WholeFrame } from "../../lessons/recording/silent-frames.ts";
import { mpegFrameAt } from "../../shared/mpeg-frame.ts";
import type { SoundStretch } from "../contents/read-along.ts";

/**
 * Cuts ranges out of an MP3 at frame boundaries, without re-encoding. Each result is an MP3 without tags or a table, longer than its range by a frame
 * or two at the ends. Frames on which the first frame of a result depends are included but silenced, and silent frames at the end let the sound fade. A
 * range without frames gives an empty result. Reads the sound once, to its end, and keeps only what the results hold. `index`: the index of this
 * sound's frames.
 */
export async function cutSound(
  sound: AsyncIterable<Buffer>,
  stretches: readonly SoundStretch[],
  index: FrameIndex,
): Promise<Buffer[]> {
  const runs = runsOf(stretches, index);
  const wanted = runs.map((run) => run && bytesOf(run, index));
  await copyFrom(
    sound,
    wanted.filter((bytes) => bytes !== null),
  );
  return runs.map((run, at) => {
    const bytes = wanted[at];
    return run && bytes ? cutRun(framesOf(run, bytes, index), run) : Buffer.alloc(0);
  });
}

/** Consecutive frames by their places in the index. */
interface Run {
  /** The first that may be needed before the sound. */
  readonly from: number;
  /** The first that is heard in the stretch. */
  readonly first: number;
  readonly last: number;
}

/** The frames that each stretch needs; null for a stretch without any. */
function runsOf(stretches: readonly SoundStretch[], index: FrameIndex): (Run | null)[] {
  const firsts = stretches.map(() => -1);
  const lasts = stretches.map(() => -1);
  let startMs = index.firstMs;
  for (const [at, kindAt] of index.kindAt.entries()) {
    const kind = index.kinds[kindAt];
    if (kind === undefined) break;
    const untilMs = heardUntil(startMs, kind);
    for (const [number, stretch] of stretches.entries()) {
      if (startMs >= stretch.endMs || untilMs <= stretch.startMs) continue;
      if (firsts[number] === -1) firsts[number] = at;
      lasts[number] = at;
    }
    startMs += kind.ms;
  }
  return firsts.map((first, number) =>
    first === -1 ? null : { from: Math.max(0, first - mostBefore), first, last: lasts[number] ?? first },
  );
}

/** When a decoder has given the last sound that depends on a frame, in ms. */
function heardUntil(startMs: number, { ms, rate }: FrameKind): number {
  return startMs + ms + (behindSamples / rate) * 1_000;
}

/** A decoder's delay: two overlapping blocks of 576 samples, of which its filter holds 480. */
const behindSamples = 1_152;

// The frames needed to hold 511 bytes in the worst case: at 8 kbit/s, 48 samples per ms.
const mostBefore = 64;

/** Bytes of the recording from an offset on. */
interface Stretch {
  readonly from: number;
  readonly bytes: Buffer;
}

function bytesOf({ from, last }: Run, { offsets, lengths }: FrameIndex): Stretch {
  const start = offsets[from] ?? 0;
  return { from: start, bytes: Buffer.alloc((offsets[last] ?? 0) + (lengths[last] ?? 0) - start) };
}

async function copyFrom(sound: AsyncIterable<Buffer>, wanted: readonly Stretch[]): Promise<void> {
  let passed = 0;
  for await (const piece of sound) {
    for (const { from, bytes } of wanted) {
      const start = Math.max(from, passed);
      const end = Math.min(from + bytes.length, passed + piece.length);
      if (start < end) piece.copy(bytes, start - from, start - passed, end - passed);
    }
    passed += piece.length;
  }
}

function framesOf({ from, last }: Run, stretch: Stretch, { offsets, lengths }: FrameIndex): WholeFrame[] {
  const frames: WholeFrame[] = [];
  for (let place = from; place <= last; place += 1) {
    const at = (offsets[place] ?? 0) - stretch.from;
    const content = stretch.bytes.subarray(at, at + (lengths[place] ?? 0));
    const frame = mpegFrameAt(content, 0);
    if (frame !== null) frames.push({ ...frame, content });
  }
  return frames;
}

function cutRun(frames: readonly WholeFrame[], { from, first }: Run): Buffer {
  const heard = frames.slice(first - from);
  const [begin] = heard;
  const last = heard.at(-1);
  if (begin === undefined || last === undefined) return Buffer.alloc(0);
  const before = reservoir(begin, frames.slice(0, first - from));
  const sound = heard.map(({ content }) => content);
  return Buffer.concat([...before, ...sound, ...(last.layer === 3 ? fadeOut(last) : [])]);
}

/** As many silent frames as a decoder needs to flush its delay. */
function fadeOut(last: WholeFrame): Buffer[] {
  return Array.from({ length: behindSamples / last.samples }, () => silentLike(last));
}

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

interface FrameKind {
  readonly ms: number;
  /** Samples per second. */
  readonly rate: number;
}

/** Reads a recording once, to its end, and keeps nothing of its sound. */
export async function frameIndexOf(pieces: AsyncIterable<Buffer>): Promise<FrameIndex> {
  const offsets: number[] = [];
  const lengths: number[] = [];
  const kindAt: number[] = [];
  const kinds: FrameKind[] = [];
  let firstMs: number | null = null;
  for await (const { frames } of soundFrames(pieces)) {
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
