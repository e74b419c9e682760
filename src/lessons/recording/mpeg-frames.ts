import { isMpegTable, type MpegFrame, mpegFrameAt, mpegTableBytes } from "../../shared/mpeg-frame.ts";

export interface SoundFrame extends MpegFrame {
  readonly content: Buffer;
  /** Its offset in the stream, tags included. */
  readonly at: number;
  /** In ms from what players treat as the beginning of the recording; negative before it. */
  readonly startMs: number;
}

/** The frames of an MP3 by the piece that they end in, without tags and table. Declared padding is not counted, as in decoders. */
export async function* soundFrames(
  pieces: AsyncIterable<Buffer>,
  { soundStart }: { readonly soundStart: number },
): AsyncGenerator<readonly SoundFrame[]> {
  let startMs = 0;
  let isFirst = true;
  let skip = soundStart;
  let passed = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const fresh = piece.subarray(skip);
    const offset = passed + piece.length - fresh.length - rest.length;
    passed += piece.length;
    skip -= piece.length - fresh.length;
    // A copy, because the piece's memory is reused.
    const bytes = Buffer.concat([rest, fresh]);
    const frames: SoundFrame[] = [];
    let at = 0;
    while (at + headBytes <= bytes.length) {
      const frame = mpegFrameAt(bytes, at);
      if (frame !== null && at + frame.bytes > bytes.length) break;
      if (frame === null) {
        at += 1;
        continue;
      }
      const content = bytes.subarray(at, at + frame.bytes);
      at += frame.bytes;
      const isTable = isFirst && isMpegTable(content);
      isFirst = false;
      if (isTable) startMs = -(delaySamples(content, frame) / frame.rate) * 1_000;
      else {
        frames.push({ ...frame, content, at: offset + at - frame.bytes, startMs });
        startMs += frame.ms;
      }
    }
    rest = bytes.subarray(at);
    yield frames;
  }
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
