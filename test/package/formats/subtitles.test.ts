import { join } from "node:path";
import { expect, test } from "vitest";
import { packageOf } from "../epub/epub-fixtures.ts";
import { course, lesson, saveBook, silence, testFolder, withTimes } from "../fixtures.ts";

test("subtitles have the time of each sentence, and text that can't be taken for tags", async () => {
  const folder = await testFolder();
  const book = await saveBook(join(folder, "book"), silence(), "audio/mpeg");
  const text = "Ana & Luis van al <mercado>. Compran pan.\n\nEl pan está caliente.";
  const lessons = [withTimes(lesson({ book, text })), lesson({ book, topicId: "silent" })];
  const files = await packageOf(course({ lessons }), folder);
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
