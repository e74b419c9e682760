import { expect, test } from "vitest";
import type { CorrectedParts } from "../../../src/package/contents/course.ts";
import { heardAlone } from "../../../src/package/contents/read-along.ts";

const sentence = (from: number, startMs: number) => ({
  paragraph: 0,
  from,
  to: from + 10,
  startMs,
  endMs: startMs + 990,
  confidence: 1,
});
const heard = (sentences: ReturnType<typeof sentence>[], unwritten: CorrectedParts["unwritten"]) =>
  heardAlone({
    times: {
      format: 1,
      algorithm: "1",
      text: "a".repeat(64),
      sound: "b".repeat(64),
      level: "sentences",
      why: null,
      durationMs: 5_000,
      title: null,
      hints: [],
      sentences,
    },
    corrected: { unwritten },
    sound: {},
    paragraphs: [{ text: "x".repeat(40) }],
  });

test("a sentence is played with a margin, but never into its neighbours, nor into one that was corrected since", () => {
  const [first, second, third] = [sentence(0, 1_000), sentence(10, 2_000), sentence(20, 3_000)];
  const place = ({ paragraph, from, to }: typeof first) => ({ paragraph, from, to });
  const whole = heard([first, second, third], []);
  expect(whole(place(second))).toEqual({ startMs: 1_990, endMs: 3_000 });
  expect(whole(place(third))).toEqual({ startMs: 2_990, endMs: 4_070 });
  const corrected = heard([first, third], [{ startMs: 2_000, endMs: 2_990 }]);
  expect(corrected(place(first))).toEqual({ startMs: 960, endMs: 2_000 });
  expect(corrected(place(third))).toEqual({ startMs: 2_990, endMs: 4_070 });
  expect(corrected(place(second))).toBeNull();
});
