import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { soundFrames } from "../../../src/lessons/recording/mpeg-frames.ts";
import { fileType } from "../../../src/package/books/inspect-book.ts";
import { silence } from "../fixtures.ts";

function tag(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, "T");
  const head = Buffer.from("ID3\u0003\0\0\0\0\0\0", "latin1");
  head.writeUInt8(bytes >> 7, 8);
  head.writeUInt8(bytes & 127, 9);
  return Buffer.concat([head, body]);
}

const frames = silence(100);
const msOf = (count: number) => Math.round((count * 1_152 * 1_000) / 44_100);

describe("a sound in pieces of any size", () => {
  test.each([
    ["frames alone", frames, msOf(100), 0],
    ["frames behind a tag", Buffer.concat([tag(300), frames]), msOf(100), 310],
    ["frames behind two tags", Buffer.concat([tag(300), tag(20), frames]), msOf(100), 340],
    ["frames whose last was cut", frames.subarray(0, -200), msOf(99), 0],
    ["frames with noise between", Buffer.concat([frames, Buffer.alloc(77, 1), frames]), msOf(200), 0],
    ["a tag that is longer than the file", tag(9_000).subarray(0, 600), 0, 9_010],
  ])("%s: has the same duration and the same first byte as in one piece", (_, bytes, ms, start) => {
    expect(fileType(bytes.subarray(0, 512), null).extension).toBe("mp3");
    const read = async (sizes: readonly number[]) => {
      let [durationMs, soundStart] = [0, 0];
      for await (const piece of soundFrames(lent(bytes, sizes))) {
        soundStart = piece.soundStart;
        for (const frame of piece.frames) durationMs += frame.ms;
      }
      return { durationMs: Math.round(durationMs), soundStart };
    };
    const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 });
    return fc.assert(
      fc.asyncProperty(sizes, async (some) => {
        expect(await read(some)).toEqual({ durationMs: ms, soundStart: start });
      }),
      { numRuns: 30 },
    );
  });
});

/** Reuses the memory of each piece, as reading a file does. */
async function* lent(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const memory = Buffer.alloc(400);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const piece = memory.subarray(0, bytes.copy(memory, 0, at, at + (sizes[turn % sizes.length] ?? 1)));
    yield piece;
    at += piece.length;
    memory.fill(0xff, 0, 1);
  }
}
