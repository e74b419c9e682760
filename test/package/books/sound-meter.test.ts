import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileType } from "../../../src/package/books/inspect-book.ts";
import { MpegMeter } from "../../../src/package/books/mpeg-duration.ts";
import { silence } from "../fixtures.ts";

function tag(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, "T");
  const head = Buffer.from("ID3\u0003\0\0\0\0\0\0", "latin1");
  head.writeUInt8(bytes >> 7, 8);
  head.writeUInt8(bytes & 127, 9);
  return Buffer.concat([head, body]);
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
  ])("%s: has the same duration and the same first byte as in one piece", (_, bytes, ms, start) => {
    expect(fileType(bytes.subarray(0, 512), null).extension).toBe("mp3");
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const meter = new MpegMeter();
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
