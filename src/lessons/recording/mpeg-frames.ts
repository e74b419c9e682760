import {
  id3Bytes,
  id3HeadBytes,
  isMpegTable,
  type MpegFrame,
  mpegFrameAt,
  mpegTableBytes,
} from "../../shared/mpeg-frame.ts";

export interface SoundFrame extends MpegFrame {
  readonly content: Buffer;
  /** Its offset in the stream, tags included. */
  readonly at: number;
  /** In ms from what players treat as the beginning of the recording; negative before it. */
  readonly startMs: number;
}

interface SoundPiece {
  /** The frames that end in the piece. */
  readonly frames: readonly SoundFrame[];
  /** Where the sound begins after the tags, in bytes from the beginning. */
  readonly soundStart: number;
}

// Tags may stand between frames, too; with a longer gap, this is not a stream of frames.
const longestGapBytes = 1024 * 1024;

// A stream begins with one tag, sometimes with a second one that another program prepended.
const mostTags = 8;

/**
 * The frames of MPEG audio layer II or III, piece by piece, without tags and table. Declared padding is not counted, as in decoders, nor is a frame that
 * was cut.
 */
export async function* soundFrames(pieces: AsyncIterable<Buffer>): AsyncGenerator<SoundPiece> {
  let [place, skip, lost, tags, startMs] = [0, 0, 0, 0, 0];
  let soundStart: number | null = null;
  let isFirst = true;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const skipped = Math.min(skip, piece.length);
    place += skipped;
    // A copy, because the piece's memory is reused.
    const bytes = Buffer.concat([rest, piece.subarray(skipped)]);
    const frames: SoundFrame[] = [];
    let at = skip - skipped;
    while (lost < longestGapBytes && at + (soundStart === null ? id3HeadBytes : headBytes) <= bytes.length) {
      if (soundStart === null) {
        const tagBytes = tags < mostTags ? id3Bytes(bytes.subarray(at)) : 0;
        if (tagBytes === 0) soundStart = place + at;
        tags += 1;
        at += tagBytes;
        continue;
      }
      const frame = mpegFrameAt(bytes, at);
      if (frame === null) {
        lost += 1;
        at += 1;
        continue;
      }
      if (at + frame.bytes > bytes.length) break;
      const content = bytes.subarray(at, at + frame.bytes);
      if (isFirst && isMpegTable(content)) startMs = -(delaySamples(content, frame) / frame.rate) * 1_000;
      else {
        frames.push(soundFrame(frame, { content, at: place + at, startMs }));
        startMs += frame.ms;
      }
      [isFirst, lost] = [false, 0];
      at += frame.bytes;
    }
    const used = lost < longestGapBytes ? Math.min(at, bytes.length) : bytes.length;
    place += used;
    skip = Math.max(0, at - used);
    rest = bytes.subarray(used);
    yield { frames, soundStart: soundStart ?? place + skip };
  }
}

/** Member by member, which takes a quarter of the time of a spread: a year of lessons has millions of frames. */
function soundFrame(
  { layer, bytes, ms, samples, rate, hasChecksum, sideBytes }: MpegFrame,
  { content, at, startMs }: Pick<SoundFrame, "content" | "at" | "startMs">,
): SoundFrame {
  return { layer, bytes, ms, samples, rate, hasChecksum, sideBytes, content, at, startMs };
}

const headBytes = 4;

/** The delay of a layer III decoder in samples. */
const decoderDelaySamples = 529;

/** The optional fields of a table, by flag, and their lengths. */
const tableFields = [
  { flag: 1, bytes: 4 },
  { flag: 2, bytes: 4 },
  { flag: 4, bytes: 100 },
  { flag: 8, bytes: 4 },
] as const;

/** Offset of the encoder's delay after a table's optional fields. */
const delayAt = 21;

/** How much of the beginning decoders skip, if the table states the encoder's padding. */
function delaySamples(table: Buffer, { sideBytes, hasChecksum }: MpegFrame): number {
  const start = headBytes + (hasChecksum ? 2 : 0) + sideBytes;
  const name = table.toString("latin1", start, start + 4);
  if ((name !== "Xing" && name !== "Info") || start > mpegTableBytes) return 0;
  const flags = table.readUInt32BE(start + 4);
  const own = tableFields.reduce((sum, { flag, bytes }) => sum + ((flags & flag) === 0 ? 0 : bytes), 0);
  const encoder = start + 8 + own;
  // Decoders ignore the rest of a table without a number of frames.
  if ((flags & 1) === 0 || encoder + delayAt + 2 > table.length || table[encoder] === 0) return 0;
  return (table.readUInt16BE(encoder + delayAt) >>> 4) + decoderDelaySamples;
}
