import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileType } from "../../../src/package/books/file-type.ts";
import { soundMeter } from "../../../src/package/books/sound-duration.ts";
import { silence } from "../fixtures.ts";

function tag(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, "T");
  const head = Buffer.from("ID3\u0003\0\0\0\0\0\0", "latin1");
  head.writeUInt8(bytes >> 7, 8);
  head.writeUInt8(bytes & 127, 9);
  return Buffer.concat([head, body]);
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, content]);
}

function movie(): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1_000, 12);
  header.writeUInt32BE(2_500, 16);
  const inner = [box("free", Buffer.alloc(13)), box("mvhd", header), box("trak", Buffer.alloc(5))];
  const type = box("ftyp", Buffer.from("M4A \0\0\0\0", "latin1"));
  return Buffer.concat([type, box("mdat", Buffer.alloc(3_000)), box("moov", Buffer.concat(inner))]);
}

function wave(): Buffer {
  const format = Buffer.alloc(24);
  format.write("fmt ", "latin1");
  format.writeUInt32LE(16, 4);
  format.writeUInt32LE(1_000, 16);
  const data = Buffer.alloc(8);
  data.write("data", "latin1");
  data.writeUInt32LE(0xffffffff, 4);
  const odd = Buffer.concat([Buffer.from("LIST\u0003\0\0\0abc\0", "latin1"), format, data]);
  return Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE", "latin1"), odd, Buffer.alloc(2_500)]);
}

function flac(): Buffer {
  const bytes = Buffer.alloc(600);
  bytes.write("fLaC", "latin1");
  bytes.writeUIntBE(48_000 << 4, 18, 3);
  bytes.writeUInt32BE(120_000, 22);
  return bytes;
}

function opus(): Buffer {
  const page = (samples: bigint): Buffer => {
    const head = Buffer.alloc(28);
    head.write("OggS", "latin1");
    head.writeBigUInt64LE(samples, 6);
    return head;
  };
  const first = Buffer.concat([page(0n), Buffer.from("OpusHead", "latin1"), Buffer.alloc(64)]);
  return Buffer.concat([first, page(48_000n), Buffer.alloc(150_000), page(120_000n), Buffer.alloc(40)]);
}

const frames = silence(100);
const framesMs = Math.round((100 * 1_152 * 1_000) / 44_100);

describe("a sound in pieces of any size", () => {
  test.each([
    ["frames alone", frames, framesMs, 0],
    ["frames behind a tag", Buffer.concat([tag(300), frames]), framesMs, 310],
    ["frames behind two tags", Buffer.concat([tag(300), tag(20), frames]), framesMs, 340],
    ["frames that were cut", frames.subarray(0, -200), framesMs, 0],
    ["frames with noise between", Buffer.concat([frames, Buffer.alloc(77, 1), frames]), 2 * framesMs, 0],
    ["a tag that is longer than the file", tag(9_000).subarray(0, 600), null, 9_010],
    ["a wave", wave(), 2_500, 0],
    ["a FLAC", flac(), 2_500, 0],
    ["a movie with its index at the end", movie(), 2_500, 0],
    ["Opus in Ogg", opus(), 2_500, 0],
  ])("%s: has the same duration and the same first byte as in one piece", (_, bytes, ms, start) => {
    const type = fileType(bytes.subarray(0, 512), null);
    expect(type.audio).toBe(true);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const meter = soundMeter(type, bytes.length);
        // Reuses the memory of each piece, as reading a file does.
        const lent = Buffer.alloc(400);
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const piece = lent.subarray(0, bytes.copy(lent, 0, at, at + (sizes[turn % sizes.length] ?? 1)));
          meter.take(piece);
          at += piece.length;
          lent.fill(0xff, 0, 1);
        }
        expect(Math.abs((meter.end() ?? 0) - (ms ?? 0))).toBeLessThan(2);
        expect(meter.soundStart).toBe(start);
      }),
      { numRuns: 30 },
    );
  });
});
