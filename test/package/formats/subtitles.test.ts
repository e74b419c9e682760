import { expect, test } from "vitest";
import { packageOf } from "../bound.ts";
import { course, lesson, recording, withTimes } from "../fixtures.ts";

test("subtitles have the time of each sentence, and text that can't be taken for tags", async () => {
  const book = await recording();
  const text = "Ana & Luis van al <mercado>. Compran pan.\n\nEl pan está caliente.";
  const lessons = [withTimes(lesson({ book, text })), lesson({ book, topicId: "silent" })];
  const files = await packageOf(course({ lessons }));
  expect(String(files.get("es-2/audio/lesson-01.vtt"))).toBe(`WEBVTT

s1
00:00:00.600 --> 00:00:01.100
Ana &amp; Luis van al &lt;mercado&gt;.

s2
00:00:01.200 --> 00:00:01.700
Compran pan.

s3
00:00:01.800 --> 00:00:02.300
El pan está caliente.
`);
  expect([...files.keys()].filter((path) => path.endsWith(".vtt"))).toHaveLength(1);
});
